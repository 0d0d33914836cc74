// The player of video: the picture, and the controls below it.
import type { Media } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type FrameTable, videoClock } from '../player/clock.ts'
import { Player } from '../player/player.tsx'
import { openFilm } from '../player/reel.ts'
import { useDeck } from '../player/use-deck.ts'
import { useRoom } from '../room.ts'
import type { ViewerProps } from './file-viewer.tsx'
import { Trouble } from './trouble.tsx'
import styles from './video-viewer.module.css'

export function VideoViewer({ file, media, overlay }: ViewerProps) {
  const room = useRoom()
  const clock = useVideoClock(media)
  const { deck, ref } = useDeck(clock, openFilm, room)
  return (
    <Player deck={deck} media={media}>
      <div className={styles.ground}>
        <div
          className={styles.picture}
          style={{ '--ratio': (media.width ?? 16) / (media.height ?? 9) } as object}
        >
          {/* biome-ignore lint/a11y/useMediaCaption: captions are no part of what is reviewed. */}
          <video
            ref={ref}
            className={styles.video}
            src={media.proxy!}
            poster={media.poster ?? undefined}
            preload="auto"
            playsInline
            aria-label={file.name}
            onClick={() => deck?.toggle()}
          />
          <div className={styles.overlay}>{overlay}</div>
          {deck && <Trouble deck={deck} fileId={file.id} what="video" />}
        </div>
      </div>
    </Player>
  )
}

/** Where the rate varies, the times of the frames are read first. */
export function useVideoClock(media: Media) {
  const { frameTable } = media
  const { data: table } = useSuspenseQuery({
    queryKey: ['derivative', frameTable],
    queryFn: async () =>
      frameTable === null ? null : ((await (await fetch(frameTable)).json()) as FrameTable),
    staleTime: Infinity,
  })
  const { frameRate, frames, durationMs } = media
  // biome-ignore lint/correctness/useExhaustiveDependencies: of what is known of the file, only these count here.
  return useMemo(() => videoClock(media, table ?? undefined), [frameRate, frames, durationMs, table])
}
