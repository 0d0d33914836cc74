// What is told where one call changes several things, or where it depends on what was there before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPrefixedId } from '../src/core/ids.ts'
import { authorizeUrl, consent, redeem, startOAuthWorld } from './oauth-world.ts'
import { newComment, newFile, newUpload, newVersion } from './samples.ts'
import { lines, listen } from './told.ts'
import type { Person } from './world.ts'

const world = await startOAuthWorld()
const { sql } = world.database
const told = await listen(world)

const owner = await world.person({ role: 'OWNER' })
const send = (route: string, body?: unknown, who: Person | undefined = owner) => {
  const [method, path] = route.split(' ')
  return world.call(`${method} /api${path}`, { key: who.key, ...(body === undefined ? {} : { body }) })
}

/** Sends it, and gives what was told of it. */
async function tells(route: string, body?: unknown, who?: Person) {
  await told()
  const answer = await send(route, body, who)
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return told()
}

async function create(route: string, body: unknown): Promise<string> {
  const answer = await send(route, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data.id
}

async function put(fileId: string, folderId: string | null, allowRestricted: boolean): Promise<string> {
  await sql`
    update files set folder_id = ${folderId}, allow_restricted = ${allowRestricted} where id = ${fileId}`
  return fileId
}

async function commentOn(projectId: string, fileId: string): Promise<string> {
  const id = await newComment(world, projectId, owner)
  await sql`update comments set file_id = ${fileId} where id = ${id}`
  return id
}

test('a tree of folders: each folder and file of it, the deepest first, and what goes with the files', async () => {
  const { id } = await world.project({ owner })
  const root = await create(`POST /projects/${id}/folders`, { name: 'Root' })
  const way = await create(`POST /projects/${id}/folders`, { name: 'Way', parent: { id: root } })
  const end = await create(`POST /projects/${id}/folders`, { name: 'End', parent: { id: way } })
  const aside = await create(`POST /projects/${id}/folders`, { name: 'Aside', parent: { id: root } })
  const shown = await put(await newFile(world, id, owner), end, true)
  const hidden = await put(await newFile(world, id, owner), aside, false)
  const said = await commentOn(id, shown)
  const held = await newVersion(world, id, owner)
  const files = [{ id: shown }, { id: hidden }]
  await sql`
    insert into version_files (version_id, file_id, project_id, position)
    select ${held}, file_id, ${id}, 1 from unnest(${files.map((file) => file.id)}::text[]) as file_id`

  const events = await tells(`DELETE /folders/${root}?recursive=true`)
  const [comment, version, ...rest] = events
  assert.deepEqual(comment!.data, { comment: { id: said }, file: { id: shown }, parent: null })
  assert.deepEqual(version!.data, { version: { id: held }, changed: ['files'] })
  assert.deepEqual(lines([comment!, version!]), ['comment.deleted ANYONE', 'version.updated ANYONE'])
  const of = ({ type, audience, data }: (typeof events)[number]) => [
    type,
    audience,
    (data.file ?? data.folder).id,
  ]
  assert.deepEqual(
    new Set(rest.slice(0, 2).map(of).map(String)),
    new Set([String(['file.deleted', 'ANYONE', shown]), String(['file.deleted', 'UNRESTRICTED', hidden])]),
  )
  assert.deepEqual(rest.slice(2, 3).map(of), [['folder.deleted', 'ANYONE', end]])
  assert.deepEqual(
    new Set(rest.slice(3, 5).map(of).map(String)),
    new Set([String(['folder.deleted', 'ANYONE', way]), String(['folder.deleted', 'UNRESTRICTED', aside])]),
  )
  assert.deepEqual(rest.slice(5).map(of), [['folder.deleted', 'ANYONE', root]])
  assert.deepEqual(rest[5]!.data, { folder: { id: root }, parent: null })
})

test('a folder that moves or is renamed: seen by restricted reviewers where it leads to what they see', async () => {
  const { id } = await world.project({ owner })
  const a = await create(`POST /projects/${id}/folders`, { name: 'A' })
  const b = await create(`POST /projects/${id}/folders`, { name: 'B' })
  const [moved] = await tells(`PATCH /folders/${b}`, { parent: { id: a }, name: 'B' })
  assert.deepEqual(
    [moved!.audience, moved!.data],
    ['UNRESTRICTED', { folder: { id: b }, parent: { id: a }, changed: ['parent'] }],
  )
  await put(await newFile(world, id, owner), b, true)
  const [renamed] = await tells(`PATCH /folders/${a}`, { name: 'C' })
  assert.deepEqual(
    [renamed!.audience, renamed!.data],
    ['ANYONE', { folder: { id: a }, parent: null, changed: ['name'] }],
  )
  assert.deepEqual(await tells(`PATCH /folders/${a}`, { name: 'C' }), [])
  assert.deepEqual(await tells(`PATCH /folders/${b}`, { parent: { id: a } }), [])
  assert.deepEqual(
    lines(await tells(`DELETE /folders/${await create(`POST /projects/${id}/folders`, { name: 'D' })}`)),
    ['folder.deleted UNRESTRICTED'],
  )
})

test('a file that goes takes its comments along, and is missing in versions', async () => {
  const { id } = await world.project({ owner })
  const file = await put(await newFile(world, id, owner), null, false)
  await commentOn(id, file)
  const gone = await commentOn(id, file)
  await create(`POST /files/${file}/comments`, { content: 'x', parent: { id: gone } })
  await send(`DELETE /comments/${gone}`)
  const version = await create(`POST /projects/${id}/versions`, {
    name: 'x',
    files: [{ id: file }],
    allowRestricted: true,
  })
  const events = await tells(`DELETE /files/${file}`)
  // Of the one that was deleted before it was told then; and a restricted reviewer never knew that the version held it.
  assert.deepEqual(lines(events), [
    'comment.deleted UNRESTRICTED',
    'comment.deleted UNRESTRICTED',
    'version.updated UNRESTRICTED',
    'file.deleted UNRESTRICTED',
  ])
  assert.equal(
    events.some(({ data }) => data.comment?.id === gone),
    false,
  )
  assert.deepEqual(events[2]!.data, { version: { id: version }, changed: ['files'] })
})

test('a file: which fields changed, and of two words which; never where it lies', async () => {
  const { id } = await world.project({ owner })
  const folder = await create(`POST /projects/${id}/folders`, { name: 'x' })
  const file = await newFile(world, id, owner)
  const [moved] = await tells(`PATCH /files/${file}`, {
    folder: { id: folder },
    order: 7,
    name: 'y',
    description: 'z',
  })
  assert.deepEqual(moved!.data, { file: { id: file }, changed: ['name', 'description', 'folder', 'order'] })
  const [hidden] = await tells(`PATCH /files/${file}`, { allowRestricted: false, name: 'y' })
  assert.deepEqual(
    [hidden!.audience, hidden!.data],
    ['UNRESTRICTED', { file: { id: file }, changed: ['allowRestricted'], allowRestricted: false }],
  )
  const [shown] = await tells(`PATCH /files/${file}`, { allowRestricted: true })
  assert.equal(shown!.audience, 'ANYONE')
  const [tagged] = await tells(`PATCH /files/${file}/tag`, { tag: 'ON_HOLD' })
  const tag = { from: 'NEED_REVIEW', to: 'ON_HOLD' }
  assert.deepEqual(tagged!.data, { file: { id: file }, changed: ['tag'], tag })
  assert.deepEqual(await tells(`PATCH /files/${file}`, {}), [])
})

test('a version: the status it had and has; its files are not named', async () => {
  const { id } = await world.project({ owner })
  const version = await newVersion(world, id, owner)
  const [moved] = await tells(`PATCH /versions/${version}/status`, { status: 'APPROVED' })
  const status = { from: 'NEED_REVIEW', to: 'APPROVED' }
  assert.deepEqual(moved!.data, { version: { id: version }, status })
  const [updated] = await tells(`PATCH /versions/${version}`, { description: 'x', allowRestricted: false })
  const changed = ['description', 'allowRestricted']
  assert.deepEqual(
    [updated!.audience, updated!.data],
    ['UNRESTRICTED', { version: { id: version }, changed, allowRestricted: false }],
  )
})

test('a thread: who deletes the comment, and then its last reply, tells of each once', async () => {
  const { id } = await world.project({ owner })
  const comment = await create(`POST /projects/${id}/comments`, { content: 'x' })
  const reply = await create(`POST /projects/${id}/comments`, { content: 'y', parent: { id: comment } })
  const [changed] = await tells(`PATCH /comments/${reply}`, { content: 'z' })
  assert.deepEqual(changed!.data, {
    comment: { id: reply },
    file: null,
    parent: { id: comment },
    changed: ['content'],
  })
  assert.deepEqual(
    (await tells(`DELETE /comments/${comment}`)).map(({ data }) => data.comment.id),
    [comment],
  )
  const last = await tells(`DELETE /comments/${reply}`)
  assert.deepEqual(lines(last), ['comment.deleted ANYONE'])
  assert.equal(last[0]!.data.comment.id, reply)
})

test('twenty who resolve at once: it is told once', async () => {
  const { id } = await world.project({ owner })
  const comment = await newComment(world, id, owner)
  await told()
  await Promise.all(Array.from({ length: 20 }, () => send(`POST /comments/${comment}/resolve`)))
  assert.deepEqual(lines(await told()), ['comment.resolved ANYONE'])
})

test('a project with members: each of them, with the role', async () => {
  const other = await world.person()
  const members = [{ user: { id: other.userId }, role: 'PROJECT_REVIEWER' }]
  const events = await tells('POST /projects', { name: 'x', accessRange: 'ONLY_PROJECT_MEMBER', members })
  assert.deepEqual(lines(events), ['project.created ANYONE', 'member.added ANYONE', 'member.added ANYONE'])
  assert.deepEqual(
    events.slice(1).map(({ data }) => [data.user.id, data.role]),
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
  assert.deepEqual((await tells(`PATCH /projects/${id}`, change))[0]!.data, { changed })
  const [scheduled] = await tells(`POST /projects/${id}/delete`)
  const { destroyedAt } = (await send(`GET /projects/${id}`)).body.data
  assert.deepEqual(scheduled!.data, { destroyedAt })
})

test('joining: added, raised, and not told when it changes nothing', async () => {
  const { id } = await world.project({ owner })
  const key = async (role: string) => {
    const link = await create(`POST /projects/${id}/access-links`, { role })
    return (await send(`GET /project-access-links/${link}`)).body.data.accessKey as string
  }
  const [weak, strong] = [await key('PROJECT_RESTRICTED_REVIEWER'), await key('PROJECT_MEMBER')]
  const person = await world.person()
  const roles = async (accessKey: string) =>
    (await tells('POST /access-links/join', { accessKey }, person)).map(({ type, data, actorId }) => [
      type,
      data.role,
      actorId === person.userId && data.user.id === person.userId,
    ])
  assert.deepEqual(await roles(weak), [['member.added', 'PROJECT_RESTRICTED_REVIEWER', true]])
  assert.deepEqual(await roles(strong), [['member.updated', 'PROJECT_MEMBER', true]])
  assert.deepEqual(await roles(weak), [])

  await told()
  const body = { accessKey: weak, name: 'A guest' }
  assert.equal((await world.call('POST /api/access-links/join', { body })).status, 200)
  const [guest] = await told()
  assert.deepEqual([guest!.type, guest!.actorId], ['member.added', guest!.data.user.id])

  const both = await world.person()
  await told()
  await Promise.all(
    [weak, strong, strong].map((accessKey) => send('POST /access-links/join', { accessKey }, both)),
  )
  const types = (await told()).map(({ type }) => type)
  assert.equal(types[0], 'member.added')
  assert.equal(types.filter((type) => type === 'member.added').length, 1)
})

test('who leaves the workspace leaves each project, and whoever removes them takes over what they own', async () => {
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
  await told()
  const key = await world.session(owner.userId)
  assert.equal((await world.call(`DELETE /api/workspace-members/${entry!.id}`, { key })).status, 204)
  const happened = (await told()).map(({ type, projectId, data }) => [
    type,
    projectId,
    data.member.id,
    data.user.id,
  ])
  assert.deepEqual(happened, [
    ['member.removed', theirs.id, own, owner.userId],
    ['member.removed', theirs.id, ownership!.id, leaver.userId],
    ['member.added', theirs.id, ownership!.id, owner.userId],
    ['member.removed', plain.id, member, leaver.userId],
  ])
})

test('an upload whose end was cut short is told when it is found complete', async () => {
  const { id } = await world.project({ owner })
  const file = await newUpload(world, id, owner)
  await sql`
    update objects o set stored_at = now(), mime_type = 'text/plain' from files f
    where f.id = ${file} and o.id = f.object_id`
  await told()
  assert.equal((await send(`POST /files/${file}/upload.resume`)).status, 409)
  assert.deepEqual(lines(await told()), ['file.uploaded ANYONE'])
  assert.equal((await send(`POST /files/${newPrefixedId('FX')}/upload.resume`)).status, 404)
  assert.deepEqual(await told(), [])
})

test('a skill: another default is told with the version that becomes it', async () => {
  const skill = await create('POST /skills', { name: 'mine', description: 'x', content: '# 1' })
  assert.deepEqual(lines(await tells(`POST /skills/${skill}/versions`, { content: '# 2' })), [
    'skill.version_published ANYONE',
  ])
  const [published, chosen] = await tells(`POST /skills/${skill}/versions`, {
    content: '# 3',
    isDefault: true,
  })
  assert.equal(published!.data.skillVersion.version, 3)
  assert.deepEqual(chosen!.data, { skill: { id: skill }, changed: ['default'] })
  const same = { name: 'mine', description: 'x', metadata: null, license: 'MIT' }
  assert.deepEqual((await tells(`PATCH /skills/${skill}`, same))[0]!.data.changed, ['license'])
})

test('an app acts for its person, and it is told that it was an app', async () => {
  const { id } = await world.project({ owner })
  const config = await world.register()
  const browser = await world.browser(owner.userId)
  const url = await authorizeUrl(config, { scope: 'comments:write', resource: world.api })
  const { access_token: key } = await redeem(config, await consent(browser, url))
  await told()
  const body = { content: 'x' }
  assert.equal((await world.call(`POST /api/projects/${id}/comments`, { key, body })).status, 201)
  const [said] = await told()
  assert.deepEqual([said!.type, said!.actorId, said!.agent], ['comment.created', owner.userId, true])
})
