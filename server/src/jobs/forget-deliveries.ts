import type { Job } from './runner.ts'

const batch = 5_000

/** The log of webhooks is kept as long as events are. What still waits stays, and so does what was begun anew since. */
export const forgetDeliveries: Job = {
  name: 'forget-deliveries',
  everySeconds: 3_600,
  // The job's own transaction holds its lock and nothing else: each batch is committed by itself.
  async run(_sql, { database: { sql }, eventRetentionDays }) {
    for (let forgotten = batch; forgotten === batch; ) {
      const gone = await sql`
        with cutoff as (select now() - make_interval(days => ${eventRetentionDays}) as moment)
        delete from webhook_deliveries where id in (
          select d.id from webhook_deliveries d, cutoff
          where d.created_at < cutoff.moment and d.ended_at < cutoff.moment limit ${batch})
        returning 1`
      forgotten = gone.length
    }
  },
}
