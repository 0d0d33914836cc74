// Item 9 of what surprised clients: ordinary work fits the default limits.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { type CallOptions, call, expect, newFile, newProject, sendParts } from '../client.ts'
import { limited } from '../limited.ts'
import { startService } from '../start.ts'
import { test } from '../suite.ts'

/** More calls at once than a client makes that polls every second for a minute, during which the budget refills. */
const polls = 70

test('9. polling Get File and List Versions for a minute does not exhaust the default limits', async () => {
  const project = await newProject({ at: limited })
  const file = await newFile(project, { at: limited })
  for (const route of [`GET /api/files/${file}`, `GET /api/projects/${project}/versions`]) {
    for (let i = 0; i < polls; i++) {
      const { status, headers } = await call(route, { at: limited })
      assert.equal(status, 200, `${route}, poll ${i}`)
      assert.match(headers.get('ratelimit-policy')!, /^"tier4";q=100;w=60$/)
    }
  }
})

test('9. 200 files in batches of 100 are uploaded under the default limits without a 429', async () => {
  const project = await newProject({ at: limited })
  const at = `POST /api/projects/${project}/files`
  for (let batch = 0; batch < 2; batch++) {
    const files = Array.from({ length: 100 }, (_, i) => ({ name: `still ${batch}-${i}.txt`, size: 5 }))
    const started = await expect(200, `${at}/upload.batch`, { at: limited, body: { files } })
    const complete = await Promise.all(
      started.map(async ({ file }: { file: { id: string; parts: [] } }) => ({
        id: file.id,
        parts: await sendParts(file.parts, Buffer.from('still')),
      })),
    )
    const body = { files: complete }
    const ended = await expect(200, `${at}/upload.complete.batch`, { at: limited, body })
    assert.deepEqual(
      ended.filter(({ error }: { error: unknown }) => error !== null),
      [],
    )
  }
  assert.equal((await expect(200, `GET /api/projects/${project}/files`, { at: limited })).length, 200)
})

/** Behaves like an existing client: after a 429 it waits for Retry-After, and then the call must succeed. */
async function patiently(route: string, options: CallOptions, waits: number[]) {
  const answer = await call(route, options)
  if (answer.status !== 429) return answer
  const seconds = Number(answer.headers.get('retry-after'))
  waits.push(seconds)
  await pause(seconds * 1_000)
  return call(route, options)
}

test('9. beyond the default limit a call returns 429 with Retry-After; after that time it succeeds', async () => {
  const project = await newProject({ at: limited })
  const create = (i: number) =>
    call(`POST /api/projects/${project}/folders`, { at: limited, body: { name: `Folder ${i}` } })
  let answer = await create(0)
  let made = 0
  while (answer.status === 201) answer = await create(++made)
  assert.equal(answer.status, 429, answer.text)
  assert.ok(made >= 50, `${made} calls were let in`)
  const seconds = Number(answer.headers.get('retry-after'))
  assert.ok(seconds >= 1 && seconds <= 2, String(seconds))
  await pause(seconds * 1_000)
  assert.equal((await create(made)).status, 201)
})

test('9. 200 files one by one: a client that respects Retry-After uploads them all', async () => {
  // The default of 50 a minute would take three real minutes; 192 leaves a few calls to wait for.
  const at = await startService({ RATE_LIMITS: 'tier3=192' })
  const project = await newProject({ at })
  const waits: number[] = []
  for (let i = 0; i < 200; i++) {
    const body = { name: `still ${i}.txt`, size: 5 }
    const start = await patiently(`POST /api/projects/${project}/files/upload.multipart`, { at, body }, waits)
    assert.equal(start.status, 201, start.text)
    const parts = await sendParts(start.body.data.parts, Buffer.from('still'))
    const route = `POST /api/files/${start.body.data.id}/upload.complete`
    const { status, text } = await patiently(route, { at, body: { parts } }, waits)
    assert.equal(status, 204, text)
  }
  assert.ok(
    waits.every((seconds) => seconds >= 1 && seconds <= 2),
    String(waits),
  )
  assert.equal((await expect(200, `GET /api/projects/${project}/files`, { at })).length, 200)
})
