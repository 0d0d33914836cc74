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

/** Our place among the users of this Postgres: a connection that holds locks, which end with it. */
export type Seat = pg.Client

export type SeatAnswer =
  | { seat: Seat }
  | { nobodyListens: true }
  /** The pid of another server, which has this data folder, and a seat as of a tool, to be given up. */
  | { servedBy: number; seatBeside: Seat }
  /** Worth asking again, and why. */
  | { wait: string }

/** Shared by everyone who uses this Postgres; who gets it alone may stop it. */
const USE = '1684105580, 1'
/** Held by the one server of the data folder. */
const SERVE = '1684105580, 2'

/** Asks once, without waiting for anyone. */
export async function askForSeat(address: PostgresAddress, role: PostgresRole): Promise<SeatAnswer> {
  const client = new pg.Client({
    ...address,
    // Advisory locks belong to a database: with them here, ours can be dropped and restored.
    database: 'postgres',
    // Tells a server that is refused who is there already.
    application_name: `dailies-${role}-${process.pid}`,
    connectionTimeoutMillis: 5000,
    ssl: false,
  })
  // Whoever has the seat hears of its end; an 'error' that nobody hears would end the process.
  client.on('error', () => {})
  const answer = await sit(client, address, role).catch(explainRefusal)
  if (!('seat' in answer || 'seatBeside' in answer)) await client.end().catch(() => {})
  return answer
}

async function sit(client: pg.Client, address: PostgresAddress, role: PostgresRole): Promise<SeatAnswer> {
  await client.connect()
  if (!(await isTrue(client, `pg_try_advisory_lock_shared(${USE})`))) {
    return { wait: 'another process is stopping it' }
  }
  if (role === 'server' && !(await isTrue(client, `pg_try_advisory_lock(${SERVE})`))) {
    const servedBy = await serverPid(client)
    return servedBy ? { servedBy, seatBeside: client } : { wait: 'another server is leaving it' }
  }
  await ensureDatabase(client, address.database)
  return { seat: client }
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
    // Somebody who starts at the same time made it first: duplicate_database, unique_violation.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  }
}

function explainRefusal(error: Error & { code?: string }): SeatAnswer {
  if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') return { nobodyListens: true }
  const passing = ['57P01', '57P02', '57P03', '53300']
  if (error.code === 'EACCES' || (error instanceof pg.DatabaseError && !passing.includes(error.code ?? ''))) {
    throw new StartupError(`Postgres does not let us in: ${error.message}`)
  }
  return { wait: error.message }
}

/** Gives the locks back; true when nobody else uses this Postgres, and then nobody can begin to. */
export async function giveUpSeat(seat: Seat): Promise<boolean> {
  await seat.query('select pg_advisory_unlock_all()')
  return await isTrue(seat, `pg_try_advisory_lock(${USE})`)
}
