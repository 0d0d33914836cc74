// Shows the frames of a video under the pointer: its horizontal position selects the time.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fileQuery } from '../data/queries.ts'
import styles from './hover-scrub.module.css'
import { spriteQuery, type Tile, tileAt } from './sprite.ts'

type HoverScrubProps = {
  sprite: string
  durationMs: number
  /** Where the pointer was when it was loaded; it moves no further when a person waits. */
  begin: () => PointerEvent | undefined
}

export function HoverScrub({ sprite, durationMs, begin }: HoverScrubProps) {
  /** From 0 to 1; undefined while the pointer is elsewhere. */
  const [at, setAt] = useState<number>()
  const { data: cues } = useQuery({ ...spriteQuery(sprite), enabled: at !== undefined })
  const tile = at === undefined || !cues ? undefined : tileAt(cues, (at * durationMs) / 1000, sprite)
  const element = useRef<HTMLDivElement>(null)
  // The link of the card covers the image and takes the pointer, so the listener is on the card.
  useEffect(() => {
    const thumbnail = element.current
    const card = thumbnail?.closest<HTMLElement>('li, tr')
    if (!thumbnail || !card) return
    const move = ({ pointerType, clientX, clientY }: PointerEvent) => {
      const { left, top, width, height } = thumbnail.getBoundingClientRect()
      const [x, y] = [(clientX - left) / width, (clientY - top) / height]
      const inside = pointerType !== 'touch' && x >= 0 && x <= 1 && y >= 0 && y <= 1
      setAt(inside ? x : undefined)
    }
    const leave = () => setAt(undefined)
    const before = begin()
    if (before) move(before)
    card.addEventListener('pointermove', move)
    card.addEventListener('pointerleave', leave)
    return () => {
      card.removeEventListener('pointermove', move)
      card.removeEventListener('pointerleave', leave)
    }
  }, [begin])
  return (
    <div ref={element} className={styles.scrub}>
      {tile && <Frame tile={tile} />}
      {tile && (
        <span className={styles.line}>
          <span className={styles.played} style={{ width: `${at! * 100}%` }} />
        </span>
      )}
    </div>
  )
}

/** For lists whose records have no sprite. */
export function AskedScrub({ fileId, begin }: { fileId: string } & Pick<HoverScrubProps, 'begin'>) {
  const { data: file } = useQuery(fileQuery(fileId))
  const { sprite = null, durationMs = null } = file?.media ?? {}
  if (sprite === null || durationMs === null) return null
  return <HoverScrub {...{ sprite, durationMs, begin }} />
}

/** One tile of the sheet, as large as the card allows. */
function Frame({ tile: { url, x, y, width, height } }: { tile: Tile }) {
  return (
    <svg
      className={styles.frame}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      data-frame={`${x},${y}`}
    >
      <image href={url} x={-x} y={-y} />
    </svg>
  )
}
