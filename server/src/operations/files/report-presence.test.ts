import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld({ env: { SESSION_RATE_LIMITS: 'default=1200' } })
const { sql } = world.database
const { id: projectId, owner } = await world.project()
const fileId = await newFile(world, projectId, owner)
const session = await world.session(owner.userId)

function report(body: object, key = session, file = fileId) {
  return world.call(`PUT /api/files/${file}/presence`, { key, body })
}

async function newThread(file: string) {
  const body = { content: 'A thread' }
  const answer = await world.call(`POST /api/files/${file}/comments`, { key: owner.key, body })
  return { id: answer.body.data.id as string }
}

test('204: looking, typing a comment or a reply, leaving', async () => {
  const thread = await newThread(fileId)
  for (const body of [
    { tab: 'a' },
    { tab: 'a', typing: { parent: null } },
    { tab: 'a', typing: { parent: thread } },
    { tab: 'a', typing: null, leave: true },
  ])
    assert.deepEqual([(await report(body)).status, body], [204, body])
})

test('400: a tab without a name, and a thread of another file', async () => {
  const other = await newFile(world, projectId, owner)
  const thread = await newThread(other)
  for (const [body, path] of [
    [{}, '/tab'],
    [{ tab: '' }, '/tab'],
    [{ tab: 'x'.repeat(23) }, '/tab'],
    [{ tab: 'a', typing: { parent: thread } }, '/typing/parent/id'],
    [{ tab: 'a', typing: { parent: { id: 'x' } } }, '/typing/parent/id'],
    [{ tab: 'a', typing: {} }, '/typing/parent'],
  ] as const) {
    const { status, body: problem } = await report(body)
    assert.deepEqual([status, problem.errors[0].path], [400, path])
  }
})

test('403: an API key is no person who looks at a file', async () => {
  const { status, body } = await report({ tab: 'a' }, owner.key)
  assert.deepEqual([status, body.code], [403, 'session_required'])
})

test('404: a restricted reviewer on a file that is not marked for them', async () => {
  const reviewer = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const theirs = await world.session(reviewer.userId)
  await sql`update files set allow_restricted = false where id = ${fileId}`
  assert.equal((await report({ tab: 'a' }, theirs)).status, 404)
  await sql`update files set allow_restricted = true where id = ${fileId}`
  assert.equal((await report({ tab: 'a' }, theirs)).status, 204)
})

test('a report stores nothing: no table of the database changes', async () => {
  const contents = () => sql`
    select schemaname, relname, query_to_xml(
      format('select md5(string_agg(t::text, '''' order by t::text)) from %I.%I t', schemaname, relname), true, true, '')::text
    from pg_stat_user_tables order by schemaname, relname`
  const before = await contents()
  assert.ok(before.length > 30)
  for (let i = 0; i < 20; i++) await report({ tab: 'a', typing: i % 2 ? { parent: null } : null })
  assert.deepEqual(await contents(), before)
})

test('two tabs that report every second stay within the limits of a session: 120 of 1,200 calls a minute', async () => {
  for (let i = 0; i < 60; i++) for (const tab of ['a', 'b']) assert.equal((await report({ tab })).status, 204)
  const { headers } = await report({ tab: 'a' })
  assert.match(headers.get('ratelimit-policy')!, /^"session-default";q=1200;w=60$/)
  assert.ok(Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1]) > 1_000)
})
