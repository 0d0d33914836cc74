// Tools that are composed of several operations: what a model reads, and whose rights decide.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '../../../src/core/access.ts'
import { post, refusalOf, request } from '../../helpers/mcp-client.ts'
import { newCaptions } from '../../worlds/samples/captions.ts'
import { newFile } from '../../worlds/samples.ts'
import { type Person, startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project({ name: 'Spring campaign' })
const { sql } = world.database

async function useTool(name: string, input: object = {}, { key }: { key: string } = owner) {
  const { body } = await post(world.url, key, { method: 'tools/call', params: { name, arguments: input } })
  return body.result ?? body
}

// biome-ignore lint/suspicious/noExplicitAny: tests read its fields.
async function dataOf(name: string, input: object = {}, person: { key: string } = owner): Promise<any> {
  const result = await useTool(name, input, person)
  assert.notEqual(result.isError, true, JSON.stringify(result))
  assert.equal(result.content[0].text, JSON.stringify(result.structuredContent))
  return result.structuredContent
}

const toolNames = async ({ key }: { key: string }, path = '/mcp', headers = {}) => {
  const { headers: own, body } = request({ method: 'tools/list' })
  const answer = await world.call(`POST ${path}`, { key, headers: { ...own, ...headers }, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return (answer.body.result.tools as { name: string }[]).map(({ name }) => name)
}

const send = async (route: string, body?: object, { key }: Person = owner) => {
  const answer = await world.call(route, { key, ...(body ? { body } : {}) })
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer.body?.data
}

test('get_review reads 50 notes with drawings and replies in 10 KB', async () => {
  const fileId = await newFile(world, projectId, owner)
  const points = Array.from({ length: 500 }, (_, i) => [i / 500, 0.5])
  const annotation = { shapes: [{ kind: 'pen', points, colour: '#ff0000', width: 0.01 }] }
  for (let i = 0; i < 50; i++) {
    const content = `Note ${i}: please take this a little darker.`
    const { id } = await send(`POST /api/files/${fileId}/comments`, { content, anchor: i + 1, annotation })
    if (i % 5 === 0) await send(`POST /api/files/${fileId}/comments`, { content: 'Done.', parent: { id } })
  }
  const { notice, files } = await dataOf('get_review', { fileId })
  assert.match(notice, /do not follow/)
  const [file] = files
  assert.equal(file.notes.length, 50)
  assert.deepEqual(
    [file.notes[0].at, file.notes[0].drawing, file.notes[0].replies.length],
    ['page 1', '1 pen', 1],
  )
  assert.equal(file.url, `${world.services.origin()}/files/${fileId}`)
  assert.ok(JSON.stringify(files).length < 10_240, `${JSON.stringify(files).length} bytes`)
})

test('get_review names the languages of captions, and reads what is said; search finds words', async () => {
  const { fileId } = await newCaptions(world, projectId, owner)
  const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nUn phare étincelant\n'
  await send(`POST /api/files/${fileId}/captions`, { text, language: 'fr-CA', label: 'SDH' })
  const [brief] = (await dataOf('get_review', { fileId })).files
  assert.deepEqual([brief.captions, brief.transcript], [['en', 'fr-CA (SDH)'], undefined])
  const [full] = (await dataOf('get_review', { fileId, transcript: 'fr' })).files
  assert.match(full.transcript, /00:00:01\.000 --> 00:00:02\.000\nUn phare étincelant/)
  const { captions } = await dataOf('search', { keyword: 'etincelant' })
  assert.deepEqual(
    [captions[0].fileId, captions[0].ms, captions[0].text],
    [fileId, 1000, 'Un phare étincelant'],
  )
})

test('get_review of a version: its files, verdicts and who was asked', async () => {
  const fileId = await newFile(world, projectId, owner)
  const ann = await world.member(projectId, 'PROJECT_REVIEWER', { name: 'Ann' })
  const made = await dataOf('request_review', {
    projectId,
    fileIds: [fileId],
    name: 'Cut 1',
    reviewers: ['ann'],
  })
  assert.deepEqual(made.asked, ['Ann'])
  await send(`PUT /api/versions/${made.versionId}/verdict`, { verdict: 'NEED_EDIT', note: 'Softer' }, ann)
  const { version, verdicts, asked, files } = await dataOf('get_review', { versionId: made.versionId })
  assert.deepEqual([version.name, version.status], ['Cut 1', 'NEED_EDIT'])
  assert.deepEqual([verdicts, asked, files[0].id], [['Ann: NEED_EDIT: Softer'], ['Ann: NEED_EDIT'], fileId])
})

test('request_review with an unknown name says who can be asked, and leaves nothing behind', async () => {
  const fileId = await newFile(world, projectId, owner)
  const before = await sql`select from versions where project_id = ${projectId}`
  const result = await useTool('request_review', { projectId, fileIds: [fileId], reviewers: ['Nobody'] })
  assert.match(refusalOf(result).message, /“Nobody” is no member of the project\. Members: /)
  assert.equal((await sql`select from versions where project_id = ${projectId}`).length, before.length)
})

test('overview shows what waits everywhere, list_files and list_projects stay brief', async () => {
  const fileId = await newFile(world, projectId, owner)
  const ann = await world.member(projectId, 'PROJECT_REVIEWER', { name: 'Ann' })
  const made = await dataOf('request_review', {
    projectId,
    fileIds: [fileId],
    name: 'Cut 2',
    reviewers: [ann.userId],
  })
  const forAnn = await dataOf('overview', {}, ann)
  assert.deepEqual(forAnn.waitingForYou[0].id, made.versionId)
  assert.equal(forAnn.waitingForYou[0].project, 'Spring campaign')
  const forOwner = await dataOf('overview')
  assert.equal(forOwner.waitingForYou, undefined)
  assert.equal(forOwner.waitingForReview[0].id, made.versionId)
  const { files } = await dataOf('list_files', { projectId, limit: 2 })
  assert.equal(files.length, 2)
  assert.ok(JSON.stringify(files).length < 600)
  const { projects } = await dataOf('list_projects', { keyword: 'spring' })
  assert.deepEqual(projects, [
    { id: projectId, name: 'Spring campaign', url: `${world.services.origin()}/projects/${projectId}` },
  ])
})

test('a restricted file is not found, and parts without their scope are left out and named', async () => {
  const fileId = await newFile(world, projectId, owner, false)
  await send(`POST /api/files/${fileId}/comments`, { content: 'Secret' })
  const xeni = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  assert.equal(refusalOf(await useTool('get_review', { fileId }, xeni)).code, 'not_found')
  const { key } = await world.key(owner.userId, ['files:read'] as Scope[])
  const seen = await dataOf('get_review', { fileId }, { key })
  assert.deepEqual([seen.files[0].notes, seen.missingScopes], [undefined, ['comments:read']])
})

test('two identical calls with an idempotency key make one project', async () => {
  const input = { name: 'Once', accessRange: 'ONLY_PROJECT_MEMBER', idempotencyKey: 'project-1' }
  const [first, second] = [await dataOf('create_project', input), await dataOf('create_project', input)]
  assert.deepEqual(first, second)
  assert.equal((await sql`select from projects where name = 'Once'`).length, 1)
  const other = await useTool('create_project', { ...input, name: 'Twice' })
  assert.equal(refusalOf(other).code, 'idempotency_key_reused')
  const bad = await useTool('create_project', { ...input, idempotencyKey: '' })
  assert.equal(refusalOf(bad).code, 'invalid_idempotency_key')
})

test('a retried request_review with the same key makes one version', async () => {
  const fileId = await newFile(world, projectId, owner)
  const input = { projectId, fileIds: [fileId], name: 'Cut 3', idempotencyKey: 'review-1' }
  assert.deepEqual(await dataOf('request_review', input), await dataOf('request_review', input))
  assert.equal((await sql`select from versions where name = 'Cut 3'`).length, 1)
})

test('a field that is null is left out, as clients with strict schemas send it', async () => {
  const { data } = await dataOf('create_folder', {
    projectId,
    name: 'Takes',
    parent: null,
    idempotencyKey: null,
  })
  assert.ok(data.id)
  await dataOf('list_files', { projectId, keyword: null, folder: null, limit: null })
})

test('the address and the headers narrow the tools, and what is narrowed away cannot be called', async () => {
  const all = await toolNames(owner)
  assert.ok(all.includes('create_folder') && all.includes('get_review') && !all.includes('get_file'))
  const readOnly = await toolNames(owner, '/mcp/readonly')
  assert.deepEqual(readOnly, await toolNames(owner, '/mcp', { 'X-MCP-Readonly': 'true' }))
  assert.ok(readOnly.includes('get_review') && !readOnly.includes('create_folder'))
  const review = await toolNames(owner, '/mcp?toolsets=review')
  assert.deepEqual(review, await toolNames(owner, '/mcp', { 'X-MCP-Toolsets': 'review' }))
  assert.ok(review.includes('get_file') && !review.includes('create_folder'))

  const params = { name: 'create_folder', arguments: { projectId, name: 'No' } }
  const { headers, body } = request({ method: 'tools/call', params })
  const refused = await world.call('POST /mcp/readonly', { key: owner.key, headers, body })
  assert.equal(refused.body.error.code, -32602)
  assert.equal((await world.call('GET /mcp/readonly', { key: owner.key })).status, 405)
})

test('a key is shown only the tools that its scopes allow', async () => {
  const { key } = await world.key(owner.userId, ['files:read', 'comments:read'] as Scope[])
  const names = await toolNames({ key })
  assert.ok(names.includes('get_review') && names.includes('whoami'))
  assert.ok(!names.includes('create_folder') && !names.includes('overview'))
})

test('every operation that a tool calls spends its own limit', async () => {
  const limited = await startWorld({ env: { RATE_LIMITS: 'default=2' } })
  const { owner: ann } = await limited.project()
  const params = { name: 'overview', arguments: {} }
  const call = async () => (await post(limited.url, ann.key, { method: 'tools/call', params })).body.result
  assert.notEqual((await call()).isError, true)
  assert.equal((await limited.call('GET /api/reviews', { key: ann.key })).status, 200)
  const refused = refusalOf(await call())
  assert.equal(refused.code, 'rate_limited')
  assert.ok(refused.retryAfterSeconds >= 1)
})
