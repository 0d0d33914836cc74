// The dialogs of the files page.

import { RequestReviewDialog } from '../reviews/request-review-dialog.tsx'
import { DeleteFiles, DeleteFolder } from './delete-dialogs.tsx'
import { type Asked, useFiles } from './files-context.ts'
import { MoveDialog } from './move-dialog.tsx'
import { NameDialog, YoutubeDialog } from './name-dialogs.tsx'

export function FileDialogs({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { projectId } = useFiles()
  switch (asked.kind) {
    case 'new-folder':
    case 'rename-folder':
    case 'rename-file':
      return <NameDialog asked={asked} onClose={onClose} />
    case 'link-youtube':
      return <YoutubeDialog onClose={onClose} />
    case 'move-files':
    case 'move-folder':
      return <MoveDialog asked={asked} onClose={onClose} />
    case 'delete-files':
      return <DeleteFiles files={asked.files} onClose={onClose} />
    case 'review':
      return <RequestReviewDialog projectId={projectId} files={asked.files} onClose={onClose} />
    case 'delete-folder':
      return <DeleteFolder folder={asked.folder} onClose={onClose} />
  }
}
