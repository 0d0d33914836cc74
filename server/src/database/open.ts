import type { Config } from '../config.ts'
import type { Connection } from './client.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

export type OpenedDatabase = { connection: Connection; close(): Promise<void> }

/** The database that DATABASE_URL names, or our own in DATA_DIR. */
export async function openDatabase(
  config: Config,
  as: 'server' | 'tool',
  log: (line: string) => void,
): Promise<OpenedDatabase> {
  if (config.databaseUrl) return { connection: config.databaseUrl, close: async () => {} }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, pgBin: config.pgBin, as, log })
  return { connection: postgres.address, close: () => postgres.stop() }
}
