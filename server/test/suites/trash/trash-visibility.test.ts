// A record in the trash is found nowhere: not by id in any operation, in no answer of any read and no tool, and in no mail; and it is
// back everywhere when it is restored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from '../../../src/core/access.ts'
import { isRead, methodAndPath, type Operation } from '../../../src/core/operation.ts'
import { storeNextTexts } from '../../../src/jobs/comment-texts.ts'
import { readFacts } from '../../../src/notifications/mail/facts.ts'
import { notifyNext } from '../../../src/notifications/notify.ts'
import { operations } from '../../../src/service.ts'
import { numberAll } from '../../helpers/emit-events.ts'
import { connect } from '../../helpers/mcp-client.ts'
import { toCall } from '../../helpers/requests.ts'
import {
  newAttachment,
  newComment,
  newFile,
  newFolder,
  sampleFor,
  type Target,
} from '../../worlds/samples.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const { sql } = world.database
const owner = await world.person({ role: 'OWNER', name: 'Olga' })
const { id: projectId } = await world.project({ owner, name: 'Spot' })

async function send(route: string, body?: object, key = owner.key) {
  const answer = await world.call(route, body === undefined ? { key } : { key, body })
  assert.ok(answer.status < 300, `${route}: ${JSON.stringify(answer.body)}`)
  return answer.body?.data
}

/** Deletes, through the API, the record that an id leads to. */
const deletions: Partial<Record<Locator, (id: string) => Promise<unknown>>> = {
  fileId: (id) => send(`DELETE /api/files/${id}`),
  folderId: (id) => send(`DELETE /api/folders/${id}?recursive=true`),
  commentId: (id) => send(`DELETE /api/comments/${id}`),
  versionId: (id) => send(`DELETE /api/versions/${id}`),
  async reviewRequestId(id) {
    const [request] = await sql<{ versionId: string }>`
      select version_id as "versionId" from review_requests where id = ${id}`
    await send(`DELETE /api/versions/${request!.versionId}`)
  },
  async attachmentId(id) {
    const comment = await newComment(world, projectId, owner)
    await sql`update comment_attachments set comment_id = ${comment}, position = 0 where id = ${id}`
    await send(`DELETE /api/comments/${comment}`)
  },
}

for (const operation of operations.filter(({ project }) => project !== undefined && deletions[project])) {
  test(`404: ${operation.name} of a record in the trash`, async () => {
    const target = await sampleFor(operation)(world, projectId, owner)
    const key = operation.project!
    await deletions[key]!(target.params[key]!)
    const { route, options } = toCall(operation, target)
    const answer = await world.call(route, { ...options, key: await world.credential(operation, owner) })
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'])
  })
}

test('404: an attachment whose file is in the trash', async () => {
  const [id, file] = [await newAttachment(world, projectId, owner), await newFile(world, projectId, owner)]
  await sql`update comment_attachments set file_id = ${file} where id = ${id}`
  await send(`DELETE /api/files/${file}`)
  for (const route of [
    `GET /api/comment-attachments/${id}/download`,
    `DELETE /api/comment-attachments/${id}`,
  ])
    assert.equal((await world.call(route, { key: owner.key })).status, 404, route)
})

const mark = /zebra/i

/** Reads that show the trash itself, or that somebody deleted a record. */
const ofTrash = ['listTrash', 'listWorkspaceTrash', 'listConnectionActivity', 'listAuditEntries']

type Studio = Awaited<ReturnType<typeof furnish>>

/** A project in which everything that is deleted later is called Zebra, and nothing else is. */
async function furnish() {
  const { id: project } = await world.project({ owner, name: 'Film' })
  const member = await world.member(project, 'PROJECT_MEMBER', { name: 'Max' })
  const file = async (name: string, folder: string | null = null) => {
    const id = await newFile(world, project, owner)
    await sql`update files set name = ${name}, folder_id = ${folder} where id = ${id}`
    return id
  }
  const [live, folder] = [await file('live.txt'), await newFolder(world, project, owner)]
  await sql`update folders set name = 'Zebra folder' where id = ${folder}`
  const [zebra, inside] = [await file('zebra.txt'), await file('zebra inside.txt', folder)]
  const say = (on: string, content: string, more: object = {}, key = member.key) =>
    send(`POST /api/${on}/comments`, { content, ...more }, key)
  const toOwner = `@[Olga](user:${owner.userId})`
  const thread = await say(`files/${live}`, 'A thread', {}, owner.key)
  const notes = [
    await say(`files/${live}`, `Zebra note ${toOwner}`),
    await say(`files/${live}`, 'Zebra reply', { parent: thread }),
    await say(`projects/${project}`, `Zebra talk ${toOwner}`),
  ]
  const top = await say(`files/${live}`, `Zebra with replies ${toOwner}`, {
    attachments: [{ id: await newAttachment(world, project, member) }],
  })
  await sql`update comment_attachments set name = 'zebra attachment.txt' where comment_id = ${top.id}`
  await say(`files/${live}`, 'Stays', { parent: top }, owner.key)
  await say(`files/${zebra}`, `Zebra on a file ${toOwner}`)
  await say(`files/${inside}`, `Zebra in a folder ${toOwner}`)
  const version = await send(`POST /api/projects/${project}/versions`, {
    name: 'Live cut',
    files: [{ id: live }, { id: zebra }],
  })
  const gone = await send(
    `POST /api/projects/${project}/versions`,
    { name: 'Zebra cut', description: 'Zebra' },
    member.key,
  )
  for (const { id } of [version, gone])
    await send(
      `POST /api/versions/${id}/review-requests`,
      { users: [{ id: owner.userId }], message: 'Please' },
      member.key,
    )
  await send(
    `PUT /api/versions/${gone.id}/verdict`,
    { verdict: 'APPROVED', note: 'Zebra verdict' },
    member.key,
  )
  await send(`PATCH /api/projects/${project}`, { cover: { file: { id: zebra } } })
  const skill = await send('POST /api/skills', {
    name: 'Zebra skill',
    description: 'Zebra',
    content: '# Zebra',
  })
  return {
    project,
    member,
    live,
    folder,
    zebra,
    inside,
    thread: thread.id,
    notes,
    top: top.id,
    version: version.id,
    gone: gone.id,
    skill: skill.id,
  }
}

async function deleteZebras({ notes, top, zebra, folder, gone, skill }: Studio): Promise<void> {
  for (const { id } of [...notes, { id: top }]) await send(`DELETE /api/comments/${id}`)
  for (const path of [
    `files/${zebra}`,
    `folders/${folder}?recursive=true`,
    `versions/${gone}`,
    `skills/${skill}`,
  ])
    await send(`DELETE /api/${path}`)
}

async function restoreZebras({ notes, top, zebra, folder, gone, skill }: Studio): Promise<void> {
  for (const path of [`files/${zebra}`, `folders/${folder}`, `versions/${gone}`, `skills/${skill}`])
    await send(`POST /api/${path}/restore`)
  for (const { id } of [...notes, { id: top }]) await send(`POST /api/comments/${id}/restore`)
}

/** The workers that follow events have caught up. */
async function catchUp(): Promise<void> {
  await numberAll(sql)
  while ((await notifyNext(world.database, world.workspaceId))?.full);
  while ((await storeNextTexts(world.database, world.workspaceId))?.full);
}

/** The input of a read that shows as much as it can, for records that are not deleted. */
function targetOf(operation: Operation, studio: Studio): Target | undefined {
  const params = {
    projectId: studio.project,
    fileId: studio.live,
    commentId: studio.thread,
    versionId: studio.version,
  }
  const { pathKeys } = methodAndPath(operation)
  if (!pathKeys.every((key) => key in params)) return undefined
  const fields =
    {
      search: { keyword: 'zebra' },
      searchProjects: { query: 'Film' },
      exportComments: { format: 'csv' },
      exportVersionComments: { format: 'edl' },
    }[operation.name] ?? {}
  return operation.input.safeParse({ ...params, ...fields }).success || pathKeys.length === 0 || fields
    ? { params, fields }
    : undefined
}

/** The reads whose answers name a zebra, for this person. */
async function readsWithZebra(studio: Studio): Promise<string[]> {
  const found: string[] = []
  for (const operation of operations.filter((one) => isRead(one) && !ofTrash.includes(one.name))) {
    const target = targetOf(operation, studio)
    if (!target) continue
    const { route, options } = toCall(operation, target)
    const answer = await world.call(route, { ...options, key: await world.credential(operation, owner) })
    let text = JSON.stringify(answer.body)
    const url = /^export\w*Comments$/.test(operation.name) ? answer.body.data?.url : undefined
    if (url !== undefined) text += await (await fetch(url)).text()
    if (mark.test(text)) found.push(operation.name)
  }
  return found
}

async function toolsWithZebra({ project, live, version }: Studio): Promise<string[]> {
  const calls: [name: string, input: object][] = [
    ['overview', {}],
    ['list_files', { projectId: project }],
    ['get_review', { fileId: live }],
    ['get_review', { versionId: version }],
    ['list_changes', { projectId: project }],
    ['search', { query: 'zebra' }],
    ['get_skills', {}],
  ]
  const found: string[] = []
  const agent = await connect(world.url, owner.key)
  for (const [name, input] of calls) {
    const text = JSON.stringify(await agent.callTool({ name, arguments: { ...input } }))
    if (mark.test(text)) found.push(`${name} ${Object.keys(input)}`)
  }
  await agent.close()
  return found
}

/** Facts for mails to the owner about anything that is called Zebra. */
async function mailsWithZebra(): Promise<number> {
  const events = await sql<{
    id: string
  }>`select event_id as id from notification_events where user_id = ${owner.userId}`
  const facts = await readFacts(
    sql,
    owner.userId,
    events.map(({ id }) => id),
  )
  return facts.filter((fact) => mark.test(JSON.stringify(fact))).length
}

test('reads, tools and mails show nothing of what is in the trash, and all of it when it is restored', async (t) => {
  const studio = await furnish()
  await catchUp()
  const all = async () => ({
    reads: await readsWithZebra(studio),
    tools: await toolsWithZebra(studio),
    mails: await mailsWithZebra(),
  })
  const before = await all()
  t.diagnostic(JSON.stringify(before))
  for (const name of [
    'search',
    'getInbox',
    'listNotifications',
    'listFiles',
    'listFolders',
    'listThreads',
    'exportComments',
    'getVersion',
  ])
    assert.ok(before.reads.includes(name), name)
  assert.ok(before.tools.length >= 4 && before.mails > 0)
  const unread = await send('GET /api/notifications/count')
  await deleteZebras(studio)
  await catchUp()
  assert.deepEqual(await all(), { reads: [], tools: [], mails: 0 })
  assert.ok((await send('GET /api/notifications/count')).unread < unread.unread)
  await restoreZebras(studio)
  await catchUp()
  assert.deepEqual(await all(), before)
  assert.deepEqual(await send('GET /api/notifications/count'), unread)
})
