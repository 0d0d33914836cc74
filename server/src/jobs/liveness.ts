// Who runs jobs says so every second. The jobs of one that has fallen silent are free again for others: without this,
// graphile-worker would keep them for four hours.
import type { Logger } from 'pino'
import type { Sql } from '../core/sql.ts'

const everyMs = 1_000
export const silentForSeconds = 5

export function startHeartbeat(sql: Sql, workerId: string, logger: Logger): () => Promise<void> {
  // After a time without a database all look silent; whoever has just come back gives the others time to do so too.
  let heardSince = Number.NEGATIVE_INFINITY
  let beating = Promise.resolve()
  const beat = async () => {
    try {
      await sql`
        insert into workers (id) values (${workerId})
        on conflict on constraint workers_pkey do update set seen_at = now()`
      if (performance.now() - heardSince > silentForSeconds * 1000) await releaseSilent(sql)
    } catch (error) {
      heardSince = performance.now()
      logger.warn({ err: error }, 'the heartbeat of the worker failed')
    }
  }
  const timer = setInterval(() => {
    beating = beating.then(beat)
  }, everyMs)
  beating = beat()
  return async () => {
    clearInterval(timer)
    await beating
    await sql`delete from workers where id = ${workerId}`
  }
}

/** Also of those that are not in the table at all: a restored backup knows nothing of who ran before. */
async function releaseSilent(sql: Sql): Promise<void> {
  await sql`
    with silent as (
      select distinct j.locked_by as id from graphile_worker.jobs j
      where j.locked_at < now() - make_interval(secs => ${silentForSeconds}) and not exists (
        select from workers w where w.id = j.locked_by and w.seen_at > now() - make_interval(secs => ${silentForSeconds}))
    ), forgotten as (
      delete from workers where seen_at < now() - make_interval(secs => ${silentForSeconds})
    )
    select graphile_worker.force_unlock_workers(array_agg(id)) from silent having count(*) > 0`
}
