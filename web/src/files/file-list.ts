import type { FileListItem } from '@dailies/sdk'
import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { apiKind, kinds } from '../data/file-kinds.ts'
import { mapItems, showExpected } from '../data/lists.ts'
import { keys } from '../data/queries.ts'
import { statuses } from '../generated/review-status.ts'
import {
  type FilePage,
  type FilePages,
  type FileQuery,
  matches,
  type PageParam,
  withFile,
} from './file-pages.ts'

export const fileListQuery = (projectId: string, query: FileQuery) =>
  infiniteQueryOptions({
    queryKey: [...keys.fileLists(projectId), query],
    queryFn: ({ pageParam, signal }) => readPage(projectId, query, pageParam, signal),
    initialPageParam: { group: 0 } as PageParam,
    getNextPageParam: (page) => page.next,
    // While a person types or sorts, the previous list stays visible; another folder starts empty.
    placeholderData: (before, queryBefore) =>
      (queryBefore?.queryKey[2] as FileQuery | undefined)?.folderId === query.folderId
        ? keepPreviousData(before)
        : undefined,
  })

type Fields = NonNullable<Parameters<typeof client.files.list>[1]>

/** Groups are loaded one after the other, each in the chosen order: the API sorts by one field at a time. */
async function readPage(
  projectId: string,
  query: FileQuery,
  from: PageParam,
  signal: AbortSignal,
): Promise<FilePage> {
  const groups = groupFilters(query)
  for (let { group, next } = from; ; group++, next = undefined) {
    const { fields, keeps } = groups[group]!
    const list = client.files.list(projectId, { ...fieldsOf(query), ...fields }, { signal })
    const page = await list.page({ next })
    const data = keeps ? page.data.filter(keeps) : page.data
    const following: PageParam | undefined = page.next
      ? { group, next: page.next }
      : group + 1 < groups.length
        ? { group: group + 1 }
        : undefined
    // An empty group has no page.
    if (data.length > 0 || !following || following.group === group) return { data, next: following }
  }
}

function fieldsOf({ keyword, folderId, status, kind, person, sort, direction }: FileQuery): Fields {
  return {
    latest: true,
    ...(status.length > 0 && { tag: [...status] }),
    ...(kind.length > 0 && { kind: kind.map(apiKind) }),
    ...(person !== undefined && { author: { id: person } }),
    // Without `sort`, the best matches come first.
    ...(keyword !== undefined
      ? { keyword }
      : {
          folder: folderId === null ? null : { id: folderId },
          sort: { type: apiSort[sort], direction },
        }),
  }
}

const apiSort = {
  date: 'createdAt',
  name: 'name',
  size: 'size',
  status: 'tag',
  kind: 'kind',
} as const

type Group = { fields: Fields; keeps?: (file: FileListItem) => boolean }

function groupFilters({ group, status, kind, person, people }: FileQuery): Group[] {
  const among = <Value>(all: readonly Value[], chosen: readonly Value[]): readonly Value[] =>
    chosen.length === 0 ? all : all.filter((one) => chosen.includes(one))
  if (group === 'status') return among(statuses, status).map((tag) => ({ fields: { tag: [tag] } }))
  if (group === 'kind') return among(kinds, kind).map((one) => ({ fields: { kind: [apiKind(one)] } }))
  if (group === 'none' || person !== undefined) return [{ fields: {} }]
  const known = new Set(people)
  const others: Group = { fields: {}, keeps: ({ author }) => author === null || !known.has(author.id) }
  return [...people.map((id) => ({ fields: { author: { id } } })), others]
}

/** Up to this many changed files move to their new positions; more stay in place until the list is reloaded. */
const maxPlaced = 200

/** Shows a change in all lists of the project before the server has accepted it; returns a function that undoes it. */
export function showFileChange(
  queries: QueryClient,
  projectId: string,
  ids: ReadonlySet<string>,
  change: (file: FileListItem) => FileListItem | undefined,
): Promise<() => void> {
  return showExpected<FilePages>(queries, keys.fileLists(projectId), (pages, key) =>
    changeFiles(pages, key[2] as FileQuery, ids, change),
  )
}

function changeFiles(
  pages: FilePages,
  query: FileQuery,
  ids: ReadonlySet<string>,
  change: (file: FileListItem) => FileListItem | undefined,
): FilePages {
  if (ids.size > maxPlaced) {
    return mapItems(pages, (file) => {
      if (!ids.has(file.id)) return file
      const changed = change(file)
      return changed && matches(query, changed) ? changed : undefined
    })
  }
  const changed: FileListItem[] = []
  const rest = mapItems(pages, (file) => {
    if (!ids.has(file.id)) return file
    const next = change(file)
    if (next) changed.push(next)
    return next && file
  })
  return changed.reduce((all, file) => withFile(all, query, file), rest)
}
