// Two audio files with one transport: one is audible, both waveforms are visible.
import { useMemo } from 'react'
import { audioClock } from '../player/clock.ts'
import { openAudio } from '../player/media-controller.ts'
import { Player } from '../player/player.tsx'
import { percent } from '../player/timeline.tsx'
import { usePlaybackState } from '../player/use-playback.ts'
import { Waveform } from '../player/waveform.tsx'
import styles from './compare.module.css'
import { clockDifferences } from './differences.ts'
import { Differences } from './differences-note.tsx'
import { openPair } from './pair.ts'
import { PairMarkers } from './pair-markers.tsx'
import { type OpenTwo, type PairPlayback, usePairPlayback, type Which } from './pair-playback.ts'
import type { Side, Sides } from './sides.ts'

const openTwo: OpenTwo = (follower) => openPair(openAudio, follower)

export function CompareAudio({ left, right, heard }: Sides & { heard: Which }) {
  const clocks = { left: useAudioClock(left), right: useAudioClock(right) }
  const { pair, elements } = usePairPlayback({ left, right }, clocks, openTwo, heard)
  return (
    <Player
      playback={pair?.playback ?? null}
      media={pair?.leader === 'left' ? left.media : right.media}
      markers={pair && <PairMarkers pair={pair} left={left} right={right} />}
    >
      <Differences
        of={clockDifferences({ ...left, clock: clocks.left }, { ...right, clock: clocks.right })}
      />
      <div className={styles.tracks}>
        {(['left', 'right'] as const).map((which) => {
          const { file, media, name } = { left, right }[which]
          return (
            <section key={which} className={styles.track} data-heard={heard === which} aria-label={name}>
              <span className={styles.viewerName}>
                {name}
                {heard === which && ' · heard'}
              </span>
              {media.waveform && (
                <Waveform url={media.waveform} seconds={clocks[which].seconds} height={240} />
              )}
              {pair && <Needle pair={pair} which={which} clock={clocks[which]} />}
              {/* biome-ignore lint/a11y/useMediaCaption: captions are not under review. */}
              <audio ref={elements[which]} src={media.proxy!} preload="auto" aria-label={file.name} />
            </section>
          )
        })}
      </div>
    </Player>
  )
}

function useAudioClock({ media: { durationMs } }: Side) {
  return useMemo(() => audioClock(durationMs ?? 0), [durationMs])
}

function Needle({
  pair,
  which,
  clock,
}: {
  pair: PairPlayback
  which: Which
  clock: ReturnType<typeof audioClock>
}) {
  const index = usePlaybackState(pair.playback, (state) => state.index)
  return (
    <i className={styles.needle} style={{ insetInlineStart: percent(clock, pair.indexOf(which, index)) }} />
  )
}
