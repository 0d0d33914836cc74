// The transcript beside the comments, where a person has opened it.
import type { FileDetails } from '@dailies/sdk'
import { lazy, Suspense } from 'react'
import { useTranscriptShown } from './caption-queries.ts'

const Transcript = lazy(async () => ({ default: (await import('./transcript.tsx')).Transcript }))

export function TranscriptPanel({ file }: { file: FileDetails }) {
  const isShown = useTranscriptShown()
  const isPlayed = file.media?.kind === 'VIDEO' || file.media?.kind === 'AUDIO'
  return <Suspense>{isShown && isPlayed && <Transcript file={file} />}</Suspense>
}
