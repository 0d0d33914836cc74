import { infiniteQueryOptions } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { cursorPages } from '../data/lists.ts'
import { keys, withoutEvents } from '../data/queries.ts'

/** The deleted records of a project; null for the skills of the workspace. */
export const trashQuery = (projectId: string | null) =>
  infiniteQueryOptions({
    queryKey: keys.trash(projectId),
    queryFn({ pageParam, signal }) {
      const entries =
        projectId === null
          ? client.workspace.trash({}, { signal })
          : client.trash.list(projectId, {}, { signal })
      return entries.page({ next: pageParam })
    },
    ...cursorPages,
    ...(projectId === null && withoutEvents),
  })
