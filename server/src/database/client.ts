import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, clientConfig, destroyConnection } from '../core/connection.ts'
import { diskFull, postgresDiskFull } from '../core/disk-space.ts'
import { ApiError } from '../core/errors.ts'
import { compile, type Database, type Locks, type Sql, type Statement } from '../core/sql.ts'
import type { Pulse } from './pulse.ts'
import { isStale, type StatementConnection, takeConnection } from './wire/statement-connection.ts'

export type DatabaseClient = Database &
  Locks & {
    /** The numbers of statements and transactions that run or wait, for load shedding and metrics. */
    load(): { statements: number; transactions: number; waiting: number }
    /** Whether the database has reported a full disk within the last 20 seconds. */
    isFull(): boolean
    close(): Promise<void>
  }

export type DatabaseOptions = {
  connection: Connection
  /** The number of connections for single statements, which are pipelined. */
  pipelines?: number
  /** The number of connections for transactions. */
  transactions?: number
  statementTimeout?: number
  /** Reports that the database does not answer: then no call waits for it. */
  pulse?: Pulse
  log: (message: string) => void
}

// The database cancels a statement that takes too long. A connection without an answer for longer than that is dead,
// whatever TCP reports, and its callers must not hang.
const graceMs = 2_000
const fullMs = 20_000

export function createDatabase(options: DatabaseOptions): DatabaseClient {
  const { pulse } = options
  const statementTimeout = options.statementTimeout ?? 10_000
  const config = withPlanOptions(clientConfig(options.connection, statementTimeout))
  const silenceMs = statementTimeout + graceMs
  let fullAt = Number.NEGATIVE_INFINITY
  const nameError = (error: unknown): unknown => {
    if ((error as { code?: unknown }).code === postgresDiskFull) fullAt = performance.now()
    return translate(error)
  }
  const pipelines = Array.from({ length: options.pipelines ?? 4 }, () =>
    createPipeline(config, options.log, nameError),
  )
  const pool = new pg.Pool({ ...config, max: options.transactions ?? 10, idleTimeoutMillis: 30_000 })
  // A broken idle connection is replaced at its next use; without a listener the error would end the process.
  pool.on('error', (error) => options.log(`database connection lost: ${error.message}`))
  const pooled = new Map<pg.PoolClient, StatementConnection>()
  pool.on('connect', (client) => {
    pooled.set(client, takeConnection(client))
    // The same for a connection in use, whose statement fails anyway.
    client.on('error', () => {})
  })
  pool.on('remove', (client) => pooled.delete(client))
  const stopHangingUp = pulse?.onSilent(() => {
    for (const pipeline of pipelines) pipeline.destroy()
    for (const client of pooled.keys()) destroyConnection(client)
  })
  const watch = setInterval(() => {
    for (const connection of [...pipelines, ...pooled.values()])
      if (connection.silentMs() > silenceMs) connection.destroy()
  }, 1_000).unref()
  let transactions = 0

  const sql: Sql = (strings, ...values) => {
    if (pulse?.silent()) return Promise.reject(silence())
    let least = pipelines[0]!
    for (const pipeline of pipelines) if (pipeline.load() < least.load()) least = pipeline
    return least.run(compile(strings, values)) as Promise<never>
  }

  // A session may take its own lock a second time, so calls on this node are distinguished here.
  const held = new Set<bigint>()

  async function hold(lock: bigint) {
    if (held.has(lock)) return undefined
    held.add(lock)
    // Always the same connection: a session lock must be released by its session.
    const [session] = pipelines as [Pipeline]
    const tryLock = compileSql`select pg_try_advisory_lock(${lock}) as locked`
    const rows = await session.run(tryLock).catch((error) => {
      held.delete(lock)
      throw error
    })
    if (!(rows as { locked: boolean }[])[0]!.locked) {
      held.delete(lock)
      return undefined
    }
    return {
      async release() {
        held.delete(lock)
        // When this fails, the connection is closed and the lock released.
        await session.run(compileSql`select pg_advisory_unlock(${lock})`).catch(() => {})
      },
    }
  }

  async function attempt<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await takeClient(pool, pulse)
    const { run } = pooled.get(client)!
    let broken: Error | undefined
    // The transaction begins with the first statement, in the same message.
    let begun = false
    // A statement that comes later would be committed on its own.
    let ended = false
    try {
      const result = await work(async (strings, ...values) => {
        if (ended) throw new Error('the transaction has ended')
        const first = begun ? undefined : 'begin'
        begun = true
        return run(compile(strings, values), first) as Promise<never>
      })
      ended = true
      if (begun) await run(commit)
      return result
    } catch (error) {
      ended = true
      broken = await run(rollback).then(
        () => (isReadOnly(error) ? (error as Error) : undefined),
        (reason: Error) => reason,
      )
      throw error
    } finally {
      client.release(broken)
    }
  }

  async function transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    transactions++
    try {
      return await attempt(work).catch((error) => repeat(error, () => attempt(work)))
    } catch (error) {
      throw nameError(error)
    } finally {
      transactions--
    }
  }

  return {
    sql,
    transaction,
    hold,
    load: () => ({
      statements: pipelines.reduce((sum, pipeline) => sum + pipeline.load(), 0),
      transactions,
      waiting: pool.waitingCount,
    }),
    isFull: () => performance.now() - fullAt < fullMs,
    async close() {
      stopHangingUp?.()
      clearInterval(watch)
      await Promise.all([...pipelines.map((pipeline) => pipeline.close()), pool.end()])
    },
  }
}

/**
 * How Postgres plans. Statements are prepared, and their plans do not depend on the values: left to itself, Postgres plans some of
 * them anew at every call in a large database, and answered 236 pages of 300,000 comments a second instead of 667.
 *
 * Without incremental sorts, a list walks the index that has its whole order. With them, Postgres took an index of the file alone, and
 * read and sorted all comments of a file for one page. In a small database, a page of comments is 5 % slower for it.
 */
export const planOptions = '-c plan_cache_mode=force_generic_plan -c enable_incremental_sort=off'

function withPlanOptions(config: pg.ClientConfig): pg.ClientConfig {
  return { ...config, options: `${config.options} ${planOptions}` }
}

/** A connection of the pool. Stops waiting for one when the database stops answering. */
async function takeClient(pool: pg.Pool, pulse: Pulse | undefined): Promise<pg.PoolClient> {
  if (pulse === undefined) return pool.connect().catch(unavailable)
  if (pulse.silent()) throw silence()
  const taking = pool.connect()
  const { promise: silent, reject } = Promise.withResolvers<never>()
  const stop = pulse.onSilent(() => reject(silence()))
  try {
    return await Promise.race([taking, silent])
  } catch (error) {
    taking.then(
      (client) => client.release(),
      () => {},
    )
    return unavailable(error)
  } finally {
    stop()
  }
}

/** One connection for single statements. Connects at first use, and reconnects after the connection broke. */
function createPipeline(
  config: pg.ClientConfig,
  log: (message: string) => void,
  nameError: (error: unknown) => unknown,
) {
  let connecting: Promise<StatementConnection> | undefined
  let connected: StatementConnection | undefined
  /** The client of the current connection, which may still be connecting. */
  let latest: pg.Client | undefined
  /** Statements that wait for the connection. */
  let waiting = 0

  function connect(): Promise<StatementConnection> {
    const client = new pg.Client(config)
    latest = client
    const lost = (error?: Error) => {
      if (latest !== client) return
      connected = undefined
      connecting = undefined
      if (error) log(`database connection lost: ${error.message}`)
    }
    client.on('error', lost)
    client.on('end', () => lost())
    connecting = client.connect().then(
      () => {
        connected = takeConnection(client)
        return connected
      },
      (error) => {
        connecting = undefined
        throw error
      },
    )
    return connecting
  }

  const attempt = (statement: Statement): Promise<unknown[]> =>
    connected ? connected.run(statement) : runConnected(statement)

  function failed(error: unknown): never {
    if (isReadOnly(error)) connected?.destroy()
    throw nameError(error)
  }

  async function runConnected(statement: Statement): Promise<unknown[]> {
    waiting++
    const connection = await (connecting ?? connect()).finally(() => waiting--)
    return connection.run(statement)
  }

  return {
    // A standby cancels statements with a serialization failure; the caller then asks the primary (replica.ts).
    run: (statement: Statement): Promise<unknown[]> =>
      attempt(statement).catch((error) =>
        isDeadlock(error) ? repeat(error, () => attempt(statement)).catch(failed) : failed(error),
      ),
    load: () => waiting + (connected?.load() ?? 0),
    silentMs: () => connected?.silentMs() ?? 0,
    /** Also while it connects. */
    destroy: () => {
      if (latest) destroyConnection(latest)
    },
    close: async () => {
      await connecting?.catch(() => {})
      await latest?.end()
    },
  }
}

type Pipeline = ReturnType<typeof createPipeline>

function compileSql(strings: TemplateStringsArray, ...values: unknown[]): Statement {
  return compile(strings, values)
}

const commit: Statement = { name: 'commit', text: 'commit', values: [] }
const rollback: Statement = { name: 'rollback', text: 'rollback', values: [] }

/** Repeats work that has failed with the error, at most twice; rejects with the last error. */
async function repeat<T>(error: unknown, work: () => Promise<T>, left = 2): Promise<T> {
  if (left === 0 || !isRepeatable(error)) throw error
  // At once, it could take the lock that the other transaction is about to get: they would deadlock again.
  if (isDeadlock(error)) await setTimeout((3 - left) * 50)
  return work().catch((next) => repeat(next, work, left - 1))
}

/** Serialization failure, deadlock and stale statement changed nothing, and can be run again. */
function isRepeatable(error: unknown): boolean {
  return (error as { code?: unknown }).code === '40001' || isDeadlock(error) || isStale(error)
}

const isDeadlock = (error: unknown): boolean => (error as { code?: unknown }).code === '40P01'

/** This connection leads to a standby: the primary was demoted. A new connection leads to the new primary. */
const isReadOnly = (error: unknown): boolean => (error as { code?: unknown }).code === '25006'

/** Errors of a statement itself are returned unchanged; errors of the connection or the server become 503. */
function translate(error: unknown): unknown {
  if (error instanceof ApiError) return error
  const code = (error as { code?: unknown }).code
  if (code === postgresDiskFull) return diskFull({ cause: error })
  // No SQLSTATE starts with E; EPIPE does.
  const stateClass =
    typeof code === 'string' && /^(?!E)[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : undefined
  // 08 connection, 53 resources, 57 shutdown or statement timeout, 58 system; no SQLSTATE at all: the socket broke.
  const down =
    stateClass === undefined ? isConnectionError(error) : ['08', '53', '57', '58'].includes(stateClass)
  return down || isReadOnly(error) || isRepeatable(error) ? unavailableError(error) : error
}

function isConnectionError(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return true
  return /connection|timeout|terminated|not queryable|closed/i.test(message ?? '')
}

function unavailableError(cause: unknown): ApiError {
  return new ApiError('unavailable', { cause, headers: { 'Retry-After': '1' } })
}

function silence(): ApiError {
  return unavailableError(new Error('the database does not answer'))
}

function unavailable(error: unknown): never {
  throw error instanceof ApiError ? error : unavailableError(error)
}
