// QUERY, GET with a query string, and POST with an override header are one operation.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { methodAndPath } from '../../../src/core/operation.ts'
import { operations } from '../../../src/service.ts'
import { emitEvent, numberAll } from '../../helpers/emit-events.ts'
import { bindings, toCall } from '../../helpers/requests.ts'
import { newFile, newTrashed, newWebhookDelivery, sampleFor, type Target } from '../../worlds/samples.ts'
import { type Answer, startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const owner = await world.person({ role: 'ADMIN' })
const { id: projectId } = await world.project({ owner })
// Every list has more than one page.
for (let i = 0; i < 60; i++) {
  await world.project({ owner, name: `Project ${i}` })
  await world.person({ name: `Someone ${i}` })
  await newFile(world, projectId, owner)
  for (const kind of ['FILE', 'SKILL'] as const) await newTrashed(world, projectId, owner, kind)
  await emitEvent(world.database.sql, { workspaceId: world.workspaceId, projectId })
}
await numberAll(world.database.sql)
await world.database.sql`
  with item as (
    insert into notifications (workspace_id, user_id, kind, project_id, group_key, created_at, updated_at)
    select ${world.workspaceId}, ${owner.userId}, 'MENTION', ${projectId}, 'MENTION:' || n, now(), now()
    from generate_series(1, 60) n returning id, user_id
  )
  insert into notification_events (event_id, user_id, notification_id, audience, created_at)
  select gen_random_uuid(), user_id, id, 'PROJECT', now() from item`

/** Creates more than a page of comments or deliveries for the target's list. */
async function fill({ params }: Target): Promise<void> {
  const { webhookId, connectionId } = params
  if (connectionId) {
    for (let i = 0; i < 60; i++)
      await emitEvent(world.database.sql, { workspaceId: world.workspaceId, projectId, connectionId })
    await numberAll(world.database.sql)
    return
  }
  if (webhookId) {
    for (let i = 0; i < 60; i++) await newWebhookDelivery(world, webhookId)
    return
  }
  const { fileId = null, commentId = null }: Record<string, string | null> = params
  await world.database.sql`
    insert into comments (id, project_id, file_id, parent_id, author_id, content)
    select gen_random_uuid(), ${projectId}, ${fileId}, ${commentId}::uuid, ${owner.userId}, 'A comment'
    from generate_series(1, 60)`
}

function idsOf(answer: Answer): string[] {
  return answer.body.data.map((item: { id?: string; event?: { id: string } }) => item.id ?? item.event!.id)
}

const queries = operations.filter((operation) => methodAndPath(operation).method === 'QUERY')

test('there are operations with QUERY', () => {
  assert.notEqual(queries.length, 0)
})

for (const operation of queries) {
  const { path } = methodAndPath(operation)
  const ways = bindings(operation, operations)
  const output = operation.output[1]
  const isPaged = output !== undefined && 'page' in output
  const credential = await world.credential(operation, owner)

  async function sameByAllWays(target: Target, key: string | undefined = credential): Promise<Answer> {
    const answers: Answer[] = []
    for (const way of ways) {
      const { route, options } = toCall(operation, target, way)
      answers.push(await world.call(route, { ...options, key }))
    }
    const [first, ...others] = answers.map(({ status, body }) => ({
      status,
      body: { ...body, requestId: '' },
    }))
    for (const other of others) assert.deepEqual(other, first)
    return answers[0]!
  }

  async function sample(): Promise<Target> {
    const target = await sampleFor(operation)(world, projectId, owner)
    if (/comments|threads|deliveries|activity/.test(path)) await fill(target)
    return target
  }

  test(`200: ${operation.name} returns the same through every binding`, async () => {
    const target = await sample()
    const first = await sameByAllWays(target)
    assert.equal(first.status, 200, JSON.stringify(first.body))
    if (!isPaged) return
    const seen = idsOf(first)
    // A chat-like list opens at its end, and is paged backwards.
    const way = first.body.page.next === null ? 'prev' : 'next'
    for (let cursor = first.body.page[way]; cursor !== null; ) {
      const answer = await sameByAllWays({ ...target, fields: { ...target.fields, [way]: cursor } })
      assert.equal(answer.status, 200)
      seen.push(...idsOf(answer))
      cursor = answer.body.page[way]
    }
    assert.equal(new Set(seen).size, seen.length)
    assert.ok(seen.length > 50, `only ${seen.length} items: no second page was asked for`)
  })

  test(`${operation.name} with no fields, in a body or without one`, async () => {
    const target = { ...(await sample()), fields: {} }
    const answer = await sameByAllWays(target)
    if (isPaged) assert.equal(answer.status, 200)
    const withoutId = (body: object) => ({ ...body, requestId: '' })
    const headers = { 'X-HTTP-Method-Override': 'QUERY' }
    const { route } = toCall(operation, target)
    for (const body of [undefined, '{}', '']) {
      const query = await world.call(route, { key: credential, body })
      assert.deepEqual(withoutId(query.body), withoutId(answer.body), `QUERY with ${JSON.stringify(body)}`)
      const post = await world.call(route.replace('QUERY', 'POST'), { key: credential, body, headers })
      assert.deepEqual(withoutId(post.body), withoutId(answer.body), `POST with ${JSON.stringify(body)}`)
    }
  })

  test(`400: ${operation.name} refuses invalid input alike through every binding`, async () => {
    const target = await sample()
    const { page } = (await sameByAllWays(target)).body
    const next = page?.next ?? page?.prev
    const cursors: Record<string, unknown>[] = [
      { next, prev: next },
      { next: 'nonsense' },
      { next: `${next}A` },
      { next, noSuchField: '1' },
    ]
    for (const fields of [{ noSuchField: '1' }, ...(isPaged ? cursors : [])]) {
      const answer = await sameByAllWays({ ...target, fields: { ...target.fields, ...fields } })
      assert.equal(answer.status, 400, JSON.stringify(fields))
    }
  })

  test(`401, 403: ${operation.name} is refused alike through every binding`, async () => {
    const target = await sample()
    assert.equal((await sameByAllWays(target, 'nonsense')).status, 401)
    const { key } = await world.key(owner.userId, [])
    assert.equal((await sameByAllWays(target, key)).status, 403)
  })

  test(`405: POST without the header does not reach ${operation.name}`, async () => {
    const target = await sample()
    const isOperation = operations.some((other) => other.http === `POST ${path}`)
    const { route, options } = toCall(operation, target)
    const answer = await world.call(route.replace('QUERY', 'POST'), { ...options, key: credential })
    assert.equal(answer.status, isOperation ? 400 : 405)
  })
}

test('405: the override does not add QUERY to an operation without it', async () => {
  const headers = { 'X-HTTP-Method-Override': 'QUERY' }
  const answer = await world.call('POST /api/ping', { key: owner.key, headers })
  assert.equal(answer.status, 405)
})

test('400: only QUERY can be overridden to, and the credential is checked first', async () => {
  for (const method of ['DELETE', 'GET', 'query', '']) {
    const call = (key?: string) =>
      world.call(`POST /api/projects/${projectId}/folders`, {
        key,
        headers: { 'X-HTTP-Method-Override': method },
        body: { name: `Override ${method}` },
      })
    assert.equal((await call()).status, 401, method)
    assert.equal((await call(owner.key)).status, 400, method)
  }
})
