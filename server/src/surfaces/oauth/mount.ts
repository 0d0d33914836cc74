// The authorization server on our HTTP surface. It is loaded at the first request for it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Logger } from 'pino'
import type { Authenticator } from '../../auth/credentials.ts'
import { paths } from '../../auth/oauth/paths.ts'
import type { SecretKeys } from '../../auth/secret-key.ts'
import type { Config } from '../../config.ts'
import type { Quota, RateLimiter } from '../../core/rate-limit.ts'
import type { Database } from '../../core/sql.ts'
import { commonHeaders } from '../http/problems.ts'
import { networkOf, rateLimited } from '../http/routes.ts'
import { pageHeaders, renderPage } from '../pages/layout.ts'
import { registerConsent, signedIn } from './consent.ts'
import { messagePage } from './consent-page.ts'

export type OAuthServices = {
  database: Database
  keys: SecretKeys
  logger: Logger
  authenticator: Authenticator
  limiter: RateLimiter
}

type Endpoint = { url: string; methods: HTTPMethods[]; quota?: Quota }

export function registerOAuth(app: FastifyInstance, config: Config, services: OAuthServices): void {
  const { baseUrl } = config
  const server = once(() => loadServer(config, services))
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The library reads the body itself.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const { url, methods, quota } of endpoints(config)) {
      scope.route({
        method: methods,
        url,
        async handler(request, reply) {
          if (quota) await spend(services.limiter, request, quota)
          handOver(request, reply, baseUrl, (await server()).handle)
        },
      })
    }
    if (config.oauthRegistration) allowAnyOrigin(scope, paths.registration)
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    )
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers(commonHeaders(request.id))
    })
    registerConsent(scope, { ...services, baseUrl, provider: async () => (await server()).provider })
  })
}

/** Anybody may begin an authorization or register: that costs us a row or a fetch, so it is limited per address. */
function endpoints({ rateLimits, oauthRegistration }: Config): Endpoint[] {
  const quota = { name: 'auth', limit: rateLimits.auth, windowSeconds: 60, operation: 'oauth' }
  const called: HTTPMethods[] = ['POST', 'OPTIONS']
  return [
    { url: '/.well-known/oauth-authorization-server', methods: ['GET', 'OPTIONS'] },
    { url: paths.authorization, methods: ['GET'], quota },
    { url: `${paths.authorization}/:uid`, methods: ['GET'] },
    { url: paths.token, methods: called },
    { url: paths.revocation, methods: called },
    { url: paths.introspection, methods: called },
    ...(oauthRegistration
      ? [
          {
            url: paths.registration,
            methods: ['POST' as const],
            quota: { ...quota, limit: Math.ceil(quota.limit / 10) },
          },
        ]
      : []),
  ]
}

async function spend(limiter: RateLimiter, request: FastifyRequest, quota: Quota): Promise<void> {
  const verdict = await limiter.take(networkOf(request.ip), quota)
  if (!verdict.allowed) throw rateLimited(verdict)
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

async function loadServer(
  config: Config,
  services: OAuthServices,
): Promise<{ provider: Provider; handle: Handle }> {
  const { createProvider } = await import('../../auth/oauth/provider.ts')
  const provider = createProvider({
    ...services,
    baseUrl: config.baseUrl,
    registration: config.oauthRegistration,
    privateHosts: config.oauthPrivateHosts,
    signedIn: (cookies) => signedIn({ ...services, baseUrl: config.baseUrl }, cookies),
    errorPage(description) {
      const page = messagePage('The app made a mistake', `It cannot be connected: ${description}.`, 400)
      return { headers: pageHeaders(page), body: renderPage(page) }
    },
  })
  return { provider, handle: provider.callback() as Handle }
}

/** To the library we are what BASE_URL says, whatever a proxy or a caller says. */
function handOver(request: FastifyRequest, reply: FastifyReply, baseUrl: string, handle: Handle): void {
  const { protocol, host } = new URL(baseUrl)
  Object.assign(request.raw.headers, {
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-host': host,
    'x-forwarded-for': request.ip,
  })
  for (const [name, value] of Object.entries(commonHeaders(request.id))) reply.raw.setHeader(name, value)
  reply.hijack()
  void handle(request.raw, reply.raw)
}

/** Apps that run in a browser register themselves, too; the library leaves that out. */
function allowAnyOrigin(app: FastifyInstance, url: string): void {
  const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Content-Type' }
  app.options(url, async (_request, reply) => reply.code(204).headers(headers).send())
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url === url) reply.raw.setHeader('Access-Control-Allow-Origin', '*')
  })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
