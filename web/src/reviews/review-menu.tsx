// Actions of project members on a review, apart from verdicts.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { MoreIcon } from '../ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import type { Status } from '../ui/status.tsx'
import { showDone } from '../ui/toasts.tsx'
import { type ReviewDetails, useSetStatus } from './review-queries.ts'
import { workMovesFrom } from './review-status.ts'
import { MoveProblem } from './verdict.tsx'

const EditReviewDialog = lazy(async () => ({
  default: (await import('./edit-review-dialog.tsx')).EditReviewDialog,
}))

const moveLabels: Partial<Record<Status, string>> = {
  IN_PROGRESS: 'Back to in progress',
  NEED_REVIEW: 'Request review again',
  ON_HOLD: 'Put on hold',
  CLOSED: 'Close',
}

export function ReviewMenu({ version }: { version: ReviewDetails }) {
  const setStatus = useSetStatus()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  return (
    <>
      <Menu label="Review options" trigger={<MoreIcon />}>
        {workMovesFrom(version.status).map((status) => (
          <MenuItem key={status} onClick={() => setStatus.mutate({ version, status })}>
            {version.status === 'CLOSED' ? 'Reopen' : moveLabels[status]}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onClick={() => setOpen('edit')}>Edit…</MenuItem>
        <MenuItem danger onClick={() => setOpen('delete')}>
          Delete…
        </MenuItem>
      </Menu>
      <MoveProblem error={setStatus.error} />
      {open === 'edit' && (
        <Suspense>
          <EditReviewDialog version={version} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
      {open === 'delete' && <DeleteReview version={version} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function DeleteReview({ version, onClose }: { version: ReviewDetails; onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const projectId = version.project.id
  const remove = useMutation({
    mutationFn: () => client.versions.delete(version.id),
    meta: { ownErrors: true },
    async onSuccess() {
      showDone(`${version.name} is deleted.`)
      await queries.invalidateQueries({ queryKey: keys.project(projectId, 'versions') })
      await navigate({ to: '/projects/$projectId/versions', params: { projectId } })
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete “${version.name}”?`}
      action="Delete review"
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
      error={remove.error}
    >
      The review and its decision are deleted. The files and their comments stay.
    </ConfirmDialog>
  )
}
