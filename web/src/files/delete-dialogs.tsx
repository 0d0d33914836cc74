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
      {files.length === 1 ? 'It goes' : 'They go'} to the trash with all comments. Members of the project can
      restore {files.length === 1 ? 'it' : 'them'} from there.
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
      showDone(`${folder.name} deleted`, { key: `folder ${folder.id}`, undo: () => restore.mutate() })
    },
  })
  const restore = useMutation({
    mutationFn: () => client.folders.restore(folder.id),
    onSuccess: ({ name }) => showDone(`${name} restored`, { key: `folder ${folder.id}` }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: keys.project(projectId, 'folders') }),
        queries.invalidateQueries({ queryKey: keys.fileLists(projectId) }),
      ]),
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
        ? 'All folders, files and comments in it go to the trash with it. Members of the project can restore them from there.'
        : 'If it is not empty, you have to confirm again.'}
    </ConfirmDialog>
  )
}
