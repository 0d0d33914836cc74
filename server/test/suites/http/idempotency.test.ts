import assert from 'node:assert/strict'
import { test } from 'node:test'
import { once } from '../../../src/core/idempotency.ts'
import { createSecretBox } from '../../../src/core/secret-box.ts'
import { createBreaker, createGate, withOperations } from '../../worlds/test-operations.ts'
import { type Person, startWorld } from '../../worlds/world.ts'

const gate = createGate()
const world = await startWorld({ operations: withOperations(gate.operation, createBreaker()) })
const { id: projectId, owner } = await world.project()
const route = `POST /api/projects/${projectId}/folders`

let keys = 0
const newKey = () => `key-${keys++}`

function createFolder(name: string, idempotencyKey: string, who: { key: string } = owner, body: object = {}) {
  const headers = { 'Idempotency-Key': idempotencyKey }
  return world.call(route, { key: who.key, body: { name, ...body }, headers })
}

async function foldersNamed(name: string): Promise<number> {
  const rows = await world.database.sql`
    select 1 from folders where project_id = ${projectId} and lower(name) = lower(${name})`
  return rows.length
}

test('201: the same key and body get the first answer again, and nothing is done twice', async () => {
  const key = newKey()
  const first = await createFolder('Once', key)
  const again = await createFolder('Once', key)
  assert.equal(first.status, 201)
  assert.equal(first.headers.get('idempotent-replayed'), null)
  assert.deepEqual([again.status, again.body], [first.status, first.body])
  assert.equal(again.headers.get('content-length'), first.headers.get('content-length'))
  assert.equal(again.headers.get('content-type'), first.headers.get('content-type'))
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(await foldersNamed('Once'), 1)
})

test('201: a key in quotes is the key without', async () => {
  const key = newKey()
  const first = await createFolder('Quoted', key)
  const again = await createFolder('Quoted', `"${key}"`)
  assert.deepEqual(again.body, first.body)
})

test('201: the same body in another JSON notation is the same body', async () => {
  const headers = { 'Idempotency-Key': newKey() }
  const bodies = ['{"name":"Spaced","parent":null}', ' { "parent" : null , "name" : "\\u0053paced" } ']
  const [first, again] = [
    await world.call(route, { key: owner.key, headers, body: bodies[0] }),
    await world.call(route, { key: owner.key, headers, body: bodies[1] }),
  ]
  assert.equal(first.status, 201)
  assert.deepEqual(again.body, first.body)
})

test('422: the same key with another body', async () => {
  const key = newKey()
  await createFolder('One', key)
  const other = await createFolder('Two', key)
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
  assert.equal(await foldersNamed('Two'), 0)
})

test('422: the same key and body on another path', async () => {
  const key = newKey()
  await createFolder('Here', key)
  const elsewhere = await world.project({ owner })
  const answer = await world.call(`POST /api/projects/${elsewhere.id}/folders`, {
    key: owner.key,
    body: { name: 'Here' },
    headers: { 'Idempotency-Key': key },
  })
  assert.equal(answer.status, 422)
})

test('201: 20 concurrent requests: one runs, the others wait or get its response', async () => {
  const key = newKey()
  const answers = await Promise.all(Array.from({ length: 20 }, () => createFolder('Rush', key)))
  const ran = answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'))
  const replayed = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')
  const early = answers.filter(({ body }) => body.code === 'idempotency_in_progress')
  assert.equal(ran.length, 1)
  assert.equal(ran.length + replayed.length + early.length, 20)
  for (const answer of replayed) assert.deepEqual(answer.body, ran[0]!.body)
  for (const answer of early) assert.deepEqual([answer.status, answer.headers.get('retry-after')], [409, '1'])
  assert.equal(await foldersNamed('Rush'), 1)
})

test('409: while the first request is in progress', async () => {
  const headers = { 'Idempotency-Key': newKey() }
  const first = world.call('POST /api/test/gate', { key: owner.key, headers, body: {} })
  await gate.waiting(1)
  const second = await world.call('POST /api/test/gate', { key: owner.key, headers, body: {} })
  assert.deepEqual([second.status, second.body.code], [409, 'idempotency_in_progress'])
  gate.open()
  assert.deepEqual((await first).body, { data: { before: 0 } })
  const third = await world.call('POST /api/test/gate', { key: owner.key, headers, body: {} })
  assert.deepEqual(third.body, { data: { before: 0 } })
})

test('201: another credential, also of the same user, has its own keys', async () => {
  const key = newKey()
  const second: Pick<Person, 'key'> = await world.key(owner.userId, ['folders:write'])
  const first = await createFolder('Mine', key)
  const other = await createFolder('Yours', key, second)
  assert.deepEqual([first.status, other.status], [201, 201])
  assert.notEqual(other.body.data.id, first.body.data.id)
})

test('200: another operation has its own keys', async () => {
  gate.open()
  const key = newKey()
  await createFolder('Shared key', key)
  const headers = { 'Idempotency-Key': key }
  const answer = await world.call('POST /api/test/gate', { key: owner.key, headers, body: {} })
  assert.equal(answer.status, 200)
})

test('409: a refusal is stored, and repeated even when its reason is gone', async () => {
  const key = newKey()
  const { body: taken } = await createFolder('Taken', newKey())
  const refused = await createFolder('taken', key)
  assert.deepEqual([refused.status, refused.body.code], [409, 'folder_name_taken'])
  await world.database.sql`delete from folders where id = ${taken.data.id}`
  const again = await createFolder('taken', key)
  const { requestId: one, ...first } = refused.body
  const { requestId: two, ...second } = again.body
  assert.deepEqual(second, first)
  assert.notEqual(one, two)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(await foldersNamed('taken'), 0)
})

test('400: a refused reference is repeated with its fields', async () => {
  const key = newKey()
  const parent = { id: `DX${'0'.repeat(22)}` }
  const refused = await createFolder('Lost', key, owner, { parent })
  const again = await createFolder('Lost', key, owner, { parent })
  assert.deepEqual([refused.status, again.status], [400, 400])
  assert.deepEqual(again.body.errors, refused.body.errors)
  assert.equal(again.body.errors[0].path, '/parent/id')
})

test('403, 404: access is checked again each time', async () => {
  const late = await world.person()
  const key = newKey()
  assert.equal((await createFolder('Late', key, late)).status, 404)
  await world.database.sql`
    insert into project_members (id, project_id, workspace_id, user_id, role)
    values (${crypto.randomUUID()}, ${projectId}, ${world.workspaceId}, ${late.userId}, 'PROJECT_REVIEWER')`
  assert.equal((await createFolder('Late', key, late)).status, 403)
  await world.database.sql`update project_members set role = 'PROJECT_MEMBER' where user_id = ${late.userId}`
  assert.equal((await createFolder('Late', key, late)).status, 201)
})

test('500: a failure leaves nothing behind, and the key can be used again', async () => {
  const headers = { 'Idempotency-Key': newKey() }
  const call = () => world.call('POST /api/test/break', { key: owner.key, headers, body: { times: 1 } })
  assert.equal((await call()).status, 500)
  const worked = await call()
  assert.equal(worked.status, 201)
  assert.deepEqual((await call()).body, worked.body)
  const kept = await world.database.sql`select 1 from settings where name like 'broken %'`
  assert.equal(kept.length, 1)
})

test('201: after 24 hours the key is new', async () => {
  const key = newKey()
  const first = await createFolder('Old', key)
  await world.database.sql`
    update idempotency_keys set created_at = now() - interval '24 hours 1 second' where key = ${key}`
  await world.database.sql`delete from folders where id = ${first.body.data.id}`
  const second = await createFolder('Old', key)
  assert.equal(second.status, 201)
  assert.notEqual(second.body.data.id, first.body.data.id)
})

for (const [what, value] of [
  ['nothing', ''],
  ['quotes around nothing', '""'],
  ['a space', 'a b'],
  ['256 characters', 'k'.repeat(256)],
  ['a letter that is not ASCII', 'ü'],
] as const) {
  test(`400: a key with ${what}`, async () => {
    const answer = await createFolder(`Bad key: ${what}`, value)
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_idempotency_key'])
    assert.equal(await foldersNamed(`Bad key: ${what}`), 0)
  })
}

test('201: a key of 255 characters', async () => {
  const key = 'k'.repeat(255)
  const first = await createFolder('Long key', key)
  assert.deepEqual((await createFolder('Long key', `"${key}"`)).body, first.body)
})

test('201: after a rotation of SECRET_KEY the same body still matches, and another one does not', async () => {
  const [old, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const call = {
    credentialId: owner.keyId,
    operation: 'rotated',
    key: newKey(),
  }
  const ask = (keys: Buffer[], password = 'secret') => {
    const inputMarks = createSecretBox(keys).marks(JSON.stringify({ password }))
    return once(world.database, { ...call, inputMarks }, async () => ({ status: 201, body: null }))
  }
  assert.equal((await ask([old])).replayed, false)
  assert.equal((await ask([current, old])).replayed, true)
  await assert.rejects(ask([current, old], 'another'), { code: 'idempotency_key_reused' })
})
