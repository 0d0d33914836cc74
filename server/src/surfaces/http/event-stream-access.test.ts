// Which events each caller gets, and when the stream of a caller ends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idsOf, openStream, streamEmitter } from '../../../test/helpers/event-stream-reader.ts'
import { newFile, newVersion } from '../../../test/worlds/samples.ts'
import { type Person, startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { sql } = world.database
const { emit, mark } = streamEmitter(world)

test('each role gets the events of what it can see at that moment', async () => {
  const { id: projectId, owner } = await world.project()
  const roles = [
    'PROJECT_MANAGER',
    'PROJECT_MEMBER',
    'PROJECT_REVIEWER',
    'PROJECT_RESTRICTED_REVIEWER',
  ] as const
  const people: Person[] = [owner]
  for (const role of roles) people.push(await world.member(projectId, role))
  const streams = await Promise.all(people.map(({ key }) => openStream(world.url, projectId, { key })))
  const [hidden, shown] = [await newFile(world, projectId, owner), await newFile(world, projectId, owner)]
  await sql`update files set allow_restricted = id = ${shown} where project_id = ${projectId}`
  const version = await newVersion(world, projectId, owner)
  await sql`update versions set allow_restricted = false where id = ${version}`

  const managers = await emit(projectId, { audience: 'MANAGERS' })
  const unrestricted = await emit(projectId, { audience: 'UNRESTRICTED', fileId: shown })
  // Emitted while the file and the version were visible to anyone; they have been hidden since.
  const hiddenSince = await emit(projectId, { audience: 'ANYONE', fileId: hidden })
  const versionHiddenSince = await emit(projectId, { audience: 'ANYONE', versionId: version })
  const visible = await emit(projectId, { audience: 'ANYONE', fileId: shown })
  const gone = await emit(projectId, { audience: 'ANYONE', fileId: `FX${'0'.repeat(22)}` })
  const last = await emit(projectId)

  const forAll = [visible, gone, last]
  const forSome = [unrestricted, hiddenSince, versionHiddenSince, ...forAll]
  const expected = [[managers, ...forSome], [managers, ...forSome], forSome, forSome, forAll]
  for (const [i, stream] of streams.entries()) {
    await stream.until(() => idsOf(stream.events).includes(last))
    assert.deepEqual(idsOf(stream.events), expected[i], people[i]!.email)
    stream.cut()
  }
  // A stream that starts later, and the list, return the same events.
  for (const [i, { key }] of people.entries()) {
    const late = await openStream(world.url, projectId, { key, lastId: '0' })
    assert.deepEqual(idsOf(late.events), expected[i])
    late.cut()
    const { body } = await world.call(`GET /api/projects/${projectId}/events`, { key })
    assert.deepEqual(
      body.data.map(({ id }: { id: string }) => id),
      expected[i],
    )
  }
})

test('events of a file that was hidden from restricted reviewers stay hidden after it is deleted', async () => {
  const { id: projectId, owner } = await world.project()
  const { key } = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const [hidden, shown] = [await newFile(world, projectId, owner), await newFile(world, projectId, owner)]
  const version = await newVersion(world, projectId, owner)
  await sql`update files set allow_restricted = true where project_id = ${projectId}`
  await sql`update versions set allow_restricted = true where project_id = ${projectId}`
  await emit(projectId, { fileId: hidden })
  await emit(projectId, { versionId: version })
  const seen = [await emit(projectId, { fileId: shown })]
  for (const path of [`files/${hidden}`, `versions/${version}`]) {
    const hide = { key: owner.key, body: { allowRestricted: false } }
    assert.equal((await world.call(`PATCH /api/${path}`, hide)).status, 204)
    assert.equal((await world.call(`DELETE /api/${path}`, { key: owner.key })).status, 204)
  }
  assert.equal((await world.call(`DELETE /api/files/${shown}`, { key: owner.key })).status, 204)
  const probe = await openStream(world.url, projectId, { key: owner.key, lastId: '0' })
  await mark(projectId, probe)
  probe.cut()
  const late = await openStream(world.url, projectId, { key, lastId: '0' })
  const types = late.events.map(({ event }) => event)
  assert.deepEqual(types, ['comment.created', 'file.deleted', 'project.updated'])
  assert.equal(late.events[0]!.data.id, seen[0])
  late.cut()
})

test('a changed role applies from the next event on', async () => {
  const { id: projectId } = await world.project()
  const person = await world.member(projectId, 'PROJECT_REVIEWER')
  const setRole = (role: string) => sql`
    update project_members set role = ${role} where project_id = ${projectId} and user_id = ${person.userId}`
  const stream = await openStream(world.url, projectId, { key: person.key })
  const seen = [await emit(projectId, { audience: 'UNRESTRICTED' })]
  await stream.until(() => stream.events.length === 1)
  await setRole('PROJECT_RESTRICTED_REVIEWER')
  await emit(projectId, { audience: 'UNRESTRICTED' })
  seen.push(await mark(projectId, stream))
  await setRole('PROJECT_MANAGER')
  seen.push(await emit(projectId, { audience: 'MANAGERS' }))
  seen.push(await mark(projectId, stream))
  assert.deepEqual(idsOf(stream.events), seen)
  stream.cut()
})

type Loss = (projectId: string, person: Person) => Promise<unknown>
const losses: Record<string, Loss> = {
  'is removed from the project': (projectId, { userId }) =>
    sql`delete from project_members where project_id = ${projectId} and user_id = ${userId}`,
  'is removed from the workspace': (_, { userId }) =>
    sql`delete from workspace_members where user_id = ${userId}`,
  'has the key revoked': (_, { keyId }) => sql`update api_keys set revoked_at = now() where id = ${keyId}`,
  'has a key that expires': (_, { keyId }) => sql`update api_keys set expires_at = now() where id = ${keyId}`,
  'has a key that loses the scope': (_, { keyId }) =>
    sql`update api_keys set scopes = '{files:read}' where id = ${keyId}`,
  'was in a project that is deleted': (projectId) =>
    sql`update projects set destroyed_at = now() where id = ${projectId}`,
}
for (const [what, lose] of Object.entries(losses)) {
  test(`the stream of a caller who ${what} ends without further events`, async () => {
    const { id: projectId } = await world.project()
    const person = await world.member(projectId, 'PROJECT_MEMBER')
    const stream = await openStream(world.url, projectId, { key: person.key })
    await mark(projectId, stream)
    await lose(projectId, person)
    await emit(projectId)
    await stream.ended
    assert.equal(stream.events.length, 1)
  })
}

test('the stream of a session ends with the session', async () => {
  const { id: projectId, owner } = await world.project()
  const session = await world.session(owner.userId)
  const stream = await openStream(world.url, projectId, { key: session })
  await mark(projectId, stream)
  await sql`delete from sessions where user_id = ${owner.userId}`
  await emit(projectId)
  await stream.ended
  assert.equal(stream.events.length, 1)
})

test('the stream of a project continues while its deletion is scheduled', async () => {
  const { id: projectId, owner } = await world.project()
  const stream = await openStream(world.url, projectId, { key: owner.key })
  await sql`update projects set destroyed_at = now() + interval '7 days' where id = ${projectId}`
  await mark(projectId, stream)
  stream.cut()
})
