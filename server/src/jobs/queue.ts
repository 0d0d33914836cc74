// The queue of jobs is graphile-worker's, in a schema of its own. Jobs are added by SQL, in the transaction of the
// change that asks for them.
import pg from 'pg'
import type { Sql } from '../core/sql.ts'
import { type Connection, clientConfig } from '../database/client.ts'

/** The revision of its schema that this release is written for; a test compares it with the package. */
export const queueRevision = 20

/** Makes or updates the schema of the queue. The package is loaded only then: it costs 200 ms and 15 MB. */
export async function installQueue(client: pg.Client, connection: Connection): Promise<void> {
  if ((await installedRevision(client)) >= queueRevision) return
  const { runMigrations } = await import('graphile-worker')
  const pgPool = createQueuePool(connection, 1)
  try {
    await runMigrations({ pgPool })
  } finally {
    await pgPool.end()
  }
}

async function installedRevision(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select to_regclass('graphile_worker.migrations') is not null as there`)
  if (!rows[0].there) return 0
  const found = await client.query('select coalesce(max(id), 0) as revision from graphile_worker.migrations')
  return found.rows[0].revision
}

/** Connections for graphile-worker: without our time limit, and with the types that it expects. */
export function createQueuePool(connection: Connection, max: number): pg.Pool {
  const { types: _ours, ...config } = clientConfig(connection, 0)
  const pool = new pg.Pool({ ...config, max, idleTimeoutMillis: 30_000 })
  // What breaks is replaced at its next use; without listeners it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export type JobSpec = {
  task: string
  /** Ids only: what is in here is logged and stays in the database for a while. */
  payload: Record<string, unknown>
  /** A job that waits under the same key is replaced; one that runs already is not disturbed. */
  key?: string
  afterSeconds?: number
  /** The lowest first. */
  priority?: number
}

export async function addJob(sql: Sql, job: JobSpec): Promise<void> {
  const { task, payload, key, afterSeconds = 0, priority = 0 } = job
  await sql`
    select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, job_key := ${key ?? null},
      run_at := clock_timestamp() + make_interval(secs => ${afterSeconds}), priority := ${priority}::integer)`
}
