// Deleting files, and the undo of it. Apart from the other changes: the first page does not load it.
import type { FileListItem } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { notInTrash } from '../trash/use-restore.ts'
import { PlainProblem } from '../ui/error-messages.ts'
import { showDone, showProblem } from '../ui/toasts.tsx'
import {
  bulkSize,
  count,
  exceptUnknown,
  type Failure,
  failureText,
  idsOf,
  inParts,
  type Outcome,
  subjectOf,
  unknownPlaces,
} from './bulk.ts'
import { useFileActions } from './file-actions.ts'
import { showEarlier } from './file-list-live.ts'

export function useDeleteFiles(projectId: string) {
  const queries = useQueryClient()
  const { change } = useFileActions(projectId)
  const { mutate: restore } = useMutation({
    mutationFn: (files: readonly FileListItem[]) =>
      inParts(
        files,
        bulkSize,
        (part) =>
          exceptUnknown(part, async (some) => {
            await client.files.restoreMany(projectId, { files: idsOf(some) })
          }),
        () => {},
      ),
    onSuccess(outcome, files) {
      const key = subjectOf(files)
      if (outcome.failed.length === 0) showDone(`${count(files)} restored`, { key })
      else showProblem(restoreProblem(outcome), { key })
    },
    onSettled: (_data, _error, files) =>
      Promise.all(
        [
          keys.fileLists(projectId),
          keys.project(projectId),
          keys.trash(projectId),
          ...files.slice(0, bulkSize).map(({ id }) => keys.file(id)),
        ].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  })
  return (files: readonly FileListItem[]) =>
    change({
      files,
      verb: 'deleted',
      partSize: bulkSize,
      async call(part) {
        const failed = await exceptUnknown(part, (some) =>
          client.files.deleteMany(projectId, { files: idsOf(some) }),
        )
        for (const file of part) await showEarlier(queries, projectId, file)
        return failed
      },
      foresee: () => undefined,
      done: (deleted) => `${count(deleted)} deleted`,
      undo: (deleted) => restore(deleted),
    })
}

function restoreProblem(outcome: Outcome): unknown {
  const [{ file, error }, ...others] = outcome.failed as [Failure, ...Failure[]]
  if (outcome.done.length + others.length > 0)
    return new PlainProblem(failureText(outcome, 'restored', { selected: false }))
  return unknownPlaces(error).size > 0 ? notInTrash(file.name) : error
}
