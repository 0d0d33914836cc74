// The connection settings for everything that connects to Postgres: the client, the pulse, the queue and the
// listener.
import type { Socket } from 'node:net'
import pg from 'pg'

export type Connection = string | { host: string; port: number; user: string; database: string }

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, wireTime)
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)
types.setTypeParser(pg.types.builtins.INT8, Number)

/** `statementTimeout` is in milliseconds; 0 for none. */
export function clientConfig(connection: Connection, statementTimeout: number): pg.ClientConfig {
  return {
    // A stray PGSSLMODE must not reach the embedded Postgres, which listens on a Unix socket only.
    ...(typeof connection === 'string' ? { connectionString: connection } : { ...connection, ssl: false }),
    types,
    // Less than five seconds, within which a client must learn that it has to retry.
    connectionTimeoutMillis: 4_000,
    keepAlive: true,
    // A connection that the network has dropped while idle ends within half a minute; by the system's default, after two hours.
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'dailies',
    // Postgres assumes a spinning disk, and reads tables of a few hundred rows as a whole where an index leads to one row: a page
    // of projects took 34 ms instead of 5. Compiling a statement takes longer than running it.
    options: `-c timezone=UTC -c statement_timeout=${statementTimeout} -c random_page_cost=1.1 -c jit=off`,
  }
}

/** Closes the socket: every query that waits on this connection fails at once. */
export function destroyConnection(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: Socket } }
  connection.stream.destroy(new Error('the database connection does not answer'))
}

/**
 * Postgres prints a timestamptz of a UTC session as `2026-01-31 09:05:00.12+00`: always with the zone, never with
 * trailing zeros. The wire form is `2026-01-31 09:05:00.120000`. The value stays text throughout, because a
 * JavaScript Date loses the microseconds.
 */
export function wireTime(text: string): string {
  const time = text.slice(0, -3)
  return time.length === 19 ? `${time}.000000` : time.padEnd(26, '0')
}
