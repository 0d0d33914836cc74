import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWebhookWorld } from '../../events/webhooks/fixtures/webhook-world.ts'

const world = await startWebhookWorld()

test('200: a new secret; a retry with the same Idempotency-Key returns the same secret', async () => {
  const { id, secret } = await world.webhook('https://hooks.example.com/')
  const rotate = () =>
    world.call(`POST /api/webhooks/${id}/secret.rotate`, undefined, world.admin.key, {
      'Idempotency-Key': 'once',
    })
  const first = await rotate()
  assert.equal(first.status, 200)
  assert.match(first.body.data.secret, /^whsec_/)
  assert.notEqual(first.body.data.secret, secret)
  assert.deepEqual((await rotate()).body, first.body)
  const [row] = await world.database.sql<{ previous: Buffer; hours: number; kept: string }>`
    select previous_secret as previous, extract(epoch from previous_secret_until - now())::integer / 3600.0 as hours,
      (select string_agg(k::text, ' ') from idempotency_keys k) as kept
    from webhooks where id = ${id}`
  assert.equal(world.secrets.open(row!.previous), secret)
  assert.ok(row!.hours > 23.9 && row!.hours <= 24)
  assert.ok(!row!.kept.includes(first.body.data.secret))
})
