// The schema of graphile-worker, and the connections that it uses.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, clientConfig, destroyConnection } from '../core/connection.ts'

/** The revision of graphile-worker's schema that this release is written for; a test compares it with the package. */
export const queueRevision = 20

/** Creates or updates the schema of the queue. The package is loaded only then: it costs 200 ms and 15 MB. */
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

/**
 * Connections for graphile-worker: without the server's statement timeout, and with the default type parsers,
 * which it expects. Its commits are not flushed: a task that is taken or completed twice changes nothing, and every
 * change that follows from a task is flushed, with all commits before it.
 */
export function createQueuePool(connection: Connection, max: number): pg.Pool {
  const { types: _ours, ...config } = clientConfig(connection, 0)
  const options = `${config.options} -c synchronous_commit=off`
  const pool = new pg.Pool({ ...config, options, max, idleTimeoutMillis: 30_000 })
  // A broken connection is replaced at its next use; without listeners, its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  allowSecondRelease(pool)
  return pool
}

type Release = (error?: Error | boolean) => void
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void

/**
 * When graphile-worker stops while its LISTEN is unanswered, it gives the connection back twice. The pool throws at the second
 * time, nothing catches that, and the process ends.
 */
function allowSecondRelease(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: Connected) => Promise<pg.PoolClient>
  const connectOnce = (callback?: Connected) => {
    if (!callback) return connect()
    return connect((error, client, release) => {
      let isReleased = false
      callback(error, client, (reason) => {
        if (!isReleased) release(reason)
        isReleased = true
      })
    })
  }
  pool.connect = connectOnce as typeof pool.connect
}

/** Also those that graphile-worker has not given back. The pool replaces them when they are needed. */
export function destroyConnections(pool: pg.Pool): void {
  const { _clients: clients } = pool as unknown as { _clients: pg.ClientBase[] }
  for (const client of clients) destroyConnection(client)
}

export async function closeQueuePool(pool: pg.Pool): Promise<void> {
  const ended = pool.end()
  destroyConnections(pool)
  await Promise.race([ended, pause(1_000, undefined, { ref: false })]).catch(() => {})
}
