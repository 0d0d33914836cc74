// Puts the parts together for one database: what `main.ts` runs and what tests run in-process.

import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { createAuthenticator } from './auth/credentials.ts'
import { createGuessGuard } from './auth/guesses.ts'
import { createMail } from './auth/mail.ts'
import { claimSecretKey, loadSecretKeys } from './auth/secret-key.ts'
import type { Config } from './config.ts'
import type { Services } from './core/call.ts'
import { namedOperations, type Operation } from './core/operation.ts'
import { createCursorSigner } from './core/pages.ts'
import type { Provider } from './core/provider.ts'
import { createMemoryRateLimiter, type RateLimiter } from './core/rate-limit.ts'
import { createSecretBox } from './core/secret-box.ts'
import { createUrlSigner } from './core/signed-urls.ts'
import { StartupError } from './core/startup-error.ts'
import type { Storage } from './core/storage.ts'
import { type Connection, clientConfig, createDatabase, type DatabaseClient } from './database/client.ts'
import { listMigrations, migrate } from './database/migrate.ts'
import { createHub } from './events/hub.ts'
import { startListening } from './events/listening.ts'
import { startNumbering } from './events/numbering.ts'
import { type Deliverer, startDeliverer } from './events/webhooks/deliverer.ts'
import { configuredProviders, createProviders } from './generation/providers.ts'
import { installQueue } from './jobs/queue.ts'
import { startJobs } from './jobs/runner.ts'
import { startWork } from './jobs/start-work.ts'
import { createFindProcessor, type FindProcessor } from './media/processors.ts'
import * as declarations from './operations/index.ts'
import { describeSandbox, type SandboxReport, sandboxReport, useSandbox } from './sandbox/sandbox.ts'
import { createStorage } from './storage/create-storage.ts'
import { registerExportRoute } from './surfaces/http/export-route.ts'
import { registerMediaRoute } from './surfaces/http/media-route.ts'
import { createHttpServer } from './surfaces/http/server.ts'

export const operations: Operation[] = namedOperations(declarations)

export type Service = {
  database: DatabaseClient
  storage: Storage
  /** Where it listens; undefined for a worker. */
  port: number | undefined
  /** To be called after a commit that may have told of a change. */
  changed: () => void
  /** What operations are called with; undefined for a worker. */
  services: Services | undefined
  close(): Promise<void>
}

export type ServiceOptions = {
  connection: Connection
  logger: Logger
  serve: boolean
  work: boolean
  /** Operations to serve instead of all: tests add their own. */
  operations?: Operation[]
  /** Providers instead of those that are configured: tests bring their own. */
  providers?: Provider[]
  /** Processors instead of those that there are: tests bring their own. */
  findProcessor?: FindProcessor
}

export async function startService(config: Config, options: ServiceOptions): Promise<Service> {
  const { connection, logger } = options
  const log = (message: string) => logger.warn(message)
  await openSandbox(config, options)
  await migrateDatabase(connection)
  const database = createDatabase({ connection, log })
  const closers: (() => Promise<void>)[] = [() => database.close()]
  try {
    // Numbering waits for other nodes: on a connection of its own, where no request waits behind it.
    const events = createDatabase({ connection, log, pipelines: 1, transactions: 1 })
    const numbering = startNumbering(events.sql, logger)
    closers.push(
      () => events.close(),
      () => numbering.close(),
    )
    const { changed } = numbering
    const listening = startListening(connection, logger)
    closers.push(() => listening.close())
    const keys = loadSecretKeys(config)
    await claimSecretKey(database, keys)
    let port: number | undefined
    // With PORT=0 the system chooses, and the base URL cannot know.
    const origin = () => (config.port === 0 ? `http://localhost:${port}` : config.baseUrl)
    const { storage, filesOrigin, registerRoutes } = await createStorage(config.storage, {
      dataDir: config.dataDir,
      baseUrl: origin,
      keys: keys.derive('urls'),
    })
    const secrets = createSecretBox(keys.derive('secrets'))
    const { webhookHosts } = config
    const providers = createProviders(
      options.providers ?? (await configuredProviders(config.generation)),
      config.generation.concurrency,
    )
    let deliverer: Deliverer | undefined
    if (options.work) {
      deliverer = startDeliverer({ database, secrets, hosts: webhookHosts, logger })
      listening.on('dailies_deliveries', deliverer.wake)
      closers.push(deliverer.close)
      const { eventRetentionDays } = config
      closers.push(startJobs({ database, storage, changed, eventRetentionDays }, logger))
      closers.push(
        startWork({
          ...{ connection, database, storage, providers, logger, endSeconds: config.shutdownSeconds },
          changed,
          media: {
            ...config.media,
            scratch: join(config.dataDir, 'scratch'),
            findProcessor: options.findProcessor ?? createFindProcessor(config.media.tools),
          },
        }),
      )
    }
    let services: Services | undefined
    if (options.serve) {
      const urls = createUrlSigner(keys.derive('exports'), origin)
      const limiter = await createRateLimiter(config.redisUrl, log)
      const mail = await createMail({ ...config, logger })
      const cursors = createCursorSigner(keys.derive('cursors'))
      const guess = createGuessGuard(limiter, config.rateLimits.guesses)
      const calls = {
        database,
        storage,
        providers,
        secrets,
        urls,
        mail,
        webhookHosts,
        cursors,
        origin,
        changed,
      }
      services = { ...calls, guess }
      const http = createHttpServer(config, options.operations ?? operations, {
        ...calls,
        filesOrigin,
        logger,
        limiter,
        hub: createHub({ sql: database.sql, listening, logger }),
        keys,
        authenticator: createAuthenticator(database, config.baseUrl, log),
        ready: () => requireReady(database),
        databaseLoad: () => database.load(),
        webhookTally: deliverer?.tally,
      })
      closers.push(
        () => limiter.close(),
        async () => mail.close(),
        () => http.close(),
      )
      registerRoutes(http.app)
      registerExportRoute(http.app, database, urls)
      registerMediaRoute(http.app, { database, storage, urls })
      await http.app.listen({ port: config.port, host: config.host })
      port = (http.app.server.address() as AddressInfo).port
    }
    return { database, storage, port, changed, services, close: () => closeAll(closers) }
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

/**
 * Tries the sandbox out and logs what holds. Only with `require` the start waits for it; without, the first file does.
 */
async function openSandbox({ media, dataDir }: Config, { logger, work }: ServiceOptions): Promise<void> {
  useSandbox(media.sandbox, dataDir)
  if (!work && media.sandbox !== 'require') return
  const log = (report: SandboxReport) =>
    logger[report.holds ? 'info' : 'warn']({ sandbox: report }, describeSandbox(report))
  const tried = sandboxReport().then(log)
  if (media.sandbox === 'require') await tried
  else tried.catch((error) => logger.warn({ err: error }, 'the sandbox could not be tried out'))
}

/** One node counts in memory; several share a Redis. Its client is loaded only then: it costs 200 ms and 33 MB. */
async function createRateLimiter(
  redisUrl: string | undefined,
  log: (line: string) => void,
): Promise<RateLimiter> {
  if (redisUrl === undefined) return createMemoryRateLimiter()
  const { createRedisRateLimiter } = await import('./core/rate-limit-redis.ts')
  return createRedisRateLimiter(redisUrl, log)
}

/** The last opened closes first: requests end before the database does. */
async function closeAll(closers: (() => Promise<void>)[]): Promise<void> {
  for (const close of closers.toReversed()) await close()
}

export async function migrateDatabase(connection: Connection): Promise<string[]> {
  const client = new pg.Client(clientConfig(connection, 0))
  client.on('error', () => {})
  await client.connect().catch((error) => {
    // A connection that fails on every address of a name has a code and no message.
    throw new StartupError(`the database does not let us in: ${error.message || error.code}`)
  })
  try {
    return await migrate(client, undefined, () => installQueue(client, connection))
  } finally {
    await client.end()
  }
}

const newest = listMigrations().at(-1)!.name

async function requireReady(database: DatabaseClient): Promise<void> {
  const rows = await database.sql`select 1 from migrations where name = ${newest}`
  if (rows.length === 0) throw new Error(`migration ${newest} is not applied`)
}
