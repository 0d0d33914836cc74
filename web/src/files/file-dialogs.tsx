// The dialogs of the files page.

import { DownloadDialog, type DownloadSelection } from '../archives/download-dialog.tsx'
import { RequestReviewDialog } from '../reviews/request-review-dialog.tsx'
import { NewShareDialog } from '../shares/share-form-dialog.tsx'
import { count } from './bulk.ts'
import { DeleteFiles, DeleteFolder } from './delete-dialogs.tsx'
import { type FilesDialog, useFiles } from './files-context.ts'
import { MoveDialog } from './move-dialog.tsx'
import { NameDialog, YoutubeDialog } from './name-dialogs.tsx'

export function FileDialogs({ dialog, onClose }: { dialog: FilesDialog; onClose: () => void }) {
  const { projectId } = useFiles()
  switch (dialog.kind) {
    case 'new-folder':
    case 'rename-folder':
    case 'rename-file':
      return <NameDialog dialog={dialog} onClose={onClose} />
    case 'link-youtube':
      return <YoutubeDialog onClose={onClose} />
    case 'move-files':
    case 'move-folder':
      return <MoveDialog dialog={dialog} onClose={onClose} />
    case 'delete-files':
      return <DeleteFiles files={dialog.files} onClose={onClose} />
    case 'review':
      return <RequestReviewDialog projectId={projectId} files={dialog.files} onClose={onClose} />
    case 'share':
      return <NewShareDialog projectId={projectId} items={dialog.items} onClose={onClose} />
    case 'delete-folder':
      return <DeleteFolder folder={dialog.folder} onClose={onClose} />
    case 'download-files':
    case 'download-folder':
      return <DownloadDialog projectId={projectId} {...downloadOf(dialog)} onClose={onClose} />
  }
}

type DownloadKind = Extract<FilesDialog, { kind: 'download-files' | 'download-folder' }>

function downloadOf(dialog: DownloadKind): { selection: DownloadSelection; title: string } {
  if (dialog.kind === 'download-folder')
    return { selection: { folders: [{ id: dialog.folder.id }] }, title: dialog.folder.name }
  return { selection: { files: dialog.files.map(({ id }) => ({ id })) }, title: count(dialog.files) }
}
