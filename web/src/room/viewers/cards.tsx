// What is shown of a file that cannot be looked at: not yet, not any more, or never.
import type { FileDetails, Media } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { client } from '../../app/client.ts'
import { useMayDownload } from '../../app/permissions.ts'
import { keys } from '../../app/queries.ts'
import { GenerationState } from '../../project/generate/generation-state.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { sizeInWords } from '../../ui/size.ts'
import { useRoom } from '../room.ts'
import styles from './cards.module.css'

function Card({ title, picture, children }: { title: string; picture?: string | null; children: ReactNode }) {
  return (
    <div className={styles.ground}>
      {picture && <img className={styles.picture} src={picture} alt="" />}
      <div className={styles.card}>
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  )
}

/** Nothing is loaded from there before one goes there. */
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

/** Of types that no browser shows. */
export function FileCard({ file }: { file: FileDetails }) {
  const mayDownload = useMayDownload()
  return (
    <Card title={file.name}>
      <p>Files of this type cannot be shown here.{mayDownload && ' Download it to look at it.'}</p>
      <Facts file={file} />
      <DownloadButton file={file} />
    </Card>
  )
}

function Facts({ file: { mimeType, size } }: { file: FileDetails }) {
  return (
    <p className={styles.facts}>
      {[mimeType, size !== null && sizeInWords(size)].filter(Boolean).join(' · ')}
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
        <GenerationState file={file} />
      </Card>
    )
  return (
    <Card title="This file could not be made">
      <p>{file.failure?.message}</p>
    </Card>
  )
}

const stages: Record<string, string> = {
  probe: 'Looking at the file',
  poster: 'Making a picture',
  thumbnail: 'Making a picture',
  pictures: 'Making pictures',
  proxy: 'Making it playable',
  waveform: 'Drawing the sound',
  pages: 'Drawing the pages',
}

export function ProcessingCard({ file, media }: { file: FileDetails; media: Media }) {
  const { state, stage, progress, position, poster } = media
  const done = Math.round((progress ?? 0) * 100)
  const isPending = state === 'PENDING'
  const before =
    position === 0 ? 'It is next.' : `${position === 1 ? 'One file is' : `${position} files are`} before it.`
  return (
    <Card title={isPending ? 'Waiting for its turn' : 'Getting ready'} picture={poster}>
      <div role="status">
        {isPending ? <p>{before}</p> : <p>{stages[stage ?? ''] ?? 'Working on it'}…</p>}
      </div>
      {!isPending && (
        <>
          <progress className={styles.progress} value={done} max={100} aria-label="Progress" />
          <p className={styles.facts}>{done} %</p>
        </>
      )}
      <Original file={file} />
    </Card>
  )
}

/** Until then the browser may be able to play what was uploaded, without exact frames. */
function Original({ file }: { file: FileDetails }) {
  const mayDownload = useMayDownload()
  const [url, setUrl] = useState<string>()
  const open = useMutation({
    mutationFn: () => client.files.getDownloadUrl(file.id),
    onSuccess: (original) => setUrl(original.url),
  })
  if (!mayDownload || !canPlay(file.mimeType)) return null
  if (url === undefined)
    return (
      <Button busy={open.isPending} onClick={() => open.mutate()}>
        Play the original meanwhile
      </Button>
    )
  return (
    <figure className={styles.original}>
      {/* biome-ignore lint/a11y/useMediaCaption: captions are no part of what is reviewed. */}
      <video src={url} controls autoPlay playsInline />
      <figcaption>The original. Frames can be commented on when the file is ready.</figcaption>
    </figure>
  )
}

function canPlay(mimeType: string | null): boolean {
  if (!mimeType || !/^(video|audio)\//.test(mimeType)) return false
  return document.createElement('video').canPlayType(mimeType) !== ''
}

export function FailedCard({ file, media }: { file: FileDetails; media: Media }) {
  const { permissions } = useRoom()
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => client.files.retryProcessing(file.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.file(file.id, 'details') }),
  })
  return (
    <Card title="This file cannot be shown" picture={media.poster}>
      <p>{media.failure?.message}</p>
      <Facts file={file} />
      <div className={styles.buttons}>
        {media.failure?.retryable && permissions.contribute && (
          <Button look="main" busy={retry.isPending} onClick={() => retry.mutate()}>
            Try again
          </Button>
        )}
        <DownloadButton file={file} />
      </div>
    </Card>
  )
}
