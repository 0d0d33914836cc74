// Lists of files follow what happens: a few files are read one by one, and only when much happens at once are the pages
// read again, not more often than the limits of requests bear.
import { DailiesError, type File } from '@dailies/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { type LiveEvent, useLiveEvents } from '../../app/live.ts'
import { fileQuery } from '../../app/queries.ts'
import { queryClient } from '../../app/query-client.ts'
import { fileListKey } from './file-list.ts'
import { type FileFilter, type FilePages, withFile, withoutFile } from './file-pages.ts'

/** Events of one action come together. */
const gatherMs = 300
const fewFiles = 5
/** Reads of single files in a minute: half of what is allowed, the rest is for people. */
const mostReads = 30

/** By project: the files that something happened to, and whether they are gone. */
const gathered = new Map<string, Map<string, boolean>>()
let reads: number[] = []
const rereads = new Map<string, ReturnType<typeof setTimeout>>()
const rereadAt = new Map<string, number>()

/** Once, around all pages: lists are kept up while one is in the review room, too. */
export function useFileListLive(): void {
  useLiveEvents(onEvent)
}

function onEvent(event: LiveEvent): void {
  if (event.type === 'reset') {
    void queryClient.invalidateQueries({ queryKey: ['file-list'] })
    return
  }
  const projectId = event.project?.id
  const { file } = event.data as { file?: { id: string } | null }
  if (projectId === undefined || !file || !event.type.startsWith('file.')) return
  if (!hasLists(projectId)) return
  if (gathered.size === 0) setTimeout(() => void flush(), gatherMs)
  const gone = event.type === 'file.deleted'
  gathered.set(projectId, (gathered.get(projectId) ?? new Map()).set(file.id, gone))
}

function hasLists(projectId: string): boolean {
  return queryClient.getQueryCache().findAll({ queryKey: fileListKey(projectId) }).length > 0
}

async function flush(): Promise<void> {
  const all = [...gathered]
  gathered.clear()
  for (const [projectId, files] of all) {
    const now = performance.now()
    reads = reads.filter((at) => at > now - 60_000)
    if (files.size > fewFiles || reads.length + files.size > mostReads) rereadLater(projectId)
    else {
      reads.push(...Array.from(files, () => now))
      await Promise.all(
        Array.from(files, ([id, gone]) => (gone ? takeOut(projectId, id) : readOne(projectId, id))),
      )
    }
  }
}

async function readOne(projectId: string, id: string): Promise<void> {
  try {
    const file = await client.files.get(id)
    queryClient.setQueryData(fileQuery(id).queryKey, file)
    placeFile(queryClient, projectId, file)
  } catch (error) {
    if (error instanceof DailiesError && error.status === 404) await takeOut(projectId, id)
    else rereadLater(projectId)
  }
}

async function takeOut(projectId: string, id: string): Promise<void> {
  let gone: File | undefined
  change(queryClient, projectId, (pages) => {
    gone ??= pages.pages.flatMap(({ data }) => data).find((file) => file.id === id)
    return withoutFile(pages, id)
  })
  if (gone) await showEarlier(queryClient, projectId, gone)
}

/** With a revision gone, the one before it is the newest. */
export async function showEarlier(queries: QueryClient, projectId: string, { stack }: File): Promise<void> {
  if (stack.number === 1) return
  const list = client.files.list(projectId, { stack: { id: stack.id }, latest: true })
  const { data } = await list.page().catch(() => ({ data: [] }))
  for (const file of data) placeFile(queries, projectId, file)
}

export function placeFile(queries: QueryClient, projectId: string, file: File): void {
  change(queries, projectId, (pages, filter) => withFile(pages, filter, file))
}

function change(
  queries: QueryClient,
  projectId: string,
  update: (pages: FilePages, filter: FileFilter) => FilePages,
): void {
  for (const [key, pages] of queries.getQueriesData<FilePages>({ queryKey: fileListKey(projectId) })) {
    if (pages) queries.setQueryData(key, update(pages, key[2] as FileFilter))
  }
}

/** The more pages there are, the less often. */
function rereadLater(projectId: string): void {
  if (rereads.has(projectId)) return
  const queryKey = fileListKey(projectId)
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
