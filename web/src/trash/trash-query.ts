import type { TrashEntry } from '@dailies/sdk'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { cursorPages } from '../data/lists.ts'
import { keys } from '../data/queries.ts'

export const trashQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: keys.trash(projectId),
    queryFn: ({ pageParam, signal }) =>
      client.trash.list(projectId, {}, { signal }).page({ next: pageParam }),
    ...cursorPages,
  })

type Kind = TrashEntry['kind']

const restorers: Record<Kind, (id: string) => Promise<unknown>> = {
  FILE: (id) => client.files.restore(id),
  FOLDER: (id) => client.folders.restore(id),
  COMMENT: (id) => client.comments.restore(id),
  VERSION: (id) => client.versions.restore(id),
  SKILL: (id) => client.skills.restore(id),
}

/** Puts a record back to its place. */
export function restore({ kind, record }: TrashEntry): Promise<unknown> {
  return restorers[kind](record.id)
}
