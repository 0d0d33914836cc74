// Lists of files follow what happens: a few files are read one by one, and only when much happens at once are the pages
// read again, not more often than the limits of requests bear.
import { DailiesError, type File } from '@dailies/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { type LiveEvent, useLiveEvents } from '../../app/live.ts'
import { queryClient } from '../../app/query-client.ts'
import { fileListKey } from './file-list.ts'
import { type FileFilter, type FilePages, withFile, withoutFile } from './file-pages.ts'

/** Events of one action come together. */
const gatherMs = 300
const fewFiles = 5
/** Reads of single files in a minute: half of what is allowed, the rest is for people. */
const mostReads = 30

const gathered = new Map<string, Set<string>>()
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
  gathered.set(projectId, (gathered.get(projectId) ?? new Set()).add(file.id))
}

function hasLists(projectId: string): boolean {
  return queryClient.getQueryCache().findAll({ queryKey: fileListKey(projectId) }).length > 0
}

async function flush(): Promise<void> {
  const all = [...gathered]
  gathered.clear()
  for (const [projectId, ids] of all) {
    const now = performance.now()
    reads = reads.filter((at) => at > now - 60_000)
    if (ids.size > fewFiles || reads.length + ids.size > mostReads) rereadLater(projectId)
    else {
      reads.push(...Array.from(ids, () => now))
      await Promise.all(Array.from(ids, (id) => readOne(projectId, id)))
    }
  }
}

async function readOne(projectId: string, id: string): Promise<void> {
  try {
    placeFile(queryClient, projectId, await client.files.get(id))
  } catch (error) {
    if (error instanceof DailiesError && error.status === 404) await takeOut(projectId, id)
    else rereadLater(projectId)
  }
}

/** With a revision gone, the one before it is the newest. */
async function takeOut(projectId: string, id: string): Promise<void> {
  let gone: File | undefined
  change(queryClient, projectId, (pages) => {
    gone ??= pages.pages.flatMap(({ data }) => data).find((file) => file.id === id)
    return withoutFile(pages, id)
  })
  if (!gone || gone.stack.number === 1) return
  const { data } = await client.files
    .list(projectId, { stack: { id: gone.stack.id }, latest: true })
    .page()
    .catch(() => ({ data: [] }))
  for (const file of data) placeFile(queryClient, projectId, file)
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
