// Problems of the database that prevent a node from working, for /readyz and for a start that fails.
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '../core/sql.ts'
import { StartupError } from '../core/startup-error.ts'
import { listMigrations } from './migrate.ts'

/** The maximum number of connections of `serve`: statements, transactions, the pulse, numbering, listening. */
export const connectionsOfNode = 4 + 10 + 1 + 1 + 1

const answersWithinMs = 1_000
const newest = listMigrations().at(-1)!.name

/** Answers within a second: a probe that waits for a frozen database would time out on all nodes at once. */
export async function checkDatabase(sql: Sql) {
  const asked = sql`select 1 from migrations where name = ${newest}`
  const late = pause(answersWithinMs, undefined, { ref: false })
  const rows = await Promise.race([asked, late]).catch(() => undefined)
  if (rows === undefined) {
    const message = 'The database does not answer.'
    return { code: 'database_unavailable', message, local: false }
  }
  if (rows.length > 0) return undefined
  const message = `The database lacks the migration ${newest}. \`dailies migrate\` or a restart applies it.`
  return { code: 'not_migrated', message, local: true }
}

export const databaseFull = {
  code: 'database_full',
  message:
    'The disk of the database is full, so nothing can be changed; reading works. Enlarge it or free space there: the ' +
    'server resumes by itself.',
  local: false,
}

/** A one-line message when Postgres has no connection left; any other error is returned unchanged. */
export function namedStartError(error: unknown): unknown {
  const { code, cause, message } = error as { code?: string; cause?: unknown; message?: string }
  if (code !== '53300') return cause === undefined ? error : namedCause(error, cause)
  return new StartupError(
    `Postgres has no free connection (${message}). A node uses up to ${connectionsOfNode}, and more to run jobs: ` +
      'raise max_connections, or the limit of the role or the database, or run fewer nodes',
  )
}

function namedCause(error: unknown, cause: unknown): unknown {
  const named = namedStartError(cause)
  return named instanceof StartupError ? named : error
}
