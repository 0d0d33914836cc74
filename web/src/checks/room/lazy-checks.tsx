// Checks in the review room. Their code is loaded after the image.
import type { FileDetails } from '@dailies/sdk'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useParticipant } from '../../data/participant.ts'
import type { Playback } from '../../room/player/playback.ts'
import { isCheckable } from '../checks-queries.ts'

const Panel = lazy(async () => ({ default: (await import('./checks-panel.tsx')).ChecksPanel }))
const Strip = lazy(async () => ({ default: (await import('./finding-strip.tsx')).FindingStrip }))

type ChecksPanelProps = {
  file: FileDetails
  onOpen: () => void
  onNote: (commentId: string) => void
}

export function ChecksPanel({ onOpen, ...props }: ChecksPanelProps) {
  const open = useEffectEvent(onOpen)
  useEffect(() => open(), [])
  return (
    <Suspense>
      <Panel key={props.file.id} {...props} />
    </Suspense>
  )
}

/** Guests of a share do not see findings. */
export function FindingStrip(props: { file: FileDetails; playback: Playback }) {
  const { viaShare } = useParticipant()
  return <Suspense>{!viaShare && isCheckable(props.file) && <Strip {...props} />}</Suspense>
}
