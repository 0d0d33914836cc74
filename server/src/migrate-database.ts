// Brings the schema of the server and of its queue up to date. Apart from service.ts, so that admin commands do not load
// the server.
import pg from 'pg'
import { type Connection, clientConfig } from './core/connection.ts'
import { StartupError } from './core/startup-error.ts'
import { migrate } from './database/migrate.ts'
import { namedStartError } from './database/readiness.ts'
import { installQueue } from './queue/install.ts'

export async function migrateDatabase(connection: Connection): Promise<string[]> {
  const client = new pg.Client(clientConfig(connection, 0))
  client.on('error', () => {})
  await client.connect().catch((error) => {
    const named = namedStartError(error)
    if (named instanceof StartupError) throw named
    // A connection that fails on every address of a name has a code and no message.
    throw new StartupError(`cannot connect to the database: ${error.message || error.code}`)
  })
  try {
    return await migrate(client, undefined, () => installQueue(client, connection))
  } finally {
    await client.end()
  }
}
