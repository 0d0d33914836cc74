import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emitEvent, numberAll } from '../../../test/helpers/emit-events.ts'
import { connect } from '../../../test/helpers/mcp-client.ts'
import { newFile } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { sql } = world.database

async function newcomer() {
  const workspaceId = await world.workspace()
  const person = await world.person({ workspaceId, name: 'Ada' })
  const project = (name: string) => world.project({ workspaceId, owner: person, name })
  const list = async (body: object = {}, key = person.key) => {
    const answer = await world.call('QUERY /api/events', { key, body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const comment = async (projectId: string, content = 'Hello') => {
    const route = `POST /api/projects/${projectId}/comments`
    const { body } = await world.call(route, { key: person.key, body: { content } })
    await numberAll(sql)
    return body.data.id as string
  }
  return { workspaceId, person, project, list, comment }
}

// biome-ignore lint/suspicious/noExplicitAny: the test knows the body it asked for.
const summaries = ({ changes }: any): string[] => changes.map(({ summary }: { summary: string }) => summary)

test('200: lists the events of all projects with names and links, and continues after the cursor', async () => {
  const { person, project, list, comment } = await newcomer()
  assert.deepEqual(await list(), { changes: [], cursor: 0, more: false, missed: false })
  const [teaser, trailer] = [await project('Teaser'), await project('Trailer')]
  const hidden = await world.project({ name: 'Of others' })
  const first = await comment(teaser.id)
  await world.call(`POST /api/projects/${hidden.id}/comments`, {
    ...{ key: hidden.owner.key, body: { content: 'Secret' } },
  })
  await comment(trailer.id)
  const { changes, cursor, more } = await list()
  assert.deepEqual(
    [changes.map((change: { project: object }) => change.project), more],
    [
      [
        { id: teaser.id, name: 'Teaser' },
        { id: trailer.id, name: 'Trailer' },
      ],
      false,
    ],
  )
  const [{ event, summary, url }] = changes
  assert.deepEqual([event.type, event.data.comment.id, summary], ['comment.created', first, 'Ada commented'])
  assert.ok(url.endsWith(`/projects/${teaser.id}/comments?comment=${first}`), url)

  assert.deepEqual((await list({ after: cursor })).changes, [])
  await world.call(`POST /api/comments/${first}/resolve`, { key: person.key })
  await numberAll(sql)
  assert.deepEqual(summaries(await list({ after: cursor })), ['Ada resolved a comment'])
})

test('200: pages from the cursor in order; without one, the newest events', async () => {
  const { project, list, comment } = await newcomer()
  const { id } = await project('Teaser')
  const ids = [await comment(id), await comment(id), await comment(id)]
  const seen = []
  let after = 0
  for (let more = true; more; ) {
    const page = await list({ after, limit: 2 })
    seen.push(
      ...page.changes.map((change: { event: { data: { comment: object } } }) => change.event.data.comment),
    )
    after = page.cursor
    more = page.more
  }
  assert.deepEqual(
    seen,
    ids.map((id) => ({ id })),
  )
  const newest = await list({ limit: 2 })
  assert.deepEqual(
    [
      newest.changes.map((change: { event: { number: number } }) => change.event.number),
      newest.cursor,
      newest.more,
    ],
    [[2, 3], 3, false],
  )
})

test('200: only events of records that the credential has the scope to read', async () => {
  const { person, workspaceId, project, list, comment } = await newcomer()
  const { id } = await project('Teaser')
  await comment(id)
  await emitEvent(sql, { workspaceId, projectId: id, type: 'verdict.given' })
  await emitEvent(sql, { workspaceId, type: 'skill.created' })
  await numberAll(sql)
  const { key } = await world.key(person.userId, ['projects:read'], workspaceId)
  const types = (data: { changes: { event: { type: string } }[] }) =>
    data.changes.map(({ event }) => event.type)
  assert.deepEqual(types(await list({}, key)), ['verdict.given'])
  assert.deepEqual(types(await list({})), ['comment.created', 'verdict.given', 'skill.created'])
  assert.deepEqual(types(await list({ types: ['comment.*'] }, key)), [])
})

test('200: filters by project, file, time and person', async () => {
  const { person, workspaceId, project, list, comment } = await newcomer()
  const [teaser, trailer] = [await project('Teaser'), await project('Trailer')]
  const file = await newFile(world, teaser.id, person)
  const about = { workspaceId, projectId: teaser.id, fileId: file, type: 'comment.resolved' } as const
  await emitEvent(sql, about)
  await numberAll(sql)
  await sql`update events set created_at = now() - interval '2 days' where workspace_id = ${workspaceId}`
  await comment(trailer.id)
  await comment(teaser.id, `@[Ada](user:${person.userId})`)
  assert.equal((await list()).changes.length, 3)
  assert.equal((await list({ projectId: teaser.id })).changes.length, 2)
  assert.deepEqual(
    (await list({ fileId: file })).changes.map((change: { event: { type: string } }) => change.event.type),
    ['comment.resolved'],
  )
  const since = new Date(Date.now() - 3_600_000).toISOString().replace('T', ' ').replace('Z', '000')
  assert.equal((await list({ since })).changes.length, 2)
  assert.equal((await list({ forMe: true })).changes.length, 1)
})

test('200: says when events after the cursor are no longer stored', async () => {
  const { workspaceId, project, list, comment } = await newcomer()
  const { id } = await project('Teaser')
  await comment(id)
  await comment(id)
  await sql`update event_counters set forgotten_number = 1 where workspace_id = ${workspaceId}`
  const { changes, missed, cursor } = await list({ after: 0 })
  assert.deepEqual([changes.length, missed, cursor], [1, true, 2])
  const ahead = await list({ after: 900 })
  assert.deepEqual([ahead.changes, ahead.missed, ahead.cursor], [[], true, 2])
})

test('a caller who sees one project of a busy workspace gets short pages, and all events', async () => {
  const { person, workspaceId, project, list, comment } = await newcomer()
  const { id } = await project('Teaser')
  await sql`
    insert into outbox (workspace_id, type, project_id, audience, data)
    select ${workspaceId}, 'comment.created', gen_random_uuid(), 'ANYONE', '{}' from generate_series(1, 6000)`
  await numberAll(sql)
  await comment(id)
  const first = await list({ after: 0 })
  assert.deepEqual([first.changes, first.cursor, first.more], [[], 5000, true])
  const second = await list({ after: first.cursor })
  assert.deepEqual([second.changes.length, second.cursor, second.more], [1, 6001, false])
  assert.ok(person)
})

test('the tool list_changes is brief, and continues after its cursor', async () => {
  const { person, project, comment } = await newcomer()
  const { id } = await project('Teaser')
  const first = await comment(id)
  const client = await connect(world.url, person.key)
  const call = async (given: Record<string, unknown> = {}) => {
    const { structuredContent, isError } = await client.callTool({ name: 'list_changes', arguments: given })
    assert.notEqual(isError, true)
    return structuredContent as { changes?: Record<string, unknown>[]; cursor: number; notice: string }
  }
  const { changes, cursor, notice } = await call()
  const { url, at, ...change } = changes![0]!
  assert.deepEqual(change, { text: 'Ada commented', project: 'Teaser', commentId: first })
  assert.match(String(at), /^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  assert.ok(String(url).includes(first) && notice)
  assert.equal((await call({ cursor })).changes, undefined)
  await comment(id)
  const next = await call({ cursor, detail: 'full', types: ['comment.*'], since: '2020-01-01T00:00:00Z' })
  assert.deepEqual(
    next.changes!.map(({ type }) => type),
    ['comment.created'],
  )
  const wrong = await client.callTool({ name: 'list_changes', arguments: { types: ['no.such'] } })
  assert.equal(wrong.isError, true)
  for (let i = 0; i < 20; i++) await comment(id)
  const full = await client.callTool({ name: 'list_changes', arguments: {} })
  const bytes = JSON.stringify(full.structuredContent).length
  assert.ok(bytes < 7_000, `20 changes take ${bytes} bytes`)
  await client.close()
})
