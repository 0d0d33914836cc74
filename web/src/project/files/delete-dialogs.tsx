import { DailiesError, type File, type Folder } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { keys } from '../../app/queries.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showDone } from '../../ui/toasts.tsx'
import { count, useFileActions } from './file-actions.ts'
import { fileListKey } from './file-list.ts'
import { nothingSelected, useFiles } from './files-context.ts'

export function DeleteFiles({ files, onClose }: { files: readonly File[]; onClose: () => void }) {
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
      All comments on {files.length === 1 ? 'it' : 'them'} go, too. This cannot be undone.
      {revised && ' Earlier revisions stay.'}
    </ConfirmDialog>
  )
}

/** An empty folder goes at once; what one holds is asked about again. */
export function DeleteFolder({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const { projectId } = useFiles()
  const queries = useQueryClient()
  const remove = useMutation({
    meta: { ownErrors: true },
    mutationFn: (recursive: boolean) => client.folders.delete(folder.id, { recursive }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: keys.project(projectId, 'folders') })
      void queries.invalidateQueries({ queryKey: fileListKey(projectId) })
      onClose()
      showDone(`${folder.name} deleted`)
    },
  })
  const full = remove.error instanceof DailiesError && remove.error.code === 'folder_not_empty'
  return (
    <ConfirmDialog
      title={full ? `${folder.name} is not empty` : `Delete ${folder.name}?`}
      action={full ? 'Delete all of it' : 'Delete'}
      busy={remove.isPending}
      error={full ? null : remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate(full)}
    >
      {full
        ? 'All folders, files and comments in it would go with it. This cannot be undone.'
        : 'If there is something in it, you are asked again.'}
    </ConfirmDialog>
  )
}
