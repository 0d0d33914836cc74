import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Dailies, DailiesError, type DailiesOptions, type Progress, type UploadSource } from '@dailies/sdk'
import { startWorld } from '../../server/test/worlds/world.ts'

const world = await startWorld()
const folder = mkdtempSync(join(tmpdir(), 'dailies-sdk-'))
after(() => rmSync(folder, { recursive: true, force: true }))

// Enough bytes for three parts.
const bytes = randomBytes(17_000_000)
const path = join(folder, 'take.bin')
writeFileSync(path, bytes)

async function enter() {
  const { id, owner } = await world.project()
  const clientWith = (options: DailiesOptions) =>
    new Dailies({ baseUrl: world.url, token: owner.key, retryDelayMs: 1, ...options })
  return { projectId: id, client: clientWith({}), clientWith }
}

async function* inPieces(length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function downloaded(client: Dailies, id: string): Promise<Buffer> {
  const { stream } = await client.files.download(id)
  return Buffer.from(await new Response(stream).arrayBuffer())
}

const sources: Record<string, () => UploadSource> = {
  path: () => path,
  Blob: () => new Blob([bytes]),
  File: () => new File([bytes], 'take.bin'),
  Uint8Array: () => new Uint8Array(bytes),
  ReadableStream: () => new Blob([bytes]).stream(),
  'stream of Node': () => createReadStream(path),
  'async iterable of odd pieces': () => inPieces(777_777),
}

for (const [kind, source] of Object.entries(sources)) {
  test(`upload: from a ${kind}, complete and with progress`, async () => {
    const { projectId, client } = await enter()
    const seen: Progress[] = []
    const { id } = await client.files.upload(projectId, source(), {
      name: 'take.bin',
      size: bytes.length,
      concurrency: 2,
      onProgress: (progress) => seen.push(progress),
    })
    const file = await client.files.get(id)
    assert.deepEqual([file.name, file.size, file.status], ['take.bin', bytes.length, 'UPLOADED'])
    assert.ok(bytes.equals(await downloaded(client, id)))
    assert.deepEqual(seen[0], { loaded: 0, total: bytes.length })
    assert.deepEqual(seen.at(-1), { loaded: bytes.length, total: bytes.length })
    assert.equal(seen.length, 4)
  })
}

test('upload: the name comes from the path; folder and replaces are sent', async () => {
  const { projectId, client } = await enter()
  const inside = await client.folders.create(projectId, { name: 'Takes' })
  const first = await client.files.upload(projectId, path, { folder: inside })
  const second = await client.files.upload(projectId, path, { replaces: first })
  const file = await client.files.get(second.id)
  assert.deepEqual([file.name, file.folder, file.stack.number], ['take.bin', inside, 2])
})

test('upload: a stream requires its size and must match it', async () => {
  const { projectId, client } = await enter()
  const name = 'take.bin'
  await assert.rejects(client.files.upload(projectId, inPieces(1000), { name }), /size/)
  for (const size of [bytes.length - 1, bytes.length + 1]) {
    await assert.rejects(client.files.upload(projectId, inPieces(1_000_000), { name, size }), RangeError)
  }
  await assert.rejects(client.files.upload(projectId, new Blob([bytes])), /name/)
})

for (const kind of ['path', 'async iterable of odd pieces']) {
  test(`upload: a cancelled upload is resumed from a ${kind} by another client, which sends only missing parts`, async () => {
    const { projectId, client, clientWith } = await enter()
    const cancel = new AbortController()
    const source = sources[kind]!
    let id = ''
    const reason = new Error('enough')
    const cancelled = client.files.upload(projectId, source(), {
      name: 'take.bin',
      size: bytes.length,
      concurrency: 1,
      signal: cancel.signal,
      onStart: (started) => {
        id = started.id
      },
      onProgress: ({ loaded }) => loaded > 0 && cancel.abort(reason),
    })
    await assert.rejects(cancelled, (error) => error === reason)
    const { stored } = await client.files.resumeUpload(id)
    assert.equal(stored.length, 1)

    let puts = 0
    const counting: typeof fetch = (input, init) => {
      if (init?.method === 'PUT') puts++
      return fetch(input, init)
    }
    const other = clientWith({ fetch: counting })
    await other.files.upload(projectId, source(), { size: bytes.length, resume: id })
    assert.equal(puts, 2)
    assert.ok(bytes.equals(await downloaded(other, id)))
    // The program may end before it receives the response to the completion.
    assert.deepEqual(await other.files.upload(projectId, source(), { size: bytes.length, resume: id }), {
      id,
    })
  })
}

test('upload: abortOnCancel leaves no upload behind', async () => {
  const { projectId, client } = await enter()
  const cancel = new AbortController()
  let id = ''
  const cancelled = client.files.upload(projectId, path, {
    signal: cancel.signal,
    abortOnCancel: true,
    onStart: (started) => {
      id = started.id
      cancel.abort()
    },
  })
  await assert.rejects(cancelled, { name: 'AbortError' })
  await assert.rejects(client.files.get(id), { code: 'not_found' })
})

test('upload: failed, rejected and lost parts are sent again, with new URLs after expiry', async () => {
  const { projectId, clientWith } = await enter()
  const calls: string[] = []
  let puts = 0
  const hostile: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input))
    if (init?.method !== 'PUT') calls.push(pathname.split('/').at(-1)!)
    else {
      puts++
      if (puts === 1) throw new TypeError('fetch failed')
      if (puts === 2) return new Response('busy', { status: 503 })
      if (puts === 3) return new Response('<Error><Code>AccessDenied</Code></Error>', { status: 403 })
      if (puts === 4) {
        // The part was stored, but the response was lost.
        await fetch(input, init)
        throw new TypeError('fetch failed')
      }
    }
    return fetch(input, init)
  }
  const client = clientWith({ fetch: hostile })
  const { id } = await client.files.upload(projectId, path, { concurrency: 1 })
  assert.deepEqual(calls, ['upload.multipart', 'upload.resume', 'upload.complete'])
  assert.equal(puts, 7)
  assert.ok(bytes.equals(await downloaded(client, id)))
})

test('upload: parts missing at completion are sent again', async () => {
  const { projectId, clientWith } = await enter()
  let pretended = false
  const lying: typeof fetch = async (input, init) => {
    if (init?.method === 'PUT' && !pretended) {
      pretended = true
      return new Response(null, { status: 200, headers: { ETag: '"0123"' } })
    }
    return fetch(input, init)
  }
  const client = clientWith({ fetch: lying })
  const { id } = await client.files.upload(projectId, path)
  assert.ok(bytes.equals(await downloaded(client, id)))
})

test('upload: a permanent rejection is thrown as the server returned it', async () => {
  const { client } = await enter()
  const { id: foreign } = await world.project()
  const refused = client.files.upload(foreign, path)
  await assert.rejects(refused, (error) => error instanceof DailiesError && error.code === 'not_found')
  await assert.rejects(client.files.upload(foreign, join(folder, 'nothing.mp4')), { code: 'ENOENT' })
})

test('download: to a path, over a connection that is lost repeatedly', async () => {
  const { projectId, client, clientWith } = await enter()
  const { id } = await client.files.upload(projectId, path)
  const ranges: (string | null)[] = []
  const cutting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (!String(input).includes('signature')) return response
    ranges.push(new Headers(init?.headers).get('range'))
    return ranges.length > 3 ? response : cut(response, 3_000_000)
  }
  const other = clientWith({ fetch: cutting })
  const to = join(folder, 'saved.bin')
  const seen: number[] = []
  const { size } = await other.files.download(id, { to, onProgress: ({ loaded }) => seen.push(loaded) })
  assert.equal(size, bytes.length)
  assert.ok(bytes.equals(readFileSync(to)))
  assert.equal(ranges.length, 4)
  assert.equal(ranges[0], null)
  assert.ok(ranges.slice(1).every((range) => /^bytes=\d+-$/.test(range!)))
  assert.equal(seen.at(-1), bytes.length)
})

test('download: a cancelled download leaves no file', async () => {
  const { projectId, client } = await enter()
  const { id } = await client.files.upload(projectId, path)
  const cancel = new AbortController()
  const here = mkdtempSync(join(folder, 'cancelled-'))
  const to = join(here, 'cancelled.bin')
  const cancelled = client.files.download(id, { to, signal: cancel.signal, onProgress: () => cancel.abort() })
  await assert.rejects(cancelled, { name: 'AbortError' })
  assert.deepEqual(readdirSync(here), [])
})

test('download: other files beside the path stay unchanged, and long names work', async () => {
  const { projectId, client } = await enter()
  const { id } = await client.files.upload(projectId, path)
  const here = mkdtempSync(join(folder, 'beside-'))
  writeFileSync(join(here, 'take.bin.part'), 'mine')
  await client.files.download(id, { to: join(here, 'take.bin') })
  await client.files.download(id, { to: join(here, 'x'.repeat(255)) })
  assert.deepEqual(readdirSync(here).sort(), ['take.bin', 'take.bin.part', 'x'.repeat(255)])
  assert.equal(readFileSync(join(here, 'take.bin.part'), 'utf8'), 'mine')
})

test('download: asks proxies not to compress, and detects a missing length', async () => {
  const { projectId, client, clientWith } = await enter()
  const { id } = await client.files.upload(projectId, path)
  const compressing =
    (always: boolean): typeof fetch =>
    async (input, init) => {
      const response = await fetch(input, init)
      const asked = new Headers(init?.headers).get('accept-encoding')
      if (!String(input).includes('signature') || (asked === 'identity' && !always)) return response
      return new Response(response.body)
    }
  const polite = clientWith({ fetch: compressing(false) })
  assert.ok(bytes.equals(await downloaded(polite, id)))
  const to = join(folder, 'hidden.bin')
  const stubborn = clientWith({ fetch: compressing(true) })
  await assert.rejects(stubborn.files.download(id, { to }), /length of the file/)
  assert.throws(() => readFileSync(to), { code: 'ENOENT' })
})

test('download: a file without content throws at once', async () => {
  const { projectId, client } = await enter()
  const { id } = await client.files.startUpload(projectId, { name: 'take.bin', size: 5 })
  await assert.rejects(client.files.download(id), { code: 'file_not_ready' })
})

test('attachments of comments and generations are uploaded like files', async () => {
  const { projectId, client } = await enter()
  const file = await client.files.upload(projectId, path)
  const note = new File(['a note'], 'note.txt')
  const onProject = await client.commentAttachments.uploadToProject(projectId, note)
  const onFile = await client.commentAttachments.uploadToFile(file.id, path)
  const comment = await client.comments.createOnProject(projectId, { attachments: [onProject] })
  assert.equal((await client.comments.get(comment.id)).attachments[0]!.name, 'note.txt')
  const other = await client.comments.createOnFile(file.id, { attachments: [onFile] })
  assert.equal((await client.comments.get(other.id)).attachments[0]!.size, bytes.length)
  const reference = await client.generationAttachments.upload(projectId, note)
  assert.match(reference.id, /^GA/)
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
