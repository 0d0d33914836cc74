// Restoring deleted records: for “Undo” after a deletion, and for the trash.
import { DailiesError, type TrashEntry } from '@dailies/sdk'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { PlainProblem } from '../ui/error-messages.ts'
import { showDone } from '../ui/toasts.tsx'

export type Deleted = {
  kind: TrashEntry['kind']
  id: string
  name: string
  /** null for a skill: it belongs to the workspace. */
  projectId: string | null
}

/** Files and folders have a new name if theirs was taken meanwhile. */
type Restoring = Promise<{ name: string }> | Promise<void>

const restorers: Record<Deleted['kind'], (id: string) => Restoring> = {
  FILE: (id) => client.files.restore(id),
  FOLDER: (id) => client.folders.restore(id),
  COMMENT: (id) => client.comments.restore(id),
  VERSION: (id) => client.versions.restore(id),
  SKILL: (id) => client.skills.restore(id),
}

/**
 * Puts a record back to its place, and says so, or why not; also after the page that deleted it was left. `restore` replaces
 * the request.
 */
export function useRestore(
  record: Deleted,
  restore: () => Restoring = () => restorers[record.kind](record.id),
) {
  const queries = useQueryClient()
  const { name } = record
  const key = subjectOf(record)
  return useMutation({
    async mutationFn() {
      try {
        return await restore()
      } catch (error) {
        throw isGone(error) ? notInTrash(name) : error
      }
    },
    meta: { subject: key },
    onSuccess: (restored) => showDone(`${restored?.name ?? name} restored`, { key }),
    onSettled: () => reload(record),
  })

  function reload({ kind, id, projectId }: Deleted): Promise<unknown> {
    const changed: QueryKey[] =
      projectId === null
        ? [keys.skills, keys.trash(null)]
        : [keys.project(projectId), keys.fileLists(projectId), keys.trash(projectId), keys.inbox]
    if (kind === 'VERSION') changed.push(keys.version(id), keys.reviewers(id))
    return Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}

/** The message after a deletion. A message about restoring the same record replaces it. */
export function showDeleted(record: Deleted, undo: () => void): void {
  showDone(`${record.name} deleted`, { key: subjectOf(record), undo })
}

export function notInTrash(name: string): PlainProblem {
  return new PlainProblem(
    `${name} cannot be restored: it is not in the trash any more. It was restored or deleted for good.`,
  )
}

function isGone(error: unknown): boolean {
  return error instanceof DailiesError && error.status === 404
}

function subjectOf({ kind, id }: Deleted): string {
  return `${kind} ${id}`
}
