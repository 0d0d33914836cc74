// The endpoints of the authorization server. The library behind them is loaded at the first request.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { paths } from '../../auth/oauth/paths.ts'
import type { HandleOAuth, OAuthServer } from '../../auth/oauth/server.ts'
import type { Quota, RateLimits } from '../../core/rate-limit.ts'
import type { Admission } from '../admission.ts'
import { messagePage, pageHeaders, renderPage } from '../page-layout.ts'
import { commonHeaders, encodedBodyError } from '../problems.ts'

export type OAuthRouteServices = {
  admission: Admission
  oauth: OAuthServer
  baseUrl: string
  rateLimits: RateLimits
  /** Whether apps may register themselves. */
  registration: boolean
}

/** The page for people when there is no app to send an error to. */
export function oauthErrorPage(description: string): { headers: Record<string, string>; body: string } {
  const text = `Go back to the app and try again. Details for the developers of the app: ${description}.`
  const page = messagePage('The app could not be connected', text, 400)
  return { headers: pageHeaders(page), body: renderPage(page) }
}

export function registerOAuth(app: FastifyInstance, services: OAuthRouteServices): void {
  const { admission, oauth, baseUrl, registration } = services
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    // The library reads the body itself.
    scope.addContentTypeParser('*', (_request, _body, parsed) => parsed(null))
    for (const { url, method, quota } of endpoints(services)) {
      scope.route({
        method,
        url,
        async handler(request, reply) {
          if (quota) await admission.limitNetwork(request, quota)
          const encoded = encodedBodyError(request)
          if (encoded) throw encoded
          const { handle } = await oauth()
          handOver(request, reply, baseUrl, handle)
        },
      })
    }
    if (registration) allowAnyOrigin(scope, paths.registration)
    done()
  })
}

type Endpoint = { url: string; method: HTTPMethods[]; quota?: Quota }

/**
 * Anybody may start an authorization or register an app, and call the other endpoints with an app whose document has to be
 * fetched: each costs a row or a fetch, so the requests are limited per network. A person authorizes a few apps in a
 * minute, and an app registers once.
 */
function endpoints({ rateLimits, registration: mayRegister }: OAuthRouteServices): Endpoint[] {
  const { auth } = rateLimits
  const backChannel: Quota = { name: 'auth', limit: auth, windowSeconds: 60, operation: 'token' }
  const quota: Quota = { ...backChannel, limit: Math.ceil(auth / 10), operation: 'oauth' }
  const registrationQuota: Quota = {
    ...backChannel,
    limit: Math.ceil(auth / 30),
    windowSeconds: 3_600,
    operation: 'register',
  }
  const method: HTTPMethods[] = ['POST', 'OPTIONS']
  const registration: Endpoint = { url: paths.registration, method: ['POST'], quota: registrationQuota }
  return [
    { url: '/.well-known/oauth-authorization-server', method: ['GET', 'OPTIONS'] },
    { url: paths.authorization, method: ['GET'], quota },
    { url: `${paths.authorization}/:uid`, method: ['GET'] },
    { url: paths.token, method, quota: backChannel },
    { url: paths.revocation, method, quota: backChannel },
    { url: paths.introspection, method, quota: backChannel },
    ...(mayRegister ? [registration] : []),
  ]
}

/** Makes the library see the host and scheme of BASE_URL, whatever a proxy or a client sends. */
function handOver(request: FastifyRequest, reply: FastifyReply, baseUrl: string, handle: HandleOAuth): void {
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

/** CORS for apps that run in a browser and register themselves, which the library does not support. */
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
