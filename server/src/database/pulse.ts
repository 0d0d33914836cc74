// Monitors whether the database answers at all, with queries on a connection of its own. A statement may take ten
// seconds, but a `select 1` without an answer for three seconds shows that nothing is answered, and no call has to
// wait longer.
import pg from 'pg'
import { type Connection, clientConfig, destroyConnection } from '../core/connection.ts'

export type Pulse = {
  /** Whether the database has not answered for too long. */
  silent(): boolean
  /** Calls the listener whenever the database stops answering; returns a function that removes the listener. */
  onSilent(listener: () => void): () => void
  close(): Promise<void>
}

const tickMs = 500
/** The time limit is counted in ticks: when this process itself is blocked, however long, that counts as one tick. */
const patienceTicks = 6
/** For a connection Postgres starts a process, which takes longer on a busy machine. */
const connectTicks = 8

export function startPulse(connection: Connection, log: (message: string) => void): Pulse {
  const listeners = new Set<() => void>()
  let client: pg.Client | undefined
  let asking: Promise<void> | undefined
  /** The ticks left until the database counts as silent; undefined while no query is pending. */
  let patience: number | undefined
  let silent = false

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({
      ...clientConfig(connection, 0),
      // For the time after `close`, when no ticks are counted any more.
      query_timeout: 2 * patienceTicks * tickMs,
      application_name: 'dailies pulse',
    })
    made.on('error', () => {})
    client = made
    await made.connect()
    return made
  }

  async function ask(): Promise<void> {
    try {
      patience = connectTicks
      const connected = client ?? (await connect())
      patience = patienceTicks
      await connected.query('select 1')
      if (silent) log('the database answers again')
      silent = false
    } catch {
      client?.end().catch(() => {})
      client = undefined
    } finally {
      patience = undefined
    }
  }

  function fallSilent(): void {
    if (!silent) log('the database does not answer')
    silent = true
    if (client) destroyConnection(client)
    for (const listener of listeners) listener()
  }

  const timer = setInterval(() => {
    if (patience !== undefined && --patience === 0) fallSilent()
    asking ??= ask().finally(() => {
      asking = undefined
    })
  }, tickMs).unref()

  return {
    silent: () => silent,
    onSilent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      clearInterval(timer)
      if (silent && client) destroyConnection(client)
      await asking
      await client?.end().catch(() => {})
    },
  }
}
