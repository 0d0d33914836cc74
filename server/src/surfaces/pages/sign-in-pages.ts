// Signing in and out, with a password or a one-time link.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { auditRefusedSignIn, findByPassword } from '../../auth/accounts.ts'
import { findOneTimeLink, spendOneTimeLink } from '../../auth/one-time-links.ts'
import { html } from '../../core/html.ts'
import { clientOf, networkOf } from '../admission.ts'
import { deadLinkPage, sendPage } from '../page-layout.ts'
import { safePath } from '../page-scope.ts'
import { type Failure, failure, field, isSearchable, notice, queryText, readForm } from './forms.ts'
import { passkeyButton, passkeyScript } from './passkey-routes.ts'
import { beginSession, findVisitor, type PageServices, signOut } from './visitor.ts'

export function registerSignInPages(app: FastifyInstance, services: PageServices): void {
  const { sql } = services.database

  app.get('/sign-in', async (request, reply) => {
    const next = safePath(queryText(request, 'next'))
    const visitor = await findVisitor(services, request)
    // A guest by access link may have an account to sign in to.
    if (visitor && !visitor.account.guest) return reply.redirect(next, 303)
    return signInPage(reply, { next })
  })

  app.post('/sign-in', async (request, reply) => {
    const form = readForm(request)
    const email = form.text('email').trim()
    const next = safePath(form.text('next'))
    const guess = services.guess('sign-in', email, networkOf(request.ip))
    const found = isSearchable(email)
      ? await findByPassword(sql, guess, email, form.text('password').slice(0, 1_000))
      : undefined
    const refused = (message: string) => signInPage(reply, { next, email, failed: failure(message, 403) })
    if (found === undefined) {
      const warn = (error: Error) => services.logger.warn({ err: error }, 'a failed sign-in was not recorded')
      if (isSearchable(email)) void auditRefusedSignIn(sql, { email }, clientOf(request)).catch(warn)
      return refused('The e-mail address or the password is wrong. Try again, or set a new password.')
    }
    if (!(await beginSession(services, { request, reply, entrant: { ...found, method: 'PASSWORD' } })))
      return refused('Your account is not in any workspace. Ask an administrator to invite you.')
    return reply.redirect(next, 303)
  })

  app.post('/sign-out', async (request, reply) => {
    await signOut(services, { request, reply })
    return reply.redirect('/sign-in', 303)
  })

  app.get('/sign-in/link', async (request, reply) => {
    const token = queryText(request, 'token')
    const found = await findOneTimeLink(sql, token, 'SIGN_IN')
    if (!found) return deadLinkPage(reply)
    const body = html`<div class="sheet"><h1>Welcome to Dailies</h1>
<p>This link signs you in once, as <strong>${found.name}</strong>.</p>
<form method="post"><input type="hidden" name="token" value="${token}"><button class="full">Sign in</button></form></div>`
    return sendPage(reply, { title: 'Sign in', body })
  })

  app.post('/sign-in/link', async (request, reply) => {
    const spent = await spendOneTimeLink(sql, readForm(request).text('token'), 'SIGN_IN')
    if (spent === undefined) return deadLinkPage(reply)
    const entrant = { userId: spent.userId, method: 'SIGN_IN_LINK' } as const
    if (!(await beginSession(services, { request, reply, entrant }))) return deadLinkPage(reply)
    return reply.redirect('/welcome', 303)
  })
}

function signInPage(reply: FastifyReply, page: { next: string; email?: string; failed?: Failure }) {
  const { next, email, failed } = page
  const body = html`<div class="sheet"><h1>Sign in</h1>
${notice(failed)}
<form method="post" action="/sign-in">
<input type="hidden" name="next" value="${next}">
${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: email, focus: !failed })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', focus: failed !== undefined })}
<button class="full">Sign in</button>
</form>
${passkeyButton('sign-in', 'Sign in with a passkey', ['next'])}
<p class="after small"><a href="/forgot">Forgot your password?</a></p></div>`
  return sendPage(reply, { title: 'Sign in', body, script: passkeyScript, status: failed?.status ?? 200 })
}
