// Taking over the address of another person, and returning after a removal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StartSite } from './site.ts'

export function attack(start: StartSite): void {
  test('a GUEST who changes their address still has the old one, for themselves and for others', async () => {
    const world = await start()
    const guest = await world.person({ role: 'GUEST' })
    const key = await world.session(guest.userId)
    const asked = await world.call('PATCH /api/account', { key, body: { email: 'ann@example.com' } })
    assert.equal(asked.status, 204)
    const account = await world.call('GET /api/account', { key })
    assert.equal(account.body.data.email, guest.email)
    const admin = await world.person({ role: 'ADMIN' })
    const search = { keyword: 'ann@example.com' }
    const found = await world.call('POST /api/workspace-members', {
      key: admin.key,
      body: search,
      headers: { 'X-HTTP-Method-Override': 'QUERY' },
    })
    assert.deepEqual([found.status, found.body.data], [200, []])
    const ann = await world.person({ email: 'ann@example.com', role: 'OWNER' })
    assert.notEqual(ann.userId, guest.userId)
  })

  test('a removed ADMIN: their webhook is paused and their link key refused', async () => {
    const world = await start()
    const [boss, leaver] = [await world.person({ role: 'OWNER' }), await world.person({ role: 'ADMIN' })]
    const { id } = await world.project({ owner: leaver })
    const hook = { url: 'https://hooks.example.com/in', events: ['*'] }
    const webhook = await world.call('POST /api/webhooks', { key: leaver.key, body: hook })
    const link = await world.call(`POST /api/projects/${id}/access-links`, {
      key: leaver.key,
      body: { role: 'PROJECT_MEMBER' },
    })
    const read = await world.call(`GET /api/project-access-links/${link.body.data.id}`, { key: leaver.key })
    const members = await world.call('POST /api/workspace-members', {
      key: boss.key,
      body: { keyword: leaver.email },
      headers: { 'X-HTTP-Method-Override': 'QUERY' },
    })
    const removed = await world.call(
      `DELETE /api/workspace-members/${members.body.data[0].id}?renewLinks=true`,
      { key: await world.session(boss.userId) },
    )
    assert.equal(removed.status, 204)
    const paused = await world.call(`GET /api/webhooks/${webhook.body.data.id}`, { key: boss.key })
    assert.deepEqual([paused.body.data.active, paused.body.data.disabledReason], [false, 'OWNER_REMOVED'])
    const body = { accessKey: read.body.data.accessKey, name: 'Nobody special' }
    const back = await world.call('POST /api/access-links/join', { body })
    assert.deepEqual([back.status, back.body.code], [403, 'link_refused'])
  })
}
