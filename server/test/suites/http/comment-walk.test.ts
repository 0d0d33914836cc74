// Paging through 10,000 comments while four writers insert and delete: each comment that existed throughout is returned
// exactly once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '../../../src/core/ids.ts'
import { newFile } from '../../worlds/samples.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const { sql } = world.database
const { id: projectId, owner } = await world.project()

async function fill(fileId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newUuid())
  // Every seventh comment has the time of the next one, and anchors repeat or are missing: the id must break the
  // tie.
  await sql`
    insert into comments (id, project_id, file_id, author_id, content, anchor, created_at)
    select id, ${projectId}, ${fileId}, ${owner.userId}, 'Filler', case when n % 5 > 0 then n * 7919 % 1000 + 1 end,
      now() - interval '1 hour' + (n - n % 7 / 6) * interval '1 millisecond'
    from unnest(${ids}::uuid[]) with ordinality as made (id, n)`
  return ids
}

/** Inserts at the end and in between, and deletes what it inserted or what is in `victims`, until it is stopped. */
function startWriter(fileId: string, victims: string[]) {
  let stopped = false
  let writes = 0
  async function write(): Promise<void> {
    const own: string[] = []
    while (!stopped) {
      own.push(await create(fileId), await insertBetween(fileId))
      const gone = writes % 2 === 0 ? victims.pop() : own.shift()
      if (gone !== undefined) {
        const answer = await world.call(`DELETE /api/comments/${gone}`, { key: owner.key })
        assert.equal(answer.status, 204)
      }
      writes++
    }
  }
  const written = write()
  return {
    async stop(): Promise<number> {
      stopped = true
      await written
      return writes
    },
  }
}

async function create(fileId: string): Promise<string> {
  const body = { content: 'New', anchor: 1 + Math.floor(Math.random() * 1000) }
  const made = await world.call(`POST /api/files/${fileId}/comments`, { key: owner.key, body })
  assert.equal(made.status, 201)
  return made.body.data.id
}

/** Inserts a comment as a slow transaction would: its time is before that of comments already committed. */
async function insertBetween(fileId: string): Promise<string> {
  const id = newUuid()
  await sql`
    insert into comments (id, project_id, file_id, author_id, content, created_at)
    values (${id}, ${projectId}, ${fileId}, ${owner.userId}, 'New', now() - random() * interval '1 hour')`
  return id
}

async function walk(fileId: string, count: number, sort: object, way: 'next' | 'prev'): Promise<string[]> {
  const walked: string[] = []
  let cursor: string | null | undefined
  // Insertions make it longer; that it ends at all is part of the test.
  for (let page = 0; cursor !== null; page++) {
    assert.ok(page < 3 * (count / 50), 'the walk does not end')
    const body = cursor === undefined ? { sort } : { sort, [way]: cursor }
    const answer = await world.call(`QUERY /api/files/${fileId}/comments`, { key: owner.key, body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const ids = answer.body.data.map(({ id }: { id: string }) => id)
    walked.push(...(way === 'prev' ? ids.toReversed() : ids))
    cursor = answer.body.page[way]
  }
  return walked
}

for (const [name, count, sort, way] of [
  ['10,000, chat-like, back to the oldest', 10_000, { type: 'createdAt', direction: 'asc' }, 'prev'],
  ['2,000 by anchor', 2_000, { type: 'anchor', direction: 'asc' }, 'next'],
] as const) {
  test(`${name}: no comment that existed throughout is skipped, none is repeated`, async () => {
    const fileId = await newFile(world, projectId, owner)
    const made = await fill(fileId, count)
    const victims = Array.from({ length: 4 }, (_, i) => made.filter((_id, n) => n % 40 === i * 10))
    const doomed = new Set(victims.flat())
    const writers = victims.map((mine) => startWriter(fileId, mine))
    const walked = await walk(fileId, count, sort, way)
    const writes = await Promise.all(writers.map((writer) => writer.stop()))

    assert.ok(
      writes.every((number) => number > 0),
      'all writers wrote meanwhile',
    )
    const seen = new Set(walked)
    assert.equal(seen.size, walked.length, 'nothing is repeated')
    const skipped = made.filter((id) => !doomed.has(id) && !seen.has(id))
    assert.deepEqual(skipped, [])
  })
}
