import { newUuid } from '../../../src/core/ids.ts'
import type { Person, World } from '../world.ts'
import { type Sample, target, uniqueName } from './target.ts'

const url = 'https://hooks.example.com/dailies'

export const webhookSamples: Record<string, Sample> = {
  createWebhook: async (world, projectId) => {
    // The number of webhooks of a workspace is limited, and each sample creates one more.
    await world.database
      .sql`delete from webhooks where workspace_id = (select workspace_id from projects where id = ${projectId})`
    return target({}, { url, events: ['comment.created', 'file.*'], description: uniqueName() })
  },
  deleteWebhook: async (world, projectId, owner) =>
    target({ webhookId: await newWebhook(world, projectId, owner) }),
  getWebhook: async (world, projectId, owner) =>
    target({ webhookId: await newWebhook(world, projectId, owner) }),
  listWebhookDeliveries: async (world, projectId, owner) => {
    const webhookId = await newWebhook(world, projectId, owner)
    await newWebhookDelivery(world, webhookId)
    return target({ webhookId }, { state: 'PENDING' })
  },
  listWebhooks: async (world, projectId, owner) => {
    await newWebhook(world, projectId, owner)
    return target()
  },
  redeliverWebhook: async (world, projectId, owner) =>
    target({ deliveryId: await newWebhookDelivery(world, await newWebhook(world, projectId, owner)) }),
  rotateWebhookSecret: async (world, projectId, owner) =>
    target({ webhookId: await newWebhook(world, projectId, owner) }),
  testWebhook: async (world, projectId, owner) =>
    target({ webhookId: await newWebhook(world, projectId, owner) }),
  updateWebhook: async (world, projectId, owner) =>
    target(
      { webhookId: await newWebhook(world, projectId, owner) },
      { url, events: ['*'], description: null, active: true },
    ),
}

/** A webhook of the project's workspace, with a secret that cannot be decrypted. */
export async function newWebhook(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newUuid()
  await world.database.sql`
    insert into webhooks (id, workspace_id, url, events, secret, created_by)
    select ${id}, workspace_id, ${url}, ${['*']}, ${Buffer.from('sealed')}, ${owner.userId}
    from projects where id = ${projectId}`
  return id
}

/** A delivery after its first failed attempt. */
export async function newWebhookDelivery(world: World, webhookId: string): Promise<string> {
  const { sql } = world.database
  const id = newUuid()
  await sql`
    insert into webhook_deliveries (id, webhook_id, event_id, event_type, body, attempts, failures, next_attempt_at)
    values (${id}, ${webhookId}, ${newUuid()}, 'comment.created', '{"type":"comment.created"}', 1, 1,
      now() + interval '1 hour')`
  await sql`
    insert into webhook_attempts (delivery_id, number, url, started_at, duration_ms, status, error, response)
    values (${id}, 1, ${url}, now(), 12, 503, null, 'busy')`
  return id
}
