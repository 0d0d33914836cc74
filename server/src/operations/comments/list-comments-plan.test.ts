// A page costs the same however many comments the file has.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdStatistics, rowsReadBy } from '../../../test/helpers/rows-read.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { type CursorPage, createCursorSigner, pageSize } from '../../core/pages.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import { listFileComments } from './list-file-comments.ts'
import { listThreads } from './list-threads.ts'

const world = await startWorld()
const cursors = createCursorSigner([Buffer.alloc(32)])
const { sql } = world.database
await holdStatistics(sql)
const { id: projectId, owner } = await world.project()
const count = 5_000
const busyFile = fileId(201)

function fileId(number: number): string {
  return `FX${String(number).padStart(22, '0')}`
}

/** Adds a file with comments, in the order of their creation. */
async function fill(file: number, comments: number): Promise<void> {
  await sql`
    insert into files (id, project_id, name, mode, status, youtube_id, position, stack_id, stack_number)
    values (${fileId(file)}, ${projectId}, ${`Shot ${file}`}, 'YOUTUBE', 'UPLOADED', 'dQw4w9WgXcQ', ${file}, ${fileId(file)}, 1)`
  await sql`
    insert into comments (id, project_id, file_id, author_id, content, anchor, created_at)
    select gen_random_uuid(), ${projectId}, ${fileId(file)}, ${owner.userId}, 'Note ' || i, i,
      timestamptz '2026-01-01' + ${file}::integer * interval '1 day' + i * interval '1 second'
    from generate_series(1, ${comments}::integer) i`
}

for (let file = 1; file <= 200; file++) await fill(file, 20)
// The statistics are of files with few comments, which lie in the table in the order of the files.
await sql`analyze all_files, all_comments`
await fill(201, count)

/** The rows that a page reads, and its cursors. */
async function read(list: (context: never) => Promise<unknown>) {
  const access = fragment`
    (select p.id as project_id, p.workspace_id, 'PROJECT_OWNER' as role from projects p where p.id = ${projectId}) access`
  const caller = { kind: 'key', userId: owner.userId, workspaceId: world.workspaceId }
  let page: CursorPage<unknown> | undefined
  const rows = await rowsReadBy({ databaseUrl: world.databaseUrl, sql }, async (counted: Sql) => {
    const answer = (await list({ sql: counted, access, caller, cursors } as never)) as { json: Buffer }
    page = JSON.parse(String(answer.json))
  })
  assert.equal(page!.data.length, pageSize)
  return { rows, page: page!.page }
}

type Cursor = { next?: string | null; prev?: string | null }
type Sort = { type: 'createdAt' | 'anchor'; direction: 'asc' | 'desc' }

const comments = (sort: Sort | null) => (cursor: Cursor) =>
  read((context) =>
    Promise.resolve(listFileComments.handler({ fileId: busyFile, sort, ...cursor }, context, undefined)),
  )
const threads = (cursor: Cursor) =>
  read((context) => Promise.resolve(listThreads.handler({ fileId: busyFile, ...cursor }, context, undefined)))

const lists = {
  'comments, as in a chat': comments(null),
  'comments, newest first': comments({ type: 'createdAt', direction: 'desc' }),
  'comments, by anchor': comments({ type: 'anchor', direction: 'asc' }),
  'comments, by anchor, last first': comments({ type: 'anchor', direction: 'desc' }),
  threads,
}

for (const [name, list] of Object.entries(lists))
  test(`a page of ${name} out of ${count} reads only itself`, async () => {
    const first = await list({})
    const forward = first.page.next !== null
    const second = await list(forward ? { next: first.page.next } : { prev: first.page.prev })
    const back = await list(
      forward
        ? { prev: (await list({ next: second.page.next })).page.prev }
        : { next: (await list({ prev: second.page.prev })).page.next },
    )
    for (const { rows } of [first, second, back]) assert.ok(rows < 20 * pageSize, `${rows} rows`)
  })
