// The transcript beside the comments, where a person has opened it.
import type { FileDetails } from '@dailies/sdk'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useTranscriptShown } from './caption-queries.ts'

const Transcript = lazy(async () => ({ default: (await import('./transcript.tsx')).Transcript }))

export function TranscriptPanel({ file, onOpen }: { file: FileDetails; onOpen: () => void }) {
  const isShown = useTranscriptShown()
  const open = useEffectEvent(onOpen)
  useEffect(() => {
    if (isShown) open()
  }, [isShown])
  const isPlayed = file.media?.kind === 'VIDEO' || file.media?.kind === 'AUDIO'
  return <Suspense>{isShown && isPlayed && <Transcript file={file} />}</Suspense>
}
