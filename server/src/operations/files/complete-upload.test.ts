import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { type PartUrl, partOf, type SentPart, sendPart, sendParts } from '../../../test/helpers/uploads.ts'
import { newFile } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(100)])
const large = randomBytes(20 * 2 ** 20 + 1)

async function start(bytes: Buffer, { name = 'a.png', key = owner.key } = {}) {
  const route = `POST /api/projects/${projectId}/files/upload.multipart`
  const answer = await world.call(route, { key, body: { name, size: bytes.length } })
  assert.equal(answer.status, 201)
  return answer.body.data as { id: string; parts: PartUrl[] }
}

function complete(id: string, parts: unknown, key = owner.key) {
  return world.call(`POST /api/files/${id}/upload.complete`, { key, body: { parts } })
}

async function get(id: string) {
  return (await world.call(`GET /api/files/${id}`, { key: owner.key })).body.data
}

async function bytesOf(id: string): Promise<Buffer> {
  const answer = await world.call(`GET /api/files/${id}/download`, { key: owner.key })
  return Buffer.from(await (await fetch(answer.body.data.url)).arrayBuffer())
}

function fields(answer: { body: { errors: { path: string; code: string }[] } }) {
  return answer.body.errors.map(({ path, code }) => `${path} ${code}`)
}

test('204: the parts become the file, whose type is detected from its bytes', async () => {
  const { id, parts } = await start(png, { name: 'page.html' })
  const answer = await complete(id, await sendParts(parts, png))
  assert.deepEqual([answer.status, answer.body], [204, ''])
  const { status, mimeType, size } = await get(id)
  assert.deepEqual([status, mimeType, size], ['UPLOADED', 'image/png', png.length])
  assert.ok((await bytesOf(id)).equals(png))
})

test('204: HTML with the name of an image is detected as HTML', async () => {
  const html = Buffer.from('<script>alert(1)</script>')
  const { id, parts } = await start(html)
  assert.equal((await complete(id, await sendParts(parts, html))).status, 204)
  assert.equal((await get(id)).mimeType, 'text/html')
})

test('204: several parts, ETags with and without quotes; completing again with the same parts succeeds', async () => {
  const { id, parts } = await start(large)
  assert.equal(parts.length, 3)
  const sent = await sendParts(parts, large)
  const bare = sent.map(({ partNumber, eTag }) => ({ partNumber, eTag: eTag.replaceAll('"', '') }))
  assert.equal((await complete(id, sent)).status, 204)
  const { updatedAt } = await get(id)
  assert.equal((await complete(id, bare)).status, 204)
  assert.equal((await get(id)).updatedAt, updatedAt)
  assert.ok((await bytesOf(id)).equals(large))
  const other = sent.map((part, i) => (i === 1 ? { ...part, eTag: sent[0]!.eTag } : part))
  assert.equal((await complete(id, other)).body.code, 'upload_not_open')
})

test('409: missing, unknown or unordered parts, wrong ETags or lengths; the upload can continue', async () => {
  const { id, parts } = await start(large)
  const [one, two, three] = (await sendParts(parts.slice(0, 3), large)) as [SentPart, SentPart, SentPart]
  const refused: [SentPart[], string[]][] = [
    [[one, two], ['/parts part_missing']],
    [[one, three], ['/parts part_missing']],
    [[one, two, three, { ...three, partNumber: 4 }], ['/parts/3 part_unknown']],
    [[one, three, two], ['/parts/2 part_order']],
    [[one, one, two, three], ['/parts/1 part_order']],
    [
      [one, { ...two, eTag: one.eTag }, { ...three, eTag: 'x' }],
      ['/parts/1 etag_mismatch', '/parts/2 etag_mismatch'],
    ],
  ]
  for (const [claimed, errors] of refused) {
    const answer = await complete(id, claimed)
    assert.deepEqual([answer.status, answer.body.code], [409, 'upload_incomplete'])
    assert.deepEqual(fields(answer), errors)
    assert.equal((await get(id)).status, 'UPLOADING')
  }
  const short = await sendPart(parts[1]!, large.subarray(0, 10))
  assert.deepEqual(fields(await complete(id, [one, short, three])), ['/parts/1 part_size'])
  const again = await sendPart(parts[1]!, partOf(large, 3, 2))
  assert.equal((await complete(id, [one, again, three])).status, 204)
  assert.ok((await bytesOf(id)).equals(large))
})

test('409: a part that was never sent', async () => {
  const { id } = await start(png)
  assert.deepEqual(fields(await complete(id, [{ partNumber: 1, eTag: 'x' }])), ['/parts/0 part_missing'])
})

test('400: no parts, part numbers outside of 1 to 10000, ETags outside of 1 to 255 characters', async () => {
  const { id } = await start(png)
  for (const [parts, path] of [
    [[], '/parts'],
    [undefined, '/parts'],
    [[{ partNumber: 0, eTag: 'x' }], '/parts/0/partNumber'],
    [[{ partNumber: 10_001, eTag: 'x' }], '/parts/0/partNumber'],
    [[{ partNumber: 1.5, eTag: 'x' }], '/parts/0/partNumber'],
    [[{ partNumber: 1, eTag: '' }], '/parts/0/eTag'],
    [[{ partNumber: 1, eTag: '😀'.repeat(256) }], '/parts/0/eTag'],
    [[{ partNumber: 1, eTag: 'x', size: 1 }], '/parts/0/size'],
  ] as const) {
    const answer = await complete(id, parts)
    assert.equal(answer.status, 400, JSON.stringify(parts))
    assert.equal(answer.body.errors[0].path, path)
  }
  for (const part of [
    { partNumber: 10_000, eTag: 'x' },
    { partNumber: 1, eTag: '😀'.repeat(255) },
  ]) {
    assert.equal((await complete(id, [part])).status, 409)
  }
})

test('204 for the user who started the upload and for managers, 403 for other members and reviewers', async () => {
  const [uploader, other] = [
    await world.member(projectId, 'PROJECT_MEMBER'),
    await world.member(projectId, 'PROJECT_MEMBER'),
  ]
  const manager = await world.member(projectId, 'PROJECT_MANAGER')
  for (const { key } of [uploader, manager]) {
    const { id, parts } = await start(png, { key: uploader.key })
    const sent = await sendParts(parts, png)
    const refused = await complete(id, sent, other.key)
    assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_role'])
    assert.equal((await complete(id, sent, key)).status, 204)
  }
  const { id, parts } = await start(png, { key: uploader.key })
  await world.database.sql`
    update project_members set role = 'PROJECT_REVIEWER' where user_id = ${uploader.userId}`
  assert.equal((await complete(id, await sendParts(parts, png), uploader.key)).status, 403)
})

test('409: a file that is not an upload, and one whose upload no longer exists', async () => {
  const part = [{ partNumber: 1, eTag: 'x' }]
  const made = await newFile(world, projectId, owner)
  assert.equal((await complete(made, part)).body.code, 'upload_not_open')
  const linked = await world.call(`POST /api/projects/${projectId}/files/upload.youtube`, {
    key: owner.key,
    body: { url: 'https://youtu.be/dQw4w9WgXcQ' },
  })
  assert.equal((await complete(linked.body.data.id, part)).body.code, 'upload_not_open')
})

test('204: five concurrent completions and a lost response leave one complete file', async () => {
  const { id, parts } = await start(large)
  const sent = await sendParts(parts, large)
  const answers = await Promise.all(Array.from({ length: 5 }, () => complete(id, sent)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 204, 204, 204, 204],
  )
  // The state after a crash between the change in storage and the change in the database.
  await world.database.sql`
    update objects set stored_at = null, mime_type = null where id = (select object_id from files where id = ${id})`
  await world.database.sql`update files set status = 'UPLOADING', mime_type = null where id = ${id}`
  assert.equal((await complete(id, sent)).status, 204)
  const { status, mimeType } = await get(id)
  assert.equal(status, 'UPLOADED')
  assert.notEqual(mimeType, null)
})
