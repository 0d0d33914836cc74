import type { Share } from '@dailies/sdk'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { MoreIcon } from '../ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { previewPath, stateOf, useShareActions } from './share-queries.ts'

const EditShareDialog = lazy(async () => ({
  default: (await import('./share-form-dialog.tsx')).EditShareDialog,
}))

export function ShareMenu({ share }: { share: Share }) {
  const [open, setOpen] = useState<'edit' | 'end' | 'delete'>()
  const { end, remove } = useShareActions(share.project.id)
  const navigate = useNavigate()
  const close = () => setOpen(undefined)
  const isOpen = stateOf(share) === 'OPEN'
  const preview = previewPath(share)
  return (
    <>
      <Menu label={`Options for ${share.name}`} trigger={<MoreIcon />}>
        {isOpen && preview && (
          <MenuItem onClick={() => window.open(preview, '_blank', 'noreferrer')}>
            See it as the client does
          </MenuItem>
        )}
        {share.endedAt === null && <MenuItem onClick={() => setOpen('edit')}>Edit…</MenuItem>}
        {isOpen && <MenuItem onClick={() => setOpen('end')}>End for everybody…</MenuItem>}
        <MenuSeparator />
        <MenuItem danger onClick={() => setOpen('delete')}>
          Delete…
        </MenuItem>
      </Menu>
      <Suspense>{open === 'edit' && <EditShareDialog share={share} onClose={close} />}</Suspense>
      {open === 'end' && (
        <ConfirmDialog
          onClose={close}
          title={`End “${share.name}” for everybody?`}
          action="End share"
          onConfirm={() => end.mutate(share, { onSuccess: close })}
          busy={end.isPending}
          error={end.error}
        >
          The link shows nothing any more, at once and for good. What guests wrote and uploaded stays in the
          project.
        </ConfirmDialog>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          onClose={close}
          title={`Delete “${share.name}”?`}
          action="Delete share"
          onConfirm={() =>
            remove.mutate(share, {
              onSuccess: () =>
                navigate({ to: '/projects/$projectId/shares', params: { projectId: share.project.id } }),
            })
          }
          busy={remove.isPending}
          error={remove.error}
        >
          The link stops working, and the list of who opened it is deleted. What guests wrote and uploaded
          stays in the project.
        </ConfirmDialog>
      )}
    </>
  )
}
