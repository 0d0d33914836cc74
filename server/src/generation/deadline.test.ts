import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { createIdleProvider } from '../../test/stand-ins/generation-providers.ts'
import { startGenerationWorld } from '../../test/worlds/generation-world.ts'
import type { Provider } from '../core/provider.ts'

const { standIn, generate, reaches } = await startGenerationWorld({ deadlineSeconds: 1 })

test('a generation that misses its deadline fails and is cancelled at the provider', async () => {
  const file = await reaches(await generate('kling-3.0', 'never ends'), 'FAILED')
  assert.deepEqual([file.failure.code, file.failure.retryable], ['deadline_exceeded', true])
  assert.equal(standIn.cancelled.length, 1)
})

test('a provider that is unreachable until the deadline: the generation fails', async () => {
  standIn.refuse('poll', 500, 1_000)
  const file = await reaches(await generate('seedance-2.5'), 'FAILED')
  assert.equal(file.failure.code, 'deadline_exceeded')
  standIn.refuse('poll', 500, 0)
})

test('a start that cannot be recovered until the deadline fails as start_unknown', async () => {
  standIn.hold('start')
  standIn.refuse('find', 500, 1_000)
  const file = await reaches(await generate('kling-3.0'), 'FAILED')
  standIn.release('start')
  assert.equal(file.failure.code, 'start_unknown')
})

const idle = { ...createIdleProvider(), deadlineSeconds: 0.5, pollSeconds: 0.1 }
const { recover: _free, ...paid } = idle

test('a draft that exceeds its deadline fails and is not drawn again', async () => {
  let starts = 0
  const slow: Provider = {
    ...idle,
    start(_job, signal) {
      starts++
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }
  const drafts = await startGenerationWorld({ providers: [slow] })
  const file = await drafts.reaches(await drafts.generate('gpt-image-2'), 'FAILED')
  assert.deepEqual([file.failure.code, starts], ['deadline_exceeded', 1])
})

test('a download that stalls is restarted', async () => {
  let fetches = 0
  const dripping: Provider = {
    ...paid,
    start: async () => ({ handle: {} }),
    async fetch() {
      const body = new PassThrough()
      body.write('# Draft')
      if (++fetches > 1) body.end()
      return { extension: 'md', body }
    },
  }
  const documents = await startGenerationWorld({ providers: [dripping] })
  const answer = await documents.call(`POST /api/projects/${documents.projectId}/files/upload.generate`, {
    key: documents.owner.key,
    body: { outputType: 'DOCUMENT', outputModel: 'markdown', prompt: 'A', folder: null, attachments: [] },
  })
  await documents.reaches(answer.body.data.id, 'DONE')
  // On a busy machine, more than the first download may miss the deadline of 0.5 s.
  assert.ok(fetches > 1, `${fetches}`)
})
