// Actions on a review, apart from verdicts: those of project members, and the receipt.
import type { Version } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { download, reportStarted } from '../comments/download.ts'
import { client } from '../data/client.ts'
import { useMayDownload, usePermissions } from '../data/permissions.ts'
import { keys } from '../data/queries.ts'
import { type VersionFormat, versionFormats } from '../room/comment-panel/export-formats.ts'
import { useTrashTime } from '../trash/trash-days.ts'
import { showDeleted, useRestore } from '../trash/use-restore.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { MoreIcon } from '../ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import type { Status } from '../ui/status.tsx'
import { showDone } from '../ui/toasts.tsx'
import { MoveProblem } from './move-problem.tsx'
import { type ReviewDetails, useSetStatus } from './review-queries.ts'
import { workMovesFrom } from './review-status.ts'

const EditReviewDialog = lazy(async () => ({
  default: (await import('./edit-review-dialog.tsx')).EditReviewDialog,
}))

const ReceiptDialog = lazy(async () => ({ default: (await import('./receipt-dialog.tsx')).ReceiptDialog }))
const NewShareDialog = lazy(async () => ({
  default: (await import('../shares/share-form-dialog.tsx')).NewShareDialog,
}))
const DownloadDialog = lazy(async () => ({
  default: (await import('../archives/download-dialog.tsx')).DownloadDialog,
}))
const ExportDialog = lazy(async () => ({
  default: (await import('../room/comment-panel/export-dialog.tsx')).ExportDialog,
}))
const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }))

const moveLabels: Partial<Record<Status, string>> = {
  IN_PROGRESS: 'Back to in progress',
  NEED_REVIEW: 'Request review again',
  ON_HOLD: 'Put on hold',
  CLOSED: 'Close',
}

export function ReviewMenu({ version }: { version: ReviewDetails }) {
  const { contribute, manage } = usePermissions(version.project.id)
  const setStatus = useSetStatus()
  const mayDownload = useMayDownload()
  const [open, setOpen] = useState<'ask' | 'share' | 'download' | 'export' | 'receipt' | 'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu label="Review options" trigger={<MoreIcon />}>
        {contribute && (
          <>
            {workMovesFrom(version.status).map((status) => (
              <MenuItem key={status} onClick={() => setStatus.mutate({ version, status })}>
                {version.status === 'CLOSED' ? 'Reopen' : moveLabels[status]}
              </MenuItem>
            ))}
            <MenuSeparator />
            <MenuItem onClick={() => setOpen('ask')}>Ask people…</MenuItem>
            {manage && <MenuItem onClick={() => setOpen('share')}>Share with a client…</MenuItem>}
          </>
        )}
        {mayDownload && <MenuItem onClick={() => setOpen('download')}>Download files…</MenuItem>}
        <MenuItem onClick={() => setOpen('export')}>Export comments…</MenuItem>
        <ReportItem version={version} />
        <MenuItem onClick={() => setOpen('receipt')}>Download receipt…</MenuItem>
        {contribute && (
          <>
            <MenuSeparator />
            <MenuItem onClick={() => setOpen('edit')}>Edit…</MenuItem>
            <MenuItem danger onClick={() => setOpen('delete')}>
              Delete…
            </MenuItem>
          </>
        )}
      </Menu>
      <MoveProblem error={setStatus.error} />
      <Suspense>
        {open === 'ask' && (
          <AskDialog projectId={version.project.id} versionId={version.id} onClose={close} />
        )}
        {open === 'share' && (
          <NewShareDialog
            projectId={version.project.id}
            items={[{ kind: 'VERSION', id: version.id, name: version.name }]}
            onClose={close}
          />
        )}
        {open === 'download' && (
          <DownloadVersion projectId={version.project.id} version={version} onClose={close} />
        )}
        {open === 'export' && (
          <ExportDialog
            formats={versionFormats}
            description="The videos and audio of the review become one timeline, in their order, with the comments as markers."
            withDropFrame={false}
            exportAs={(settings) =>
              client.comments.exportVersion(version.id, {
                ...settings,
                format: settings.format as VersionFormat,
              })
            }
            onClose={close}
          />
        )}
        {open === 'receipt' && <ReceiptDialog version={version} onClose={close} />}
        {open === 'edit' && <EditReviewDialog version={version} onClose={close} />}
      </Suspense>
      {open === 'delete' && <DeleteReview version={version} onClose={close} />}
    </>
  )
}

/** The menu of a review in the list of reviews. */
export function ReviewRowMenu({ projectId, version }: { projectId: string; version: Version }) {
  const { contribute } = usePermissions(projectId)
  const mayDownload = useMayDownload()
  const [open, setOpen] = useState<'ask' | 'download' | 'receipt'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu label={`Options for ${version.name}`} trigger={<MoreIcon />}>
        {contribute && <MenuItem onClick={() => setOpen('ask')}>Ask people…</MenuItem>}
        {mayDownload && <MenuItem onClick={() => setOpen('download')}>Download files…</MenuItem>}
        <ReportItem version={version} />
        <MenuItem onClick={() => setOpen('receipt')}>Download receipt…</MenuItem>
      </Menu>
      <Suspense>
        {open === 'ask' && <AskDialog projectId={projectId} versionId={version.id} onClose={close} />}
        {open === 'download' && <DownloadVersion {...{ projectId, version }} onClose={close} />}
        {open === 'receipt' && <ReceiptDialog version={version} onClose={close} />}
      </Suspense>
    </>
  )
}

/** The comments on all files of the review, with stills. */
function ReportItem({ version: { id } }: { version: Pick<Version, 'id'> }) {
  const { mutate } = useMutation({
    mutationFn: () => client.comments.exportVersion(id, { format: 'pdf' }),
    onSuccess({ url }) {
      download(url)
      showDone(reportStarted)
    },
  })
  return <MenuItem onClick={() => mutate()}>Download report (PDF)</MenuItem>
}

function DownloadVersion({
  projectId,
  version: { id, name },
  onClose,
}: {
  projectId: string
  version: Pick<Version, 'id' | 'name'>
  onClose: () => void
}) {
  return <DownloadDialog {...{ projectId, onClose }} selection={{ version: { id } }} title={name} />
}

function DeleteReview({ version, onClose }: { version: ReviewDetails; onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const projectId = version.project.id
  const time = useTrashTime()
  const record = { kind: 'VERSION' as const, id: version.id, name: version.name, projectId }
  const restore = useRestore(record)
  const remove = useMutation({
    mutationFn: () => client.versions.delete(version.id),
    meta: { ownErrors: true },
    async onSuccess() {
      showDeleted(record, restore.mutate)
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
      The review moves to the trash with its requests and verdicts. Members of the project can restore it for{' '}
      {time}. The files and their comments stay.
    </ConfirmDialog>
  )
}
