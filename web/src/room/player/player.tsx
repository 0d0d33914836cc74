// Video and audio with their timeline, buttons and keys.
import type { Media } from '@dailies/sdk'
import { type ReactNode, useCallback, useRef } from 'react'
import { useParticipant } from '../../data/participant.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { AudioMenu } from '../audio/audio-menu.tsx'
import { toggleFullScreen } from '../form.ts'
import { playerKeys, usePlayerKeys } from './keys.ts'
import type { Playback } from './playback.ts'
import styles from './player.module.css'
import { Timeline } from './timeline.tsx'
import { TimelineMarkers } from './timeline-markers.tsx'
import { Transport } from './transport.tsx'
import { Waveform } from './waveform.tsx'

const listedKeys = playerKeys.map(([keys, label]) => ({ keys, label }))

export function Player({
  playback,
  media,
  markers = playback && <TimelineMarkers playback={playback} />,
  strip,
  captions,
  playable,
  children,
}: {
  playback: Playback | null
  media: Media
  /** Markers on the timeline; by default, the comments of the room. */
  markers?: ReactNode
  /** Findings of checks, on the track. */
  strip?: ReactNode
  /** The menu of captions, beside that of audio. Compare has neither. */
  captions?: ReactNode
  /** The number of frames that can be played so far, of a proxy that is being made. */
  playable?: number | undefined
  /** The visible media. It is rendered before the controls, which belong to an element in it. */
  children: ReactNode
}) {
  const readout = useRef<HTMLButtonElement>(null)
  const jump = useCallback(() => readout.current?.click(), [])
  useShortcuts('Player', listedKeys)
  usePlayerKeys(playback, { fullScreen: toggleFullScreen, jump })
  const isVideo = media.kind === 'VIDEO'
  // Clients watch; those who cut read the waveform.
  const { viaShare } = useParticipant()
  return (
    <div className={styles.player}>
      {children}
      <div className={styles.controls} data-bar="bottom">
        {playback && (
          <>
            <Timeline playback={playback} sprite={media.sprite} {...{ markers, strip, playable }}>
              {isVideo && media.waveform && !viaShare && (
                <Waveform url={media.waveform} seconds={playback.clock.seconds} height={36} />
              )}
            </Timeline>
            <Transport
              playback={playback}
              hasAudio={media.hasAudio !== false}
              readout={readout}
              captions={
                captions && (
                  <>
                    <AudioMenu playback={playback} media={media} />
                    {captions}
                  </>
                )
              }
            />
          </>
        )}
      </div>
    </div>
  )
}
