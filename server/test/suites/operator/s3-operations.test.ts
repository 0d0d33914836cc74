// The operations with files in a bucket: HTTP requests to the real server, which uses a real S3 server.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { cleanStorage } from '../../../src/jobs/clean-storage.ts'
import { purgeTrash } from '../../../src/jobs/purge-trash.ts'
import { maxFileSize } from '../../../src/storage/part-plan.ts'
import { type PartUrl, partOf, type SentPart, sendPart, sendParts } from '../../helpers/uploads.ts'
import { startWorld } from '../../worlds/world.ts'

const server = process.env.TEST_S3_URL
const skip = server ? false : 'no S3 server is configured: `scripts/s3-test-server.sh npm test` starts one'

const world = await startWorld(server ? { env: { STORAGE_URL: withPrefix(server) } } : {})
const { sql } = world.database
const { id: projectId, owner } = await world.project()
const bytes = randomBytes(20 * 2 ** 20 + 1)
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(100)])

/** A separate folder in the bucket, which other tests use at the same time. */
function withPrefix(url: string): string {
  return url.replace('?', `/operations-${process.pid}-${randomBytes(4).toString('hex')}?`)
}

function ask(route: string, body?: object) {
  return world.call(route, { key: owner.key, ...(body && { body }) })
}

async function start(size = bytes.length, name = 'Schnitt ü.mov'): Promise<{ id: string; parts: PartUrl[] }> {
  const answer = await ask(`POST /api/projects/${projectId}/files/upload.multipart`, { name, size })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}

function complete(id: string, parts: SentPart[]) {
  return ask(`POST /api/files/${id}/upload.complete`, { parts })
}

async function uploaded(content = png, name?: string): Promise<string> {
  const { id, parts } = await start(content.length, name)
  assert.equal((await complete(id, await sendParts(parts, content))).status, 204)
  return id
}

async function urlOf(route: string): Promise<string> {
  const { status, body } = await ask(route)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.url
}

async function download(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

async function objectIds(): Promise<string[]> {
  return Array.fromAsync(world.storage.objects(), ({ key }) => key)
}

async function openUploads(): Promise<number> {
  return (await Array.fromAsync(world.storage.uploads())).length
}

/** Makes everything two days old, so that the clean-up considers it. */
async function ageAndClean(): Promise<void> {
  await sql`update objects set created_at = created_at - interval '2 days'`
  await world.runJob(cleanStorage)
}

test('204: parts go to the bucket itself, in any order; the file is complete, with its name and type', {
  skip,
}, async () => {
  const { id, parts } = await start()
  assert.equal(parts.length, 3)
  for (const { url } of parts) assert.notEqual(new URL(url).origin, new URL(world.url).origin)
  const sent = await Promise.all(
    parts.toReversed().map((part) => sendPart(part, partOf(bytes, 3, part.partNumber))),
  )
  assert.equal((await ask(`GET /api/files/${id}/download`)).body.code, 'file_not_ready')
  assert.equal((await complete(id, sent.toReversed())).status, 204)
  assert.equal((await complete(id, sent.toReversed())).status, 204, 'again')

  const file = (await ask(`GET /api/files/${id}`)).body.data
  assert.deepEqual([file.status, file.size], ['UPLOADED', bytes.length])
  const url = await urlOf(`GET /api/files/${id}/download`)
  const whole = await download(url)
  assert.ok(whole.bytes.equals(bytes))
  assert.match(
    whole.headers.get('content-disposition')!,
    /^attachment.*filename\*=UTF-8''Schnitt%20%C3%BC\.mov/,
  )
  assert.equal(whole.headers.get('content-type'), file.mimeType)
})

test('204: an empty file, whose download is empty; 416 for a range of it', { skip }, async () => {
  const { id, parts } = await start(0, 'empty.mp4')
  const sent = await sendParts(parts, Buffer.alloc(0))
  for (let time = 0; time < 2; time++) assert.equal((await complete(id, sent)).status, 204)
  const { status, size, mimeType } = (await ask(`GET /api/files/${id}`)).body.data
  assert.deepEqual([status, size, mimeType], ['UPLOADED', 0, 'application/octet-stream'])
  const url = await urlOf(`GET /api/files/${id}/download`)
  const whole = await download(url)
  assert.deepEqual([whole.status, whole.bytes.length], [200, 0])
  assert.equal((await download(url, { Range: 'bytes=0-' })).status, 416)
})

test('206: ranges, also across parts, and from the end; 416 beyond it', { skip }, async () => {
  const url = await urlOf(`GET /api/files/${await uploaded(bytes)}/download`)
  const seam = Math.ceil(bytes.length / 3)
  for (const [range, expected] of [
    ['bytes=0-0', bytes.subarray(0, 1)],
    [`bytes=${seam - 5}-${seam + 4}`, bytes.subarray(seam - 5, seam + 5)],
    ['bytes=-7', bytes.subarray(-7)],
  ] as const) {
    const part = await download(url, { Range: range })
    assert.equal(part.status, 206)
    assert.ok(part.bytes.equals(expected), range)
  }
  assert.equal((await download(url, { Range: `bytes=${bytes.length}-` })).status, 416)
})

test('409: a wrong ETag, a missing, extra or reordered part; then the upload is resumed and completed', {
  skip,
}, async () => {
  const { id, parts } = await start()
  const first = await sendPart(parts[0]!, partOf(bytes, 3, 1))
  const second = await sendPart(parts[1]!, partOf(bytes, 3, 2))
  const refused = async (claimed: SentPart[], ...codes: string[]) => {
    const { status, body } = await complete(id, claimed)
    assert.deepEqual([status, body.code], [409, 'upload_incomplete'])
    assert.deepEqual(
      body.errors.map(({ code }: { code: string }) => code),
      codes,
    )
  }
  await refused([first, second], 'part_missing')

  const resumed = (await ask(`POST /api/files/${id}/upload.resume`)).body.data
  assert.deepEqual(
    resumed.stored.map(({ partNumber, size }: { partNumber: number; size: number }) => [partNumber, size]),
    [1, 2].map((n) => [n, partOf(bytes, 3, n).length]),
  )
  const third = await sendPart(resumed.parts[2], partOf(bytes, 3, 3))
  await refused([first, { ...second, eTag: first.eTag }, third], 'etag_mismatch')
  await refused([second, first, third], 'part_order')
  await refused([first, second, third, { partNumber: 4, eTag: first.eTag }], 'part_unknown')
  assert.equal((await ask(`GET /api/files/${id}`)).body.data.status, 'UPLOADING')

  assert.equal((await complete(id, [first, second, third])).status, 204)
  const { bytes: stored } = await download(await urlOf(`GET /api/files/${id}/download`))
  assert.ok(stored.equals(bytes))
})

test('403: the bucket refuses a part that is longer than announced', { skip }, async () => {
  const { id, parts } = await start(png.length)
  const answer = await fetch(parts[0]!.url, { method: 'PUT', body: new Uint8Array(png.length + 1) })
  assert.equal(answer.status, 403)
  await answer.text()
  assert.equal((await complete(id, await sendParts(parts, png))).status, 204)
})

test('409: complete in the bucket, but response and record were lost: now the file is complete', {
  skip,
}, async () => {
  const id = await uploaded()
  await sql`
    update objects set stored_at = null, mime_type = null where id = (select object_id from files where id = ${id})`
  await sql`update files set status = 'UPLOADING', mime_type = null where id = ${id}`
  assert.equal((await ask(`POST /api/files/${id}/upload.resume`)).body.code, 'upload_not_open')
  const file = (await ask(`GET /api/files/${id}`)).body.data
  assert.deepEqual([file.status, file.mimeType], ['UPLOADED', 'image/png'])
})

test('204: an aborted upload accepts no more parts and is deleted from the bucket', { skip }, async () => {
  const before = await openUploads()
  const { id, parts } = await start(png.length)
  await sendParts(parts, png)
  assert.equal(await openUploads(), before + 1)
  assert.equal((await ask(`POST /api/files/${id}/upload.abort`)).status, 204)
  assert.equal(await openUploads(), before)
  assert.equal((await fetch(parts[0]!.url, { method: 'PUT', body: new Uint8Array(png) })).status, 404)
  assert.equal((await ask(`GET /api/files/${id}`)).status, 404)
})

test('204: the clean-up deletes only purged files from the bucket', { skip }, async () => {
  const [kept, deleted] = [await uploaded(), await uploaded()]
  const objectOf = async (id: string) =>
    (await sql<{ id: string }>`select object_id as id from files where id = ${id}`)[0]!.id
  const [keptObject, deletedObject] = [await objectOf(kept), await objectOf(deleted)]
  const url = await urlOf(`GET /api/files/${deleted}/download`)
  assert.equal((await ask(`DELETE /api/files/${deleted}`)).status, 204)
  await world.runJob(purgeTrash)
  await ageAndClean()
  assert.ok((await objectIds()).includes(deletedObject), 'the file can still be restored')
  await sql`update trash set purge_at = now() where record_id = ${deleted}`
  await world.runJob(purgeTrash)
  assert.ok((await objectIds()).includes(deletedObject))
  await ageAndClean()
  const left = await objectIds()
  assert.ok(left.includes(keptObject) && !left.includes(deletedObject))
  assert.equal((await download(url)).status, 404)
  assert.ok((await download(await urlOf(`GET /api/files/${kept}/download`))).bytes.equals(png))
})

test('attachments: uploaded, used by a comment, downloaded, and deleted with their bytes', {
  skip,
}, async () => {
  const attach = async () => {
    const route = `POST /api/projects/${projectId}/comment-attachments/upload.multipart`
    const { id, parts } = (await ask(route, { name: 'Bild.png', size: png.length })).body.data
    const sent = await sendParts(parts, png)
    const wrong = [{ partNumber: 1, eTag: '0'.repeat(32) }]
    const finish = `POST /api/comment-attachments/${id}/upload.complete`
    assert.equal((await ask(finish, { parts: wrong })).body.code, 'upload_incomplete')
    assert.equal((await ask(finish, { parts: sent })).status, 204)
    return id as string
  }
  const [used, unused] = [await attach(), await attach()]
  const made = await ask(`POST /api/projects/${projectId}/comments`, {
    content: 'See',
    attachments: [{ id: used }],
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const url = await urlOf(`GET /api/comment-attachments/${used}/download`)
  const { headers, bytes: stored } = await download(url)
  assert.ok(stored.equals(png))
  assert.equal(headers.get('content-type'), 'image/png')

  const before = (await objectIds()).length
  assert.equal((await ask(`DELETE /api/comment-attachments/${unused}`)).status, 204)
  await ageAndClean()
  assert.equal((await objectIds()).length, before - 1)
  assert.ok((await download(url)).bytes.equals(png))
})

test('201: 5 TiB in 10,000 parts', { skip }, async () => {
  const { id, parts } = await start(maxFileSize)
  assert.equal(parts.length, 10_000)
  assert.equal((await ask(`POST /api/files/${id}/upload.abort`)).status, 204)
})
