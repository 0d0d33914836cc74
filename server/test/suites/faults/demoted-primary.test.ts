// A primary that becomes a standby keeps its address for a moment: connections to it can read, but not write.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../helpers/until.ts'
import { asAdmin, startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const name = new URL(world.databaseUrl).pathname.slice(1)
const administer = (statement: string) => asAdmin(process.env.TEST_DATABASE_URL!, statement)

const writes = {
  'in a transaction': { 'Idempotency-Key': crypto.randomUUID() },
  'of one statement': {},
}
for (const [what, headers] of Object.entries(writes)) {
  test(`a write ${what} on a standby returns 503, and later writes find the primary`, async () => {
    const create = () =>
      world.call(`POST /api/projects/${projectId}/folders`, {
        ...{ key: owner.key, body: { name: `Written ${what}` }, headers },
      })
    await administer(`alter database ${name} set default_transaction_read_only = on`)
    // Returns when they are closed: until then, a connection is still writable.
    await administer(
      `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${name}'`,
    )
    // The connections that were terminated may fail first; all others are read-only.
    for (let i = 0; i < 12; i++) {
      const { status, headers: answered, body } = await create()
      assert.deepEqual([status, answered.get('Retry-After')], [503, '1'], JSON.stringify(body))
    }
    await administer(`alter database ${name} reset default_transaction_read_only`)
    // Only new connections are writable.
    const answer = await until(async () => {
      const answer = await create()
      return answer.status !== 503 && answer
    })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
  })
}
