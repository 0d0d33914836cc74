// Puts the surfaces together: the HTTP app, and on it the API, MCP, OAuth, pages, the web app and the docs. No surface
// imports another; all of them admit requests through `admission.ts` and answer errors through `problems.ts`.
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Authenticator } from '../auth/credentials.ts'
import type { LinkJoining } from '../auth/join-by-link.ts'
import { createOAuthServer } from '../auth/oauth/server.ts'
import type { SecretKeys } from '../auth/secret-key.ts'
import type { TypesetReceipt } from '../auth/sign-receipt.ts'
import type { StartDeadline } from '../core/deadline.ts'
import type { EventFeed } from '../core/event-feed.ts'
import type { Operation } from '../core/operation.ts'
import type { RateLimiter, RateLimits, TierLimits } from '../core/rate-limit.ts'
import type { Services } from '../core/services.ts'
import type { AdmitTransfer } from '../core/transfers.ts'
import type { UnreadFeed } from '../core/unread-feed.ts'
import { createFileWatches } from '../events/file-watches.ts'
import type { MakeReport } from '../records/comment-export/report.ts'
import { admitSignedUrl, createAdmission } from './admission.ts'
import { registerDocs } from './docs/routes.ts'
import { createHttpApp } from './http/app.ts'
import { registerAuditExport } from './http/audit-export-route.ts'
import { registerAvatarRoute, registerAvatarUploads } from './http/avatar-routes.ts'
import { registerEventStream } from './http/event-stream.ts'
import { registerExportRoute } from './http/export-route.ts'
import { createFastPath } from './http/fast-path/shortcuts.ts'
import { registerMediaRoute } from './http/media-route.ts'
import { registerGauges } from './http/monitoring/gauges.ts'
import { type HealthServices, registerHealth } from './http/monitoring/health.ts'
import { registerReceiptRoutes } from './http/receipt-route.ts'
import { registerOperations } from './http/routes.ts'
import { createStreamSlots } from './http/streams.ts'
import { registerUnreadStream } from './http/unread-stream.ts'
import type { Answers } from './mcp/answers.ts'
import type { McpFixtures } from './mcp/fixtures.ts'
import { registerMcp } from './mcp/route.ts'
import { oauthErrorPage, registerOAuth } from './oauth/routes.ts'
import { registerOpenapi } from './openapi/document.ts'
import { registerPages } from './pages/routes.ts'
import { commonHeaders, registerProblems } from './problems.ts'
import { createCardReader } from './web/built-app.ts'
import { registerWebApp } from './web/routes.ts'

export type ServerSettings = {
  baseUrl: string
  mediaBaseUrl: string | undefined
  mediaCacheSeconds: number
  trustProxy: false | string
  bodyLimit: number
  maxRequests: number
  maxStreams: number
  requestSeconds: number
  shutdownSeconds: number
  rateLimits: RateLimits
  sessionRateLimits: TierLimits
  oauthRegistration: boolean
  oauthPrivateHosts: readonly string[]
  metricsToken: string | undefined
}

export type ServerParts = HealthServices & {
  /** The services that operations are called with. */
  services: Services
  authenticator: Authenticator
  limiter: RateLimiter
  keys: SecretKeys
  /** Answers of people to questions of tools. */
  answers: Answers
  feed: EventFeed
  unread: UnreadFeed
  linkJoining: LinkJoining
  typesetReceipt: TypesetReceipt
  reports: MakeReport
  logger: Logger
  /** The interval at which files are read that calls wait for. */
  sampleMs?: number | undefined
  /** Replaces the time limits of requests for documents of OAuth apps. */
  startDeadline?: StartDeadline | undefined
  mcpFixtures: McpFixtures | undefined
  /** Other origins where browsers send and fetch files. */
  fileOrigins: readonly string[]
  /** Adds the routes that carry bytes: archives and, when files are on this server's disk, files. */
  registerByteRoutes(app: FastifyInstance, admitTransfer: AdmitTransfer): void
}

export type SurfaceServer = { app: FastifyInstance; close(): Promise<void> }

/** The server of a list of operations. It does not listen yet. */
export function createServer(
  settings: ServerSettings,
  operations: Operation[],
  parts: ServerParts,
): SurfaceServer {
  const { services, authenticator, feed, unread, logger, databaseLoad, fileOrigins } = parts
  const { database, storage, urls, origin } = services
  const { baseUrl, bodyLimit, rateLimits } = settings
  const cdnSeconds = settings.mediaBaseUrl === undefined ? undefined : settings.mediaCacheSeconds
  const admission = createAdmission({ ...settings, database, authenticator, limiter: parts.limiter, origin })
  const fastPath = createFastPath({ operations, admission, services })
  const http = createHttpApp({ ...settings, databaseLoad, logger, fastPath })
  const { app, finishRequest } = http
  registerGauges(http.metrics, parts, http)
  registerProblems(app, { baseUrl, logger })

  registerPlainRoutes(app, (scope) => {
    registerHealth(scope, {
      ...settings,
      checks: parts.healthChecks,
      guard: http.guard,
      metrics: http.metrics,
    })
    registerOpenapi(scope, operations, baseUrl)
    registerDocs(scope, baseUrl)
  })

  const routeServices = { admission, services, bodyLimit }
  const slots = createStreamSlots(settings.maxStreams)
  registerEventStream(app, { admission, database, feed, finishRequest, slots })
  registerUnreadStream(app, { admission, unread, finishRequest, slots })
  registerOperations(app, operations, routeServices)
  registerAvatarUploads(app, routeServices)
  registerAvatarRoute(app, database, cdnSeconds)
  registerExportRoute(app, { ...services, reports: parts.reports, beginTransfer: http.beginTransfer })
  registerAuditExport(app, { ...services, beginTransfer: http.beginTransfer })
  registerReceiptRoutes(app, services, parts.typesetReceipt)
  registerMediaRoute(app, { database, storage, urls }, cdnSeconds)
  parts.registerByteRoutes(app, (request, reply, signer) => {
    admitSignedUrl(request, signer)
    http.beginTransfer(request, reply)
  })

  const watches = createFileWatches({ sql: database.sql, feed, logger, sampleMs: parts.sampleMs })
  const waiting = { feed, watches, takeStream: slots.take, park: http.guard.park }
  const { answers, mcpFixtures: fixtures } = parts
  const mcpParts = { waiting, answers, reviewCard: createCardReader(), fixtures }
  registerMcp(app, operations, { ...routeServices, ...mcpParts, baseUrl, logger })

  const oauth = createOAuthServer({
    baseUrl,
    database,
    logger,
    keys: parts.keys,
    registration: settings.oauthRegistration,
    privateHosts: settings.oauthPrivateHosts,
    startDeadline: parts.startDeadline,
    signedIn: admission.signedIn,
    errorPage: oauthErrorPage,
  })
  registerOAuth(app, { admission, oauth, baseUrl, rateLimits, registration: settings.oauthRegistration })
  const { linkJoining } = parts
  registerPages(app, {
    ...services,
    ...{ admission, oauth, linkJoining, logger, rateLimits, baseUrl, fileOrigins },
  })
  registerWebApp(app, { admission, logger, origin, fileOrigins })

  return {
    app,
    async close() {
      // Event streams end only on request.
      await Promise.all([feed.close(), unread.close()])
      await http.close()
    },
  }
}

function registerPlainRoutes(app: FastifyInstance, register: (scope: FastifyInstance) => void): void {
  app.register((scope, _options, done) => {
    scope.addHook('onRequest', (request, reply, next) => {
      reply.headers(commonHeaders(request.id))
      next()
    })
    register(scope)
    done()
  })
}
