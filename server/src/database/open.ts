import type { Connection } from '../core/connection.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

export type OpenedDatabase = { connection: Connection; close(): Promise<void> }

export type DatabaseSettings = Readonly<{
  databaseUrl: string | undefined
  dataDir: string
  pgBin: string | undefined
}>

/** The database of DATABASE_URL, or the embedded one in DATA_DIR. */
export async function openDatabase(
  { databaseUrl, dataDir, pgBin }: DatabaseSettings,
  as: 'server' | 'tool',
  log: (line: string) => void,
): Promise<OpenedDatabase> {
  if (databaseUrl) return { connection: databaseUrl, close: async () => {} }
  const postgres = await startEmbeddedPostgres({ dataDir, pgBin, as, log })
  return { connection: postgres.address, close: () => postgres.stop() }
}
