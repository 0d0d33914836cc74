// The comments on the timeline. The list beside the image shows all of them in order, for keyboard and touch.
import { useCallback, useEffect, useState } from 'react'
import { useRoomState } from '../room.ts'
import type { Playback } from './playback.ts'
import styles from './timeline-markers.module.css'

export function TimelineMarkers({ playback }: { playback: Playback }) {
  const hasMarkers = useRoomState(({ markers }) => markers.length > 0)
  const Marks = useMarks(playback)
  const [width, setWidth] = useState(800)
  const measure = useCallback((element: HTMLDivElement) => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={measure} className={styles.lane}>
      {Marks && hasMarkers && <Marks playback={playback} width={width} />}
    </div>
  )
}

type Marks = typeof import('./marks.tsx').Marks

let loaded: Marks | undefined

/**
 * Loaded after the first frame, because the hover card weighs more than the player, and before the first comment, which may be
 * written without a network. Marks that could not be loaded are loaded when the network is back.
 */
function useMarks({ store }: Playback): Marks | undefined {
  const [marks, setMarks] = useState(() => loaded)
  useEffect(() => {
    if (loaded) return
    const ended = new AbortController()
    const load = () =>
      import('./marks.tsx').then(
        ({ Marks }) => {
          loaded = Marks
          if (!ended.signal.aborted) setMarks(() => Marks)
        },
        () => addEventListener('online', load, { once: true, signal: ended.signal }),
      )
    const look = () => {
      const { waiting, settling } = store.get()
      if (waiting || settling) return
      unsubscribe()
      // Comments come first.
      setTimeout(load)
    }
    const unsubscribe = store.subscribe(look)
    ended.signal.addEventListener('abort', unsubscribe)
    look()
    return () => ended.abort()
  }, [store])
  return marks
}
