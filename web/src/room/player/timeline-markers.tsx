// The comments on the timeline. The list beside it has them all for the keyboard, in order.
import { useCallback, useState } from 'react'
import { useRoom, useRoomState } from '../room.ts'
import { type Cluster, clusterMarkers, nextOf } from './clusters.ts'
import type { Deck } from './deck.ts'
import styles from './timeline-markers.module.css'

/** As wide as one can click on. */
const widthOfOne = 14

export function TimelineMarkers({ deck }: { deck: Deck }) {
  const markers = useRoomState((state) => state.markers)
  const [width, setWidth] = useState(800)
  const measure = useCallback((element: HTMLDivElement) => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const clusters = clusterMarkers(markers, deck.clock.seconds * 1000, Math.floor(width / widthOfOne))
  return (
    <div ref={measure} className={styles.lane}>
      {clusters.map((cluster) => (
        <MarkerButton key={cluster.markers[0]!.commentId} cluster={cluster} deck={deck} />
      ))}
    </div>
  )
}

function MarkerButton({ cluster, deck }: { cluster: Cluster; deck: Deck }) {
  const room = useRoom()
  const selected = useRoomState((state) => state.selected)
  const { clock } = deck
  const { at, to, markers } = cluster
  const isSelected = markers.some(({ commentId }) => commentId === selected)
  const { author, content, ms } = nextOf(cluster, isSelected ? selected : null)
  const more = markers.length > 1 ? ` (1 of ${markers.length})` : ''
  const when = clock.label(clock.indexOf({ ms }) ?? 0)
  return (
    <>
      {to > at && (
        <div
          className={styles.span}
          data-selected={isSelected || undefined}
          style={{ insetInlineStart: `${at * 100}%`, inlineSize: `${(to - at) * 100}%` }}
        />
      )}
      <button
        type="button"
        tabIndex={-1}
        className={styles.marker}
        style={{ insetInlineStart: `${at * 100}%` }}
        data-selected={isSelected || undefined}
        data-resolved={markers.every(({ resolved }) => resolved) || undefined}
        aria-label={`Comment by ${author} at ${when}${more}`}
        title={`${author}, ${when}${more}\n${content.slice(0, 200)}`}
        onClick={() => room.pickMarker(nextOf(cluster, selected).commentId)}
      />
    </>
  )
}
