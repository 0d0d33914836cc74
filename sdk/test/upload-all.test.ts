import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Dailies, DailiesError, type DailiesOptions, type UploadItem } from '@dailies/sdk'
import { until } from '../../server/test/helpers/until.ts'
import { startWorld } from '../../server/test/worlds/world.ts'

// The rate limits of production, which batches are made for.
const world = await startWorld({ env: { RATE_LIMITS: '' } })
const folder = mkdtempSync(join(tmpdir(), 'dailies-sdk-'))
after(() => rmSync(folder, { recursive: true, force: true }))

async function enter(options: DailiesOptions = {}) {
  const { id, owner } = await world.project()
  const seen: { method: string; path: string; status: number }[] = []
  const record: typeof fetch = async (input, init) => {
    const response = await (options.fetch ?? fetch)(input, init)
    const { pathname } = new URL(String(input))
    const path = pathname.startsWith('/api/') ? pathname.split('/').at(-1)! : 'part'
    seen.push({ method: init?.method ?? 'GET', path, status: response.status })
    return response
  }
  const client = new Dailies({
    baseUrl: world.url,
    token: owner.key,
    retryDelayMs: 1,
    ...options,
    fetch: record,
  })
  const count = (path: string) => seen.filter((one) => one.path === path).length
  return { projectId: id, client, seen, count }
}

const still = (i: number): UploadItem => ({ source: new Blob([`still ${i}`]), name: `still-${i}.txt` })
const stills = (count: number) => Array.from({ length: count }, (_, i) => still(i))

async function namesIn(projectId: string): Promise<string[]> {
  const rows = await world.database.sql<{ name: string }>`
    select name from files where project_id = ${projectId} and status = 'UPLOADED'`
  return rows.map(({ name }) => name).sort()
}

test('1,000 small files under the rate limits of an API key: no 429 and few calls', async () => {
  const { projectId, client, seen, count } = await enter()
  const progress: { loaded: number; total: number; files: number; filesDone: number }[] = []
  const outcomes = await client.files.uploadAll(projectId, stills(1000), {
    onProgress: (one) => progress.push(one),
  })
  assert.deepEqual(
    outcomes.filter(({ error }) => error !== undefined),
    [],
  )
  assert.equal(new Set(outcomes.map(({ id }) => id)).size, 1000)
  assert.deepEqual(
    await namesIn(projectId),
    stills(1000)
      .map(({ name }) => name!)
      .sort(),
  )
  assert.deepEqual([...new Set(seen.map(({ status }) => status))], [200])
  assert.equal(count('part'), 1000)
  assert.ok(count('upload.batch') <= 50, `${count('upload.batch')} starts`)
  assert.ok(count('upload.complete.batch') <= 50, `${count('upload.complete.batch')} completions`)
  assert.equal(seen.length, 1000 + count('upload.batch') + count('upload.complete.batch'))
  const last = progress.at(-1)!
  assert.deepEqual([last.loaded, last.files, last.filesDone], [last.total, 1000, 1000])
})

test('outcomes keep the order of the sources, and one failure does not affect the others', async () => {
  const { projectId, client } = await enter()
  const path = join(folder, 'on-disk.txt')
  writeFileSync(path, 'on disk')
  const reported: number[] = []
  const outcomes = await client.files.uploadAll(
    projectId,
    [
      path,
      { source: new Blob(['x']), name: 'n'.repeat(300) },
      join(folder, 'missing.txt'),
      new File(['named'], 'named.txt'),
      { source: new Blob(['x']), name: 'lost.txt', folder: { id: 'DX0000000000000000000000' } },
    ],
    { onOutcome: ({ index }) => reported.push(index) },
  )
  assert.deepEqual(
    outcomes.map(({ error }) =>
      error instanceof DailiesError ? `${error.status} ${error.errors[0]?.path}` : error && 'other',
    ),
    [undefined, '400 /name', 'other', undefined, '400 /folder/id'],
  )
  assert.deepEqual(reported.sort(), [0, 1, 2, 3, 4])
  assert.deepEqual(await namesIn(projectId), ['named.txt', 'on-disk.txt'])
})

test('large files are sent in parts, with one limit over all files', async () => {
  let [now, most] = [0, 0]
  const counting: typeof fetch = async (input, init) => {
    if (init?.method !== 'PUT') return fetch(input, init)
    most = Math.max(most, ++now)
    try {
      return await fetch(input, init)
    } finally {
      now--
    }
  }
  const { projectId, client, count } = await enter({ fetch: counting })
  const large = { source: new Uint8Array(20_000_000), name: 'large.bin' }
  await client.files.uploadAll(projectId, [large, ...stills(20), { ...large, name: 'other.bin' }], {
    concurrency: 3,
  })
  assert.equal(count('part'), 26)
  assert.equal(most, 3)
  assert.equal((await namesIn(projectId)).length, 22)
})

test('a file whose completion is rejected as incomplete is completed on its own', async () => {
  let spoilt = false
  const spoiling: typeof fetch = async (input, init) => {
    const isFirst = !spoilt && String(input).endsWith('upload.complete.batch')
    if (!isFirst) return fetch(input, init)
    spoilt = true
    const body = JSON.parse(String(init!.body))
    body.files[0].parts[0].eTag = '"wrong"'
    return fetch(input, { ...init, body: JSON.stringify(body) })
  }
  const { projectId, client, count } = await enter({ fetch: spoiling })
  const outcomes = await client.files.uploadAll(projectId, stills(5))
  assert.ok(outcomes.every(({ error }) => error === undefined))
  assert.equal(count('upload.resume'), 1)
  assert.equal((await namesIn(projectId)).length, 5)
})

test('a server without batches receives one call per file', async () => {
  const old: typeof fetch = async (input, init) =>
    String(input).endsWith('.batch') ? new Response('{}', { status: 404 }) : fetch(input, init)
  const { projectId, client, count } = await enter({ fetch: old })
  const outcomes = await client.files.uploadAll(projectId, stills(3))
  assert.ok(outcomes.every(({ error }) => error === undefined))
  assert.deepEqual([count('upload.multipart'), count('upload.complete')], [3, 3])
})

test('an aborted signal ends all uploads with its reason', async () => {
  const { projectId, client } = await enter()
  const abort = new AbortController()
  const reason = new Error('enough')
  const uploading = client.files.uploadAll(projectId, stills(300), {
    signal: abort.signal,
    onOutcome: () => abort.abort(reason),
  })
  await assert.rejects(uploading, (error) => error === reason)
})

test('an upload cancelled while its batch starts leaves no file behind', async () => {
  const abort = new AbortController()
  const cancelling: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (String(input).endsWith('upload.batch')) abort.abort(new Error('cancelled'))
    return response
  }
  const { projectId, client, seen } = await enter({ fetch: cancelling })
  const uploader = client.files.uploader(projectId)
  const [kept, cancelled] = await Promise.allSettled([
    uploader.upload(new Blob(['a']), { name: 'kept.txt' }),
    uploader.upload(new Blob(['b']), { name: 'cancelled.txt', signal: abort.signal }),
  ])
  assert.deepEqual([kept.status, cancelled.status], ['fulfilled', 'rejected'])
  await until(() => seen.some(({ path, status }) => path === 'upload.abort' && status === 204))
  const names = await world.database.sql`select name from files where project_id = ${projectId}`
  assert.deepEqual(names, [{ name: 'kept.txt' }])
})
