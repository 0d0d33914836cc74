// Every operation that changes something emits the events of the hand-written table: once, in the transaction of the
// change, and without any text that people wrote.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyRole } from '../../../src/core/access.ts'
import { newUuid } from '../../../src/core/ids.ts'
import { methodAndPath, type Operation } from '../../../src/core/operation.ts'
import { operations } from '../../../src/service.ts'
import { collectEvents, lines } from '../../helpers/emitted-events.ts'
import { callToolByHand } from '../../helpers/mcp-client.ts'
import { toCall } from '../../helpers/requests.ts'
import { newFile, sampleFor, type Target } from '../../worlds/samples.ts'
import { type Person, startWorld } from '../../worlds/world.ts'
import { emittedBy, emittedByAgent, emittedOnRetryBy } from './emitted-table.ts'

const world = await startWorld()
const { sql } = world.database
const newEvents = await collectEvents(world)
const changing = operations.filter((operation) => !['GET', 'QUERY'].includes(methodAndPath(operation).method))

test('the table lists exactly the operations that change something', () => {
  const names = changing.map(({ name }) => name)
  const missing = names.filter((name) => emittedBy[name] === undefined)
  assert.deepEqual(
    missing,
    [],
    'add the events of these operations to server/test/suites/events/emitted-table.ts',
  )
  const stale = Object.keys({ ...emittedBy, ...emittedOnRetryBy }).filter((name) => !names.includes(name))
  assert.deepEqual(stale, [], 'there is no such operation')
})

/** Creates a project with all that the sample of the operation needs, visible to restricted reviewers or not. */
async function stage(operation: Operation, shown: boolean) {
  const owner = await world.person({ role: 'OWNER' })
  const { id: projectId } = await world.project({ owner })
  const target = await sampleFor(operation)(world, projectId, owner)
  if (target.params.commentId) {
    const fileId = await newFile(world, projectId, owner)
    const resolved = operation.name === 'reopenComment'
    await sql`
      update comments set file_id = ${fileId}, resolved_at = case when ${resolved} then now() end
      where project_id = ${projectId}`
  }
  if (target.params.trashedCommentId) {
    const fileId = await newFile(world, projectId, owner)
    await sql`update all_comments set file_id = ${fileId} where project_id = ${projectId}`
    await sql`update trash set file_id = ${fileId} where project_id = ${projectId}`
  }
  await sql`update all_files set allow_restricted = ${shown} where project_id = ${projectId}`
  await sql`update all_versions set allow_restricted = ${shown} where project_id = ${projectId}`
  // The owner is already a member, and looks at a share without a trace.
  const asStranger = ['joinAccessLink', 'openShare'].includes(operation.name)
  const person = asStranger ? await world.person() : owner
  return { projectId, target, person, key: await world.credential(operation, person) }
}

async function ask(operation: Operation, target: Target, key?: string, headers = {}) {
  const { route, options } = toCall(operation, target)
  return world.call(route, { ...options, key, headers: { ...options.headers, ...headers } })
}

function expected(table: readonly string[] | undefined, shown: boolean): string[] {
  return (table ?? []).map((line) => line.replace('ANYONE|UNRESTRICTED', shown ? 'ANYONE' : 'UNRESTRICTED'))
}

for (const operation of changing) {
  const { name } = operation
  for (const shown of [true, false]) {
    test(`${name}, ${shown ? 'shown' : 'hidden'}: emits the events of the table, also when repeated`, async () => {
      const { projectId, target, person, key } = await stage(operation, shown)
      await newEvents()
      const answer = await ask(operation, target, key)
      assert.ok(answer.status < 300, JSON.stringify(answer.body))
      const events = await newEvents()
      assert.deepEqual(lines(events), expected(emittedBy[name], shown))
      for (const event of events) {
        assert.deepEqual(
          [event.workspaceId, event.actorId, event.agent],
          // A guest of a share acts under a new account.
          [world.workspaceId, name === 'openShare' ? event.actorId : person.userId, false],
        )
        if (name !== 'createProject' && event.projectId !== null) assert.equal(event.projectId, projectId)
        assert.doesNotMatch(JSON.stringify(event), /sample|someone|@/i)
      }
      await ask(operation, target, await world.credential(operation, person))
      assert.deepEqual(lines(await newEvents()), expected(emittedOnRetryBy[name], shown))
    })
  }

  test(`${name}: refused calls emit nothing`, async () => {
    const { target, key } = await stage(operation, true)
    const outsider = await world.person({ role: 'GUEST', scopes: [] })
    await newEvents()
    const nonsense = { ...target, fields: { ...target.fields, nonsense: true } }
    assert.equal((await ask(operation, nonsense, key)).status, 400)
    assert.equal((await ask(operation, target, 'nonsense')).status, 401)
    if (operation.scope !== null) assert.equal((await ask(operation, target, outsider.key)).status, 403)
    if (operation.project) {
      const stranger = await world.credential(operation, await world.person({ role: 'OWNER' }))
      assert.equal((await ask(operation, target, stranger)).status, 404)
    }
    assert.deepEqual(lines(await newEvents()), [])
  })
}

for (const operation of changing.filter(({ roles }) => roles && roles.length < anyRole.length)) {
  test(`${operation.name}: emits nothing when the role is insufficient`, async () => {
    const { projectId, target } = await stage(operation, true)
    const { key } = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
    await newEvents()
    const { status } = await ask(operation, target, key)
    assert.ok(status === 403 || status === 404, String(status))
    assert.deepEqual(lines(await newEvents()), [])
  })
}

for (const operation of changing.filter(({ http, credential }) => http.startsWith('POST') && !credential)) {
  test(`${operation.name}: with an Idempotency-Key it emits once`, async () => {
    const { target, key } = await stage(operation, true)
    await newEvents()
    const headers = { 'Idempotency-Key': newUuid() }
    const first = await ask(operation, target, key, headers)
    const again = await ask(operation, target, key, headers)
    assert.deepEqual([again.status, again.body], [first.status, first.body])
    assert.deepEqual(lines(await newEvents()), expected(emittedBy[operation.name], true))
  })
}

for (const operation of changing.filter(({ tool }) => tool)) {
  test(`${operation.name} as a tool emits the same events, or those of a verdict that does not count, by an agent`, async () => {
    const { target, person, key } = await stage(operation, true)
    await newEvents()
    const { body } = await callToolByHand(world.url, key, operation, target)
    assert.equal(body.result?.isError, undefined, JSON.stringify(body))
    const events = await newEvents()
    assert.deepEqual(
      lines(events),
      expected(emittedByAgent[operation.name] ?? emittedBy[operation.name], true),
    )
    for (const { actorId, agent } of events) assert.deepEqual([actorId, agent], [person.userId, true])
  })
}

test('a change that is rolled back emits nothing', async () => {
  const owner = await world.person()
  const skill = async (content?: string) =>
    (await post('/skills', owner, { name: 'mine', description: 'x', content })).body.data.id as string
  const [one, other] = [await skill('# One'), await skill('# Other')]
  const foreign = (await world.call(`GET /api/skills/${other}`, { key: owner.key })).body.data.default
  await newEvents()
  const body = { description: 'y', default: foreign }
  assert.equal((await world.call(`PATCH /api/skills/${one}`, { key: owner.key, body })).status, 400)
  const { id } = await world.project({ owner })
  const headers = { 'Idempotency-Key': newUuid() }
  assert.equal((await post(`/projects/${id}/folders`, owner, { name: 'Taken' })).status, 201)
  assert.equal((await post(`/projects/${id}/folders`, owner, { name: 'taken' }, headers)).status, 409)
  assert.equal((await post(`/projects/${id}/folders`, owner, { name: 'taken' }, headers)).status, 409)
  assert.deepEqual(lines(await newEvents()), ['folder.created UNRESTRICTED'])
})

function post(path: string, { key }: Person, body: unknown, headers: Record<string, string> = {}) {
  return world.call(`POST /api${path}`, { key, body, headers })
}
