// The pages that are rendered on the server: signing in, invitations, joining by link, consent. They work without scripts,
// except for passkeys.
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { requireOwnOrigin } from '../../auth/own-origin.ts'
import { scopes } from '../../core/access.ts'
import { favicon } from '../page-layout.ts'
import { registerPageScope } from '../page-scope.ts'
import { commonHeaders } from '../problems.ts'
import { registerConfirmEmailPages } from './confirm-email-pages.ts'
import { registerConsent } from './consent.ts'
import { acceptForms, readForm } from './forms.ts'
import { registerInvitationPages } from './invitation-pages.ts'
import { registerJoinPages } from './join-pages.ts'
import { registerMailPages } from './mail-pages.ts'
import { passkeyScript, registerPasskeyRoutes } from './passkey-routes.ts'
import { registerResetPages } from './reset-pages.ts'
import { registerSignInPages } from './sign-in-pages.ts'
import { beginSession, entrantOf, type PageServices } from './visitor.ts'
import { registerWelcome } from './welcome.ts'

export function registerPages(app: FastifyInstance, services: PageServices): void {
  registerPageScope(app, services, (scope) => {
    acceptForms(scope)
    registerAssets(scope)
    registerWorkspaceSwitch(scope, services)
    registerSignInPages(scope, services)
    registerWelcome(scope, services)
    registerResetPages(scope, services)
    registerConfirmEmailPages(scope, services)
    registerInvitationPages(scope, services)
    registerJoinPages(scope, services)
    registerConsent(scope, services)
  })
  registerPageScope(app, { ...services, signedUrls: true }, (scope) => registerMailPages(scope, services))
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

/** Small files that change only with a release: browsers may cache them for an hour. */
function registerAssets(scope: FastifyInstance): void {
  const script = readFileSync(new URL('passkeys.js', import.meta.url), 'utf8')
  const serve = (path: string, type: string, content: string) =>
    scope.get(path, (_request, reply) =>
      reply.headers({ 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' }).send(content),
    )
  serve(passkeyScript, 'text/javascript; charset=utf-8', script)
  serve('/favicon.svg', 'image/svg+xml', favicon)
}

/** A session belongs to one workspace, so switching creates a new session. */
function registerWorkspaceSwitch(app: FastifyInstance, services: PageServices): void {
  app.post('/workspaces/switch', async (request, reply) => {
    const caller = await services.admission.requireSession(request)
    const id = readForm(request).text('workspace')
    const full = caller.scopes.size === scopes.length
    const uuid = /^[0-9a-f-]{36}$/i.test(id)
    if (full && uuid)
      await beginSession(services, { request, reply, entrant: entrantOf(caller), workspaceId: id })
    return reply.redirect('/', 303)
  })
}
