// Cards for files that cannot be shown: still processing, deleted, or not supported.

import type { FileDetails, Media } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { client } from '../../data/client.ts'
import { useParticipant } from '../../data/participant.ts'
import { useMayDownload } from '../../data/permissions.ts'
import { keys } from '../../data/queries.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { sizeInWords } from '../../ui/size.ts'
import styles from './cards.module.css'

const GenerationState = lazy(async () => ({
  default: (await import('../../generate/generation-state.tsx')).GenerationState,
}))

function Card({ title, image, children }: { title: string; image?: string | null; children: ReactNode }) {
  return (
    <div className={styles.ground}>
      {image && <img className={styles.image} src={image} alt="" />}
      <div className={styles.card}>
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  )
}

/** Nothing is loaded from YouTube before the person opens it. */
export function YouTubeCard({ file }: { file: FileDetails }) {
  return (
    <Card title={file.name}>
      <p>This video is on YouTube. Watch it there, and comment on it here.</p>
      <a className={buttonClass('main')} href={file.youtube!.url} target="_blank" rel="noreferrer">
        Watch on YouTube
      </a>
    </Card>
  )
}

/** For types that no browser can show. */
export function FileCard({ file }: { file: FileDetails }) {
  const mayDownload = useMayDownload()
  return (
    <Card title={file.name}>
      {file.byteSize === 0 ? (
        <p>This file is empty.</p>
      ) : (
        <p>Files of this type cannot be shown here.{mayDownload && ' Download it to look at it.'}</p>
      )}
      <Facts file={file} />
      <DownloadButton file={file} />
    </Card>
  )
}

function Facts({ file: { mimeType, byteSize } }: { file: FileDetails }) {
  return (
    <p className={styles.facts}>
      {[mimeType, byteSize !== null && sizeInWords(byteSize)].filter(Boolean).join(' · ')}
    </p>
  )
}

export function DownloadButton({ file, main }: { file: FileDetails; main?: boolean }) {
  const mayDownload = useMayDownload()
  const download = useMutation({
    mutationFn: () => client.files.getDownloadUrl(file.id),
    onSuccess: ({ url }) => location.assign(url),
  })
  if (!mayDownload) return null
  return (
    <Button look={main ? 'main' : 'second'} busy={download.isPending} onClick={() => download.mutate()}>
      Download
    </Button>
  )
}

export function NotThereCard({ file }: { file: FileDetails }) {
  if (file.status === 'UPLOADING')
    return (
      <Card title="This file is being uploaded">
        <p>It appears here as soon as all of it has arrived.</p>
      </Card>
    )
  if (file.mode === 'GENERATED')
    return (
      <Card
        title={
          file.status === 'GENERATING' ? 'This file is being generated' : 'This file could not be generated'
        }
      >
        <Suspense>
          <GenerationState file={file} />
        </Suspense>
      </Card>
    )
  return (
    <Card title="This file could not be created">
      <p>{file.failure?.message}</p>
    </Card>
  )
}

const stages: Record<string, string> = {
  probe: 'Analysing the file',
  poster: 'Generating the poster',
  thumbnail: 'Generating the thumbnail',
  pictures: 'Generating previews',
  proxy: 'Generating a playable version',
  waveform: 'Generating the waveform',
  captions: 'Reading captions',
  'closed-captions': 'Reading closed captions',
  pages: 'Rendering the pages',
  checksum: 'Computing the checksum',
  watermark: 'Drawing the watermark',
}

export function ProcessingCard({ media }: { media: Media }) {
  const { state, stage, progress, position, poster } = media
  const done = Math.round((progress ?? 0) * 100)
  const isPending = state === 'PENDING'
  const { viaShare } = useParticipant()
  if (viaShare)
    return (
      <Card title="Almost there" image={poster}>
        <p role="status">This file is being prepared for you. It appears by itself.</p>
        {!isPending && <progress className={styles.progress} value={done} max={100} aria-label="Progress" />}
      </Card>
    )
  return (
    <Card title={isPending ? 'Queued' : 'Processing'} image={poster}>
      <p role="status">
        {isPending ? queueInWords(position ?? 0) : `${stages[stage ?? ''] ?? 'Processing'}…`}
      </p>
      {(!isPending || done > 0) && (
        <>
          <progress className={styles.progress} value={done} max={100} aria-label="Progress" />
          <p className={styles.facts}>{done} %</p>
        </>
      )}
    </Card>
  )
}

function queueInWords(before: number): string {
  if (before === 0) return 'This file is next.'
  return before === 1 ? '1 file is processed before it.' : `${before} files are processed before it.`
}

export function useRetry(file: FileDetails) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => client.files.retryProcessing(file.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.file(file.id, 'details') }),
  })
}

export function FailedCard({ file, media }: { file: FileDetails; media: Media }) {
  const { contribute } = useParticipant()
  const retry = useRetry(file)
  return (
    <Card title="This file cannot be shown" image={media.poster}>
      <p>{media.failure?.message}</p>
      <Facts file={file} />
      <div className={styles.buttons}>
        {media.failure?.retryable && contribute && (
          <Button look="main" busy={retry.isPending} onClick={() => retry.mutate()}>
            Try again
          </Button>
        )}
        <DownloadButton file={file} />
      </div>
    </Card>
  )
}
