import type { FileDetails } from '@dailies/sdk'
import { useSearch } from '@tanstack/react-router'
import { copyText } from '../../ui/copy-button.tsx'
import { showDone } from '../../ui/toasts.tsx'
import { addressOf } from '../address.ts'
import { useRoom } from '../room.ts'

/** Copies a link to the file, or to the visible frame, time or page. */
export function useShare(file: FileDetails) {
  const room = useRoom()
  const { version } = useSearch({ from: '/files/$fileId' })
  return async (here: boolean) => {
    const link = new URL(`/files/${file.id}`, location.origin)
    if (version !== undefined) link.searchParams.set('version', version)
    const { at } = here ? addressOf(room.here()) : {}
    if (at !== undefined) link.searchParams.set('at', String(at))
    await copyText(link.href)
    showDone('Link copied. Members of the project can open it.')
  }
}

/** The place in the file that a link can point to. */
export function placeName(file: FileDetails): string | undefined {
  if (file.media?.kind === 'VIDEO') return 'this frame'
  if (file.media?.kind === 'AUDIO') return 'this moment'
  return file.media?.kind === 'DOCUMENT' ? 'this page' : undefined
}
