import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newApiKey } from '../../../src/auth/api-keys.ts'
import { operations } from '../../../src/service.ts'
import { callToolByHand, outcomeOf } from '../../helpers/mcp-client.ts'
import { bindings, toCall } from '../../helpers/requests.ts'
import { sampleFor } from '../../worlds/samples.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld({
  env: {
    RATE_LIMITS: 'default=4,tier2=5,tier3=6,tier4=7',
    SESSION_RATE_LIMITS: 'default=8,tier2=9,tier3=10,tier4=11',
  },
})
const guarded = await startWorld({ env: { RATE_LIMITS: 'auth=3', TRUST_PROXY: 'loopback' } })

const quotas = { default: 4, 2: 5, 3: 6, 4: 7 }
const sessionQuotas = { default: 8, 2: 9, 3: 10, 4: 11 }

for (const operation of operations) {
  const name = operation.tier === 'default' ? 'default' : `tier${operation.tier}`
  const quota = quotas[operation.tier]

  test(`429: ${operation.name} after the ${quota} calls of its tier, through every binding`, async () => {
    const { id, owner } = await world.project()
    const ways = bindings(operation, operations)
    for (let left = quota - 1; left >= 0; left--) {
      const target = await sampleFor(operation)(world, id, owner)
      const { route, options } = toCall(operation, target, ways[left % ways.length])
      const answer = await world.call(route, { ...options, key: owner.key })
      assert.equal(answer.headers.get('ratelimit-policy'), `"${name}";q=${quota};w=60`)
      assert.match(answer.headers.get('ratelimit')!, new RegExp(`^"${name}";r=${left};t=\\d+$`))
      assert.equal(answer.headers.get('retry-after'), null)
    }
    const target = await sampleFor(operation)(world, id, owner)
    const { route, options } = toCall(operation, target)
    const refused = await world.call(route, { ...options, key: owner.key })
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
    assert.match(refused.headers.get('ratelimit')!, new RegExp(`^"${name}";r=0;t=60$`))
    const wait = Number(refused.headers.get('retry-after'))
    assert.ok(wait >= 1 && wait <= Math.ceil(60 / quota), `Retry-After: ${wait}`)
    if (operation.tool) {
      const tool = await callToolByHand(world.url, owner.key, operation, target)
      assert.equal(outcomeOf(tool, operation), '429 rate_limited')
    }
  })
}

const tiers = ['default', 2, 3, 4] as const

for (const tier of tiers) {
  const operation = operations.find(
    (one) => one.tier === tier && one.workspaceRole === undefined && one.credential === undefined,
  )!
  const quota = sessionQuotas[tier]
  const name = tier === 'default' ? 'session-default' : `session-tier${tier}`

  test(`429: a session has its own quota of tier ${tier}, and no more (${operation.name})`, async () => {
    const { id, owner } = await world.project()
    const key = await world.session(owner.userId)
    const call = async () => {
      const { route, options } = toCall(operation, await sampleFor(operation)(world, id, owner))
      return world.call(route, { ...options, key })
    }
    for (let left = quota - 1; left >= 0; left--) {
      const answer = await call()
      assert.ok(answer.status < 300, `${answer.status}`)
      assert.equal(answer.headers.get('ratelimit-policy'), `"${name}";q=${quota};w=60`)
      assert.match(answer.headers.get('ratelimit')!, new RegExp(`^"${name}";r=${left};t=\\d+$`))
    }
    const refused = await call()
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
    assert.match(refused.headers.get('ratelimit')!, new RegExp(`^"${name}";r=0;t=60$`))
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  })
}

test('429: all sessions of a person together have five times the quota of one', async () => {
  const { owner } = await world.project()
  const ping = async (key: string) => (await world.call('GET /api/ping', { key })).status
  for (let session = 0; session < 5; session++) {
    const key = await world.session(owner.userId)
    for (let i = 0; i < sessionQuotas.default; i++) assert.equal(await ping(key), 200)
  }
  assert.equal(await ping(await world.session(owner.userId)), 429)
  assert.equal(await ping(owner.key), 200)
})

async function exhausted() {
  const { id, owner } = await world.project()
  for (let i = 0; i < quotas.default; i++) await world.call('GET /api/ping', { key: owner.key })
  return { id, owner }
}

test('200: another credential of the same user has its own quota', async () => {
  const { owner } = await exhausted()
  const { key } = await world.key(owner.userId, [])
  assert.equal((await world.call('GET /api/ping', { key: owner.key })).status, 429)
  assert.equal((await world.call('GET /api/ping', { key })).status, 200)
})

test('200: another operation of the same tier has its own quota', async () => {
  const { id, owner } = await exhausted()
  assert.equal((await world.call('GET /api/ping', { key: owner.key })).status, 429)
  assert.equal((await world.call(`GET /api/projects/${id}`, { key: owner.key })).status, 200)
})

test('refused calls spend the quota and carry the limit headers', async () => {
  const { id, owner } = await world.project()
  const { key: without } = await world.key(owner.userId, [])
  const route = `POST /api/projects/${id}/folders`
  const refusals: [number, Parameters<typeof world.call>][] = [
    [400, [route, { key: owner.key, body: { name: '' } }]],
    [404, ['POST /api/projects/nope/folders', { key: owner.key, body: { name: 'x' } }]],
    [415, [route, { key: owner.key, body: 'x', headers: { 'Content-Type': 'text/plain' } }]],
    [400, [route, { key: owner.key, body: '{' }]],
    [403, [route, { key: without, body: { name: 'x' } }]],
  ]
  const left: string[] = []
  for (const [status, call] of refusals) {
    const answer = await world.call(...call)
    assert.equal(answer.status, status)
    assert.equal(answer.headers.get('ratelimit-policy'), '"tier3";q=6;w=60')
    left.push(/r=(\d)/.exec(answer.headers.get('ratelimit')!)![1]!)
  }
  assert.deepEqual(left, ['5', '4', '3', '2', '5'])
})

test('429: only for the address that guesses keys', async () => {
  const owner = await guarded.person()
  const from = (address: string, key: string) =>
    guarded.call('GET /api/ping', { key, headers: { 'X-Forwarded-For': address } })
  for (const key of ['nonsense', newApiKey(), newApiKey()]) {
    assert.equal((await from('192.0.2.1', key)).status, 401)
  }
  const stopped = await from('192.0.2.1', newApiKey())
  assert.deepEqual([stopped.status, stopped.body.code], [429, 'rate_limited'])
  assert.ok(Number(stopped.headers.get('retry-after')) >= 1)
  assert.equal((await from('192.0.2.2', newApiKey())).status, 401)
  assert.equal((await from('192.0.2.1', owner.key)).status, 200)
})

test('401: X-Forwarded-For of an untrusted proxy is ignored', async () => {
  const plain = await startWorld({ env: { RATE_LIMITS: 'auth=2' } })
  const statuses: number[] = []
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    const headers = { 'X-Forwarded-For': address }
    statuses.push((await plain.call('GET /api/ping', { key: newApiKey(), headers })).status)
  }
  assert.deepEqual(statuses, [401, 401, 429])
})
