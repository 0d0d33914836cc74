// Shows a file by its kind. Each viewer is loaded when a file of its kind is opened.

import type { FileDetails, Media } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { useParticipant } from '../../data/participant.ts'
import { fileQuery } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { canPlayParts } from '../player/media-source.ts'
import { FailedCard, FileCard, NotThereCard, ProcessingCard, useRetry, YouTubeCard } from './cards.tsx'
import styles from './file-viewer.module.css'
import { useOriginal } from './original.ts'
import type { ViewerProps } from './viewer-props.ts'

const viewers: Record<NonNullable<Media['kind']>, ComponentType<ViewerProps>> = {
  VIDEO: lazy(async () => ({ default: (await import('./video-viewer.tsx')).VideoViewer })),
  AUDIO: lazy(async () => ({ default: (await import('./audio-viewer.tsx')).AudioViewer })),
  IMAGE: lazy(async () => ({ default: (await import('./image-viewer.tsx')).ImageViewer })),
  DOCUMENT: lazy(async () => ({ default: (await import('./document-viewer.tsx')).DocumentViewer })),
  MODEL: lazy(async () => ({ default: (await import('./model-viewer.tsx')).ModelViewer })),
}

/** Whether the previews that a viewer needs are available. */
function isShowable({ kind, proxy, preview, pageManifest, thumbnail }: Media): boolean {
  if (kind === 'VIDEO' || kind === 'AUDIO') return proxy !== null
  if (kind === 'DOCUMENT') return pageManifest !== null
  if (kind === 'IMAGE') return preview !== null
  return kind === 'MODEL' && thumbnail !== null
}

/** How often the progress is polled, in ms; an event announces the end. */
const askEvery = 3000

/** The overlay covers the image exactly, at any size and zoom. */
export function FileViewer({ file, overlay }: { file: FileDetails; overlay: ReactNode }) {
  const { media } = file
  const isWorking = media?.state === 'PENDING' || media?.state === 'PROCESSING'
  const isComing = file.status === 'UPLOADING' || file.status === 'GENERATING'
  useQuery({ ...fileQuery(file.id), refetchInterval: askEvery, enabled: isWorking || isComing })
  if (file.youtube) return <YouTubeCard file={file} />
  if (file.status !== 'UPLOADED') return <NotThereCard file={file} />
  if (!media) return <FileCard file={file} />
  return <MediaViewer file={file} media={media} overlay={overlay} />
}

/** Shows the preview, else the original, else the progress of processing. */
function MediaViewer({ file, media, overlay }: { file: FileDetails; media: Media; overlay: ReactNode }) {
  const [isRefused, setRefused] = useState(false)
  // The server could not read the file, so it is damaged: do not try the original.
  const isUnplayable = isRefused || media.failure?.code === 'unreadable'
  const isReady = isShowable(media)
  const { partial } = media
  const isPartial = !isReady && partial !== null && canPlayParts(partial.mimeType)
  // Frames of a part can be counted, unless the rate varies: then the original is as good, and all of it plays.
  const isCounted = isPartial && media.originalPlays === false && !media.technical?.video?.variableFrameRate
  const isOriginalWanted = !isReady && !isUnplayable && !isCounted
  const found = useOriginal(file, isOriginalWanted)
  const original = isOriginalWanted ? found : undefined
  const kind = isReady || isUnplayable || isPartial ? media.kind : original?.kind
  if (!kind || !(isReady || isPartial || original))
    return media.state === 'FAILED' ? (
      <FailedCard file={file} media={media} />
    ) : (
      <ProcessingCard media={media} />
    )
  const url = original?.url ?? null
  if (!isReady && !isPartial && url === null) return <Waiting />
  const Viewer = viewers[kind]
  return (
    <>
      <Suspense fallback={<Waiting />}>
        <Viewer
          {...{ file, media, overlay }}
          original={url}
          onUnplayable={() => {
            if (!isReady) setRefused(true)
          }}
        />
      </Suspense>
      {!isReady && <OriginalNote {...{ file, media, kind }} isOriginal={original !== undefined} />}
    </>
  )
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      <Spinner label="Loading" />
    </div>
  )
}

type NoteProps = { file: FileDetails; media: Media; kind: Media['kind']; isOriginal: boolean }

/**
 * Says that the original or a part is shown, and the progress of the better version. It takes no space, so that nothing moves
 * when it disappears.
 */
function OriginalNote({ file, media, kind, isOriginal }: NoteProps) {
  const { contribute } = useParticipant()
  const retry = useRetry(file)
  if (media.state !== 'FAILED') {
    const { text, why } = noteTexts(kind, isOriginal)
    return (
      <p className={styles.note} role="status" data-original={isOriginal} title={why}>
        {text}
        {media.state === 'PROCESSING' && ` ${Math.floor((media.progress ?? 0) * 100)} %`}
      </p>
    )
  }
  return (
    <div className={styles.note} role="status" data-original>
      <p>
        {isOriginal ? 'This is the original.' : 'Only this part plays.'} {media.failure?.message}
      </p>
      {media.failure?.retryable && contribute && (
        <Button small busy={retry.isPending} onClick={() => retry.mutate()}>
          Try again
        </Button>
      )}
    </div>
  )
}

function noteTexts(kind: Media['kind'], isOriginal: boolean): { text: string; why?: string } {
  if (!isOriginal)
    return {
      text: 'The finished part plays.',
      why: 'This browser cannot play the original. The rest of the video can be played as soon as it is converted.',
    }
  if (kind !== 'VIDEO') return { text: 'Preparing a smoother version…' }
  return {
    text: 'Original, frames not verified yet.',
    why: 'The uploaded file plays while a version is made in which every frame number is exact. It takes over on the same frame.',
  }
}
