import { DailiesError, type FileListItem, type Folder } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { useTrashTime } from '../trash/trash-days.ts'
import { showDeleted, useRestore } from '../trash/use-restore.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { count } from './bulk.ts'
import { useFiles } from './files-context.ts'
import { nothingSelected } from './selection.ts'
import { useDeleteFiles } from './use-delete-files.ts'

export function DeleteFiles({ files, onClose }: { files: readonly FileListItem[]; onClose: () => void }) {
  const { projectId, selection } = useFiles()
  const remove = useDeleteFiles(projectId)
  const time = useTrashTime()
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
      {files.length === 1 ? 'It moves' : 'They move'} to the trash with all comments. Members of the project
      can restore {files.length === 1 ? 'it' : 'them'} for {time}.{revised && ' Earlier revisions stay.'}
    </ConfirmDialog>
  )
}

/** An empty folder is deleted at once; a folder with content needs a confirmation. */
export function DeleteFolder({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const { projectId } = useFiles()
  const queries = useQueryClient()
  const time = useTrashTime()
  const record = { kind: 'FOLDER' as const, projectId, ...folder }
  const restore = useRestore(record)
  const remove = useMutation({
    meta: { ownErrors: true },
    mutationFn: (recursive: boolean) => client.folders.delete(folder.id, { recursive }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: keys.project(projectId, 'folders') })
      void queries.invalidateQueries({ queryKey: keys.fileLists(projectId) })
      onClose()
      showDeleted(record, restore.mutate)
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
        ? `All folders, files and comments in it move to the trash with it. Members of the project can restore it for ${time}.`
        : `It moves to the trash for ${time}. If it is not empty, you have to confirm again.`}
    </ConfirmDialog>
  )
}
