import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join } from '../../../test/worlds/samples.ts'
import { type Person, startWorld } from '../../../test/worlds/world.ts'
import { builtInProfiles } from '../../media/checks/built-in-profiles.ts'

const world = await startWorld()
const admin = await world.person({ role: 'ADMIN' })
const { id: projectId, owner } = await world.project()
const rules = { black: { level: 'PROBLEM', seconds: 1 } }
const withDefaults = { black: { level: 'PROBLEM', seconds: 1, allowedHead: 0, allowedTail: 0 } }

const create = (body: object, { key }: Pick<Person, 'key'> = admin) =>
  world.call('POST /api/check-profiles', { key, body })
const read = (id: string, { key }: Pick<Person, 'key'> = admin, query = '') =>
  world.call(`GET /api/check-profiles/${id}${query}`, { key })
const update = (id: string, body: object, { key }: Pick<Person, 'key'> = admin) =>
  world.call(`PATCH /api/check-profiles/${id}`, { key, body })
const remove = (id: string, query = '', { key }: Pick<Person, 'key'> = admin) =>
  world.call(`DELETE /api/check-profiles/${id}${query}`, { key })
const list = async (query = '', { key }: Pick<Person, 'key'> = admin) =>
  (await world.call(`GET /api/check-profiles${query}`, { key })).body.data as { id: string; name: string }[]

async function created(name: string, more: object = {}, by: Pick<Person, 'key'> = admin): Promise<string> {
  const { status, body } = await create({ name, rules, ...more }, by)
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal(body.data.version, 1)
  return body.data.id
}

test('200: built-in check profiles have short ids and no dates', async () => {
  const { status, body } = await read('ebu')
  assert.equal(status, 200)
  assert.deepEqual(body.data, {
    ...{ id: 'ebu', builtIn: true, name: 'EBU broadcast', version: 1, rules: builtInProfiles.ebu!.rules },
    ...{ project: null, usedBy: { workspace: false, projects: 0 } },
    ...{ createdBy: null, createdAt: null, updatedAt: null },
  })
  assert.equal((await read('ebu', admin, '?version=2')).status, 404)
  assert.equal((await read('nothing')).status, 404)
  assert.deepEqual(
    (await world.call('GET /api/check-profiles/web/versions', { key: admin.key })).body.data,
    [],
  )
})

test('201: a check profile has its rules with defaults, and its author', async () => {
  const id = await created('Cinema')
  const { body } = await read(id)
  const { createdAt, updatedAt, createdBy, ...rest } = body.data
  assert.deepEqual(rest, {
    ...{ id, builtIn: false, name: 'Cinema', version: 1, rules: withDefaults, project: null },
    usedBy: { workspace: false, projects: 0 },
  })
  assert.equal(createdBy.id, admin.userId)
  assert.equal(createdAt, updatedAt)
})

test('200: the list has the built-in ones, those of the workspace by name, and those of one project', async () => {
  const other = await world.project({ owner })
  const [b, a] = [await created('b list'), await created('A list')]
  const own = await created('Own list', { projectId }, owner)
  await created('Elsewhere list', { projectId: other.id }, owner)
  const names = async (query: string, who: Person) =>
    (await list(query, who)).map(({ id }) => id).filter((id) => id.length < 20 || [a, b, own].includes(id))
  const builtIn = Object.keys(builtInProfiles)
  assert.deepEqual(await names('', admin), [...builtIn, a, b])
  assert.deepEqual(await names(`?projectId=${projectId}`, owner), [...builtIn, a, b, own])
  assert.ok((await list(`?projectId=${projectId}`, owner)).every(({ name }) => name !== 'Elsewhere list'))
})

test('403 and 404: managers of a project manage its check profiles, and only its people see them', async () => {
  const [reviewer, stranger] = [await world.person(), await world.person()]
  await join(world, projectId, reviewer.userId, 'PROJECT_REVIEWER')
  const id = await created('Of the project', { projectId }, owner)
  assert.deepEqual((await read(id, reviewer)).body.data.project, { id: projectId })
  for (const answer of [
    await update(id, { name: 'Mine' }, reviewer),
    await remove(id, '', reviewer),
    await create({ name: 'Mine', rules, projectId }, reviewer),
  ])
    assert.deepEqual([answer.status, answer.body.code], [403, 'insufficient_role'])
  for (const answer of [
    await read(id, stranger),
    await update(id, { name: 'Mine' }, stranger),
    await remove(id, '', stranger),
    await create({ name: 'Mine', rules, projectId }, stranger),
    await world.call(`GET /api/check-profiles?projectId=${projectId}`, { key: stranger.key }),
    await world.call(`GET /api/check-profiles/${id}/versions`, { key: stranger.key }),
  ])
    assert.equal(answer.status, 404)
  // An administrator of the workspace without a role in the project is a stranger there, too.
  assert.equal((await read(id, admin)).status, 404)
  assert.equal((await update(id, { name: 'Renamed' }, owner)).status, 200)
})

test('200: new rules are a new version; earlier ones can be read; the same rules and a name are none', async () => {
  const id = await created('Versions')
  const second = { loudness: { level: 'WARNING', target: -23, tolerance: 1 } }
  assert.deepEqual((await update(id, { rules: second, version: 1 })).body.data, { version: 2 })
  assert.deepEqual((await update(id, { rules: second, version: 2 })).body.data, { version: 2 })
  assert.deepEqual((await update(id, { name: 'Renamed versions' })).body.data, { version: 2 })
  const latest = (await read(id)).body.data
  assert.deepEqual(
    [latest.name, latest.version, latest.rules.loudness.gating],
    ['Renamed versions', 2, 'PROGRAMME'],
  )
  const first = (await read(id, admin, '?version=1')).body.data
  assert.deepEqual([first.version, first.rules], [1, withDefaults])
  assert.equal((await read(id, admin, '?version=3')).status, 404)
  const { body } = await world.call(`GET /api/check-profiles/${id}/versions`, { key: admin.key })
  assert.deepEqual(
    body.data.map(({ version, createdBy }: { version: number; createdBy: { id: string } }) => [
      version,
      createdBy.id,
    ]),
    [
      [2, admin.userId],
      [1, admin.userId],
    ],
  )
  assert.deepEqual(body.page, { current: 1, hasNext: false })
})

test('409: of two people who change the rules at once, one gets version 2 and the other an error', async () => {
  const id = await created('Race')
  const answers = await Promise.all(
    [1, 2].map((seconds) => update(id, { version: 1, rules: { frozen: { level: 'INFO', seconds } } })),
  )
  const [won, lost] = answers.sort((a, b) => a.status - b.status)
  assert.deepEqual([won!.status, won!.body.data], [200, { version: 2 }])
  assert.deepEqual([lost!.status, lost!.body.code], [409, 'check_profile_changed'])
  assert.match(lost!.body.message, /its version is 2, and you have read version 1/)
  assert.equal((await read(id)).body.data.version, 2)
})

test('400: new rules without the version that they change, unknown rules, and limits out of range', async () => {
  const id = await created('Invalid')
  const missing = await update(id, { rules })
  assert.deepEqual([missing.status, missing.body.errors[0].path], [400, '/version'])
  const paths = async (given: object) =>
    (await update(id, { rules: given, version: 1 })).body.errors.map(({ path }: { path: string }) => path)
  assert.deepEqual(await paths({ blue: { level: 'INFO' } }), ['/rules/blue'])
  assert.deepEqual(await paths({ black: { level: 'LOUD', seconds: -1 } }), [
    '/rules/black/level',
    '/rules/black/seconds',
  ])
})

test('409: names are unique in the workspace and in each project, whatever the case; a deleted one is free again', async () => {
  const id = await created('Same')
  const taken = await create({ name: 'sAME', rules })
  assert.deepEqual([taken.status, taken.body.code], [409, 'check_profile_name_taken'])
  await created('Same', { projectId }, owner)
  const other = await created('Another')
  assert.equal((await update(other, { name: 'SAME' })).body.code, 'check_profile_name_taken')
  assert.equal((await remove(id)).status, 204)
  await created('Same')
})

test('204: a deleted check profile is not found; 409: a built-in one can be neither changed nor deleted', async () => {
  const id = await created('Deleted')
  assert.equal((await remove(id)).status, 204)
  for (const answer of [await read(id), await update(id, { name: 'Back' }), await remove(id)])
    assert.equal(answer.status, 404)
  assert.ok((await list()).every((one) => one.id !== id))
  for (const answer of [await update('web', { name: 'Ours' }), await remove('web')])
    assert.deepEqual([answer.status, answer.body.code], [409, 'check_profile_is_built_in'])
})

test('409: one that is in use needs a replacement, which its users get', async () => {
  const id = await created('Used')
  const settings = `/api/projects/${projectId}/check-settings`
  const choose = (profileId: string | null) =>
    world.call(`PUT ${settings}`, { key: owner.key, body: { profileId, off: false } })
  const chosen = async () => (await world.call(`GET ${settings}`, { key: owner.key })).body.data.profileId
  assert.equal((await choose(id)).status, 204)
  assert.deepEqual((await read(id)).body.data.usedBy, { workspace: false, projects: 1 })
  const refused = await remove(id)
  assert.deepEqual([refused.status, refused.body.code], [409, 'check_profile_in_use'])
  assert.match(refused.body.message, /in use by 1 project\./)
  // A check profile of one project cannot judge the others.
  const own = await created('Own replacement', { projectId }, owner)
  for (const wrong of [id, own, 'nothing'])
    assert.equal((await remove(id, `?replaceWith=${wrong}`)).body.errors[0].path, '/replaceWith', wrong)
  assert.equal(await chosen(), id)
  assert.equal((await remove(id, '?replaceWith=vfx')).status, 204)
  assert.equal(await chosen(), 'vfx')
})

test('409: of a choice and a deletion at the same time, one wins, and no project keeps a deleted check profile', async () => {
  const settings = `/api/projects/${projectId}/check-settings`
  for (let round = 0; round < 5; round++) {
    const id = await created(`Contested ${round}`)
    const [chose, deleted] = await Promise.all([
      world.call(`PUT ${settings}`, { key: owner.key, body: { profileId: id, off: false } }),
      remove(id),
    ])
    assert.deepEqual(chose.status === 204 ? [204, 409] : [400, 204], [chose.status, deleted.status])
    await world.call(`PUT ${settings}`, { key: owner.key, body: { profileId: null, off: false } })
  }
})

test('409: a project has at most 100 check profiles', async () => {
  const full = await world.project({ owner })
  await world.database.sql`
    insert into check_profiles (id, workspace_id, project_id, name)
    select 'CP' || md5(i::text), p.workspace_id, p.id, 'No. ' || i from generate_series(1, 100) i, projects p
    where p.id = ${full.id}`
  const { status, body } = await create({ name: 'One more', rules, projectId: full.id }, owner)
  assert.deepEqual([status, body.code], [409, 'too_many_check_profiles'])
})

test('rules of a later release are left out, and rules of an earlier one get defaults', async () => {
  const id = await created('Rolling')
  await world.database.sql`
    update check_profile_versions
    set rules = '{"black":{"level":"INFO","seconds":2},"smell":{"level":"PROBLEM"},"phase":{"level":"LOUD"}}'
    where profile_id = ${id}`
  assert.deepEqual((await read(id)).body.data.rules, {
    black: { level: 'INFO', seconds: 2, allowedHead: 0, allowedTail: 0 },
  })
})

test('the audit log names who created, changed and deleted a check profile, and chose one', async () => {
  const id = await created('Audited', { projectId }, owner)
  await update(id, { version: 1, rules: {} }, owner)
  await remove(id, '?replaceWith=web', owner)
  await world.call('PUT /api/workspace/check-settings', {
    key: admin.key,
    body: { profileId: 'ebu', off: true },
  })
  const entries = await world.database.sql<{ action: string; name: string; details: object }>`
    select action, target_name as name, details from audit_entries
    where target_id = ${id} or action = 'check_settings.updated' and target_kind = 'WORKSPACE' order by created_at, id`
  assert.deepEqual(
    entries.slice(0, 3).map(({ action, name, details }) => [action, name, details]),
    [
      ['check_profile.created', 'Audited', {}],
      ['check_profile.updated', 'Audited', { changed: ['rules'], version: 2 }],
      ['check_profile.deleted', 'Audited', { replaceWith: 'web' }],
    ],
  )
  assert.deepEqual(entries[3]!.details, { profileId: 'ebu', off: true })
})
