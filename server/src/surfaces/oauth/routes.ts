// The authorization server on our HTTP surface. It is loaded at the first request for it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Logger } from 'pino'
import type { Authenticator } from '../../auth/credentials.ts'
import { paths } from '../../auth/oauth/paths.ts'
import type { SecretKeys } from '../../auth/secret-key.ts'
import { cookieName, readCookie } from '../../auth/session-cookie.ts'
import type { Config } from '../../config.ts'
import type { Caller } from '../../core/access.ts'
import type { Quota, RateLimiter } from '../../core/rate-limit.ts'
import type { Database } from '../../core/sql.ts'
import { encodedBody, isEncoded } from '../http/json-body.ts'
import { networkOf, rateLimited } from '../http/routes.ts'
import { pageHeaders, renderPage } from '../page-layout.ts'
import { messagePage } from '../pages/consent-page.ts'
import { commonHeaders } from '../problems.ts'

export type OAuthServices = {
  database: Database
  keys: SecretKeys
  logger: Logger
  authenticator: Authenticator
  limiter: RateLimiter
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Loaded when it is asked for. */
export type OAuthServer = () => Promise<{ provider: Provider; handle: Handle }>

export function createOAuthServer(config: Config, services: OAuthServices): OAuthServer {
  let loading: ReturnType<OAuthServer> | undefined
  return () => {
    loading ??= load(config, services)
    return loading
  }
}

async function load(config: Config, services: OAuthServices) {
  const { createProvider } = await import('../../auth/oauth/provider.ts')
  const provider = createProvider({
    ...services,
    baseUrl: config.baseUrl,
    registration: config.oauthRegistration,
    privateHosts: config.oauthPrivateHosts,
    signedIn: (cookies) => signedIn(config.baseUrl, services.authenticator, cookies),
    errorPage(description) {
      const text = `Go back to the app and try again. The reason, for those who make it: ${description}.`
      const page = messagePage('The app could not be connected', text, 400)
      return { headers: pageHeaders(page), body: renderPage(page) }
    },
  })
  return { provider, handle: provider.callback() as Handle }
}

async function signedIn(
  baseUrl: string,
  authenticator: Authenticator,
  cookies: string | undefined,
): Promise<Caller | undefined> {
  const token = readCookie(cookies, cookieName(baseUrl))
  return token === undefined ? undefined : authenticator.authenticateSession(token)
}

export function registerOAuth(
  app: FastifyInstance,
  config: Config,
  { limiter }: OAuthServices,
  oauth: OAuthServer,
): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    // The library reads the body itself.
    scope.addContentTypeParser('*', (_request, _body, parsed) => parsed(null))
    for (const { url, method, quota } of endpoints(config)) {
      scope.route({
        method,
        url,
        async handler(request, reply) {
          if (quota) await spend(limiter, request, quota)
          if (isEncoded(request)) throw encodedBody()
          const { handle } = await oauth()
          handOver(request, reply, config.baseUrl, handle)
        },
      })
    }
    if (config.oauthRegistration) allowAnyOrigin(scope, paths.registration)
    done()
  })
}

type Endpoint = { url: string; method: HTTPMethods[]; quota?: Quota }

/**
 * Anybody may begin an authorization or register, and come to the others with an app that we have to read about: that
 * costs us a row or a fetch, so it is limited per address. A person authorizes a few apps in a minute, and an app
 * registers once.
 */
function endpoints({ rateLimits, oauthRegistration }: Config): Endpoint[] {
  const { auth } = rateLimits
  const backChannel: Quota = { name: 'auth', limit: auth, windowSeconds: 60, operation: 'token' }
  const quota: Quota = { ...backChannel, limit: Math.ceil(auth / 10), operation: 'oauth' }
  const fewer: Quota = {
    ...backChannel,
    limit: Math.ceil(auth / 30),
    windowSeconds: 3_600,
    operation: 'register',
  }
  const method: HTTPMethods[] = ['POST', 'OPTIONS']
  const registration: Endpoint = { url: paths.registration, method: ['POST'], quota: fewer }
  return [
    { url: '/.well-known/oauth-authorization-server', method: ['GET', 'OPTIONS'] },
    { url: paths.authorization, method: ['GET'], quota },
    { url: `${paths.authorization}/:uid`, method: ['GET'] },
    { url: paths.token, method, quota: backChannel },
    { url: paths.revocation, method, quota: backChannel },
    { url: paths.introspection, method, quota: backChannel },
    ...(oauthRegistration ? [registration] : []),
  ]
}

async function spend(limiter: RateLimiter, request: FastifyRequest, quota: Quota): Promise<void> {
  const verdict = await limiter.take(networkOf(request.ip), quota)
  if (!verdict.allowed) throw rateLimited(verdict)
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
  const origin = { 'Access-Control-Allow-Origin': '*' }
  app.options(url, (_request, reply) => {
    reply
      .code(204)
      .headers({ ...origin, 'Access-Control-Allow-Headers': 'Content-Type' })
      .send()
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (request.routeOptions.url === url) reply.raw.setHeader('Access-Control-Allow-Origin', '*')
    next()
  })
}
