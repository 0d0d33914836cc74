// Draft notes in the review room. Their code is loaded when their tab is opened.
import type { FileDetails } from '@dailies/sdk'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'

const Panel = lazy(async () => ({ default: (await import('./drafts-panel.tsx')).DraftsPanel }))

type DraftsPanelProps = {
  file: FileDetails
  onOpen: () => void
  onNote: (commentId: string) => void
}

export function DraftsPanel({ onOpen, ...props }: DraftsPanelProps) {
  const open = useEffectEvent(onOpen)
  useEffect(() => open(), [])
  return (
    <Suspense>
      <Panel key={props.file.id} {...props} />
    </Suspense>
  )
}
