import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectEvents, lines } from '../../../test/helpers/emitted-events.ts'
import { runQueuedNow, waitsInQueue } from '../../../test/helpers/queued-tasks.ts'
import { until } from '../../../test/helpers/until.ts'
import { breaksOff, redirects, sends, startFileSource } from '../../../test/stand-ins/file-source.ts'
import { newFile, newFolder } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { purgeTrash } from '../../jobs/purge-trash.ts'

const { host, offers } = await startFileSource()
const world = await startWorld({
  work: true,
  env: { UPLOAD_ALLOW_HOSTS: host, WORKSPACE_QUOTA_GB: '0.01' },
})
const { sql } = world.database
const { id: projectId, owner } = await world.project()

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const send = (body: object) =>
  world.call(`POST /api/projects/${projectId}/files/upload.url`, { key: owner.key, body })

async function upload(url: string, fields: object = {}): Promise<string> {
  const { status, body } = await send({ url, ...fields })
  assert.equal(status, 202, JSON.stringify(body))
  return body.data.id
}

const read = async (id: string) => (await world.call(`GET /api/files/${id}`, { key: owner.key })).body.data

const ended = (id: string) =>
  until(async () => {
    const file = await read(id)
    return file.status !== 'UPLOADING' && file
  })

/** Makes the next try of a download due. */
async function hurry(id: string): Promise<void> {
  await until(() => waitsInQueue(sql, `fetch-upload:${id}`))
  await runQueuedNow(sql, `fetch-upload:${id}`)
}

const bytesOf = async (id: string) => {
  const { body } = await world.call(`GET /api/files/${id}/download`, { key: owner.key })
  return Buffer.from(await (await fetch(body.data.url)).arrayBuffer())
}

test('202: the file is stored with the type of its bytes and the name of the answer', async () => {
  const events = await collectEvents(world)
  const headers = {
    'Content-Type': 'video/mp4',
    'Content-Disposition': `attachment; filename="x.mp4"; filename*=UTF-8''K%C3%B6ln%2Fposter.png`,
  }
  const id = await upload(offers('download', sends(png, headers)))
  const file = await ended(id)
  assert.deepEqual(
    [file.status, file.name, file.mimeType, file.byteSize, file.transfer, file.mode],
    ['UPLOADED', 'poster.png', 'image/png', png.length, null, 'LOCAL'],
  )
  assert.deepEqual(await bytesOf(id), png)
  assert.deepEqual(
    lines(await events()).filter((line) => !line.startsWith('file.processed')),
    ['file.created UNRESTRICTED', 'file.uploaded UNRESTRICTED'],
  )
  assert.equal((await sql`select from url_uploads`).length, 0)
})

test('202: a given name, a folder and a file to replace; the name of the address after a redirect', async () => {
  const folder = { id: await newFolder(world, projectId, owner) }
  const replaces = { id: await newFile(world, projectId, owner) }
  const url = offers('a%20b.png', sends(png))
  const named = await ended(await upload(redirected(url), { name: 'Key art.png', folder, replaces }))
  assert.deepEqual([named.name, named.folder, named.stack.number], ['Key art.png', folder, 2])
  assert.equal((await ended(await upload(redirected(url)))).name, 'a b.png')
  function redirected(to: string) {
    return offers('go', redirects(to))
  }
})

test('400: an address that is not public or not of the web, an unknown folder, a name that is too long', async () => {
  for (const url of [
    'nonsense',
    'file:///etc/passwd',
    'ftp://example.com/a.mov',
    'http://127.0.0.1/a.mov',
    'http://0x7f000001/a.mov',
    'http://[::1]/a.mov',
    'http://[::ffff:10.0.0.1]/a.mov',
    'https://169.254.169.254/latest/meta-data',
    'https://user:secret@example.com/a.mov',
    'http://example.com:25/a.mov',
  ]) {
    const { status, body } = await send({ url })
    assert.deepEqual([status, body.errors?.[0].path], [400, '/url'], url)
  }
  const url = offers('a.png', sends(png))
  for (const [fields, path] of [
    [{ folder: { id: `DX${'0'.repeat(22)}` } }, '/folder/id'],
    [{ replaces: { id: `FX${'0'.repeat(22)}` } }, '/replaces/id'],
    [{ name: 'x'.repeat(256) }, '/name'],
  ] as const) {
    const { status, body } = await send({ url, ...fields })
    assert.deepEqual([status, body.errors?.[0].path], [400, path])
  }
})

test('FAILED: an address that cannot be fetched, with the reason and without addresses of the network', async () => {
  const cases: [url: string, code: string, message: RegExp][] = [
    ['http://localhost/a.mov', 'source_refused', /^localhost is not on the public network\.$/],
    [offers('a', redirects('http://127.0.0.1:8099/secret')), 'source_refused', /not on the public network/],
    [offers('b', redirects('ftp://example.com/x')), 'source_refused', /Only http and https/],
    [offers('c', sends(Buffer.from('<!doctype html><p>Sign in'))), 'source_not_a_file', /web page/],
    [`http://${host}/missing`, 'source_refused', /status 404/],
    [offers('d', sends(png, { 'Content-Encoding': 'gzip' })), 'source_refused', /content encoding/],
  ]
  const loop = offers('loop', (response, { url }) => response.writeHead(302, { Location: url! }).end())
  cases.push([loop, 'source_refused', /more than 5 times/])
  for (const [url, code, message] of cases) {
    const { status, failure } = await ended(await upload(url))
    assert.deepEqual([status, failure.code, failure.retryable], ['FAILED', code, false], url)
    assert.match(failure.message, message)
  }
  assert.equal((await sql`select from url_uploads`).length, 0)
})

test('FAILED: more than the quota allows, announced or not; nothing is left in the storage', async () => {
  const large = Buffer.alloc(12 * 2 ** 20)
  const announced = offers('large.bin', (response) =>
    response.writeHead(200, { 'Content-Length': String(large.length) }).write('x'),
  )
  const silent = offers('silent.bin', (response) => response.writeHead(200).end(large))
  for (const url of [announced, silent]) {
    const { status, failure } = await ended(await upload(url))
    assert.deepEqual([status, failure.code], ['FAILED', 'quota_exceeded'])
  }
  const rows = new Set((await sql<{ id: string }>`select id from objects`).map(({ id }) => id))
  for await (const { key } of world.storage.objects()) assert.ok(rows.has(key.split('/')[0]!), key)
})

test('a connection that breaks off is tried again; the fourth time the file fails', async () => {
  const url = offers('late.png', breaksOff(png), breaksOff(png), sends(png))
  const id = await upload(url)
  await hurry(id)
  await hurry(id)
  assert.equal((await ended(id)).status, 'UPLOADED')
  const broken = await upload(offers('broken.png', breaksOff(png)))
  for (let i = 0; i < 3; i++) await hurry(broken)
  const { status, failure } = await ended(broken)
  assert.deepEqual([status, failure.code, failure.retryable], ['FAILED', 'source_unreachable', true])
})

test('progress is visible; the download goes on in the trash, and stops when the file is purged', async () => {
  let closed = () => {}
  const stopped = new Promise<void>((done) => {
    closed = done
  })
  const slow = offers('slow.bin', (response) => {
    response.writeHead(200, { 'Content-Length': '1000000' })
    const timer = setInterval(() => response.write('x'), 50)
    response.on('close', () => {
      clearInterval(timer)
      closed()
    })
  })
  const id = await upload(slow)
  const transfer = await until(async () => {
    const file = await read(id)
    return file.transfer?.received > 0 && file.transfer
  })
  assert.equal(transfer.total, 1_000_000)
  assert.equal((await world.call(`DELETE /api/files/${id}`, { key: owner.key })).status, 204)
  const received = async () => {
    const [row] = await sql<{ bytes: number }>`
      select received::integer as bytes from url_uploads where file_id = ${id}`
    return row!.bytes
  }
  await until(async () => (await received()) > transfer.received)
  await sql`update trash set purge_at = now() where record_id = ${id}`
  await world.runJob(purgeTrash)
  await stopped
})
