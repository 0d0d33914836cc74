// Database outages while a generation is under way. Where the database has committed, and only its answer is lost, repeating the
// write has the same result.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { defineShutDown } from '../../test/stand-ins/database-outage.ts'
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

test('a database outage after the deadline does not end a generation whose result is ready', async () => {
  const { sql } = world.database
  const id = await generate('kling-3.0')
  // The start, and a poll that finds the generation running. The next poll finds its result.
  for (let i = 0; i < 2; i++) await runStep(id, 'kling', world.database)
  await sql`update generations set deadline_at = now() - interval '1 minute' where file_id = ${id}`
  await defineShutDown(sql)
  await sql`
    create trigger shut_down before update on generations for each row when (new.state = 'FETCHING')
    execute function shut_down()`
  await runStep(id, 'kling', world.database)
  await sql`drop trigger shut_down on generations`
  const { generation, failure } = await world.file(id)
  assert.deepEqual([generation.state, failure], ['RUNNING', null])
  const starts = standIn.starts.length
  await runStep(id, 'kling', world.database)
  assert.equal((await world.file(id)).generation.state, 'DONE')
  assert.equal(standIn.starts.length, starts)
})
