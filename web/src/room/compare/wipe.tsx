import type { KeyboardEvent, PointerEvent } from 'react'
import styles from './panes.module.css'

/** The divider: the left image is visible on its left, the right image on its right. In percent of the width. */
export function Wipe({ value, onValue }: { value: number; onValue: (value: number) => void }) {
  const set = (next: number) => onValue(Math.min(100, Math.max(0, next)))
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { left, width } = event.currentTarget.parentElement!.getBoundingClientRect()
    set(((event.clientX - left) / width) * 100)
  }
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 1
    const moves: Record<string, number> = {
      ...{ ArrowLeft: value - step, ArrowDown: value - step, PageDown: value - 10, Home: 0 },
      ...{ ArrowRight: value + step, ArrowUp: value + step, PageUp: value + 10, End: 100 },
    }
    const next = moves[event.key]
    if (next === undefined) return
    // Everywhere else these keys step through frames.
    event.preventDefault()
    event.stopPropagation()
    set(next)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Divider between the two images"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
      aria-valuetext={`${Math.round(value)} % of the left image`}
      className={styles.wipe}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  )
}
