// The player of video: the image, and the controls below it.
import type { Media } from '@dailies/sdk'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { derivativeQuery, useHeldUrl } from '../../data/derivatives.ts'
import { CaptionMenu } from '../captions/caption-menu.tsx'
import { CaptionText } from '../captions/caption-text.tsx'
import { type Clock, type FrameTable, videoClock } from '../player/clock.ts'
import { openVideo } from '../player/media-controller.ts'
import { Player } from '../player/player.tsx'
import { usePlayback } from '../player/use-playback.ts'
import { useRoom } from '../room.ts'
import { useSource } from './original.ts'
import { Trouble } from './trouble.tsx'
import styles from './video-viewer.module.css'
import type { ViewerProps } from './viewer-props.ts'

export function VideoViewer({ file, media, original, onUnplayable, overlay }: ViewerProps) {
  const room = useRoom()
  const clock = useClockOnceKnown(media)
  const { playback, ref } = usePlayback(clock, openVideo, room)
  const { plays, src, cover } = useSource(media, original, playback)
  const { src: poster } = useHeldUrl(media.poster)
  const isOriginal = plays === 'original'
  return (
    <Player playback={playback} media={media} captions={<CaptionMenu file={file} />}>
      <div className={styles.ground}>
        <div
          className={styles.image}
          style={{ '--ratio': (media.width ?? 16) / (media.height ?? 9) } as object}
        >
          {/* biome-ignore lint/a11y/useMediaCaption: `CaptionText` shows them, on the exact frame. */}
          <video
            ref={ref}
            className={styles.video}
            data-plays={plays}
            src={src}
            poster={poster}
            preload="auto"
            playsInline
            // Until the frames are counted, the browser's own controls play the file.
            controls={isOriginal && !clock}
            aria-label={file.name}
            onClick={() => playback?.toggle()}
            // A browser that does not support the video codec plays only the audio.
            onLoadedMetadata={({ currentTarget }) => {
              if (isOriginal && currentTarget.videoWidth === 0) onUnplayable()
            }}
            onError={({ currentTarget: { error } }) => {
              if (isOriginal && error?.code !== MediaError.MEDIA_ERR_NETWORK) onUnplayable()
            }}
          />
          <canvas ref={cover} className={styles.cover} hidden />
          {playback && <CaptionText playback={playback} file={file} />}
          <div className={styles.overlay}>{overlay}</div>
          {playback && <Trouble playback={playback} fileId={file.id} what="video" />}
        </div>
      </div>
    </Player>
  )
}

/** The start time of each frame, for a variable rate. */
const frameTableQuery = (frameTable: string | null) =>
  derivativeQuery<FrameTable>(frameTable, (answer) => answer.json())

/** Null before the file is probed and, with a variable rate, before the times of its frames are known. */
function useClockOnceKnown(media: Media): Clock | null {
  const { frameRate, frames, durationMs, frameTable, technical, timecode } = media
  const { data: table } = useQuery(frameTableQuery(frameTable))
  const isListed = table !== undefined && (table !== null || !technical?.video?.variableFrameRate)
  const isKnown = frames !== null && durationMs !== null && isListed
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock only depends on these fields of the file.
  return useMemo(
    () => (isKnown ? videoClock(media, table ?? undefined) : null),
    [isKnown, frameRate, frames, durationMs, table, timecode?.start],
  )
}

/** For a video that is ready. */
export function useVideoClock(media: Media): Clock {
  const { data: table } = useSuspenseQuery(frameTableQuery(media.frameTable))
  const { frameRate, frames, durationMs, timecode } = media
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock only depends on these fields of the file.
  return useMemo(
    () => videoClock(media, table ?? undefined),
    [frameRate, frames, durationMs, table, timecode?.start],
  )
}
