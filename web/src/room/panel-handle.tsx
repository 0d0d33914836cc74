import type { KeyboardEvent, PointerEvent } from 'react'
import { limits, type RoomLayout } from './layout.ts'
import styles from './room-page.module.css'

/** Resizes the comments, beside or below the file. */
export function PanelHandle({ layout }: { layout: RoomLayout }) {
  const narrow = layout.form === 'below'
  const size = narrow ? 'height' : 'width'
  const [least, most] = limits[size]
  const step = narrow ? 5 : 32
  const value = layout[size] ?? 45
  const resize = (next: number) => layout.resize({ [size]: next })
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    resize(narrow ? (1 - event.clientY / innerHeight) * 100 : innerWidth - event.clientX)
  }
  const press = (event: KeyboardEvent) => {
    const grow = narrow ? event.key === 'ArrowUp' : event.key === 'ArrowLeft'
    const shrink = narrow ? event.key === 'ArrowDown' : event.key === 'ArrowRight'
    if (grow || shrink) resize(value + (grow ? step : -step))
    else if (event.key === 'Home') resize(least)
    else if (event.key === 'End') resize(most)
    else if (event.key === 'Enter') layout.togglePanel()
    else return
    // The player uses the same keys.
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved; this is the ARIA window splitter.
    <div
      role="separator"
      tabIndex={0}
      aria-label="Resize comments"
      aria-orientation={narrow ? 'horizontal' : 'vertical'}
      aria-valuenow={layout.hidden ? 0 : value}
      aria-valuemin={0}
      aria-valuemax={most}
      className={styles.handle}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={layout.togglePanel}
      onKeyDown={press}
    />
  )
}
