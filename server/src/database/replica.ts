// Reads from a replica without reading the past. Postgres numbers every byte of its log, so a number is enough to compare two
// servers: what is committed lies before the position to which the primary has flushed its log, and a replica shows what
// lies before the position to which it has replayed it.
import type { Replica } from '../core/replica.ts'
import type { Database, Sql } from '../core/sql.ts'
import { createDatabase, type DatabaseClient } from './client.ts'
import { createMemoryPositions, type WritePositions } from './write-positions.ts'

/** The greatest age of what is read. A revoked credential stops working as soon as that. */
const maxLagMs = 1_000

export type ReplicaOptions = {
  primary: Database
  replica: DatabaseClient
  positions: WritePositions
  log: (message: string) => void
  /** The interval at which both servers are asked for their positions. */
  pollMs?: number
  now?: () => number
}

type ReplicaSettings = { databaseReplicaUrl: string | undefined; redisUrl: string | undefined }

/**
 * The replica of DATABASE_REPLICA_URL. Nodes share through Redis what a person has written; a node without Redis is the only
 * one.
 */
export async function openReplica(
  { databaseReplicaUrl, redisUrl }: ReplicaSettings,
  primary: Database,
  log: (message: string) => void,
): Promise<Replica | undefined> {
  if (databaseReplicaUrl === undefined) return undefined
  const replica = createDatabase({ connection: databaseReplicaUrl, transactions: 1, log })
  const positions =
    redisUrl === undefined
      ? createMemoryPositions()
      : (await import('./write-positions-redis.ts')).createRedisPositions(redisUrl)
  return createReplica({ primary, replica, positions, log })
}

export function createReplica({ primary, replica, positions, log, ...options }: ReplicaOptions): Replica {
  const now = options.now ?? (() => performance.now())
  /** Positions of the primary that the replica has not reached yet, oldest first. */
  let ahead: { at: number; position: number }[] = []
  let replayed = 0
  /** The replica shows everything that was committed at this time. */
  let currentAt = Number.NEGATIVE_INFINITY
  let problem: string | undefined = 'starting'
  let checked: Promise<void> | undefined
  let asking: Promise<void> | undefined

  /** Asks the replica how far it is. Calls at the same time share one query. */
  function askReplica(): Promise<void> {
    asking ??= askNow().finally(() => {
      asking = undefined
    })
    return asking
  }

  async function askNow(): Promise<void> {
    checked ??= requireSameDatabase(primary.sql, replica.sql)
    await checked.catch((error) => {
      checked = undefined
      throw error
    })
    const [row] = await replica.sql<{ position: number | null }>`
      select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint end as position`
    if (row!.position === null) throw new Error('the server is not a replica')
    replayed = row!.position
    while (ahead.length > 0 && ahead[0]!.position <= replayed) currentAt = ahead.shift()!.at
  }

  async function poll(): Promise<void> {
    try {
      const at = now()
      ahead.push({ at, position: await flushedPosition(primary.sql) })
      // After a minute it is known to be far behind; more samples do not tell more.
      if (ahead.length > 300) ahead.splice(1, 1)
      await askReplica()
      report(undefined)
    } catch (error) {
      report((error as Error).message)
    }
  }

  function report(message: string | undefined): void {
    const now = message ?? (isFresh() ? undefined : 'it is more than a second behind')
    if (now === problem) return
    log(now === undefined ? 'the replica is used for lists' : `the replica is not used: ${now}`)
    problem = now
  }

  const isFresh = () => now() - currentAt <= maxLagMs

  async function canShow(position: number | undefined): Promise<boolean> {
    if (position === undefined || !isFresh()) return false
    if (replayed >= position) return true
    await askReplica()
    return replayed >= position
  }

  async function readAt<T>(
    needed: Promise<number | undefined>,
    work: (sql: Sql) => T | Promise<T>,
  ): Promise<T> {
    try {
      if (await canShow(await needed)) return await work(replica.sql)
    } catch {
      // The primary names the reason, or succeeds.
    }
    return work(primary.sql)
  }

  const timer = setInterval(() => void poll(), options.pollMs ?? 200).unref()
  const started = poll()

  return {
    read(userId, work) {
      if (!isFresh()) return Promise.resolve(work(primary.sql))
      return readAt(userId === undefined ? Promise.resolve(0) : positions.find(userId), work)
    },
    readCurrent: (work) => (isFresh() ? readAt(flushedPosition(primary.sql), work) : work(primary.sql)),
    async advance(userIds) {
      if (userIds.length === 0) return
      // The change is committed, so its answer must not fail. Without a position, these people read from the primary.
      const position = await flushedPosition(primary.sql).catch(() => Number.MAX_SAFE_INTEGER)
      await positions.record(userIds, position)
    },
    lag: () => (currentAt === Number.NEGATIVE_INFINITY ? undefined : (now() - currentAt) / 1000),
    async close() {
      clearInterval(timer)
      await started
      ahead = []
      await positions.close()
      await replica.close()
    },
  }
}

/** Everything that is committed lies before this position: a commit is acknowledged once its part of the log is flushed. */
async function flushedPosition(sql: Sql): Promise<number> {
  const [row] = await sql<{ position: number }>`
    select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint as position`
  return row!.position
}

/** Lists of another database would be worse than none. */
async function requireSameDatabase(primary: Sql, replica: Sql): Promise<void> {
  const idOf = async (sql: Sql) =>
    (
      await sql<{
        id: string
      }>`select system_identifier || ' ' || current_database() as id from pg_control_system()`
    )[0]!.id
  if ((await idOf(primary)) !== (await idOf(replica))) throw new Error('it is a replica of another database')
}
