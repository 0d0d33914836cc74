// Many credentials of one person: their number is limited, and so is their total quota.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StartSite } from './site.ts'

export function attack(start: StartSite): void {
  test('a person has at most 100 live API keys, also when they are created concurrently', async () => {
    const world = await start()
    const { userId } = await world.person()
    const key = await world.session(userId)
    // The person already has one key.
    for (let i = 0; i < 95; i++) await world.key(userId, ['projects:read'])
    const create = () =>
      world.call('POST /api/api-keys', { key, body: { name: 'More', scopes: ['projects:read'] } })
    const answers = await Promise.all(Array.from({ length: 20 }, create))
    const refused = answers.filter(({ status }) => status !== 201)
    assert.equal(refused.length, 16)
    assert.deepEqual(new Set(refused.map(({ body }) => body.code)), new Set(['too_many_api_keys']))
    const [made] = answers.filter(({ status }) => status === 201)
    const gone = await world.call(`DELETE /api/api-keys/${made!.body.data.id}`, { key })
    assert.equal(gone.status, 204)
    assert.equal((await create()).status, 201)
    assert.equal((await create()).status, 409)
    assert.equal((await world.person()).key.startsWith('rvk_'), true)
  })

  test('a person with 20 keys has five times the quota of one key, on every surface', async () => {
    const world = await start({ env: { RATE_LIMITS: 'default=4' } })
    const { userId } = await world.person()
    const keys = await Promise.all(Array.from({ length: 20 }, () => world.key(userId, ['projects:read'])))
    const ping = (key: string) => world.call('GET /api/ping', { key })
    let allowed = 0
    const began = performance.now()
    for (const { key } of keys) for (let i = 0; i < 4; i++) if ((await ping(key)).status === 200) allowed += 1
    // Twenty calls at once, and one more for every three seconds that this has taken.
    const most = 21 + (performance.now() - began) / 3_000
    assert.ok(allowed >= 20 && allowed <= most, `${allowed} of at most ${most}`)
    const refused = await ping(keys[19]!.key)
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.match(refused.headers.get('ratelimit')!, /^"default";r=0;t=\d+$/)
    const tool = await world.call('POST /mcp', {
      key: keys[18]!.key,
      headers: { Accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } },
    })
    assert.match(JSON.stringify(tool.body), /rate_limited/)
    const other = await world.person()
    assert.equal((await ping(other.key)).status, 200)
  })
}
