// The player of video: the image, and the controls below it.
import type { Media } from '@dailies/sdk'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { FindingStrip } from '../../checks/room/lazy-checks.tsx'
import { derivativeQuery, useHeldUrl } from '../../data/derivatives.ts'
import { useMediaQuery } from '../../ui/media-query.ts'
import { CaptionMenu, CaptionText } from '../captions/lazy-captions.tsx'
import { withFrames } from '../frames/with-frames.ts'
import { type Clock, type FrameTable, videoClock } from '../player/clock.ts'
import { Player } from '../player/player.tsx'
import { QualityMenu } from '../player/quality-menu.tsx'
import { createSwitcher } from '../player/switch-source.ts'
import { usePlayback } from '../player/use-playback.ts'
import { useRoom, useRoomState } from '../room.ts'
import { ViewButton } from '../view-tools/view-button.tsx'
import { ViewLegend, ViewTools } from '../view-tools/view-tools.tsx'
import { useVideoZoom } from '../zoom/use-video-zoom.ts'
import { ZoomPane } from '../zoom/zoom-pane.tsx'
import { Trouble } from './trouble.tsx'
import { useVideoSource } from './video-source.ts'
import styles from './video-viewer.module.css'
import type { ViewerProps } from './viewer-props.ts'

export function VideoViewer({ file, media, original, onUnplayable, overlay }: ViewerProps) {
  const room = useRoom()
  const clock = useClockOnceKnown(media)
  const [switcher] = useState(() => createSwitcher())
  const [open] = useState(() => withFrames(switcher.open))
  const { playback, ref } = usePlayback(clock, open, room)
  const wanted = { file, media, original, playback, switcher }
  const { source, cover, choice, refuse } = useVideoSource(wanted)
  const { plays, rendition, src } = source
  const { src: poster } = useHeldUrl(media.poster)
  const isOriginal = plays === 'original'
  const onRefused = () => (media.proxy === null ? onUnplayable() : refuse(rendition))
  const { zoom, ...pane } = useVideoZoom(media, room)
  const image = useRef<HTMLDivElement>(null)
  const isNarrow = useMediaQuery('(max-width: 37rem)')
  const timecode = () => (playback ? playback.clock.label(playback.index()) : '')
  const tools = (
    <>
      <QualityMenu choice={choice} />
      <CaptionMenu file={file} />
      <ViewButton {...{ file, media, zoom, timecode }} element={image} />
    </>
  )
  return (
    <Player
      playback={playback}
      media={media}
      playable={plays === 'partial' ? media.partial?.frames : undefined}
      strip={playback && <FindingStrip file={file} playback={playback} />}
      captions={!isNarrow && tools}
    >
      <ZoomPane {...pane} controls={zoom} over={<Over tools={isNarrow && tools} />}>
        <div ref={image} className={styles.image}>
          {/* biome-ignore lint/a11y/useMediaCaption: `CaptionText` shows them, on the exact frame. */}
          <video
            ref={ref}
            className={styles.video}
            data-plays={plays}
            data-rendition={rendition ?? undefined}
            // iPhones open a media source only without AirPlay.
            disableRemotePlayback={plays === 'partial'}
            src={src}
            poster={poster}
            preload="auto"
            playsInline
            // Until the frames are counted, the browser's own controls play the file.
            controls={plays !== 'proxy' && !clock}
            aria-label={file.name}
            onClick={() => playback?.toggle()}
            // A browser that does not support the video codec plays only the audio.
            onLoadedMetadata={({ currentTarget }) => {
              if (isOriginal && currentTarget.videoWidth === 0) onRefused()
            }}
            onError={({ currentTarget: { error } }) => {
              if (plays !== 'proxy' && error?.code !== MediaError.MEDIA_ERR_NETWORK) onRefused()
            }}
          />
          <canvas ref={cover} className={styles.cover} hidden />
          <ViewTools ratio={pane.image.width / pane.image.height} />
          {playback && <CaptionText playback={playback} file={file} />}
          <div className={styles.overlay}>{overlay}</div>
          {playback && <Trouble playback={playback} fileId={file.id} what="video" />}
        </div>
      </ZoomPane>
    </Player>
  )
}

/** On a phone in portrait, captions and view tools are in the corner of the image: the bar has no space for them. */
function Over({ tools }: { tools: ReactNode }) {
  const isDrawing = useRoomState(({ pen }) => pen !== null)
  return (
    <>
      <ViewLegend />
      {tools && <div className={isDrawing ? styles.away : styles.corner}>{tools}</div>}
    </>
  )
}

/** The start time of each frame, for a variable rate. */
export const frameTableQuery = (frameTable: string | null) =>
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
