import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Archive, Dailies, type DailiesOptions } from '@dailies/sdk'
import { readZip } from '../../server/test/helpers/read-zip.ts'
import { startWorld } from '../../server/test/worlds/world.ts'

const world = await startWorld()
const folder = mkdtempSync(join(tmpdir(), 'dailies-sdk-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const { id: projectId, owner } = await world.project()
const clientWith = (options: DailiesOptions = {}) =>
  new Dailies({ baseUrl: world.url, token: owner.key, retryDelayMs: 1, ...options })
const client = clientWith()
const bytes = [randomBytes(3_000_000), randomBytes(2_000_000)]
const files = await Promise.all(
  bytes.map((content, i) => client.files.upload(projectId, new Blob([content]), { name: `take ${i}.bin` })),
)

function check(zip: Buffer): void {
  const entries = readZip(zip)
  for (const [i, content] of bytes.entries()) assert.ok(entries.get(`take ${i}.bin`)!.equals(content))
}

test('download: as a stream, with the archive', async () => {
  const { stream, size, mimeType, archive } = await client.archives.download(projectId, { files })
  assert.deepEqual([size, mimeType, archive.fileCount], [archive.byteSize, 'application/zip', 2])
  check(Buffer.from(await new Response(stream).arrayBuffer()))
})

test('download: to a path, over a connection that is lost repeatedly', async () => {
  const ranges: (string | null)[] = []
  const cutting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (!String(input).includes('/archives/')) return response
    ranges.push(new Headers(init?.headers).get('range'))
    return ranges.length > 3 ? response : cut(response, 1_000_000)
  }
  const to = join(folder, 'cut.zip')
  const seen: number[] = []
  const archive = await clientWith({ fetch: cutting }).archives.download(
    projectId,
    { files },
    { to, onProgress: ({ loaded }) => seen.push(loaded) },
  )
  check(readFileSync(to))
  assert.equal(seen.at(-1), archive.byteSize)
  assert.deepEqual([ranges.length, ranges[0]], [4, null])
})

test('download: a cancelled one leaves its partial file, and is resumed by another client', async () => {
  const here = mkdtempSync(join(folder, 'partial-'))
  const [to, partial] = [join(here, 'all.zip'), join(here, 'all.zip.part')]
  const cancel = new AbortController()
  let started: Archive | undefined
  const cancelled = client.archives.download(
    projectId,
    { files },
    {
      to,
      partial,
      signal: cancel.signal,
      onStart: (archive) => {
        started = archive
      },
      onProgress: ({ loaded }) => loaded > 1_000_000 && cancel.abort(),
    },
  )
  await assert.rejects(cancelled, { name: 'AbortError' })
  assert.deepEqual(readdirSync(here), ['all.zip.part'])
  const { size } = statSync(partial)
  assert.ok(size > 1_000_000)
  const asked: Headers[] = []
  const watching: typeof fetch = (input, init) => {
    asked.push(new Headers(init?.headers))
    return fetch(input, init)
  }
  const other = clientWith({ fetch: watching })
  await other.archives.download(projectId, {}, { to, partial, resume: started })
  assert.deepEqual(
    asked.map((headers) => [headers.get('range'), headers.get('if-range')]),
    [[`bytes=${size}-`, `"${started!.id}"`]],
  )
  assert.deepEqual(readdirSync(here), ['all.zip'])
  check(readFileSync(to))
})

test('download: a complete partial file needs no request', async () => {
  const [to, partial] = [join(folder, 'whole.zip'), join(folder, 'whole.part')]
  const archive = await client.archives.download(projectId, { files }, { to: partial })
  const nothing: typeof fetch = () => assert.fail('no request is needed')
  await clientWith({ fetch: nothing }).archives.download(projectId, {}, { to, partial, resume: archive })
  check(readFileSync(to))
})

test('download: an archive that is gone throws at once', async () => {
  const archive = await client.archives.create(projectId, { files })
  await world.database.sql`delete from archives where id = ${archive.id}`
  const to = join(folder, 'gone.zip')
  await assert.rejects(client.archives.download(projectId, {}, { to, resume: archive }), {
    code: 'not_found',
  })
})

/** The response, which breaks after some bytes. */
function cut(response: Response, after: number): Response {
  let seen = 0
  const body = response.body!.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.length
        if (seen > after) controller.error(new TypeError('terminated'))
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Response(body, response)
}
