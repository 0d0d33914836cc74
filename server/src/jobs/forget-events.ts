import type { Job } from './runner.ts'

const batch = 5_000

/**
 * Events that are older than they are kept, and with them that they were there: who resumes from before is told so. One
 * workspace at a time, so that numbering never waits for two of them.
 */
export const forgetEvents: Job = {
  name: 'forget-events',
  everySeconds: 3_600,
  // The job's own transaction holds its lock and nothing else: each batch is committed by itself.
  async run(_sql, { database: { sql }, eventRetentionDays }) {
    for (let forgotten = batch; forgotten > 0; ) {
      const [row] = await sql<{ count: number }>`
        with old as (
          select e.workspace_id, e.number from events e
          where e.created_at < now() - make_interval(days => ${eventRetentionDays}) and e.workspace_id = (
            select workspace_id from events order by created_at limit 1)
          order by e.number limit ${batch}
        ), upto as (
          select workspace_id, max(number) as number from old group by workspace_id
        ), gone as (
          delete from events e using upto where e.workspace_id = upto.workspace_id and e.number <= upto.number
          returning 1
        ), counted as (
          update event_counters c set forgotten_number = greatest(c.forgotten_number, upto.number) from upto
          where c.workspace_id = upto.workspace_id
        )
        select count(*) from gone`
      forgotten = row!.count
    }
  },
}
