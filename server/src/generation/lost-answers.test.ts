// The database commits, but the connection breaks before the answer arrives: repeating the write has the same
// result.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { standInProviders, startGenerationWorld } from '../../test/worlds/generation-world.ts'
import { ApiError } from '../core/errors.ts'
import { createProviders } from './providers.ts'
import { createResultSpool } from './result-spool.ts'
import { runTask } from './state-machine.ts'

const world = await startGenerationWorld({ work: false })
const { standIn, generate, storage } = world
const providers = createProviders(standInProviders(standIn.url))
const logger = pino({ level: 'silent' })
const results = createResultSpool(join(world.dataDir, 'results'))
const never = new AbortController().signal

/** Loses the answers to these transactions, counted from 1. */
function losing(...lost: number[]): typeof world.database {
  let count = 0
  return {
    ...world.database,
    async transaction(work) {
      const result = await world.database.transaction(work)
      if (lost.includes(++count)) throw new ApiError('unavailable')
      return result
    },
  }
}

async function runStep(fileId: string, provider: string, database: typeof world.database): Promise<void> {
  const machine = { database, storage, results, logger, providers }
  await runTask(machine, { fileId, attempt: 1, provider }, '1', { soon: never, now: never }, () => {})
}

test('a result keeps its bytes when the answer to its commit is lost', async () => {
  const id = await generate('gpt-image-2')
  await runStep(id, 'openai', losing(2))
  assert.equal((await world.file(id)).generation.state, 'DONE')
  const { body } = await world.call(`GET /api/files/${id}/download`, { key: world.owner.key })
  assert.equal((await fetch(body.data.url)).status, 200)
})

test('a started generation is not cancelled when the answer to its commit is lost', async () => {
  const id = await generate('kling-3.0')
  await runStep(id, 'kling', losing(2))
  assert.equal((await world.file(id)).generation.state, 'RUNNING')
  assert.deepEqual(standIn.cancelled, [])
})
