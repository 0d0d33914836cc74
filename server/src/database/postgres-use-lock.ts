import pg from 'pg'
import { StartupError } from '../core/startup-error.ts'

export type PostgresAddress = {
  /** The folder of the socket. */
  host: string
  port: number
  user: string
  database: string
}

export type PostgresRole = 'server' | 'tool'

/** A place among the users of this Postgres: a connection that holds locks, which are released when it closes. */
export type UseLock = pg.Client

export type SeatAnswer =
  | { useLock: UseLock }
  | { notListening: true }
  /** The pid of the server that has this data folder already, and a use lock like that of a tool, to be released. */
  | { servedBy: number; toolLock: UseLock }
  /** A retry makes sense, for this reason. */
  | { wait: string }

/** A shared lock of every process that uses this Postgres; a process that gets it exclusively may stop Postgres. */
const USE = '1684105580, 1'
/** Held by the one server of the data folder. */
const SERVE = '1684105580, 2'

/** Tries once, without waiting for other processes. */
export async function tryUse(address: PostgresAddress, role: PostgresRole): Promise<SeatAnswer> {
  const client = new pg.Client({
    ...address,
    // Advisory locks belong to a database: with them in this one, the database of Dailies can be dropped and
    // restored.
    database: 'postgres',
    // Shows a refused server which process is already there.
    application_name: `dailies-${role}-${process.pid}`,
    connectionTimeoutMillis: 5000,
    ssl: false,
  })
  // The owner of the use lock is notified of its end; an 'error' without a listener would end the process.
  client.on('error', () => {})
  const answer = await sit(client, address, role).catch(explainRefusal)
  if (!('useLock' in answer || 'toolLock' in answer)) await client.end().catch(() => {})
  return answer
}

async function sit(client: pg.Client, address: PostgresAddress, role: PostgresRole): Promise<SeatAnswer> {
  await client.connect()
  if (!(await isTrue(client, `pg_try_advisory_lock_shared(${USE})`))) {
    return { wait: 'another process is stopping it' }
  }
  if (role === 'server' && !(await isTrue(client, `pg_try_advisory_lock(${SERVE})`))) {
    const servedBy = await serverPid(client)
    return servedBy ? { servedBy, toolLock: client } : { wait: 'another server is leaving it' }
  }
  await ensureDatabase(client, address.database)
  return { useLock: client }
}

async function isTrue(client: pg.Client, expression: string): Promise<boolean> {
  const { rows } = await client.query<{ value: boolean }>(`select ${expression} as value`)
  return rows[0]?.value === true
}

async function serverPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and (l.classid, l.objid, l.objsubid) = (${SERVE}, 2)`,
  )
  return Number(rows[0]?.name.split('-').at(-1))
}

async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  if (await isTrue(client, `exists (select from pg_database where datname = ${client.escapeLiteral(name)})`))
    return
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    // A process that starts at the same time created it first: duplicate_database, unique_violation.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  }
}

function explainRefusal(error: Error & { code?: string }): SeatAnswer {
  if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') return { notListening: true }
  const passing = ['57P01', '57P02', '57P03', '53300']
  if (error.code === 'EACCES' || (error instanceof pg.DatabaseError && !passing.includes(error.code ?? ''))) {
    throw new StartupError(`Postgres refuses the connection: ${error.message}`)
  }
  return { wait: error.message }
}

/** Releases the locks; true when no other process uses this Postgres, and then none can begin to. */
export async function releaseUse(useLock: UseLock): Promise<boolean> {
  await useLock.query('select pg_advisory_unlock_all()')
  return await isTrue(useLock, `pg_try_advisory_lock(${USE})`)
}
