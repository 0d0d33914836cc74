import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import {
  Dailies,
  DailiesConnectionError,
  type DailiesError,
  type DailiesOptions,
  DailiesTimeoutError,
} from '@dailies/sdk'
import { until } from '../../server/test/helpers/until.ts'
import { startWorld } from '../../server/test/worlds/world.ts'
import { type Fault, startProxy } from './hostile-proxy.ts'

const world = await startWorld()
const proxy = await startProxy(world.url)
const { id: projectId, owner } = await world.project()

function client(options: DailiesOptions = {}) {
  return new Dailies({ baseUrl: proxy.url, token: owner.key, retryDelayMs: 1, ...options })
}

const busy: Fault = { status: 503, headers: { 'Retry-After': '0' } }
const limited: Fault = { status: 429, headers: { 'Retry-After': '0' } }

async function foldersNamed(name: string): Promise<number> {
  const folders = await new Dailies({ baseUrl: world.url, token: owner.key }).folders.list(projectId)
  return folders.filter((folder) => folder.name === name).length
}

for (const [what, faults] of Object.entries({
  'a limit': [limited],
  'a busy server': [busy, busy],
  'a gateway': [{ status: 502 }, { status: 504 }],
  'a cut connection': ['cut'],
  'a lost answer': ['lose'],
} satisfies Record<string, Fault[]>)) {
  test(`a POST is retried after ${what} with the same key and takes effect once`, async () => {
    proxy.script(...faults)
    const name = `After ${what}`
    const { id } = await client().folders.create(projectId, { name })
    assert.match(id, /^DX/)
    assert.equal(proxy.seen.length, faults.length + 1)
    assert.equal(new Set(proxy.seen.map(({ headers }) => headers['idempotency-key'])).size, 1)
    assert.equal(await foldersNamed(name), 1)
  })

  test(`GET and QUERY are retried after ${what}`, async () => {
    proxy.script(...faults)
    assert.equal((await client().projects.get(projectId)).id, projectId)
    assert.equal(proxy.seen.length, faults.length + 1)
    proxy.script(...faults)
    const { data } = await client().projects.list().page()
    assert.deepEqual(
      data.map(({ id }) => id),
      [projectId],
    )
  })
}

test('every POST has its own idempotency key, or the given one', async () => {
  proxy.script()
  const { folders } = client()
  const first = await folders.create(projectId, { name: 'Twice' }, { idempotencyKey: 'my-key' })
  const again = await folders.create(projectId, { name: 'Twice' }, { idempotencyKey: 'my-key' })
  assert.deepEqual(again, first)
  await assert.rejects(folders.create(projectId, { name: 'Twice' }), { code: 'folder_name_taken' })
})

test('a retry waits for Retry-After, and the signal ends the wait', async () => {
  proxy.script({ status: 429, headers: { 'Retry-After': '30' } })
  const abort = new AbortController()
  const reason = new Error('no longer')
  const waiting = client().projects.get(projectId, { signal: abort.signal })
  // The response has arrived, and the next attempt would follow in half a minute.
  await until(() => proxy.seen.length > 0)
  const timer = setTimeout(() => abort.abort(reason), 50)
  await assert.rejects(waiting, (error) => error === reason)
  clearTimeout(timer)
  assert.equal(proxy.seen.length, 1)
})

test('a long Retry-After throws instead of waiting', async () => {
  proxy.script({ status: 503, headers: { 'Retry-After': '3600' } })
  await assert.rejects(client().projects.get(projectId), (error: DailiesError) => {
    assert.deepEqual([error.status, error.code, error.retryAfter], [503, 'unexpected_answer', 3600])
    return true
  })
  assert.equal(proxy.seen.length, 1)
})

test('after maxRetries retries the last error is thrown', async () => {
  proxy.script(busy, busy, busy)
  await assert.rejects(client({ maxRetries: 2 }).projects.get(projectId), { status: 503 })
  assert.equal(proxy.seen.length, 3)
  proxy.script(busy)
  await assert.rejects(client().projects.get(projectId, { maxRetries: 0 }), { status: 503 })
  proxy.script('cut', 'cut')
  await assert.rejects(client({ maxRetries: 1 }).projects.get(projectId), (error) => {
    return error instanceof DailiesConnectionError && error.cause !== undefined
  })
})

test('a rate limit is waited out and does not count as a retry', async () => {
  proxy.script(...Array<Fault>(20).fill(limited), busy)
  assert.equal((await client({ maxRetries: 1 }).projects.get(projectId)).id, projectId)
  assert.equal(proxy.seen.length, 22)
})

test('a server that always returns 429 fails in the end', async () => {
  proxy.script(...Array<Fault>(100).fill(limited))
  await assert.rejects(client().projects.get(projectId), { status: 429 })
  assert.equal(proxy.seen.length, 31)
  proxy.script({ status: 429, headers: { 'Retry-After': '0' } })
  await assert.rejects(client().projects.get(projectId, { maxRetries: 0 }), { status: 429 })
})

test('a PATCH is retried after a rate limit only: the server stores no key for it', async () => {
  const folder = await client().folders.create(projectId, { name: 'Patched' })
  proxy.script(limited)
  await client().folders.update(folder.id, { name: 'Patched twice' })
  assert.equal(proxy.seen.length, 2)
  for (const fault of [busy, 'cut', 'lose'] as const) {
    proxy.script(fault)
    await assert.rejects(client().folders.update(folder.id, { name: 'Patched thrice' }))
    assert.equal(proxy.seen.length, 1)
  }
})

test('a POST without a credential is retried after a rate limit only: the server stores no key for it', async () => {
  const link = await client().accessLinks.create(projectId, { role: 'PROJECT_REVIEWER' })
  const { accessKey } = await client().accessLinks.get(link.id)
  const members = async () => (await client().members.list(projectId)).length
  const before = await members()
  const visitor = new Dailies({ baseUrl: proxy.url, retryDelayMs: 1 })
  proxy.script(limited)
  await visitor.accessLinks.join({ accessKey: accessKey!, name: 'A guest' })
  proxy.script('lose')
  const lost = visitor.accessLinks.join({ accessKey: accessKey!, name: 'Another' })
  await assert.rejects(lost, DailiesConnectionError)
  assert.equal(await members(), before + 2)
})

test('a DELETE whose response was lost succeeds on retry', async () => {
  const folder = await client().folders.create(projectId, { name: 'Gone' })
  proxy.script('lose')
  assert.equal(await client().folders.delete(folder.id), undefined)
  assert.equal(proxy.seen.length, 2)
  await assert.rejects(client().folders.delete(folder.id), { code: 'not_found' })
})

test('a request that was never sent is retried, whatever its method', async () => {
  const folder = await client().folders.create(projectId, { name: 'Not sent' })
  let attempts = 0
  const nobody = await unusedUrl()
  const refusing: typeof fetch = async (input, init) => {
    attempts++
    return fetch(attempts === 1 ? String(input).replace(proxy.url, nobody) : input, init)
  }
  await client({ fetch: refusing }).folders.update(folder.id, { name: 'Sent' })
  assert.equal(attempts, 2)
})

/** A URL at which no server listens any more. */
async function unusedUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

test('a timeout throws a DailiesTimeoutError after retries', async () => {
  proxy.script('hang')
  assert.equal((await client({ timeoutMs: 100 }).projects.get(projectId)).id, projectId)
  proxy.script('hang')
  const late = client().projects.get(projectId, { timeoutMs: 100, maxRetries: 0 })
  await assert.rejects(late, DailiesTimeoutError)
})

test('an aborted call throws the reason of its signal, before and during the request', async () => {
  await assert.rejects(client().ping({ signal: AbortSignal.abort() }), { name: 'AbortError' })
  proxy.script('hang')
  const abort = new AbortController()
  const waiting = client().ping({ signal: abort.signal })
  await until(() => proxy.seen.length > 0)
  abort.abort(new TypeError('changed my mind'))
  await assert.rejects(waiting, { name: 'TypeError', message: 'changed my mind' })
})

test('a retry waits while the first request is still in progress', async () => {
  const inProgress = {
    status: 409,
    headers: { 'Content-Type': 'application/json', 'Retry-After': '0' },
    body: JSON.stringify({
      status: 409,
      code: 'idempotency_in_progress',
      message: '',
      requestId: 'x',
      errors: [],
    }),
  }
  proxy.script(inProgress)
  await client().folders.create(projectId, { name: 'In progress' })
  assert.equal(proxy.seen.length, 2)
})

for (const [what, refusal] of Object.entries({
  'answers 405': { status: 405, body: '<h1>Method Not Allowed</h1>' },
  'answers 501': { status: 501 },
  'answers 400 without a word': { status: 400 },
  'hangs up': 'cut',
} satisfies Record<string, Fault>)) {
  test(`a proxy that ${what} to QUERY: falls back to POST with the override, and remembers it`, async () => {
    proxy.refuse(({ method }) => (method === 'QUERY' ? refusal : undefined))
    const { projects, workspaceMembers } = client()
    const { data } = await projects.list({ keyword: 'Project' }).page()
    assert.deepEqual(
      data.map(({ id }) => id),
      [projectId],
    )
    assert.ok((await workspaceMembers.list().page()).data.length > 0)
    assert.deepEqual(
      proxy.seen.map(({ method, headers }) => [method, headers['x-http-method-override']]),
      [
        ['QUERY', undefined],
        ['POST', 'QUERY'],
        ['POST', 'QUERY'],
      ],
    )
  })
}

test('a QUERY that the server rejects is not repeated as POST', async () => {
  proxy.script()
  const bad = client().projects.list().page({ next: 'no cursor' })
  await assert.rejects(bad, { status: 400, code: 'invalid_cursor' })
  assert.deepEqual(
    proxy.seen.map(({ method }) => method),
    ['QUERY'],
  )
})

test('a rejected token is requested once more', async () => {
  proxy.script()
  const asked: (string | undefined)[] = []
  const token = async (refused?: string) => {
    asked.push(refused)
    return refused === undefined ? 'rvk_old' : owner.key
  }
  const { projects, ping } = client({ token })
  await Promise.all([projects.get(projectId), ping()])
  await ping()
  assert.deepEqual(asked, [undefined, 'rvk_old'])
  await assert.rejects(client({ token: () => 'rvk_bad' }).ping(), { code: 'unauthenticated' })
  await assert.rejects(client({ token: 'rvk_bad' }).ping(), { code: 'unauthenticated' })
})
