// How the database handles addresses: in accounts created before addresses were proven, and under races.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { asAdmin, startWorld } from '../../test/worlds/world.ts'
import { newUuid } from '../core/ids.ts'
import { listMigrations, migrate } from '../database/migrate.ts'
import { createOneTimeLink } from './one-time-links.ts'
import { proveAddress } from './proven-addresses.ts'

const world = await startWorld()
const { sql } = world.database

test('migration: accounts above GUEST count as proven, guests and accounts in no workspace do not', async () => {
  const old = new URL(world.databaseUrl)
  const name = `${old.pathname.slice(1)}_old`
  old.pathname = `/${name}`
  await asAdmin(world.databaseUrl, `create database ${name}`)
  const client = new pg.Client(old.href)
  await client.connect()
  try {
    await migrate(
      client,
      listMigrations().filter((one) => one.name < '0016'),
    )
    await client.query(`insert into workspaces (id, name) values ('${newUuid()}', 'Studio')`)
    const accounts = [
      ['owner@localhost', 'OWNER'],
      ['member@example.com', 'MEMBER'],
      ['taken-by-a-guest@example.com', 'GUEST'],
      [`guest-${newUuid()}@guest.invalid`, 'GUEST'],
      ['mira@demo.invalid', 'GUEST'],
      ['nowhere@example.com', null],
    ] as const
    for (const [email, role] of accounts) {
      const id = newUuid()
      await client.query('insert into users (id, email, name) values ($1, $2, $2)', [id, email])
      if (role === null) continue
      await client.query(
        'insert into workspace_members (id, workspace_id, user_id, role) select $1, id, $2, $3 from workspaces',
        [newUuid(), id, role],
      )
    }
    await migrate(client)
    const { rows } = await client.query('select email_proven_at is not null as proven from users order by id')
    assert.deepEqual(
      rows.map(({ proven }) => proven),
      [true, true, false, false, true, false],
    )
  } finally {
    await client.end()
    await asAdmin(world.databaseUrl, `drop database ${name} with (force)`)
  }
})

test('an account requests several links concurrently: one of them works', async () => {
  const { userId } = await world.person()
  const key = await world.session(userId)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      world.call('PATCH /api/account', { key, body: { email: `race-${i}@example.com` } }),
    ),
  )
  assert.ok(answers.every(({ status }) => status === 204))
  const { status, body } = await world.call('GET /api/account', { key })
  assert.equal(status, 200)
  assert.match(body.data.pendingEmail.email, /^race-\d@/)
  assert.equal((await sql`select id from one_time_links where user_id = ${userId}`).length, 1)
})

test('the placeholder address of a released account cannot be claimed in advance', async () => {
  const email = `${newUuid()}@example.com`
  const { userId: squatter } = await world.person({ email })
  await sql`update users set email_proven_at = null where id = ${squatter}`
  await world.person({ email: `released-${squatter}@address.invalid` })
  const { userId } = await world.person()
  await createOneTimeLink(sql, world.url, userId, 'EMAIL', { email, mailed: true })
  await world.database.transaction((transaction) => proveAddress(transaction, { userId, email }))
  const [holder] = await sql`select id from users where email = ${email}`
  assert.equal(holder!.id, userId)
})

test("accounts that prove each other's claimed addresses: each gets the one it proved", async () => {
  for (let round = 0; round < 10; round++) {
    const people = await Promise.all([world.person(), world.person()])
    const ids = people.map(({ userId }) => userId)
    await sql`update users set email_proven_at = null where id = any(${ids}::uuid[])`
    let attempts = 0
    await Promise.all(
      people.map(({ userId }, i) =>
        world.database.transaction((transaction) => {
          attempts++
          return proveAddress(transaction, { userId, email: people[1 - i]!.email })
        }),
      ),
    )
    assert.equal(attempts, 2, 'a deadlock was repeated')
    const rows = await sql<{
      id: string
      email: string
    }>`select id, email from users where id = any(${ids}::uuid[])`
    for (const { id, email } of rows) assert.equal(email, people[1 - ids.indexOf(id)]!.email)
  }
})
