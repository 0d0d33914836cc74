// Monitors whether the database answers at all, with queries on a connection of its own. A statement may take ten
// seconds, but a pulse without an answer for three seconds shows that nothing is answered, and no call has to wait
// longer. The same goes for commits that wait for a standby (synchronous replication): no timeout of Postgres ends them.
import pg from 'pg'
import { type Connection, clientConfig, destroyConnection } from '../core/connection.ts'

export type Pulse = {
  /** Whether the database has not answered, or could not commit, for too long. */
  silent(): boolean
  /** Calls the listener whenever the database stops answering; returns a function that removes the listener. */
  onSilent(listener: () => void): () => void
  close(): Promise<void>
}

const defaultTickMs = 500
/** The time limit is counted in ticks: when this process itself is blocked, however long, that counts as one tick. */
const patienceTicks = 6
/** For a connection Postgres starts a process, which takes longer on a busy machine. */
const connectTicks = 8

/** After so many answers in a row that commits are stuck, calls are refused: one may meet a commit by chance. */
const stuckAnswers = 2
const stuckSeconds = 2.5
/** Calls have waited for the connection already, and a new primary often has no standby yet. */
const stuckSecondsAfterOutage = 0.5
const afterOutageTicks = 30

// A connection that its node has given up waits until a standby confirms. So this also says when that happens.
const longestCommit = `
  select coalesce(max(extract(epoch from now() - state_change)), 0)::float8 as seconds from pg_stat_activity
  where current_setting('synchronous_standby_names') <> '' and datname = current_database() and wait_event = 'SyncRep'`

/** Decides by the answers of the database whether its commits are stuck. */
export function createCommitWatch() {
  let stuck = 0
  let ticksSinceOutage = Number.POSITIVE_INFINITY
  return {
    tick: () => void ticksSinceOutage++,
    /** The database was not reached. */
    lost: () => {
      ticksSinceOutage = 0
    },
    /** `seconds`: how long the oldest commit has waited for a standby. */
    answered(seconds: number): 'stuck' | 'perhaps stuck' | 'fine' {
      const most = ticksSinceOutage < afterOutageTicks ? stuckSecondsAfterOutage : stuckSeconds
      stuck = seconds > most ? stuck + 1 : 0
      if (stuck === 0) return 'fine'
      return stuck >= stuckAnswers ? 'stuck' : 'perhaps stuck'
    },
  }
}

export function startPulse(
  connection: Connection,
  log: (message: string) => void,
  tickMs = defaultTickMs,
): Pulse {
  const listeners = new Set<() => void>()
  let client: pg.Client | undefined
  let asking: Promise<void> | undefined
  /** The ticks left until the database counts as silent; undefined while no query is pending. */
  let patience: number | undefined
  let silent = false
  const commits = createCommitWatch()

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({
      ...clientConfig(connection, 0),
      // Ticks decide when the database is silent. These limits are for the time after `close`, when none are counted. They
      // are longer: on a busy machine they would otherwise end before the last tick, and the next attempt begin anew.
      connectionTimeoutMillis: 4 * connectTicks * tickMs,
      query_timeout: 4 * patienceTicks * tickMs,
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
      const { rows } = await connected.query<{ seconds: number }>(longestCommit)
      const state = commits.answered(rows[0]!.seconds)
      if (state === 'stuck') return fallSilent('changes wait for a standby of the database')
      if (state === 'perhaps stuck') return
      if (silent) log('the database answers again')
      silent = false
    } catch {
      commits.lost()
      client?.end().catch(() => {})
      client = undefined
    } finally {
      patience = undefined
    }
  }

  function fallSilent(reason: string): void {
    if (!silent) log(reason)
    silent = true
    for (const listener of listeners) listener()
  }

  const timer = setInterval(() => {
    commits.tick()
    if (patience !== undefined && --patience === 0) {
      fallSilent('the database does not answer')
      if (client) destroyConnection(client)
    }
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
