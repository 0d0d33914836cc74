import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberAll } from '../../../test/helpers/emit-events.ts'
import { connect } from '../../../test/helpers/mcp-client.ts'
import { newFile } from '../../../test/worlds/samples/files.ts'
import { newVersion } from '../../../test/worlds/samples/versions.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { hashToken } from '../../auth/api-keys.ts'

const world = await startWorld()
const { sql } = world.database
const { id: projectId, owner } = await world.project()
const session = await world.session(owner.userId)
const { key } = owner
const connectionId = await idOf(key)
const origin = world.url.replace('127.0.0.1', 'localhost')

async function idOf(apiKey: string): Promise<string> {
  const [row] = await sql<{ id: string }>`select id from api_keys where hash = ${hashToken(apiKey)}`
  return row!.id
}

type Activity = {
  event: { type: string; number: number; actor: { agent: boolean }; data: Record<string, { id: string }> }
  text: string
  excerpt: string | null
  url: string
  project: { name: string } | null
  deleted: boolean
  undo: string | null
}

async function activity(who = session, id = connectionId): Promise<Activity[]> {
  await numberAll(sql)
  const answer = await world.call(`GET /api/connections/${id}/activity`, { key: who })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}

async function send(route: string, body?: unknown, who = key) {
  const answer = await world.call(route, { key: who, body })
  assert.ok(answer.status < 300, `${route}: ${JSON.stringify(answer.body)}`)
  return answer.body?.data
}

test('200: the list has the deeds of the key through HTTP and MCP, newest first, and none of others', async () => {
  const fileId = await newFile(world, projectId, owner)
  const agent = await connect(world.url, key)
  const input = { fileId, content: 'Too dark' }
  const made = await agent.callTool({ name: 'create_file_comment', arguments: input })
  const { id } = (made.structuredContent as { data: { id: string } }).data
  await agent.close()
  await send(`POST /api/comments/${id}/resolve`)
  await send(`POST /api/files/${fileId}/comments`, { content: 'By hand' }, session)

  const [resolved, created] = await activity()
  assert.deepEqual(
    [resolved!.event.type, resolved!.event.actor.agent, resolved!.undo],
    ['comment.resolved', false, 'REOPEN_COMMENT'],
  )
  assert.deepEqual(
    [created!.event.type, created!.event.actor.agent, created!.excerpt, created!.undo],
    ['comment.created', true, 'Too dark', 'DELETE_COMMENT'],
  )
  assert.match(created!.text, /^Commented on /)
  assert.equal(created!.url, `${origin}/files/${fileId}?comment=${id}`)
  assert.ok((await activity()).every(({ excerpt }) => excerpt !== 'By hand'))
})

test('200: an undo is offered while it works, and not after it was made', async () => {
  const versionId = await newVersion(world, projectId, owner)
  await send(`PUT /api/versions/${versionId}/verdict`, { verdict: 'NEED_EDIT' })
  const link = { role: 'PROJECT_REVIEWER' }
  const { id: linkId } = await send(`POST /api/projects/${projectId}/access-links`, link)
  const undoOf = async (type: string) => (await activity()).find(({ event }) => event.type === type)?.undo
  assert.deepEqual(
    [await undoOf('verdict.given'), await undoOf('access_link.created')],
    ['WITHDRAW_VERDICT', 'DELETE_ACCESS_LINK'],
  )
  await send(`DELETE /api/versions/${versionId}/verdict`, undefined, session)
  await send(`DELETE /api/project-access-links/${linkId}`, undefined, session)
  assert.deepEqual([await undoOf('verdict.given'), await undoOf('access_link.created')], [null, null])
})

test('200: a verdict or a resolution that came later is not the key’s to undo', async () => {
  const versionId = await newVersion(world, projectId, owner)
  const fileId = await newFile(world, projectId, owner)
  const { id } = await send(`POST /api/files/${fileId}/comments`, { content: 'Later' })
  const undos = async () =>
    (await activity())
      .filter(({ event: { data } }) => data.version?.id === versionId || data.comment?.id === id)
      .map(({ event, undo }) => [event.type, undo])
  await send(`PUT /api/versions/${versionId}/verdict`, { verdict: 'REJECTED' })
  await send(`POST /api/comments/${id}/resolve`)
  const before = new Map((await undos()) as [string, string][])
  assert.deepEqual(
    [before.get('verdict.given'), before.get('comment.resolved')],
    ['WITHDRAW_VERDICT', 'REOPEN_COMMENT'],
  )
  // The person decides the same by hand.
  await send(`PUT /api/versions/${versionId}/verdict`, { verdict: 'REJECTED', note: 'Mine' }, session)
  await send(`POST /api/comments/${id}/reopen`, undefined, session)
  await send(`POST /api/comments/${id}/resolve`, undefined, session)
  const after = new Map((await undos()) as [string, string][])
  assert.deepEqual([after.get('verdict.given'), after.get('comment.resolved')], [null, null])
})

test('200: a deed on a comment that was deleted since is marked, and the deletion itself is not', async () => {
  const fileId = await newFile(world, projectId, owner)
  const { id } = await send(`POST /api/files/${fileId}/comments`, { content: 'Gone' })
  const marks = async () =>
    (await activity())
      .filter(({ event: { data } }) => data.comment?.id === id)
      .map(({ event, deleted }) => [event.type, deleted])
  assert.deepEqual(await marks(), [['comment.created', false]])
  await send(`DELETE /api/comments/${id}`)
  assert.deepEqual(await marks(), [
    ['comment.deleted', false],
    ['comment.created', true],
  ])
})

test('200: a deleted record can be restored while it is in the trash, and is named', async () => {
  const fileId = await newFile(world, projectId, owner)
  const { name } = await send(`GET /api/files/${fileId}`)
  const note = await send(`POST /api/files/${fileId}/comments`, { content: 'Too dark' })
  const folder = await send(`POST /api/projects/${projectId}/folders`, { name: 'Shots' })
  const version = await send(`POST /api/projects/${projectId}/versions`, { name: 'Cut' })
  const skill = await send('POST /api/skills', { name: 'Colour', description: 'Checks.' })
  const paths = [
    `comments/${note.id}`,
    `files/${fileId}`,
    `folders/${folder.id}`,
    `versions/${version.id}`,
    `skills/${skill.id}`,
  ]
  for (const path of paths) await send(`DELETE /api/${path}`)
  const deleted = async () =>
    (await activity())
      .slice(0, paths.length)
      .map(({ text, undo }) => `${text}, ${undo}`)
      .reverse()
  assert.deepEqual(await deleted(), [
    'Deleted a comment: Too dark, RESTORE_COMMENT',
    `Deleted a file: ${name}, RESTORE_FILE`,
    'Deleted a folder: Shots, RESTORE_FOLDER',
    'Deleted a review: Cut, RESTORE_VERSION',
    'Deleted a skill: Colour, RESTORE_SKILL',
  ])
  await sql`update trash set purged_at = now()`
  assert.deepEqual(await deleted(), [
    'Deleted a comment, null',
    'Deleted a file, null',
    'Deleted a folder, null',
    'Deleted a review, null',
    'Deleted a skill, null',
  ])
})

test('200: a revoked key, page by page', async () => {
  const made = await send('POST /api/api-keys', { name: 'Busy', scopes: ['folders:write'] }, session)
  for (let i = 0; i < 60; i++)
    await send(`POST /api/projects/${projectId}/folders`, { name: `Folder ${i}` }, made.key)
  await send(`DELETE /api/api-keys/${made.id}`, undefined, session)
  await numberAll(sql)
  const route = `GET /api/connections/${made.id}/activity`
  const first = (await world.call(route, { key: session })).body
  const second = (await world.call(`${route}?next=${first.page.next}`, { key: session })).body
  assert.deepEqual([first.data.length, second.data.length, second.page.next], [50, 10, null])
  assert.equal(first.data[0].text, 'Created the folder Folder 59')
  assert.equal(second.data[9].text, 'Created the folder Folder 0')
})

test('200: an administrator sees what the key did in projects that they see, and undoes nothing', async () => {
  const admin = await world.session((await world.person({ role: 'ADMIN' })).userId)
  const { id: hidden } = await world.project({ owner, accessRange: 'ONLY_PROJECT_MEMBER' })
  const { id: open } = await world.project({ owner, accessRange: 'ALLOW_WORKSPACE_MEMBER' })
  for (const id of [hidden, open]) await send(`POST /api/projects/${id}/comments`, { content: `In ${id}` })
  const seen = await activity(admin)
  const excerpts = seen.map(({ excerpt }) => excerpt)
  assert.deepEqual([excerpts.includes(`In ${open}`), excerpts.includes(`In ${hidden}`)], [true, false])
  assert.ok(seen.every(({ undo }) => undo === null))
})

test('404: the key of somebody else, for a member', async () => {
  const member = await world.session((await world.person()).userId)
  const answer = await world.call(`GET /api/connections/${connectionId}/activity`, { key: member })
  assert.equal(answer.status, 404)
})
