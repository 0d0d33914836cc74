import { DailiesError, type FileListItem, type Folder } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showDone } from '../ui/toasts.tsx'
import { count } from './bulk.ts'
import { useFileActions } from './file-actions.ts'
import { useFiles } from './files-context.ts'
import { nothingSelected } from './selection.ts'

export function DeleteFiles({ files, onClose }: { files: readonly FileListItem[]; onClose: () => void }) {
  const { projectId, selection } = useFiles()
  const { remove } = useFileActions(projectId)
  const revised = files.some(({ stack }) => stack.number > 1)
  return (
    <ConfirmDialog
      title={`Delete ${count(files)}?`}
      action="Delete"
      onClose={onClose}
      onConfirm={() => {
        remove(files)
        selection.set(nothingSelected)
        onClose()
      }}
    >
      All comments on {files.length === 1 ? 'it' : 'them'} are deleted, too. This cannot be undone.
      {revised && ' Earlier revisions stay.'}
    </ConfirmDialog>
  )
}

/** An empty folder is deleted at once; a folder with content needs a confirmation. */
export function DeleteFolder({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const { projectId } = useFiles()
  const queries = useQueryClient()
  const remove = useMutation({
    meta: { ownErrors: true },
    mutationFn: (recursive: boolean) => client.folders.delete(folder.id, { recursive }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: keys.project(projectId, 'folders') })
      void queries.invalidateQueries({ queryKey: keys.fileLists(projectId) })
      onClose()
      showDone(`${folder.name} deleted`)
    },
  })
  const full = remove.error instanceof DailiesError && remove.error.code === 'folder_not_empty'
  return (
    <ConfirmDialog
      title={full ? `${folder.name} is not empty` : `Delete ${folder.name}?`}
      action={full ? 'Delete everything' : 'Delete'}
      busy={remove.isPending}
      error={full ? null : remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate(full)}
    >
      {full
        ? 'All folders, files and comments in it are deleted with it. This cannot be undone.'
        : 'If it is not empty, you have to confirm again.'}
    </ConfirmDialog>
  )
}
