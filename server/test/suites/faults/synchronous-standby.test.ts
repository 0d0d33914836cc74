// With synchronous replication, a commit waits for a standby, and no timeout of Postgres ends that wait.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { readConfig } from '../../../src/config.ts'
import { clientConfig } from '../../../src/core/connection.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { until } from '../../helpers/until.ts'
import { firstStartOf, makeDataDir, startServer } from '../../worlds/server-process.ts'
import { call } from '../../worlds/world.ts'
import { createFolder } from './write-load.ts'

const dataDir = makeDataDir()
const server = await startServer(dataDir)
const { key } = firstStartOf(dataDir)
const config = readConfig({ DATA_DIR: dataDir, PG_BIN: process.env.PG_BIN })
const opened = await openDatabase(config, 'tool', () => {})
const operator = new pg.Client(clientConfig(opened.connection, 0))
await operator.connect()
after(async () => {
  await operator.end()
  await opened.close()
  await server.stop()
})

/** `nobody` never confirms anything. */
async function requireStandby(name: '' | 'nobody'): Promise<void> {
  await operator.query(`alter system set synchronous_standby_names = '${name}'`)
  await operator.query('select pg_reload_conf()')
}

test('no standby confirms: 503 within 5 s, then at once; when one does, writes succeed once each', async () => {
  const body = { name: 'Standby', accessRange: 'ONLY_PROJECT_MEMBER' }
  const project = (await call(server.url, 'POST /api/projects', { key, body })).body.data.id
  const timed = async (name: string) => {
    const start = performance.now()
    const answer = await createFolder(server.url, key, project, name)
    return { ...answer, ms: performance.now() - start }
  }
  assert.equal((await timed('Before')).status, 201)

  await requireStandby('nobody')
  const names = ['One', 'Two', 'Three']
  const waited = await Promise.all(names.map(timed))
  for (const { status, headers, ms } of waited) {
    assert.deepEqual([status, headers.get('Retry-After')], [503, '1'])
    assert.ok(ms < 5_000, `the answer took ${ms} ms`)
  }
  const next = await timed('Four')
  assert.equal(next.status, 503)
  assert.ok(next.ms < 1_000, `a later answer took ${next.ms} ms`)
  const { rows } = await operator.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)
  assert.ok(rows.length <= 20, `${rows.length} connections wait`)

  await requireStandby('')
  for (const name of [...names, 'Four']) {
    const answer = await until(async () => {
      const answer = await timed(name)
      return answer.status !== 503 && answer
    })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
  }
  const folders = (await call(server.url, `GET /api/projects/${project}/folders`, { key })).body.data
  assert.deepEqual(folders.map((folder: { name: string }) => folder.name).toSorted(), [
    ...['Before', 'Four', 'One', 'Three', 'Two'],
  ])
})
