// Events of people, skills and projects where one call changes several records.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectEvents, dataOf, eventRequests, lines } from '../../helpers/emitted-events.ts'
import { authorizeUrl, consent, redeem, startOAuthWorld } from '../../worlds/oauth-world.ts'

const world = await startOAuthWorld()
const { sql } = world.database
const newEvents = await collectEvents(world)
const owner = await world.person({ role: 'OWNER' })
const { send, emits, create } = eventRequests(world, owner, newEvents)

test('a project created with members emits member.added for each, with the role', async () => {
  const other = await world.person()
  const members = [{ user: { id: other.userId }, role: 'PROJECT_REVIEWER' }]
  const events = await emits('POST /projects', { name: 'x', accessRange: 'ONLY_PROJECT_MEMBER', members })
  assert.deepEqual(lines(events), ['project.created ANYONE', 'member.added ANYONE', 'member.added ANYONE'])
  assert.deepEqual(
    events.slice(1).map((event) => {
      const { user, role } = dataOf(event, 'member.added')
      return [user.id, role]
    }),
    [
      [owner.userId, 'PROJECT_OWNER'],
      [other.userId, 'PROJECT_REVIEWER'],
    ],
  )
  const id = events[0]!.projectId!
  const changed = ['name', 'accessRange', 'deadline']
  const change = {
    name: 'y',
    accessRange: 'ALLOW_WORKSPACE_MEMBER',
    deadline: '2027-01-01',
    description: null,
  }
  assert.deepEqual((await emits(`PATCH /projects/${id}`, change))[0]!.data, { changed })
  const [scheduled] = await emits(`POST /projects/${id}/delete`)
  const { destroyedAt } = (await send(`GET /projects/${id}`)).body.data
  assert.deepEqual(scheduled!.data, { destroyedAt })
})

test('joining emits member.added, member.updated for a higher role, and nothing without a change', async () => {
  const { id } = await world.project({ owner })
  const key = async (role: string) => {
    const link = await create(`POST /projects/${id}/access-links`, { role })
    return (await send(`GET /project-access-links/${link}`)).body.data.accessKey as string
  }
  const [weak, strong] = [await key('PROJECT_RESTRICTED_REVIEWER'), await key('PROJECT_MEMBER')]
  const person = await world.person()
  const roles = async (accessKey: string) =>
    (await emits('POST /access-links/join', { accessKey }, person)).map((event) => {
      const { role, user } = dataOf(event, 'member.added', 'member.updated')
      return [event.type, role, event.actorId === person.userId && user.id === person.userId]
    })
  assert.deepEqual(await roles(weak), [['member.added', 'PROJECT_RESTRICTED_REVIEWER', true]])
  assert.deepEqual(await roles(strong), [['member.updated', 'PROJECT_MEMBER', true]])
  assert.deepEqual(await roles(weak), [])

  await newEvents()
  const body = { accessKey: weak, name: 'A guest' }
  assert.equal((await world.call('POST /api/access-links/join', { body })).status, 200)
  const [guest] = await newEvents()
  assert.equal(guest!.actorId, dataOf(guest, 'member.added').user.id)

  const both = await world.person()
  await newEvents()
  await Promise.all(
    [weak, strong, strong].map((accessKey) => send('POST /access-links/join', { accessKey }, both)),
  )
  const types = (await newEvents()).map(({ type }) => type)
  assert.equal(types[0], 'member.added')
  assert.equal(types.filter((type) => type === 'member.added').length, 1)
})

test('removing a workspace member emits member.removed for each project, and ownership moves to the remover', async () => {
  const leaver = await world.person()
  const plain = await world.project({ owner })
  const { id: member } = (
    await send(`POST /projects/${plain.id}/members`, {
      members: [{ user: { id: leaver.userId }, role: 'PROJECT_MEMBER' }],
    })
  ).body.data[0]
  const theirs = await world.project({ owner: leaver })
  const add = { members: [{ user: { id: owner.userId }, role: 'PROJECT_REVIEWER' }] }
  const own = (await send(`POST /projects/${theirs.id}/members`, add, leaver)).body.data[0].id
  const [ownership] = await sql<{ id: string }>`
    select id from project_members where project_id = ${theirs.id} and role = 'PROJECT_OWNER'`
  const [entry] = await sql<{ id: string }>`
    select id from workspace_members where user_id = ${leaver.userId}`
  await newEvents()
  const key = await world.session(owner.userId)
  assert.equal((await world.call(`DELETE /api/workspace-members/${entry!.id}`, { key })).status, 204)
  const happened = (await newEvents()).map((event) => {
    const { member, user } = dataOf(event, 'member.added', 'member.removed')
    return [event.type, event.projectId, member.id, user.id]
  })
  assert.deepEqual(happened, [
    ['member.removed', theirs.id, own, owner.userId],
    ['member.removed', theirs.id, ownership!.id, leaver.userId],
    ['member.added', theirs.id, ownership!.id, owner.userId],
    ['member.removed', plain.id, member, leaver.userId],
  ])
})

test('publishing a default version emits skill.updated with it', async () => {
  const skill = await create('POST /skills', { name: 'mine', description: 'x', content: '# 1' })
  assert.deepEqual(lines(await emits(`POST /skills/${skill}/versions`, { content: '# 2' })), [
    'skill.version_published ANYONE',
  ])
  const [published, chosen] = await emits(`POST /skills/${skill}/versions`, {
    content: '# 3',
    isDefault: true,
  })
  assert.equal(dataOf(published, 'skill.version_published').skillVersion.version, 3)
  assert.deepEqual(chosen!.data, { skill: { id: skill }, changed: ['default'] })
  const same = { name: 'mine', description: 'x', metadata: null, license: 'MIT' }
  const [relicensed] = await emits(`PATCH /skills/${skill}`, same)
  assert.deepEqual(dataOf(relicensed, 'skill.updated').changed, ['license'])
})

test('a change by an OAuth app is marked as made by an agent', async () => {
  const { id } = await world.project({ owner })
  const config = await world.register()
  const browser = await world.browser(owner.userId)
  const url = await authorizeUrl(config, { scope: 'comments:write', resource: world.api })
  const { access_token: key } = await redeem(config, await consent(browser, url))
  await newEvents()
  const body = { content: 'x' }
  assert.equal((await world.call(`POST /api/projects/${id}/comments`, { key, body })).status, 201)
  const [said] = await newEvents()
  assert.deepEqual([said!.type, said!.actorId, said!.agent], ['comment.created', owner.userId, true])
})
