// Audio, shown as its waveform.
import { useMemo } from 'react'
import { FindingStrip } from '../../checks/room/lazy-checks.tsx'
import { CaptionMenu, CaptionText } from '../captions/lazy-captions.tsx'
import { audioClock } from '../player/clock.ts'
import { openAudio } from '../player/media-controller.ts'
import type { Playback } from '../player/playback.ts'
import { Player } from '../player/player.tsx'
import { percent } from '../player/timeline.tsx'
import { usePlayback, usePlaybackState } from '../player/use-playback.ts'
import { Waveform } from '../player/waveform.tsx'
import { useRoom } from '../room.ts'
import styles from './audio-viewer.module.css'
import { useSource } from './original.ts'
import { Trouble } from './trouble.tsx'
import type { ViewerProps } from './viewer-props.ts'

export function AudioViewer({ file, media, original, onUnplayable, overlay }: ViewerProps) {
  const room = useRoom()
  const { durationMs, timecode } = media
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock only depends on these fields of the file.
  const clock = useMemo(
    () => (durationMs === null ? null : audioClock(durationMs, media)),
    [durationMs, timecode?.start],
  )
  const { playback, ref } = usePlayback(clock, openAudio, room)
  const { plays, src } = useSource(media, original, playback)
  return (
    <Player
      playback={playback}
      media={media}
      strip={playback && <FindingStrip file={file} playback={playback} />}
      captions={<CaptionMenu file={file} />}
    >
      <div className={styles.ground}>
        {/* biome-ignore lint/a11y/useMediaCaption: `CaptionText` shows them. */}
        <audio
          ref={ref}
          data-plays={plays}
          src={src}
          preload="auto"
          // Until the duration is known, the browser's own controls play the file.
          controls={!clock}
          aria-label={file.name}
          onError={({ currentTarget: { error } }) => {
            if (plays === 'original' && error?.code !== MediaError.MEDIA_ERR_NETWORK) onUnplayable()
          }}
        />
        <div className={styles.image}>
          {media.waveform && clock && <Waveform url={media.waveform} seconds={clock.seconds} height={240} />}
          {playback && <Ahead playback={playback} />}
          {playback && <CaptionText playback={playback} file={file} />}
          <div className={styles.overlay}>{overlay}</div>
        </div>
        {playback && <Trouble playback={playback} fileId={file.id} what="audio" />}
      </div>
    </Player>
  )
}

/** The part that was not played yet is dimmed; a click seeks. */
function Ahead({ playback }: { playback: Playback }) {
  const { clock } = playback
  const index = usePlaybackState(playback, (state) => (state.settling ? playback.index() : state.index))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the timeline below does the same with the keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the timeline below does the same with the keyboard.
    <div
      className={styles.ahead}
      data-seek
      style={{ '--at': percent(clock, index) } as object}
      onClick={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect()
        playback.go(clock.at(((clientX - left) / width) * clock.seconds))
      }}
    />
  )
}
