// Captions for the viewers. Their code is loaded after the image.
import type { FileDetails } from '@dailies/sdk'
import { lazy, Suspense } from 'react'
import type { Playback } from '../player/playback.ts'

const Menu = lazy(async () => ({ default: (await import('./caption-menu.tsx')).CaptionMenu }))
const Text = lazy(async () => ({ default: (await import('./caption-text.tsx')).CaptionText }))

export function CaptionMenu({ file }: { file: FileDetails }) {
  return (
    <Suspense>
      <Menu file={file} />
    </Suspense>
  )
}

export function CaptionText(props: { playback: Playback; file: FileDetails }) {
  return (
    <Suspense>
      <Text {...props} />
    </Suspense>
  )
}
