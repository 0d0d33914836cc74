// kill -9 during the creation of the demo: the next start creates it completely, and only once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { until } from '../../../test/helpers/until.ts'
import { firstStartOf, makeDataDir, startServer } from '../../../test/worlds/server-process.ts'
import { call } from '../../../test/worlds/world.ts'
import { readConfig } from '../../config.ts'
import { clientConfig } from '../../core/connection.ts'
import { openDatabase } from '../../database/open.ts'
import { demoName } from './fill-project.ts'

// Without a video, which takes longest to render and does not matter for this test.
const settings = { DEMO: 'on', FFMPEG: '/nowhere/ffmpeg' }

test('a server killed while creating the demo creates it again on the next start', async () => {
  const dataDir = makeDataDir()
  const first = await startServer(dataDir, settings)
  const { key } = firstStartOf(dataDir)
  const ask = async (url: string, route: string) => (await call(url, route, { key })).body.data
  await until(async () => (await ask(first.url, 'GET /api/projects')).length > 0)
  await first.kill()

  const second = await startServer(dataDir, settings)
  await until(() => isMade(dataDir))
  const made = await ask(second.url, 'GET /api/projects')
  assert.deepEqual(
    made.map(({ name }: { name: string }) => name),
    [demoName],
  )
  assert.equal((await ask(second.url, `GET /api/projects/${made[0].id}/files`)).length, 3)
  assert.equal((await ask(second.url, `GET /api/projects/${made[0].id}/comments`)).length, 2)
  await second.stop()

  const third = await startServer(dataDir, settings)
  const again = await ask(third.url, 'GET /api/projects')
  assert.deepEqual([again.length, again[0].id], [1, made[0].id])
  await third.stop()
})

async function isMade(dataDir: string): Promise<boolean> {
  const { PG_BIN } = process.env
  const opened = await openDatabase(readConfig({ DATA_DIR: dataDir, PG_BIN }), 'tool', () => {})
  const client = new pg.Client(clientConfig(opened.connection, 0))
  await client.connect()
  try {
    const { rows } = await client.query('select from workspaces where demo_due')
    return rows.length === 0
  } finally {
    await client.end()
    await opened.close()
  }
}
