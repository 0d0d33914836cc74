// The pages: plain routes that render on the server and work without scripts, passkeys aside; and the web app.
import { readFileSync } from 'node:fs'
import type { FastifyError, FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { isSafe, requireOwnOrigin } from '../../auth/own-origin.ts'
import { sendErrorPage } from '../error-page.ts'
import { favicon } from '../page-layout.ts'
import { commonHeaders, toApiError } from '../problems.ts'
import { registerWebApp } from '../web/routes.ts'
import { registerConfirmEmailPages } from './confirm-email-pages.ts'
import { registerConsent } from './consent.ts'
import { acceptForms } from './forms.ts'
import { registerInvitationPages } from './invitation-pages.ts'
import { registerJoinPages } from './join-pages.ts'
import { passkeyScript, registerPasskeyRoutes } from './passkey-routes.ts'
import { registerResetPages } from './reset-pages.ts'
import { registerSignInPages } from './sign-in-pages.ts'
import { type PageServices, SignInFirst, signInPath } from './visitor.ts'
import { registerWelcome } from './welcome.ts'
import { registerWorkspaceSwitch } from './workspace-switch.ts'

export function registerPages(app: FastifyInstance, services: PageServices & { logger: Logger }): void {
  app.register((scope, _options, done) => {
    acceptForms(scope)
    scope.addHook('onRequest', (request, reply, next) => {
      reply.headers(commonHeaders(request.id))
      if (!isSafe(request.method)) requireOwnOrigin(request.headers, services.origin())
      next()
    })
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof SignInFirst) {
        return reply.redirect(signInPath(error.next), 303)
      }
      const known = toApiError(error as FastifyError)
      if (known.status >= 500) services.logger.error({ requestId: request.id, err: known.cause }, known.code)
      return sendErrorPage(reply, known, request.id)
    })
    registerAssets(scope)
    registerWorkspaceSwitch(scope, services)
    registerSignInPages(scope, services)
    registerWelcome(scope, services)
    registerResetPages(scope, services)
    registerConfirmEmailPages(scope, services)
    registerInvitationPages(scope, services)
    registerJoinPages(scope, services)
    registerConsent(scope, services)
    registerWebApp(scope, services)
    done()
  })
  app.register((scope, _options, done) => {
    scope.addHook('onRequest', (request, reply, next) => {
      reply.headers(commonHeaders(request.id))
      requireOwnOrigin(request.headers, services.origin())
      next()
    })
    registerPasskeyRoutes(scope, services)
    done()
  })
}

/** They change with a release only, and are small: asked for anew each hour. */
function registerAssets(scope: FastifyInstance): void {
  const script = readFileSync(new URL('passkeys.js', import.meta.url), 'utf8')
  const serve = (path: string, type: string, content: string) =>
    scope.get(path, (_request, reply) =>
      reply.headers({ 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' }).send(content),
    )
  serve(passkeyScript, 'text/javascript; charset=utf-8', script)
  serve('/favicon.svg', 'image/svg+xml', favicon)
}
