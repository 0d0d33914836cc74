// After a restore, nobody hears of the past: neither by a notification nor by mail, push or chat.
import type pg from 'pg'
import { hasTable } from './database-objects.ts'

export async function silence(client: pg.Client): Promise<void> {
  await silenceNotifications(client)
  await silenceChats(client)
}

/** Everything in the backup has been announced, or is announced where the backup came from. */
async function silenceNotifications(client: pg.Client): Promise<void> {
  if (!(await hasTable(client, 'notification_positions'))) return
  await client.query(`
    insert into notification_positions as position (workspace_id, number, since)
    select workspace_id, last_number, now() from event_counters
    on conflict on constraint notification_positions_pkey do update
      set number = excluded.number, since = excluded.since`)
  await client.query(`update notification_events set mailed_at = now() where mailed_at is null`)
  if (await hasTable(client, 'pushes')) await client.query('delete from pushes')
  if (await hasTable(client, 'mail_digests'))
    await client.query(`
      update mail_digests set due_at = null, claimed_until = null, failures = 0, mail_id = null, event_ids = null`)
}

/** Messages that waited at the time of the backup were posted since: a chat does not recognise a repeated one. */
async function silenceChats(client: pg.Client): Promise<void> {
  if (!(await hasTable(client, 'webhook_waiting'))) return
  await client.query('delete from webhook_waiting')
  await client.query(`
    update webhook_deliveries d set state = 'SKIPPED', next_attempt_at = null, claimed_until = null, ended_at = now()
    from webhooks w where w.id = d.webhook_id and w.format <> 'standard' and d.state = 'PENDING'`)
}
