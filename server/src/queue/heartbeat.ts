// Each worker writes a heartbeat every second. Tasks of a worker whose heartbeat has stopped are released for others:
// without this, graphile-worker would keep them locked for four hours.
import type { Logger } from 'pino'
import type { Sql } from '../core/sql.ts'

const everyMs = 1_000
export const silentForSeconds = 5

export function startHeartbeat(sql: Sql, workerId: string, logger: Logger): () => Promise<void> {
  // After a database outage all workers look silent: a worker that is back gives the others time to write again, too.
  let heardSince = Number.NEGATIVE_INFINITY
  let heardAt = Number.POSITIVE_INFINITY
  let beating: Promise<void> | undefined
  const beat = async () => {
    try {
      await sql`
        insert into workers (id) values (${workerId})
        on conflict on constraint workers_pkey do update set seen_at = now()`
      // A slow database has delayed the heartbeats of the others as well.
      if (performance.now() - heardAt > silentForSeconds * 1000) heardSince = performance.now()
      heardAt = performance.now()
      if (heardAt - heardSince > silentForSeconds * 1000) await releaseSilent(sql, workerId)
    } catch (error) {
      heardSince = performance.now()
      logger.warn({ err: error }, 'the heartbeat of the worker could not be written')
    }
  }
  // One heartbeat at a time: while the database hangs they would pile up, and shutdown would wait for them all.
  const tick = () => {
    beating ??= beat().finally(() => {
      beating = undefined
    })
  }
  const timer = setInterval(tick, everyMs)
  tick()
  return async () => {
    clearInterval(timer)
    await beating
    await sql`delete from workers where id = ${workerId}`
  }
}

/**
 * Releases the tasks of silent workers, including workers without a row: a restored backup does not know who ran before.
 * Never releases tasks of this worker itself, however late a busy database stores its heartbeat.
 */
async function releaseSilent(sql: Sql, ownId: string): Promise<void> {
  await sql`
    with silent as (
      select distinct j.locked_by as id from graphile_worker.jobs j
      where j.locked_at < now() - make_interval(secs => ${silentForSeconds})
        and j.locked_by <> ${ownId} and not exists (
        select from workers w where w.id = j.locked_by and w.seen_at > now() - make_interval(secs => ${silentForSeconds}))
    ), forgotten as (
      delete from workers where seen_at < now() - make_interval(secs => ${silentForSeconds})
    )
    select graphile_worker.force_unlock_workers(array_agg(id)) from silent having count(*) > 0`
}
