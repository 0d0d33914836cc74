import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asAdmin, startWorld } from '../../test/worlds/world.ts'
import { createDatabase } from './client.ts'

test('statements are planned once, whatever the database is set to', async (t) => {
  const world = await startWorld()
  const name = new URL(world.databaseUrl).pathname.slice(1)
  await asAdmin(
    process.env.TEST_DATABASE_URL!,
    `alter database ${name} set plan_cache_mode = force_custom_plan`,
  )
  const database = createDatabase({ connection: world.databaseUrl, log: () => {} })
  t.after(database.close)
  const read = database.sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`
  assert.deepEqual(await read, [{ mode: 'force_generic_plan' }])
})
