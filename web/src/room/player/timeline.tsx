// The timeline: playhead, buffered ranges, in and out, comments, and a preview under the pointer.
import { useQuery } from '@tanstack/react-query'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { spriteQuery, type Tile, tileAt } from '../../files/sprite.ts'
import { useCounting } from '../counting.ts'
import type { Clock } from './clock.ts'
import type { Playback } from './playback.ts'
import styles from './timeline.module.css'
import { usePlaybackState } from './use-playback.ts'

export function Timeline({
  playback,
  sprite,
  markers,
  strip,
  playable,
  children,
}: {
  playback: Playback
  sprite: string | null
  /** The number of frames that can be played so far; undefined for all. */
  playable?: number | undefined
  /** Above the track. */
  markers?: ReactNode
  /** Over the track, above its rail: the track is one control, and has none inside. */
  strip?: ReactNode
  /** Under the track, with its width: the waveform. */
  children?: ReactNode
}) {
  const { clock } = playback
  const index = usePlaybackState(playback, (state) => (state.settling ? playback.index() : state.index))
  const [scrubbed, setScrubbed] = useState<number | null>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const track = useRef<HTMLDivElement>(null)
  const shown = scrubbed ?? index
  const counting = useCounting()

  function indexAt({ clientX }: PointerEvent): number {
    const { left, width } = track.current!.getBoundingClientRect()
    const part = Math.min(1, Math.max(0, (clientX - left) / width))
    return clock.at(part * clock.seconds)
  }

  function scrub(event: PointerEvent) {
    const next = indexAt(event)
    setScrubbed(next)
    setPointed(next)
    playback.go(next)
  }

  return (
    <div className={styles.timeline}>
      {markers}
      <div className={styles.lane}>
        <div
          ref={track}
          className={styles.track}
          role="slider"
          tabIndex={0}
          aria-label="Position"
          aria-valuemin={0}
          aria-valuemax={clock.count - 1}
          aria-valuenow={shown}
          aria-valuetext={clock.label(shown, counting)}
          // A press must not take the focus: the shortcuts work without it.
          onMouseDown={(event) => event.preventDefault()}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            event.currentTarget.setPointerCapture(event.pointerId)
            scrub(event)
          }}
          onPointerMove={(event) => (scrubbed === null ? setPointed(indexAt(event)) : scrub(event))}
          onPointerUp={() => setScrubbed(null)}
          onPointerCancel={() => setScrubbed(null)}
          onPointerLeave={() => setPointed(null)}
        >
          <div className={styles.rail}>
            <Loaded playback={playback} />
            {playable !== undefined && (
              <div
                data-playable={playable}
                className={styles.unfinished}
                style={{ insetInlineStart: percent(clock, playable) }}
              />
            )}
            <div className={styles.played} style={{ inlineSize: percent(clock, shown) }} />
            <InAndOut playback={playback} />
          </div>
          {children}
          <div className={styles.head} style={{ insetInlineStart: percent(clock, shown) }} />
          {pointed !== null && <Preview clock={clock} index={pointed} sprite={sprite} />}
        </div>
        {strip}
      </div>
    </div>
  )
}

/** The start, as a fraction of the whole. */
export function percent(clock: Clock, index: number): string {
  return `${(Math.min(1, clock.startOf(index) / clock.seconds) * 100).toFixed(4)}%`
}

function Loaded({ playback }: { playback: Playback }) {
  const buffered = usePlaybackState(playback, (state) => state.buffered)
  const { seconds } = playback.clock
  return buffered.map(([from, to]) => (
    <div
      key={from}
      className={styles.loaded}
      style={{
        insetInlineStart: `${(from / seconds) * 100}%`,
        inlineSize: `${(Math.min(to, seconds) - from) * (100 / seconds)}%`,
      }}
    />
  ))
}

function InAndOut({ playback }: { playback: Playback }) {
  const range = usePlaybackState(playback, (state) => state.range)
  const { clock } = playback
  if (!range) return null
  const [from, to] = [clock.startOf(range.from), Math.min(clock.seconds, clock.startOf(range.to + 1))]
  return (
    <div
      data-range
      className={styles.range}
      style={{
        insetInlineStart: percent(clock, range.from),
        inlineSize: `${((to - from) / clock.seconds) * 100}%`,
      }}
    />
  )
}

function Preview({ clock, index, sprite }: { clock: Clock; index: number; sprite: string | null }) {
  const { data: cues } = useQuery(spriteQuery(sprite))
  const tile = sprite !== null && cues ? tileAt(cues, clock.startOf(index), sprite) : undefined
  return (
    <div className={styles.preview} style={{ '--at': percent(clock, index) } as object}>
      {tile && <TileImage tile={tile} />}
      <span className={styles.time}>{clock.label(index, useCounting())}</span>
    </div>
  )
}

function TileImage({ tile: { url, x, y, width, height } }: { tile: Tile }) {
  return (
    <div
      className={styles.tile}
      style={{
        inlineSize: width,
        blockSize: height,
        backgroundImage: `url("${url}")`,
        backgroundPosition: `-${x}px -${y}px`,
      }}
    />
  )
}
