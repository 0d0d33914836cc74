import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies, DailiesTimeoutError, FileFailedError } from '@dailies/sdk'
import { newGeneration } from '../../server/test/worlds/samples.ts'
import { startWorld } from '../../server/test/worlds/world.ts'

// With the local provider, which makes drafts.
const world = await startWorld({ work: true, providers: 'configured' })

async function enter(scopes?: Parameters<typeof world.key>[1]) {
  const { id: projectId, owner } = await world.project()
  const token = scopes ? (await world.key(owner.userId, scopes)).key : owner.key
  return { projectId, owner, client: new Dailies({ baseUrl: world.url, token }) }
}

const draft = {
  outputType: 'DOCUMENT',
  outputModel: 'markdown',
  prompt: 'A shot list',
  folder: null,
  attachments: [],
} as const

test('waitFor: waits for a generation and reports progress', async () => {
  const { projectId, client } = await enter()
  const { id } = await client.files.generate(projectId, { ...draft, attachments: [] })
  const seen: string[] = []
  const file = await client.files.waitFor(id, { onProgress: ({ status }) => seen.push(status) })
  assert.deepEqual([file.id, file.status, file.generation?.state], [id, 'UPLOADED', 'DONE'])
  assert.equal(seen.at(-1), 'UPLOADED')
  const { stream } = await client.files.download(id)
  assert.match(await new Response(stream).text(), /shot list/i)
})

test('waitFor: polls when the credential may not follow events', async () => {
  const { projectId, client } = await enter(['ai:generate', 'files:read'])
  const { id } = await client.files.generate(projectId, { ...draft, attachments: [] })
  assert.equal((await client.files.waitFor(id)).status, 'UPLOADED')
})

test('waitFor: throws for a failed file', async () => {
  const { projectId, owner, client } = await enter()
  const id = await newGeneration(world, projectId, owner, 'FAILED')
  await assert.rejects(
    client.files.waitFor(id),
    (error) => error instanceof FileFailedError && error.file.id === id,
  )
})

test('waitFor: throws after its timeout, and when the signal is aborted', async () => {
  const { projectId, client } = await enter()
  const { id } = await client.files.startUpload(projectId, { name: 'a.mov', size: 5 })
  await assert.rejects(client.files.waitFor(id, { timeoutMs: 100 }), DailiesTimeoutError)
  const abort = new AbortController()
  const reason = new Error('enough')
  const waiting = client.files.waitFor(id, { signal: abort.signal, onProgress: () => abort.abort(reason) })
  await assert.rejects(waiting, (error) => error === reason)
})

test('waitFor: returns on an event, without polling', async () => {
  const { projectId, client } = await enter()
  const { id } = await client.files.startUpload(projectId, { name: 'a.txt', size: 5 })
  const waiting = client.files.waitFor(id, { pollMs: 3_600_000 })
  await client.files.upload(projectId, new Blob(['bytes']), { resume: id })
  assert.equal((await waiting).status, 'UPLOADED')
})
