import type { FileDetails } from '@dailies/sdk'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { MoreIcon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { useStartUploads } from '../../uploads/start-uploads.ts'
import { addressOf } from '../address.ts'
import type { RoomLayout } from '../layout.ts'
import { useRoom } from '../room.ts'
import type { Neighbours } from './neighbours.tsx'
import { roundOf } from './neighbours.tsx'
import { pickFile } from './pick-file.ts'
import { placeName, useShare } from './share-menu.tsx'
import { StatusSubmenu } from './tag-menu.tsx'
import { useDownload } from './use-download.ts'

const DetailsDialog = lazy(() =>
  import('./details-dialog.tsx').then(({ DetailsDialog }) => ({ default: DetailsDialog })),
)

/** All that the header offers and more; on a phone it is the only place for most of it. */
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
  const navigate = useNavigate()
  const share = useShare(file)
  const { replace } = useStartUploads(file.project.id)
  const download = useDownload(file)
  const [details, setDetails] = useState(false)
  const place = placeName(file)
  const open = (fileId: string) => navigate({ to: '/files/$fileId', params: { fileId }, search: roundOf })
  const compare = () =>
    navigate({
      to: '/files/$fileId/compare',
      params: { fileId: file.id },
      search: addressOf(room.here()),
    })
  return (
    <>
      <Menu label="More about this file" trigger={<MoreIcon />}>
        <MenuItem onClick={() => setDetails(true)}>Details</MenuItem>
        {file.media?.kind && <MenuItem onClick={() => void compare()}>Compare…</MenuItem>}
        {download && <MenuItem onClick={download}>Download</MenuItem>}
        {room.permissions.contribute && <StatusSubmenu file={file} />}
        {room.permissions.contribute && (
          <MenuItem onClick={() => pickFile((source) => replace(source, file.id))}>
            Upload a new revision…
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem onClick={() => void share(false)}>Copy link</MenuItem>
        {place && <MenuItem onClick={() => void share(true)}>Copy link to {place}</MenuItem>}
        <MenuSeparator />
        {before && <MenuItem onClick={() => void open(before.id)}>Previous: {before.name}</MenuItem>}
        {after && <MenuItem onClick={() => void open(after.id)}>Next: {after.name}</MenuItem>}
        <MenuItem onClick={layout.togglePanel}>{layout.hidden ? 'Show' : 'Hide'} comments</MenuItem>
        <MenuItem onClick={layout.toggleBare}>Only the picture</MenuItem>
      </Menu>
      <Suspense>{details && <DetailsDialog file={file} onClose={() => setDetails(false)} />}</Suspense>
    </>
  )
}
