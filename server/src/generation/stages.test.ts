// A generation in two paid stages: the state machine commits before the second as it does before the first.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createResumableProvider } from '../../test/stand-ins/generation-providers.ts'
import { startGenerationServer } from '../../test/stand-ins/generation-server.ts'
import { startGenerationWorld } from '../../test/worlds/generation-world.ts'
import { type Handle, type Provider, TryLater } from '../core/provider.ts'

const server = await startGenerationServer()
const started: string[] = []
let answer: () => Promise<Handle>

/** Behaves like Meshy: the first stage ends in NEXT, the second is an ordinary generation. */
function createStagedProvider(): Provider {
  const plain = createResumableProvider('byteplus', server.url, { recovers: false })
  return {
    ...plain,
    poll: async (handle, signal) => {
      const seen = await plain.poll(handle, signal)
      return seen.state === 'SUCCEEDED' && handle.stage !== 2 ? { state: 'NEXT' } : seen
    },
    next: async (handle) => {
      started.push(String(handle.id))
      return { handle: { ...(await answer()), id: handle.id, stage: 2 } }
    },
  }
}

const world = await startGenerationWorld({ providers: [createStagedProvider()] })
const { generate, reaches } = world
const state = async (id: string) =>
  (await world.database.sql<{ state: string }>`select state from generations where file_id = ${id}`)[0]!.state

test('the second stage starts once, after its start is committed', async () => {
  started.length = 0
  let during = ''
  let id = ''
  answer = async () => {
    during = await state(id)
    return {}
  }
  id = await generate('seedance-2.5')
  await reaches(id, 'DONE')
  assert.deepEqual([during, started.length], ['STARTING', 1])
})

test('a rate-limited second stage starts later, from the first stage', async () => {
  started.length = 0
  answer = async () => {
    if (started.length === 1) throw new TryLater('busy', 0.1)
    return {}
  }
  await reaches(await generate('seedance-2.5'), 'DONE')
  assert.equal(started.length, 2)
  assert.equal(started[0], started[1])
})

test('a second stage with an unknown start fails the generation', async () => {
  started.length = 0
  answer = async () => {
    throw new Error('the connection was lost')
  }
  const file = await reaches(await generate('seedance-2.5'), 'FAILED')
  assert.deepEqual([file.failure.code, started.length], ['start_unknown', 1])
})

after(() => server.close())
