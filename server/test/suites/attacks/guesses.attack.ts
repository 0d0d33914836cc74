// Guessing the passwords of access links (through every surface) and accounts, and locking out their users.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '../../../src/auth/passwords.ts'
import { pageClient } from '../../helpers/page-client.ts'
import type { World } from '../../worlds/world.ts'
import type { StartSite } from './site.ts'

// Three wrong guesses at a secret per network; fifteen per secret and per network in all.
const env = { RATE_LIMITS: 'guesses=3,tier3=100000', TRUST_PROXY: 'loopback' }
const right = 'open sesame'

export function attack(start: StartSite): void {
  test('an access link: 60 wrong passwords from one network, with 8 keys, end in 429 after 3', async () => {
    const world = await start({ env })
    const accessKey = await lockedLink(world)
    const people = await Promise.all(Array.from({ length: 8 }, () => world.person()))
    const counts: Record<number, number> = {}
    for (let i = 0; i < 60; i++) {
      const { status } = await join(world, accessKey, `${i}`, { key: people[i % 8]!.key })
      counts[status] = (counts[status] ?? 0) + 1
    }
    assert.deepEqual(counts, { 403: 3, 429: 57 })
    const refused = await join(world, accessKey, right)
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal((await join(world, accessKey, right, { address: '192.0.2.200' })).status, 200)
  })

  test('an access link: 40 wrong passwords, each from another network, end in 429 after 15', async () => {
    const world = await start({ env })
    const accessKey = await lockedLink(world)
    const statuses = []
    for (let i = 0; i < 40; i++)
      statuses.push((await join(world, accessKey, `${i}`, { address: `192.0.2.${i}` })).status)
    assert.deepEqual(statuses, [...Array(15).fill(403), ...Array(25).fill(429)])
  })

  test('an access link: 30 wrong passwords at once: 3 are checked', async () => {
    const world = await start({ env })
    const accessKey = await lockedLink(world)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => join(world, accessKey, `${i}`, { address: '192.0.2.1' })),
    )
    assert.equal(answers.filter(({ status }) => status === 403).length, 3)
    assert.equal(answers.filter(({ status }) => status === 429).length, 27)
  })

  test('an access link: the page and the API count together; the right password never counts', async () => {
    const world = await start({ env })
    const accessKey = await lockedLink(world)
    for (let i = 0; i < 16; i++) assert.equal((await join(world, accessKey, right)).status, 200)
    const page = (password: string) =>
      pageClient(world.url).post(`/join/${accessKey}`, { name: 'Gus', password })
    assert.deepEqual(
      [
        (await page('a')).status,
        (await join(world, accessKey, 'b')).status,
        (await page('c')).status,
        (await page(right)).status,
        (await join(world, accessKey, right)).status,
      ],
      [403, 403, 403, 429, 429],
    )
  })

  test('sign-in: 16 correct sign-ins from one network, one more than wrong ones, all succeed', async () => {
    const world = await start({ env })
    const email = await account(world)
    for (let i = 0; i < 16; i++) assert.equal((await signIn(world, email, right)).status, 303, `${i}`)
  })

  test('sign-in: wrong passwords from one network do not lock the account for another', async () => {
    const world = await start({ env })
    const email = await account(world)
    const statuses = []
    for (let i = 0; i < 5; i++) statuses.push((await signIn(world, email, `${i}`, '192.0.2.1')).status)
    assert.deepEqual(statuses, [403, 403, 403, 429, 429])
    assert.equal((await signIn(world, email, right, '192.0.2.2')).status, 303)
  })

  test('sign-in: 200 wrong passwords for other accounts, through the proxy, lock only their own network', async () => {
    const world = await start({ env })
    const email = await account(world)
    let checked = 0
    for (let i = 0; i < 200; i++) {
      const { status } = await signIn(world, `${i}@example.com`, 'wrong', '192.0.2.1')
      if (status === 403) checked += 1
    }
    assert.equal(checked, 15)
    assert.equal((await signIn(world, email, right, '192.0.2.2')).status, 303)
  })
}

async function lockedLink(world: World): Promise<string> {
  const { id, owner } = await world.project()
  const body = { role: 'PROJECT_REVIEWER', password: right }
  const made = await world.call(`POST /api/projects/${id}/access-links`, { key: owner.key, body })
  const read = await world.call(`GET /api/project-access-links/${made.body.data.id}`, { key: owner.key })
  return read.body.data.accessKey
}

function join(
  world: World,
  accessKey: string,
  password: string,
  { key, address }: { key?: string; address?: string } = {},
) {
  const headers = address === undefined ? {} : { 'X-Forwarded-For': address }
  return world.call('POST /api/access-links/join', {
    key,
    headers,
    body: { accessKey, password, name: 'Gus' },
  })
}

async function account(world: World): Promise<string> {
  const { email, userId } = await world.person()
  const hash = await hashPassword(right)
  await world.database.sql`update users set password_hash = ${hash} where id = ${userId}`
  return email
}

function signIn(world: World, email: string, password: string, address = '192.0.2.9') {
  return pageClient(world.url).post('/sign-in', { email, password }, { 'X-Forwarded-For': address })
}
