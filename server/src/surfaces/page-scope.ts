// The parts that all pages share, server-rendered ones and the web app: headers, origin checks, and errors as
// pages.
import type { FastifyError, FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { isSafe, requireOwnOrigin } from '../auth/own-origin.ts'
import { SignInRequired } from './admission.ts'
import { sendErrorPage } from './error-page.ts'
import { commonHeaders, logFailure, toApiError } from './problems.ts'

export type PageScopeServices = {
  origin: () => string
  logger: Logger
  /** Changes may come from anywhere: their URLs are signed, and cookies count for nothing. */
  signedUrls?: boolean
}

/** A scope of the app whose routes are pages: errors are shown as pages, or lead to the sign-in page. */
export function registerPageScope(
  app: FastifyInstance,
  { origin, logger, signedUrls = false }: PageScopeServices,
  registerRoutes: (scope: FastifyInstance) => void,
): void {
  app.register((scope, _options, done) => {
    scope.addHook('onRequest', (request, reply, next) => {
      reply.headers(commonHeaders(request.id))
      if (!signedUrls && !isSafe(request.method)) requireOwnOrigin(request.headers, origin())
      next()
    })
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof SignInRequired) return reply.redirect(signInPath(error.next), 303)
      const known = toApiError(error as FastifyError)
      logFailure(logger, request, known, error)
      return sendErrorPage(reply, known, request.id)
    })
    registerRoutes(scope)
    done()
  })
}

/** nginx answers 502 when the headers of a response exceed its buffer, which is 4 KB at least. */
const longestNext = 2_000

/** The sign-in page, which leads to `next` afterwards; a path that is too long for a header is left out. */
function signInPath(next: string): string {
  const encoded = encodeURIComponent(next)
  return encoded.length > longestNext ? '/sign-in' : `/sign-in?next=${encoded}`
}

/** A path of this server; `/` for anything else, because `next` comes from the address bar. */
export function safePath(next: string): string {
  return next.length <= longestNext && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : '/'
}
