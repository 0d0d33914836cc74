// What the header of the room reads. The keys begin as live.ts refreshes them.
import type { File, FileDetails } from '@dailies/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { keys } from '../../app/queries.ts'

/** The revisions of the file, the newest first. */
export const revisionsQuery = ({ project, stack }: FileDetails) =>
  queryOptions({
    queryKey: keys.project(project.id, 'files', 'stack', stack.id),
    queryFn: ({ signal }) =>
      Array.fromAsync(client.files.list(project.id, { stack: { id: stack.id } }, { signal })),
  })

export type Neighbours = { before: { id: string; name: string } | null; after: Neighbours['before'] }

/** A folder is read until the file is found, and no further than this: one goes from file to file, not through thousands. */
const mostFiles = 500

/** What comes before and after the file in its folder, as the project's page lists it. */
export const folderNeighboursQuery = ({ project, folder, stack }: FileDetails) =>
  queryOptions({
    queryKey: keys.project(project.id, 'files', 'neighbours', folder?.id ?? null, stack.id),
    async queryFn({ signal }): Promise<Neighbours> {
      let before: File | null = null
      let found = false
      let seen = 0
      for await (const file of client.files.list(project.id, { folder, latest: true }, { signal })) {
        if (found) return { before, after: file }
        if (file.stack.id === stack.id) found = true
        else before = file
        if (++seen === mostFiles) break
      }
      return { before: found ? before : null, after: null }
    },
  })

/** The review rounds that hold this very revision, the newest first. */
export const roundsOfFileQuery = (file: FileDetails) =>
  queryOptions({
    queryKey: keys.project(file.project.id, 'versions', 'of', file.id),
    queryFn: async ({ signal }) =>
      (await client.versions.list(file.project.id, { file: { id: file.id } }, { signal }).page()).data,
  })
