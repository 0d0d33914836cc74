// The comments on the timeline. The list beside the image shows all of them in order, for keyboard and touch.
import { lazy, Suspense, useCallback, useState } from 'react'
import { useRoomState } from '../room.ts'
import type { Playback } from './playback.ts'
import styles from './timeline-markers.module.css'

/** Loaded with the first comment: the hover card weighs more than the player. */
const Marks = lazy(async () => ({ default: (await import('./marks.tsx')).Marks }))

export function TimelineMarkers({ playback }: { playback: Playback }) {
  const hasMarkers = useRoomState(({ markers }) => markers.length > 0)
  const [width, setWidth] = useState(800)
  const measure = useCallback((element: HTMLDivElement) => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={measure} className={styles.lane}>
      <Suspense>{hasMarkers && <Marks playback={playback} width={width} />}</Suspense>
    </div>
  )
}
