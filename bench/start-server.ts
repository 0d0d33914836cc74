// Starts the server as `npm start` does, with rate limits that a benchmark does not reach.
import { readConfig } from '../server/src/config.ts'
import { createLogger } from '../server/src/logging.ts'
import { type Service, startService } from '../server/src/service.ts'

const unlimited = 'default=999999999,tier2=999999999,tier3=999999999,tier4=999999999'

export type ServerOptions = {
  databaseUrl: string
  dataDir: string
  storageUrl?: string | undefined
  /** Whether the server also runs background work. */
  work?: boolean
  logLevel?: string
}

export function startServer(options: ServerOptions): Promise<Service> {
  const { databaseUrl, dataDir, storageUrl, work = false } = options
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    STORAGE_URL: storageUrl,
    AWS_REGION: process.env.AWS_REGION,
    RATE_LIMITS: unlimited,
    SESSION_RATE_LIMITS: unlimited,
    LOG_LEVEL: options.logLevel,
  })
  const logger = createLogger(config.logLevel, false)
  return startService(config, { connection: databaseUrl, logger, serve: true, work })
}
