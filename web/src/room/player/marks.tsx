// The comments on the timeline, and the card of the one under the mouse.
import { Avatar } from '../../ui/avatar.tsx'
import { useMediaQuery } from '../../ui/media-query.ts'
import { personColour } from '../../ui/person-colour.ts'
import { useCounting } from '../counting.ts'
import { type Marker, useRoom, useRoomState } from '../room.ts'
import { type Mark, nextOf, placeMarks } from './clusters.ts'
import { HoverCard, type HoverCardHandle, HoverCardTrigger, useHoverCard } from './hover-card.tsx'
import type { Playback } from './playback.ts'
import styles from './timeline-markers.module.css'

/** The width that a mouse can hit. */
const size = 14

type Shown = { marker: Marker; when: string; more: number }

/** `width`: of the timeline, in pixels. */
export function Marks({ playback, width }: { playback: Playback; width: number }) {
  const markers = useRoomState((state) => state.markers)
  const card = useHoverCard<Shown>()
  // A finger cannot hit a marker: on touch, markers only show where comments are, and the list opens them.
  const isTouch = useMediaQuery('(pointer: coarse)')
  return (
    <>
      {placeMarks(markers, playback.clock.seconds * 1000, width, size).map((mark) => (
        <MarkButton
          key={mark.markers[0]!.commentId}
          mark={mark}
          playback={playback}
          card={card}
          isTouch={isTouch}
        />
      ))}
      {!isTouch && (
        <HoverCard card={card} label="Comment" distance={6}>
          {CardContent}
        </HoverCard>
      )}
    </>
  )
}

type MarkProps = { mark: Mark; playback: Playback; card: HoverCardHandle<Shown>; isTouch: boolean }

function MarkButton({ mark, playback: { clock }, card, isTouch }: MarkProps) {
  const room = useRoom()
  const selected = useRoomState((state) => state.selected)
  const { x, from, to, markers } = mark
  const isSelected = markers.some(({ commentId }) => commentId === selected)
  const marker = nextOf(mark, isSelected ? selected : null)
  const when = clock.label(clock.indexOf({ ms: marker.ms }) ?? 0, useCounting())
  const count = markers.length > 1 ? ` (1 of ${markers.length})` : ''
  const colour = marker.author ? personColour(marker.author.id) : undefined
  const look = {
    'data-marker': true,
    className: styles.marker,
    style: { insetInlineStart: x, '--person': colour } as React.CSSProperties,
    'data-selected': isSelected || undefined,
    'data-resolved': markers.every(({ resolved }) => resolved) || undefined,
  }
  return (
    <>
      {to > from && (
        <div
          className={styles.span}
          data-selected={isSelected || undefined}
          style={{ insetInlineStart: from, inlineSize: to - from, '--person': colour } as React.CSSProperties}
        />
      )}
      {isTouch ? (
        <span {...look} />
      ) : (
        <HoverCardTrigger card={card} shown={{ marker, when, more: markers.length - 1 }}>
          <button
            type="button"
            tabIndex={-1}
            {...look}
            aria-label={`Comment by ${marker.author?.name ?? 'a former member'} at ${when}${count}`}
            onClick={() => room.pickMarker(nextOf(mark, selected).commentId)}
          />
        </HoverCardTrigger>
      )}
    </>
  )
}

function CardContent({ marker: { author, content, resolved }, when, more }: Shown) {
  const name = author?.name ?? 'Former member'
  return (
    <>
      <div className={styles.cardHead}>
        <Avatar name={name} url={author?.avatarUrl ?? null} id={author?.id} size={20} />
        <span className={styles.cardName}>{name}</span>
        <span className={styles.cardTime}>{when}</span>
      </div>
      <p className={styles.cardText} dir="auto">
        {content}
      </p>
      {(resolved || more > 0) && (
        <p className={styles.cardNote}>
          {[resolved && 'Resolved', more > 0 && `${more} more here`].filter(Boolean).join(' · ')}
        </p>
      )}
    </>
  )
}
