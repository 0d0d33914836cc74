// Tools that bring files in, change their status, share them and take notes out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '../../../src/core/access.ts'
import { post, refusalOf } from '../../helpers/mcp-client.ts'
import { storeTexts } from '../../helpers/store-texts.ts'
import { until } from '../../helpers/until.ts'
import { sends, startFileSource } from '../../stand-ins/file-source.ts'
import { newFile, newSkill } from '../../worlds/samples.ts'
import { type Person, startWorld } from '../../worlds/world.ts'

const source = await startFileSource()
const world = await startWorld({ work: true, env: { UPLOAD_ALLOW_HOSTS: source.host } })
const { id: projectId, owner } = await world.project({ name: 'Spring campaign' })
const { sql } = world.database
const origin = world.services.origin()

async function useTool(name: string, input: object = {}, { key }: { key: string } = owner) {
  const { body } = await post(world.url, key, { method: 'tools/call', params: { name, arguments: input } })
  return body.result ?? body
}

// biome-ignore lint/suspicious/noExplicitAny: tests read its fields.
async function dataOf(name: string, input: object = {}, person: { key: string } = owner): Promise<any> {
  const result = await useTool(name, input, person)
  assert.notEqual(result.isError, true, JSON.stringify(result))
  return result.structuredContent
}

const send = async (route: string, body?: object, { key }: Person = owner) => {
  const answer = await world.call(route, { key, ...(body ? { body } : {}) })
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer.body?.data
}

const fileOf = (id: string) => send(`GET /api/files/${id}`)

async function video(): Promise<string> {
  const id = await newFile(world, projectId, owner)
  await sql`update files set mime_type = 'video/mp4', name = 'shot_010.mp4' where id = ${id}`
  return id
}

const note = async (fileId: string, content: string, person = owner): Promise<string> =>
  (await send(`POST /api/files/${fileId}/comments`, { content, anchor: 2000 }, person)).id

test('search finds a file and a note by a word, with names, ids and links', async () => {
  const fileId = await newFile(world, projectId, owner)
  await sql`update files set name = 'lighthouse_010.mov' where id = ${fileId}`
  const commentId = (await send(`POST /api/files/${fileId}/comments`, { content: 'The Lighthouse is dark.' }))
    .id
  await storeTexts(world.database)
  const { notice, files, comments, projects, leftOut } = await dataOf('search', { keyword: 'lighthouse' })
  assert.match(notice, /do not follow/)
  assert.deepEqual(files, [
    {
      ...{ id: fileId, name: 'lighthouse_010.mov', tag: 'NEED_REVIEW' },
      ...{ project: 'Spring campaign', projectId, url: `${origin}/files/${fileId}` },
    },
  ])
  assert.deepEqual(
    [comments[0].id, comments[0].text, comments[0].fileId, comments[0].url],
    [commentId, 'The Lighthouse is dark.', fileId, `${origin}/files/${fileId}?comment=${commentId}`],
  )
  assert.deepEqual([projects, leftOut], [undefined, undefined])
  const limited = await world.key(owner.userId, ['projects:read'] as Scope[])
  assert.deepEqual((await dataOf('search', { keyword: 'lighthouse' }, limited)).leftOut, [
    'FILE: needs the scope files:read',
    'COMMENT: needs the scope comments:read',
    'CAPTION: needs the scope files:read',
    'SKILL: needs the scope skills:read',
  ])
})

test('search as a tool finds no drafts of skills', async () => {
  const id = await newSkill(world, projectId, owner)
  await sql`update skills set name = 'Grading lanterns' where id = ${id}`
  assert.equal((await dataOf('search', { keyword: 'lanterns' })).skills[0].id, id)
  await sql`update skills set draft = true where id = ${id}`
  assert.equal((await dataOf('search', { keyword: 'lanterns' })).skills, undefined)
})

test('upload_from_url adds a file; a second call with the same idempotencyKey adds none', async () => {
  const address = source.offers('brief.pdf', sends(Buffer.from('%PDF-1.7 a brief')))
  const call = () => dataOf('upload_from_url', { projectId, address, idempotencyKey: 'one' })
  const first = await call()
  assert.deepEqual([first.status, first.url], ['UPLOADING', `${origin}/files/${first.fileId}`])
  assert.equal((await call()).fileId, first.fileId)
  await until(async () => (await fileOf(first.fileId)).status !== 'UPLOADING')
  const { status, name, mimeType } = await fileOf(first.fileId)
  assert.deepEqual([status, name, mimeType], ['UPLOADED', 'brief.pdf', 'application/pdf'])
})

test('start_upload: one PUT for a small file, parts for a large one, and completion without checksums', async () => {
  for (const size of [12, 11 * 2 ** 20]) {
    const bytes = Buffer.alloc(size, 'x')
    const started = await dataOf('start_upload', { projectId, name: 'take.bin', size })
    assert.equal(started.parts.length, size === 12 ? 1 : 2)
    assert.match(started.next, /PUT/)
    const put = async ({ from, bytes: length, putTo }: { from: number; bytes: number; putTo: string }) => {
      const answer = await fetch(putTo, { method: 'PUT', body: bytes.subarray(from, from + length) })
      assert.equal(answer.status, 200)
    }
    await put(started.parts[0])
    if (started.parts.length > 1) {
      const open = await dataOf('start_upload', { fileId: started.fileId })
      assert.deepEqual(
        [open.complete, open.parts.map(({ from }: { from: number }) => from)],
        [false, [started.parts[1].from]],
      )
      await put(open.parts[0])
    }
    const done = await dataOf('start_upload', { fileId: started.fileId })
    assert.equal(done.complete, true)
    const file = await fileOf(started.fileId)
    assert.deepEqual([file.status, file.byteSize], ['UPLOADED', size])
  }
  assert.match(
    refusalOf(await useTool('start_upload', { name: 'x' })).message,
    /Give projectId, name and size/,
  )
})

test('set_file_status: the tag of a file; a review with its files; a verdict of an agent that does not count', async () => {
  const fileId = await newFile(world, projectId, owner)
  const { name, status, url } = await dataOf('set_file_status', { fileId, status: 'ON_HOLD' })
  assert.deepEqual([name, status, url], [(await fileOf(fileId)).name, 'ON_HOLD', `${origin}/files/${fileId}`])
  assert.equal((await fileOf(fileId)).tag, 'ON_HOLD')
  const { id: versionId } = await send(`POST /api/projects/${projectId}/versions`, {
    name: 'Cut',
    files: [{ id: fileId }],
  })
  const kept = await dataOf('set_file_status', { versionId, status: 'APPROVED' })
  assert.deepEqual([kept.name, kept.status], ['Cut', 'NEED_REVIEW'])
  assert.match(kept.hint, /recorded/)
  await send(`PATCH /api/projects/${projectId}`, { agentVerdictsCount: true })
  assert.equal((await fileOf(fileId)).tag, 'APPROVED')
  const both = await useTool('set_file_status', { fileId, versionId, status: 'CLOSED' })
  assert.match(refusalOf(both).message, /either fileId or versionId/)
})

test('share: a link for reviewers, or a share of one review, files and folders; without the key scope, a hint', async () => {
  const open = await dataOf('share', { projectId, description: 'The client' })
  assert.equal(open.role, 'PROJECT_REVIEWER')
  assert.equal((await fetch(open.link.replace(origin, world.url))).status, 200)
  const [fileId, other] = [
    await newFile(world, projectId, owner, false),
    await newFile(world, projectId, owner, false),
  ]
  const { id: versionId } = await send(`POST /api/projects/${projectId}/versions`, {
    name: 'Cut',
    files: [{ id: fileId }],
  })
  const narrow = await dataOf('share', { projectId, versionId, fileIds: [other], description: 'Client' })
  const made = await send(`GET /api/shares/${narrow.id}`)
  assert.deepEqual(
    [narrow.link, made.name, made.verdicts, made.downloads],
    [made.url, 'Client', true, 'NONE'],
  )
  assert.deepEqual(
    made.items.map(({ kind, id }: { kind: string; id: string }) => [kind, id]),
    [
      ['VERSION', versionId],
      ['FILE', other],
    ],
  )
  const marks = await Promise.all([fileId, other].map(async (id) => (await fileOf(id)).allowRestricted))
  assert.deepEqual(marks, [false, false], 'nothing is marked for restricted reviewers')
  const limited = await world.key(owner.userId, ['access-links:write'] as Scope[])
  const hidden = await dataOf('share', { projectId }, limited)
  assert.deepEqual([hidden.link, /access-links:read\.key/.test(hidden.hint)], [undefined, true])
})

test('update_comment: text, resolve and reopen; delete_comment: own notes only, also for a manager', async () => {
  const fileId = await video()
  const commentId = await note(fileId, 'Too dark')
  const read = (id: string) => send(`GET /api/comments/${id}`)
  assert.deepEqual(await dataOf('update_comment', { commentId, text: 'Too bright', resolved: true }), {
    id: commentId,
    changed: ['text', 'resolved'],
  })
  const after = await read(commentId)
  assert.deepEqual([after.content, after.resolvedAt === null], ['Too bright', false])
  await dataOf('update_comment', { commentId, resolved: false })
  assert.equal((await read(commentId)).resolvedAt, null)
  assert.match(
    refusalOf(await useTool('update_comment', { commentId })).message,
    /Give text, resolved or both/,
  )
  const ann = await world.member(projectId, 'PROJECT_REVIEWER')
  const foreign = await note(fileId, 'Mine', ann)
  assert.equal(refusalOf(await useTool('delete_comment', { commentId: foreign })).code, 'insufficient_role')
  assert.deepEqual(await dataOf('delete_comment', { commentId: foreign }, ann), {
    id: foreign,
    deleted: true,
  })
  assert.equal((await world.call(`GET /api/comments/${foreign}`, { key: owner.key })).status, 404)
})

test('export_comments: the export as a block of its own, or a link when it is long', async () => {
  const fileId = await video()
  await note(fileId, 'Too dark')
  const { content, structuredContent } = await useTool('export_comments', { fileId, format: 'edl' })
  assert.equal(structuredContent, undefined)
  assert.match(
    content[0].text,
    /^shot_010\.mp4\.edl follows\..*do not follow.*Download within 5 minutes: http/,
  )
  const [, link] = /minutes: (\S+)$/.exec(content[0].text)!
  assert.equal(content[1].text, await (await fetch(link!.replace(origin, world.url))).text())
  for (const format of ['fcpxml', 'otio', 'srt', 'csv', 'json']) {
    const answer = await useTool('export_comments', { fileId, format })
    assert.match(answer.content[1].text, /Too dark/, format)
  }
  const linked = await useTool('export_comments', { fileId, format: 'edl', linkOnly: true })
  assert.equal(linked.content.length, 1)
  await sql`insert into comments (id, project_id, file_id, content)
    select gen_random_uuid(), ${projectId}, ${fileId}, repeat('x', 5000) from generate_series(1, 10)`
  assert.equal((await useTool('export_comments', { fileId, format: 'edl' })).content.length, 1)
  const pages = await newFile(world, projectId, owner)
  await sql`update files set mime_type = 'application/pdf' where id = ${pages}`
  assert.match(
    refusalOf(await useTool('export_comments', { fileId: pages, format: 'edl' })).message,
    /no timeline/,
  )
})
