import type { File } from '@dailies/sdk'
import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { type FileFilter, type FilePages, mapFiles } from './file-pages.ts'

/** Not below the project's own key: an event changes single files here (file-list-live.ts) instead of all pages. */
export const fileListKey = (projectId: string) => ['file-list', projectId] as const

export const fileListQuery = (projectId: string, filter: FileFilter) =>
  infiniteQueryOptions({
    queryKey: [...fileListKey(projectId), filter],
    queryFn: ({ pageParam, signal }) =>
      client.files
        .list(projectId, { latest: true, ...fieldsOf(filter) }, { signal })
        .page({ next: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // While one types, what was found before stays; another folder is something else.
    ...(filter.keyword !== undefined && { placeholderData: keepPreviousData }),
  })

function fieldsOf(filter: FileFilter) {
  if (filter.keyword !== undefined) return { keyword: filter.keyword }
  return { folder: filter.folderId === null ? null : { id: filter.folderId } }
}

/** Changes files in all lists of the project at once; gives the way back. */
export async function foreseeFiles(
  queries: QueryClient,
  projectId: string,
  change: (file: File, filter: FileFilter) => File | undefined,
): Promise<() => void> {
  const queryKey = fileListKey(projectId)
  await queries.cancelQueries({ queryKey })
  const before = queries.getQueriesData<FilePages>({ queryKey })
  for (const [key, pages] of before) {
    const filter = key[2] as FileFilter
    if (pages)
      queries.setQueryData(
        key,
        mapFiles(pages, (file) => change(file, filter)),
      )
  }
  return () => {
    for (const [key, pages] of before) queries.setQueryData(key, pages)
  }
}
