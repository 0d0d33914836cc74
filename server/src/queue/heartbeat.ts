// Each worker writes a heartbeat every second. Tasks of a worker whose heartbeat has stopped are released for others, and so are
// tasks that a worker has locked and does not run: a failover or a crash of the database can undo the last commits of the queue,
// which are not flushed. Without this, graphile-worker would keep such tasks locked for four hours.
import type { Logger } from 'pino'
import type { Sql } from '../core/sql.ts'

const defaultEveryMs = 1_000
export const silentForSeconds = 5

export type Beating = {
  workerId: string
  logger: Logger
  /** The tasks that the worker runs, or has run until a moment ago. */
  running(): readonly string[]
  /** The database was not reached. */
  onFailure(): void
  /** The interval of the heartbeats. Default: 1 s. */
  everyMs?: number | undefined
}

export function startHeartbeat(
  sql: Sql,
  { workerId, logger, running, onFailure, everyMs = defaultEveryMs }: Beating,
): () => Promise<void> {
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
      if (heardAt - heardSince > silentForSeconds * 1000) await releaseLost(sql, workerId, running())
    } catch (error) {
      heardSince = performance.now()
      logger.warn({ err: error }, 'the heartbeat of the worker could not be written')
      onFailure()
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
 * Releases the tasks of silent workers, including workers without a row: a restored backup does not know who ran before. Of this
 * worker itself, releases only those that it does not run, however late a busy database stores its heartbeat.
 */
async function releaseLost(sql: Sql, ownId: string, running: readonly string[]): Promise<void> {
  await sql`
    with locked as materialized (
      select id, locked_by from graphile_worker._private_jobs
      where locked_at < now() - make_interval(secs => ${silentForSeconds})
    ), forgotten as (
      delete from workers where seen_at < now() - make_interval(secs => ${silentForSeconds})
    ), released as (
      update graphile_worker._private_jobs j set locked_by = null, locked_at = null
      from locked where locked.locked_by = ${ownId} and locked.id <> all(${running}::bigint[]) and j.id = locked.id
    ), silent as (
      select distinct locked_by as id from locked where locked_by <> ${ownId} and not exists (
        select from workers w
        where w.id = locked_by and w.seen_at > now() - make_interval(secs => ${silentForSeconds}))
    )
    select graphile_worker.force_unlock_workers(array_agg(id)) from silent having count(*) > 0`
}
