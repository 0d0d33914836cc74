// Races between different operations. Races of one operation with itself are tested beside the operation.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser, createWorkspace } from '../../../src/admin/accounts.ts'
import { firstStart } from '../../../src/admin/first-start.ts'
import { newUuid } from '../../../src/core/ids.ts'
import { purgeProjects } from '../../../src/jobs/purge-projects.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const rounds = 10

/** Runs the functions concurrently, each slightly later than the one before, in a different order every round. */
async function together(round: number, ...works: (() => Promise<unknown>)[]): Promise<void> {
  const turned = [...works.slice(round % works.length), ...works.slice(0, round % works.length)]
  await Promise.all(turned.map((work) => work()))
}

test('concurrent creation in several workspaces and spellings: one account', async () => {
  for (let round = 0; round < rounds; round++) {
    const workspaces = await Promise.all(
      [1, 2, 3].map(() => createWorkspace(world.database, { name: 'Racing' })),
    )
    const email = `${newUuid()}@example.com`
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        createUser(
          world.database,
          {
            workspaceId: workspaces[i % 3]!.id,
            email: i % 2 === 0 ? email : email.toUpperCase(),
            name: 'Racer',
            role: 'MEMBER',
          },
          'existing',
        ),
      ),
    )
    assert.equal(new Set(made.map(({ id }) => id)).size, 1)
    const memberships = await world.database.sql`
      select workspace_id from workspace_members where user_id = ${made[0]!.id}`
    assert.equal(memberships.length, 3)
  }
})

test('several nodes start at once: one first workspace', async () => {
  const empty = await startWorld()
  await empty.database.sql`delete from workspaces`
  const made = await Promise.all(Array.from({ length: 5 }, () => firstStart(empty.database, empty.url)))
  assert.equal(made.filter((result) => result !== undefined).length, 1)
  assert.equal((await empty.database.sql`select id from workspaces`).length, 1)
})

test('201 or 404: creating in a project while it is purged', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, owner } = await world.project()
    const people = await Promise.all(Array.from({ length: 3 }, () => world.person()))
    const statuses: number[] = []
    const post = (path: string, body: unknown) => async () => {
      const answer = await world.call(`POST /api/projects/${id}/${path}`, { key: owner.key, body })
      statuses.push(answer.status)
    }
    const members = people.map(({ userId }) => ({ user: { id: userId }, role: 'PROJECT_REVIEWER' }))
    await together(
      round,
      async () => {
        await world.database.sql`update projects set destroyed_at = now() where id = ${id}`
        await world.runJob(purgeProjects)
      },
      post('folders', { name: 'Late' }),
      post('versions', { name: 'Late' }),
      ...members.map((member) => post('members', { members: [member] })),
    )
    const odd = statuses.filter((status) => status !== 201 && status !== 404)
    assert.deepEqual(odd, [])
    assert.equal((await world.database.sql`select id from projects where id = ${id}`).length, 0)
  }
})

test('204 or 404: cancelling a deletion during the purge: the project is complete or gone', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, owner } = await world.project()
    await world.database.sql`
      update projects set destroyed_at = now() + interval '20 milliseconds' where id = ${id}`
    let saved = 0
    await together(
      round,
      async () => {
        for (let i = 0; i < 5; i++) await world.runJob(purgeProjects)
      },
      async () => {
        saved = (await world.call(`POST /api/projects/${id}/delete.cancel`, { key: owner.key })).status
      },
    )
    assert.ok(saved === 204 || saved === 404, String(saved))
    await world.runJob(purgeProjects)
    const kept = await world.database.sql`
      select p.id from projects p join project_members m on m.project_id = p.id where p.id = ${id}`
    assert.equal(kept.length, saved === 204 ? 1 : 0)
  }
})

test('201, 400 or 409: a user is added to a project while they leave the workspace', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, owner } = await world.project()
    const person = await world.person()
    let status = 0
    await together(
      round,
      async () => {
        await world.database.sql`delete from workspace_members where user_id = ${person.userId}`
      },
      async () => {
        const members = [{ user: { id: person.userId }, role: 'PROJECT_MEMBER' }]
        const answer = await world.call(`POST /api/projects/${id}/members`, {
          key: owner.key,
          body: { members },
        })
        status = answer.status
      },
    )
    assert.ok([201, 400, 409].includes(status), String(status))
    const left = await world.database.sql`
      select id from project_members where project_id = ${id} and user_id = ${person.userId}`
    assert.deepEqual(left, [])
  }
})

test('a member is removed while they write: the write is complete or refused', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, owner } = await world.project()
    const member = await world.member(id, 'PROJECT_MEMBER')
    const [{ id: memberId } = { id: '' }] = await world.database.sql<{ id: string }>`
      select id from project_members where project_id = ${id} and user_id = ${member.userId}`
    const written: string[] = []
    await together(
      round,
      async () => {
        const answer = await world.call(`DELETE /api/project-members/${memberId}`, { key: owner.key })
        assert.equal(answer.status, 204)
      },
      ...Array.from({ length: 5 }, (_, i) => async () => {
        const body = { name: `Folder ${i}` }
        const answer = await world.call(`POST /api/projects/${id}/folders`, { key: member.key, body })
        if (answer.status === 201) written.push(answer.body.data.id)
        else assert.equal(answer.status, 404)
      }),
    )
    const kept = await world.database.sql`select id from folders where project_id = ${id}`
    assert.equal(kept.length, written.length)
    const late = await world.call(`GET /api/projects/${id}`, { key: member.key })
    assert.equal(late.status, 404)
  }
})
