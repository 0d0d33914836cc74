import type { FileDetails } from '@dailies/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { client } from '../../data/client.ts'
import { useParticipant } from '../../data/participant.ts'
import { useMayDownload } from '../../data/permissions.ts'
import { MuteItem } from '../../notifications/mute.tsx'
import { copyText } from '../../ui/copy-button.tsx'
import { MoreIcon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { showDone } from '../../ui/toasts.tsx'
import { useStartUploads } from '../../uploads/start-uploads.ts'
import { addressOf } from '../address.ts'
import type { RoomLayout } from '../layout.ts'
import { useRoom } from '../room.ts'
import { type Neighbours, reviewSearch } from './neighbours.tsx'
import { StatusSubmenu } from './tag-menu.tsx'

const DetailsDialog = lazy(() =>
  import('./details-dialog.tsx').then(({ DetailsDialog }) => ({ default: DetailsDialog })),
)

const NewShareDialog = lazy(async () => ({
  default: (await import('../../shares/share-form-dialog.tsx')).NewShareDialog,
}))
const ShareDialog = lazy(async () => ({
  default: (await import('../../people/share-dialog.tsx')).ShareDialog,
}))

/** All actions on the file, except reviewing it. */
export function RoomMenu({
  file,
  neighbours: { before, after },
  layout,
}: {
  file: FileDetails
  neighbours: Neighbours
  layout: RoomLayout
}) {
  const room = useRoom()
  const participant = useParticipant()
  const navigate = useNavigate()
  const share = useShare(file)
  const { replace } = useStartUploads(file.project.id)
  const download = useDownload(file)
  const [details, setDetails] = useState(false)
  const [sharing, setSharing] = useState<'project' | 'client'>()
  const place = placeName(file)
  const open = (fileId: string) =>
    navigate({ to: '/files/$fileId', params: { fileId }, search: reviewSearch })
  const compare = () =>
    navigate({
      to: '/files/$fileId/compare',
      params: { fileId: file.id },
      search: addressOf(room.here()),
    })
  const { version } = useSearch({ from: '/files/$fileId' })
  const playAll = (versionId: string) =>
    navigate({
      to: '/projects/$projectId/versions/$versionId/reel',
      params: { projectId: file.project.id, versionId },
      search: { file: file.id, frame: room.here().frame ?? 0 },
    })
  return (
    <>
      <Menu label="More about this file" trigger={<MoreIcon />}>
        {file.media?.kind && <MenuItem onClick={() => void compare()}>Compare…</MenuItem>}
        {version !== undefined && file.media?.kind === 'VIDEO' && (
          <MenuItem onClick={() => void playAll(version)}>Play all of the review</MenuItem>
        )}
        {participant.contribute && (
          <MenuItem onClick={() => pickFile((source) => replace(source, file.id))}>
            Upload a new revision…
          </MenuItem>
        )}
        {participant.contribute && <StatusSubmenu file={file} />}
        <MenuSeparator />
        <MenuItem onClick={() => void share(false)}>Copy link</MenuItem>
        {place && <MenuItem onClick={() => void share(true)}>Copy link to {place}</MenuItem>}
        {participant.manage && <MenuItem onClick={() => setSharing('project')}>Share…</MenuItem>}
        {participant.manage && <MenuItem onClick={() => setSharing('client')}>Share with a client…</MenuItem>}
        {download && <MenuItem onClick={download}>Download</MenuItem>}
        <MenuItem onClick={() => setDetails(true)}>Details</MenuItem>
        <MuteItem file={file} />
        <MenuSeparator />
        {before && <MenuItem onClick={() => void open(before.id)}>Previous: {before.name}</MenuItem>}
        {after && <MenuItem onClick={() => void open(after.id)}>Next: {after.name}</MenuItem>}
        {layout.form !== 'over' && <MenuItem onClick={layout.toggleBare}>Hide controls</MenuItem>}
      </Menu>
      <Suspense>{details && <DetailsDialog file={file} onClose={() => setDetails(false)} />}</Suspense>
      <Suspense>
        {sharing === 'client' && (
          <NewShareDialog
            projectId={file.project.id}
            items={[{ kind: 'FILE', id: file.id, name: file.name }]}
            onClose={() => setSharing(undefined)}
          />
        )}
        {sharing === 'project' && (
          <ShareDialog
            projectId={file.project.id}
            next={`/files/${file.id}`}
            onClose={() => setSharing(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Copies a link to the file, or to the visible frame, time or page. */
function useShare(file: FileDetails) {
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
function placeName(file: FileDetails): string | undefined {
  if (file.media?.kind === 'VIDEO') return 'this frame'
  if (file.media?.kind === 'AUDIO') return 'this moment'
  return file.media?.kind === 'DOCUMENT' ? 'this page' : undefined
}

/** Undefined if there is nothing to download, or if downloads are not allowed. */
function useDownload(file: FileDetails): (() => void) | undefined {
  const isAllowed = useMayDownload()
  const download = useMutation({
    mutationFn: () => client.files.getDownloadUrl(file.id),
    // The response is an attachment: the browser does not leave the page.
    onSuccess: ({ url }) => location.assign(url),
  })
  const isThere = file.status === 'UPLOADED' && file.mode !== 'YOUTUBE'
  return isThere && isAllowed ? () => download.mutate() : undefined
}

/** Opens the file dialog of the browser for one file. */
function pickFile(take: (file: File) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) take(file)
  })
  input.click()
}
