import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { isList, namedOperations } from '../server/src/core/operation.ts'
import { pageSize } from '../server/src/core/pages.ts'
import * as operationExports from '../server/src/operations/index.ts'
import { contentOf, headersOf, hotOperations } from './hot-operations.ts'
import { startRecorder } from './recorder.ts'
import { startServer } from './start-server.ts'
import { asAdmin, createWorld } from './world.ts'
import { fillByApi } from './world-lists.ts'

const server = process.env.TEST_DATABASE_URL!
const name = `bench_test_${process.pid}`
const dataDir = mkdtempSync(join(process.env.TEST_DATA_FOLDER ?? tmpdir(), 'dailies-bench-test-'))
const world = await createWorld(server, name, 100)
const recorder = await startRecorder(world.databaseUrl)
const service = await startServer({ databaseUrl: recorder.databaseUrl, dataDir, logLevel: 'silent' })
const base = `http://127.0.0.1:${service.port}`
await fillByApi(base, world)

after(async () => {
  await service.close()
  recorder.close()
  await asAdmin(server, (client) => client.query(`drop database if exists ${name} with (force)`))
  rmSync(dataDir, { recursive: true, force: true })
})

async function call(operation: (typeof hotOperations)[0], number: number) {
  const request = operation.request(world)
  const content = contentOf(request, number)
  const response = await fetch(base + request.path, {
    method: request.method,
    headers: headersOf(operation, request, world),
    ...(content === '' ? {} : { body: content }),
  })
  const body = await response.json()
  assert.ok(response.ok, `${operation.name} answers ${response.status}: ${JSON.stringify(body)}`)
  return body as { data: unknown[]; page?: unknown }
}

test('every list operation is measured', () => {
  const measured = new Set(hotOperations.map((operation) => operation.name))
  const lists = namedOperations(operationExports).filter(isList)
  assert.deepEqual(
    lists.map((list) => list.name).filter((list) => !measured.has(list)),
    [],
  )
})

for (const operation of hotOperations) {
  test(`${operation.name} answers the measured request, with full pages`, async () => {
    const body = await call(operation, 1)
    if (!Array.isArray(body.data)) return
    const least = body.page === undefined ? 5 : pageSize
    assert.ok(body.data.length >= least, `${operation.name} lists ${body.data.length}`)
  })
}

test('each period has its part of the events', async () => {
  const { rows } = await asAdmin(world.databaseUrl, (client) =>
    client.query<{ events: number }>(
      `select count(*)::int as events from events where type = 'comment.created' and created_at < now() - interval '1 minute'
       group by tableoid order by tableoid`,
    ),
  )
  assert.deepEqual(
    rows.map(({ events }) => events),
    [17, 17, 16, 17, 17, 16],
  )
})

test('the recorder sees the statements of an operation with their parameters', async () => {
  const operation = hotOperations.find((one) => one.name === 'createFolder')!
  const statements = await recorder.during(async () => void (await call(operation, 2)))
  const insert = statements.find(({ text }) => text.includes('insert into folders'))
  assert.ok(insert?.values.includes('Folder 000000000002'), JSON.stringify(statements))
})
