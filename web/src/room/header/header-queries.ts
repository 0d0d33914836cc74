// The queries of the room's header.
import type { File, FileDetails } from '@dailies/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../data/client.ts'
import { keys } from '../../data/queries.ts'
import { queryClient } from '../../data/query-client.ts'

/** The revisions of the file, newest first. A single revision needs no request until an event announces another one. */
export const revisionsQuery = (file: FileDetails) => {
  const { project, stack } = file
  const queryKey = keys.project(project.id, 'files', 'stack', stack.id)
  return queryOptions({
    queryKey,
    async queryFn({ signal }): Promise<File[]> {
      const isOnly = stack.number === 1 && stack.latest
      if (isOnly && queryClient.getQueryData(queryKey) === undefined) return [file]
      return Array.fromAsync(client.files.list(project.id, { stack: { id: stack.id } }, { signal }))
    },
  })
}

/** Whether the project has any reviews: if not, its files need no request for theirs. */
const anyVersionQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.project(projectId, 'versions', 'any'),
    queryFn: async ({ signal }) =>
      (await client.versions.list(projectId, {}, { signal }).page()).data.length > 0,
  })

/** The reviews that contain this exact revision, newest first. */
export const reviewsOfFileQuery = (file: FileDetails) =>
  queryOptions({
    queryKey: keys.project(file.project.id, 'versions', 'of', file.id),
    async queryFn({ signal }) {
      if (!(await queryClient.fetchQuery(anyVersionQuery(file.project.id)))) return []
      return (await client.versions.list(file.project.id, { file: { id: file.id } }, { signal }).page()).data
    },
  })
