// Updates lists of files: a few changed files are loaded one by one. Only when many change at once are the pages
// reloaded, and not more often than the rate limit allows.
import { DailiesError, type File, type FileDetails, type FileListItem } from '@dailies/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import type { ItemChange } from '../data/event-table.ts'
import { apiKind, guessKind } from '../data/file-kinds.ts'
import { useItemChanges } from '../data/live-updates.ts'
import { fileQuery, keys } from '../data/queries.ts'
import { queryClient } from '../data/query-client.ts'
import { type FilePages, type FileQuery, withFile, withoutFile } from './file-pages.ts'

/** Events of one action arrive within this time. */
const gatherMs = 300
const fewFiles = 5
/** Single files loaded per minute: half of the rate limit; the rest is for people. */
const maxReads = 30

/** Changed files by project, and whether they were deleted. */
const gathered = new Map<string, Map<string, boolean>>()
let reads: number[] = []
const rereads = new Map<string, ReturnType<typeof setTimeout>>()
const rereadAt = new Map<string, number>()

/** The shell calls this once, around all pages: lists stay up to date while a person is in the review room, too. */
export function useFileListLive(): void {
  useItemChanges(onChange)
}

function onChange(change: ItemChange): void {
  if (change.item !== 'file') return
  const { projectId, id } = change
  // A comment only changes the count on the card of its file.
  if (change.change === 'comments' ? !findItem(projectId, id) : !hasLists(projectId)) return
  if (gathered.size === 0) setTimeout(() => void flush(), gatherMs)
  gathered.set(projectId, (gathered.get(projectId) ?? new Map()).set(id, change.change === 'deleted'))
}

function hasLists(projectId: string): boolean {
  return queryClient.getQueryCache().findAll({ queryKey: keys.fileLists(projectId) }).length > 0
}

async function flush(): Promise<void> {
  const all = [...gathered]
  gathered.clear()
  for (const [projectId, files] of all) {
    const now = performance.now()
    reads = reads.filter((at) => at > now - 60_000)
    if (files.size > fewFiles || reads.length + files.size > maxReads) rereadLater(projectId)
    else {
      reads.push(...Array.from(files, () => now))
      await Promise.all(
        Array.from(files, ([id, isDeleted]) => (isDeleted ? takeOut(projectId, id) : readOne(projectId, id))),
      )
    }
  }
}

function findItem(projectId: string, id: string): FileListItem | undefined {
  for (const [, pages] of queryClient.getQueriesData<FilePages>({ queryKey: keys.fileLists(projectId) })) {
    for (const { data } of pages?.pages ?? []) {
      const found = data.find((file) => file.id === id)
      if (found) return found
    }
  }
  return undefined
}

/** Loads a listed file as a list item; the stack of a new file is not known yet. */
async function readOne(projectId: string, id: string): Promise<void> {
  try {
    const known = findItem(projectId, id)
    const item = known && (await readLatest(projectId, known.stack.id))
    if (item?.id === id) placeFile(queryClient, projectId, item)
    else {
      const file = await client.files.get(id)
      queryClient.setQueryData(fileQuery(id).queryKey, file)
      placeFile(queryClient, projectId, asListItem(file))
    }
  } catch (error) {
    if (error instanceof DailiesError && error.status === 404) await takeOut(projectId, id)
    else rereadLater(projectId)
  }
}

async function takeOut(projectId: string, id: string): Promise<void> {
  let deleted: FileListItem | undefined
  change(queryClient, projectId, (pages) => {
    deleted ??= pages.pages.flatMap(({ data }) => data).find((file) => file.id === id)
    return withoutFile(pages, id)
  })
  if (deleted) await showEarlier(queryClient, projectId, deleted)
}

/** After a revision was deleted, the one before it is the newest. */
export async function showEarlier(queries: QueryClient, projectId: string, { stack }: File): Promise<void> {
  if (stack.number === 1) return
  const file = await readLatest(projectId, stack.id).catch(() => undefined)
  if (file) placeFile(queries, projectId, file)
}

async function readLatest(projectId: string, stackId: string): Promise<FileListItem | undefined> {
  const { data } = await client.files.list(projectId, { stack: { id: stackId }, latest: true }).page()
  return data[0]
}

/** A file that was just added, as a list item without comments. */
export function asListItem(file: FileDetails): FileListItem {
  return { ...file, kind: file.media?.kind ?? apiKind(guessKind(file)), comments: { total: 0, open: 0 } }
}

export function placeFile(queries: QueryClient, projectId: string, file: FileListItem): void {
  change(queries, projectId, (pages, query) => withFile(pages, query, file))
}

function change(
  queries: QueryClient,
  projectId: string,
  update: (pages: FilePages, query: FileQuery) => FilePages,
): void {
  for (const [key, pages] of queries.getQueriesData<FilePages>({ queryKey: keys.fileLists(projectId) })) {
    if (pages) queries.setQueryData(key, update(pages, key[2] as FileQuery))
  }
}

/** The more pages there are, the less often they are reloaded. */
function rereadLater(projectId: string): void {
  if (rereads.has(projectId)) return
  const queryKey = keys.fileLists(projectId)
  const lists = queryClient.getQueriesData<FilePages>({ queryKey })
  const pages = Math.max(1, ...lists.map(([, data]) => data?.pages.length ?? 0))
  const due = (rereadAt.get(projectId) ?? Number.NEGATIVE_INFINITY) + Math.max(4000, pages * 2000)
  const reread = () => {
    rereads.delete(projectId)
    rereadAt.set(projectId, performance.now())
    void queryClient.invalidateQueries({ queryKey })
  }
  rereads.set(projectId, setTimeout(reread, Math.max(gatherMs, due - performance.now())))
}
