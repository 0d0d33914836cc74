// Composes the parts of the server for one database: `main.ts` runs the result, and tests run it in-process.

import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createAuthenticator } from './auth/credentials.ts'
import { createMail } from './auth/mail.ts'
import { claimSecretKey, loadSecretKeys } from './auth/secret-key.ts'
import { areValid, currentRoles } from './auth/stream-readers.ts'
import type { Config } from './config.ts'
import type { Connection } from './core/connection.ts'
import type { StartDeadline } from './core/deadline.ts'
import {
  type DiskSpace,
  fullDisks,
  openDiskSpaces,
  type SpaceReading,
  type StatFs,
} from './core/disk-space.ts'
import { ApiError } from './core/errors.ts'
import { createGuessGuard } from './core/guesses.ts'
import { type Installation, restoredCopy, watchInstallation } from './core/installation.ts'
import { namedOperations, type Operation } from './core/operation.ts'
import { createCursorSigner } from './core/pages.ts'
import type { Provider } from './core/provider.ts'
import { createMemoryRateLimiter, type RateLimiter } from './core/rate-limit.ts'
import { createSecretBox } from './core/secret-box.ts'
import type { Services } from './core/services.ts'
import { createUrlSigner } from './core/signed-urls.ts'
import { fragment, type Sql } from './core/sql.ts'
import type { Storage } from './core/storage.ts'
import { createDatabase, type DatabaseClient } from './database/client.ts'
import { startNotifications } from './database/notifications.ts'
import { startPulse } from './database/pulse.ts'
import { checkDatabase, databaseFull } from './database/readiness.ts'
import { openReplica } from './database/replica.ts'
import { createEventFeed, type FeedOptions } from './events/event-feed.ts'
import { startNumbering } from './events/numbering.ts'
import { fontFilesFor } from './generation/fonts.ts'
import { useOnDemandPackages } from './generation/on-demand.ts'
import { configuredProviders, createProviders } from './generation/providers.ts'
import { createReviewModel } from './generation/review-model.ts'
import { createTranscriber } from './generation/transcriber.ts'
import { type BackgroundWork, startBackgroundWork } from './jobs/background-work.ts'
import { addBuiltInSkills } from './jobs/built-in-skills.ts'
import { createMeasure, type MeasureFile } from './media/checks/run-checks.ts'
import { toolFinder } from './media/children/find-tools.ts'
import { createFindProcessor, type FindProcessor } from './media/processors.ts'
import { createViews } from './media/view/views.ts'
import { createMakeWatermark, type MakeWatermark } from './media/watermark/make-watermark.ts'
import { migrateDatabase } from './migrate-database.ts'
import { loadVapidKey } from './notifications/push/vapid.ts'
import { createUnreadFeed, type UnreadOptions } from './notifications/unread-feed.ts'
import { linkJoining } from './operations/access-links/link-joining.ts'
import { createReports } from './operations/comments/report/make-report.ts'
import * as declarations from './operations/index.ts'
import { writeAvatarUrls } from './records/avatar.ts'
import { mediaPath } from './records/media.ts'
import { describeSandbox, type SandboxReport, sandboxReport, useSandbox } from './sandbox/sandbox.ts'
import { registerArchiveRoute } from './storage/archives/archive-route.ts'
import { createStorage } from './storage/create-storage.ts'
import { makeFolder } from './storage/durable-files.ts'
import { isInTrash } from './storage/in-trash.ts'
import { claimStorage, type Ownership, placeOf } from './storage/installation.ts'
import { answersChannel, createAnswers } from './surfaces/mcp/answers.ts'
import type { McpFixtures } from './surfaces/mcp/fixtures.ts'
import { createServer } from './surfaces/server.ts'

export const operations: Operation[] = namedOperations(declarations)

export type Service = {
  database: DatabaseClient
  storage: Storage
  /** The free space of the disk that scratch is on. */
  space: DiskSpace
  installation: Installation
  /** The port that the server listens on; undefined for a worker. */
  port: number | undefined
  /** To be called after a commit that may have emitted events. */
  changed: () => void
  /** The services that operations are called with; undefined for a worker. */
  services: Services | undefined
  close(): Promise<void>
}

/** Intervals of streams, and of calls that wait for a file. */
export type StreamPace = Pick<FeedOptions, 'checkMs'> & {
  unread?: UnreadOptions['pace']
  presence?: FeedOptions['pace']
  sampleMs?: number
}

export type ServiceOptions = {
  connection: Connection
  logger: Logger
  serve: boolean
  work: boolean
  /** Replaces the list of operations: tests add their own. */
  operations?: Operation[]
  /** Tools, prompts and resources of tests, behind the same route as the product's. */
  mcpFixtures?: McpFixtures
  /** Replaces the configured providers in tests. */
  providers?: Provider[]
  /** Replaces the media processors in tests. */
  findProcessor?: FindProcessor
  /** Replaces the drawing of watermarks in tests. */
  makeWatermark?: MakeWatermark
  /** Replaces the measuring of files for checks in tests. */
  measure?: MeasureFile
  /** Replaces `statfs`: tests use a disk that is larger than the machine's. */
  statFs?: StatFs
  /** Replaces the clock of the rate limits, in milliseconds: in tests it stands still, so that no quota refills meanwhile. */
  limitClock?: () => number
  /** Replaces the clock of what is cached for a second: credentials, and the free space of disks. In milliseconds. */
  cacheClock?: () => number
  /** Replaces how often the worker looks for generation steps that are due: in tests, they are due after 0.1 s. */
  generationPollMs?: number | undefined
  /** Replaces how often background work looks for events, deliveries, mails and push messages that nothing announces. */
  pollMs?: number | undefined
  /** Replaces how long background work waits for its current requests and mails when it closes. */
  graceMs?: number | undefined
  /** Replaces intervals of streams. */
  streamPace?: StreamPace | undefined
  /** Replaces the time limits of requests to a bucket, to a mail server and for documents of OAuth apps. */
  startDeadline?: StartDeadline | undefined
  /** How long a statement may take, in milliseconds: on a busy machine, tests fill their databases for longer than usual. */
  statementTimeout?: number | undefined
}

export async function startService(config: Config, options: ServiceOptions): Promise<Service> {
  const { connection, logger } = options
  const log = (message: string) => logger.warn(message)
  await openSandbox(config, options)
  useOnDemandPackages(config.onDemandPackages ? join(config.dataDir, 'packages') : null, log)
  await migrateDatabase(connection)
  const pulse = startPulse(connection, log)
  const { statementTimeout } = options
  const database = createDatabase({
    connection,
    log,
    pulse,
    ...(statementTimeout ? { statementTimeout } : {}),
  })
  const closers: (() => Promise<void>)[] = [() => pulse.close(), () => database.close()]
  try {
    // Numbering waits for other nodes, so it has a connection of its own, where no request waits behind it.
    const events = createDatabase({ connection, log, pulse, pipelines: 1, transactions: 1 })
    const numbering = startNumbering(events.sql, logger)
    closers.push(
      () => events.close(),
      () => numbering.close(),
    )
    const { changed } = numbering
    const notifications = startNotifications(connection, logger)
    closers.push(() => notifications.close())
    const keys = loadSecretKeys(config)
    await claimSecretKey(database, keys)
    await addBuiltInSkills(database.sql)
    const installation = await watchInstallation(database.sql, (error) =>
      logger.warn({ err: error }, 'whether this is a restored copy could not be read'),
    )
    notifications.on('dailies_installation', installation.look)
    closers.push(async () => installation.close())
    let port: number | undefined
    // With PORT=0 the system chooses the port, which the base URL cannot contain.
    const origin = () => (config.port === 0 ? `http://localhost:${port}` : config.baseUrl)
    const mediaOrigin = () => config.mediaBaseUrl ?? origin()
    const spaces = await openSpaces(config, logger, options)
    const { storage, readPieces, fileOrigins, registerRoutes } = await createStorage(config.storage, {
      dataDir: config.dataDir,
      space: spaces.files,
      baseUrl: origin,
      cdn: config.mediaBaseUrl === undefined ? undefined : cdn(config.mediaBaseUrl, config, database.sql),
      keys: keys.derive('urls'),
      requireWritable: installation.requireLive,
      startDeadline: options.startDeadline,
    })
    const storagePlace = placeOf(config.storage, config.dataDir)
    await requireOwnStorage({ sql: database.sql, storage, place: storagePlace }, logger)
    const secrets = createSecretBox(keys.derive('secrets'))
    const pushKey = await loadVapidKey(database.sql, secrets)
    const { webhookHosts, uploadHosts, quotas, trashDays } = config
    const providers = createProviders(
      options.providers ?? (await configuredProviders(config.generation)),
      config.generation.concurrency,
    )
    const urls = createUrlSigner(keys.derive('exports'), (path) =>
      path.startsWith(`${mediaPath}/`) ? mediaOrigin() : origin(),
    )
    const mail = await createMail({
      ...{ ...config, logger, isCopy: installation.isCopy },
      startDeadline: options.startDeadline,
    })
    closers.push(async () => mail.close())
    let work: BackgroundWork | undefined
    if (options.work) {
      const media = {
        ...config.media,
        space: spaces.data,
        scratch: join(config.dataDir, 'scratch'),
        findProcessor: options.findProcessor ?? createFindProcessor(config.media.tools),
      }
      const watermarks = {
        makeWatermark:
          options.makeWatermark ?? createMakeWatermark(toolFinder(config.media.tools), fontFilesFor),
        scratch: join(config.dataDir, 'watermarks'),
        slots: config.media.watermarkSlots,
      }
      const renditions = {
        wanted: config.media.rungs,
        scratch: join(config.dataDir, 'renditions'),
        slots: config.media.renditionSlots,
      }
      const checks = {
        measure: options.measure ?? createMeasure(config.media.tools),
        scratch: join(config.dataDir, 'checks'),
        slots: config.media.checkSlots,
      }
      const transcription = {
        transcriber: config.transcriber && createTranscriber(config.transcriber),
        findTools: toolFinder(config.media.tools),
        scratch: join(config.dataDir, 'transcriptions'),
      }
      const reviews = {
        reviewModel: config.reviewModel && createReviewModel(config.reviewModel),
        findTools: toolFinder(config.media.tools),
        findFonts: fontFilesFor,
        scratch: join(config.dataDir, 'reviews'),
      }
      const { eventRetentionDays, auditDays, shutdownSeconds } = config
      work = startBackgroundWork(installation, {
        ...{
          connection,
          database,
          storage,
          storagePlace,
          providers,
          logger,
          shutdownSeconds,
          changed,
          media,
          watermarks,
          renditions,
          checks,
          transcription,
          reviews,
        },
        ...{ secrets, pushKey, hosts: webhookHosts, origin, urls, mail },
        ...{ eventRetentionDays, auditDays, space: spaces.data, uploadHosts, quotas },
        resultsFolder: join(config.dataDir, 'results'),
        generationPollMs: options.generationPollMs,
        ...{ pollMs: options.pollMs, graceMs: options.graceMs },
      })
      notifications.on('dailies_deliveries', work.wakeDeliveries)
      notifications.on('dailies_events', work.wakeReaders)
      closers.push(work.close)
    }
    let services: Services | undefined
    if (options.serve) {
      const limiter = await createRateLimiter(config.redisUrl, log, options.limitClock)
      const cursors = createCursorSigner(keys.derive('cursors'))
      const replica = await openReplica(config, database, (message) => logger.info(message))
      if (replica) closers.push(() => replica.close())
      const streams = { sql: database.sql, notifications, logger, beforeSend: replica?.advance }
      const { checkMs, sampleMs, ...pace } = options.streamPace ?? {}
      const unread = createUnreadFeed({ ...streams, areValid, pace: pace.unread })
      const feed = createEventFeed({ ...streams, currentRoles, unread, checkMs, pace: pace.presence })
      services = {
        database,
        replica,
        storage,
        quotas,
        trashDays,
        providers,
        transcribes: config.transcriber !== undefined,
        reviewModel: config.reviewModel && {
          name: config.reviewModel.name,
          priced: config.reviewModel.prices !== undefined,
        },
        checks: config.media.checks,
        secrets,
        urls,
        mail,
        webhookHosts,
        uploadHosts,
        pushKey: pushKey.publicKey,
        presence: feed.presence,
        views: createViews({ storage, findTools: toolFinder(config.media.tools), findFonts: fontFilesFor }),
        guess: createGuessGuard(limiter, config.rateLimits.guesses),
        cursors,
        origin,
        mediaOrigin,
        changed,
        requireLive: installation.requireLive,
      }
      const server = createServer(config, options.operations ?? operations, {
        services,
        linkJoining,
        // Loaded with the first PDF.
        typesetReceipt: async (signed, signal) => {
          const { typesetReceipt } = await import('./generation/documents/typeset-receipt.ts')
          return typesetReceipt(signed, signal)
        },
        reports: createReports(services, async (report, signal) => {
          const { typesetReport } = await import('./generation/documents/typeset-report.ts')
          return typesetReport(report, signal)
        }),
        mcpFixtures: options.mcpFixtures,
        fileOrigins,
        registerByteRoutes(app, admitTransfer) {
          registerRoutes(app, admitTransfer)
          registerArchiveRoute(app, { sql: database.sql, readPieces, urls }, admitTransfer)
        },
        logger,
        limiter,
        answers: createAnswers(database.sql, (listener) => notifications.on(answersChannel, listener)),
        feed,
        unread,
        sampleMs,
        startDeadline: options.startDeadline,
        keys,
        authenticator: createAuthenticator(database, config.baseUrl, log, options.cacheClock),
        healthChecks: [
          () => checkDatabase(database.sql),
          async () => (await fullDisks([spaces.data, storage.space]))[0],
          () => (database.isFull() ? databaseFull : undefined),
          () => (installation.isCopy() ? restoredCopy : undefined),
        ],
        disks: { data: spaces.data, files: storage.space },
        databaseLoad: () => database.load(),
        webhookTally: work?.tally,
        installation: installation.state,
      })
      closers.push(
        () => limiter.close(),
        () => server.close(),
      )
      await server.app.listen({ port: config.port, host: config.host })
      port = (server.app.server.address() as AddressInfo).port
      await writeAvatarUrls(database.sql, mediaOrigin())
    }
    const space = spaces.data
    const close = () => closeAll(closers)
    return { database, storage, space, installation, port, changed, services, close }
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

function cdn(baseUrl: string, { mediaCacheSeconds: seconds }: Config, sql: Sql) {
  const findInUse = async (id: string) => {
    const [row] = await sql<{ size: number; modifiedAt: number }>`
      select size, (extract(epoch from stored_at) * 1000)::bigint as "modifiedAt" from objects
      where id = ${id} and stored_at is not null and orphaned_at is null and not ${isInTrash(fragment`objects.id`)}`
    return row && { ...row, eTag: `${id}-${row.size}` }
  }
  return { baseUrl, seconds, findInUse }
}

async function openSpaces(
  { dataDir, diskReserve, storage }: Config,
  logger: Logger,
  { statFs, cacheClock }: ServiceOptions,
) {
  const files = storage.kind === 'disk' ? join(dataDir, 'files') : dataDir
  await makeFolder(files)
  const changed = (short: boolean, { free, reserve }: SpaceReading) => {
    if (short) logger.error({ free, reserve }, 'the disk is full: uploads and previews wait for free space')
    else logger.info({ free, reserve }, 'the disk has space again')
  }
  return openDiskSpaces({ data: dataDir, files }, diskReserve, changed, statFs, cacheClock)
}

/** An unreachable bucket does not prevent the start; the clean-up, which could do harm, checks the marker again. */
async function requireOwnStorage(ownership: Ownership, logger: Logger): Promise<void> {
  try {
    await claimStorage(ownership)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    logger.warn({ err: error }, 'whether the storage belongs to this database could not be read')
  }
}

/**
 * Tries the sandbox and logs which layers work. The start waits for this only with `require`; otherwise the first
 * file does.
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
  clock?: () => number,
): Promise<RateLimiter> {
  if (redisUrl === undefined) return createMemoryRateLimiter(clock)
  const { createRedisRateLimiter } = await import('./core/rate-limit-redis.ts')
  return createRedisRateLimiter(redisUrl, log)
}

/** Closes in reverse order: requests end before the database does. */
async function closeAll(closers: (() => Promise<void>)[]): Promise<void> {
  for (const close of closers.toReversed()) await close()
}
