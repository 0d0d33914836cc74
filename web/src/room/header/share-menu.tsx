import type { FileDetails } from '@dailies/sdk'
import { useSearch } from '@tanstack/react-router'
import { copyText } from '../../ui/copy-button.tsx'
import { LinkIcon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx'
import { showDone } from '../../ui/toasts.tsx'
import { addressOf } from '../address.ts'
import { useRoom } from '../room.ts'

export function useShare(file: FileDetails) {
  const room = useRoom()
  const { version } = useSearch({ from: '/files/$fileId' })
  return async (here: boolean) => {
    const link = new URL(`/files/${file.id}`, location.origin)
    if (version !== undefined) link.searchParams.set('version', version)
    const { at } = here ? addressOf(room.here()) : {}
    if (at !== undefined) link.searchParams.set('at', String(at))
    await copyText(link.href)
    showDone('Link copied. Whoever is in the project can open it.')
  }
}

/** What one is looking at, as a link can say it. */
export function placeName(file: FileDetails): string | undefined {
  if (file.media?.kind === 'VIDEO') return 'this frame'
  if (file.media?.kind === 'AUDIO') return 'this moment'
  return file.media?.kind === 'DOCUMENT' ? 'this page' : undefined
}

export function ShareMenu({ file }: { file: FileDetails }) {
  const { permissions } = useRoom()
  const share = useShare(file)
  const place = placeName(file)
  return (
    <Menu label="Share" trigger={<LinkIcon />}>
      <MenuItem onClick={() => void share(false)}>Copy link</MenuItem>
      {place && <MenuItem onClick={() => void share(true)}>Copy link to {place}</MenuItem>}
      {permissions.manage && (
        <>
          <MenuSeparator />
          <MenuLink to={`/projects/${file.project.id}/people`}>Invite people…</MenuLink>
        </>
      )}
    </Menu>
  )
}
