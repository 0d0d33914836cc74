import type { FileDetails, VersionDetails } from '@dailies/sdk'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { itemsOf } from '../../data/lists.ts'
import { fileQuery, keys } from '../../data/queries.ts'
import { queryClient } from '../../data/query-client.ts'
import { fileListQuery } from '../../files/file-list.ts'
import type { FileQuery } from '../../files/file-pages.ts'
import { effectiveView, filterOf, rememberedView } from '../../files/files-view.ts'
import { reviewQuery } from '../../reviews/review-queries.ts'
import { IconButton } from '../../ui/button.tsx'
import { BackIcon, NextIcon } from '../../ui/icons.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import styles from './header.module.css'

export type Neighbours = { before: { id: string; name: string } | null; after: Neighbours['before'] }

const none: Neighbours = { before: null, after: null }

/**
 * The previous and the next file: of the review that the person came from, otherwise of the folder. The next one is
 * prefetched.
 */
export function useNeighbours(file: FileDetails): Neighbours {
  const { version } = useSearch({ from: '/files/$fileId' })
  const review = useQuery({
    ...reviewQuery(version ?? ''),
    enabled: version !== undefined,
    select: (data) => neighboursIn(data, file.id),
  })
  const folder = useFolderNeighbours(file, version === undefined)
  const neighbours = (version === undefined ? folder : review.data) ?? none
  const queries = useQueryClient()
  const nextId = neighbours.after?.id
  useEffect(() => {
    if (nextId !== undefined) void queries.prefetchQuery(fileQuery(nextId))
  }, [queries, nextId])
  return neighbours
}

/** A file is searched in this many pages of its folder: people step through files, not through thousands. */
const maxPages = 10
/** The next page is loaded this many files before the end of the last one. */
const readAhead = 10

/** Uses the list that the files page has loaded, or its first pages: one list, however many files are opened. */
function useFolderNeighbours({ project, folder, stack }: FileDetails, enabled: boolean): Neighbours {
  const filter = folderList(project.id, folder?.id ?? null)
  const list = useInfiniteQuery({ ...fileListQuery(project.id, filter), enabled, staleTime: Infinity })
  const { data, hasNextPage, isFetching, fetchNextPage } = list
  const files = itemsOf(data)
  const place = files.findIndex((file) => file.stack.id === stack.id)
  const isShort =
    data !== undefined && (place < 0 ? data.pages.length < maxPages : place >= files.length - readAhead)
  useEffect(() => {
    if (enabled && isShort && hasNextPage && !isFetching) void fetchNextPage()
  }, [enabled, isShort, hasNextPage, isFetching, fetchNextPage])
  if (place < 0) return none
  return { before: files[place - 1] ?? null, after: files[place + 1] ?? null }
}

/** The list of the folder that was loaded last, in any order; otherwise the default list of the files page. */
function folderList(projectId: string, folderId: string | null): FileQuery {
  const lists = queryClient
    .getQueryCache()
    .findAll({ queryKey: keys.fileLists(projectId) })
    .filter(({ queryKey, state }) => {
      const query = queryKey[2] as FileQuery
      return state.data !== undefined && query.keyword === undefined && query.folderId === folderId
    })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  const loaded = lists[0]?.queryKey[2] as FileQuery | undefined
  if (loaded) return loaded
  const { sort, direction, group } = effectiveView({}, rememberedView(projectId))
  const base = { folderId, keyword: undefined, people: [], ...filterOf({}), sort, direction }
  // Groups by person need the members, which only the files page loads.
  return { ...base, group: group === 'person' ? 'none' : group }
}

export function neighboursIn({ files }: Pick<VersionDetails, 'files'>, fileId: string): Neighbours {
  const place = files.findIndex(({ id }) => id === fileId)
  if (place < 0) return none
  return { before: files[place - 1] ?? null, after: files[place + 1] ?? null }
}

export function NeighbourButtons({ neighbours }: { neighbours: Neighbours }) {
  const { before, after } = neighbours
  const navigate = useNavigate()
  const open = (file: Neighbours['before']) =>
    file &&
    void navigate({
      to: '/files/$fileId',
      params: { fileId: file.id },
      search: reviewSearch,
    })
  useShortcuts('Review room', [
    { keys: '[', label: 'Previous file', run: () => open(before) },
    { keys: ']', label: 'Next file', run: () => open(after) },
  ])
  if (!before && !after) return null
  return (
    <div className={styles.neighbours}>
      <IconButton
        label={before ? `Previous: ${before.name}` : 'This is the first file'}
        shortcut="["
        small
        aria-disabled={!before}
        onClick={() => open(before)}
      >
        <BackIcon />
      </IconButton>
      <IconButton
        label={after ? `Next: ${after.name}` : 'This is the last file'}
        shortcut="]"
        small
        aria-disabled={!after}
        onClick={() => open(after)}
      >
        <NextIcon />
      </IconButton>
    </div>
  )
}

/** The current review stays in the URL. */
export function reviewSearch({ version }: { version?: unknown }): { version?: string } {
  return typeof version === 'string' ? { version } : {}
}
