// Signing in and out, one-time links, and a new password for whoever forgot theirs.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { NewPassword } from '../../auth/account-schemas.ts'
import { findByPassword, resetPassword } from '../../auth/accounts.ts'
import { createOneTimeLink, findOneTimeLink, spendOneTimeLink } from '../../auth/one-time-links.ts'
import { networkOf } from '../http/routes.ts'
import { type Failure, failure, field, newPasswordField, notice, queryText, readForm } from './forms.ts'
import { html } from './html.ts'
import { sendPage } from './layout.ts'
import { passkeyButton, passkeyScript } from './passkey-routes.ts'
import { beginSession, endVisit, findVisitor, type PageServices, safePath } from './visitor.ts'

export function registerSignInPages(app: FastifyInstance, services: PageServices): void {
  const { sql } = services.database

  app.get('/sign-in', async (request, reply) => {
    const next = safePath(queryText(request, 'next'))
    const visitor = await findVisitor(services, request)
    // Guests by access link may have an account to sign in to.
    if (visitor && !visitor.account.guest) return reply.redirect(next, 303)
    return signInPage(reply, { next })
  })

  app.post('/sign-in', async (request, reply) => {
    const form = readForm(request)
    const email = form.text('email').trim()
    const next = safePath(form.text('next'))
    const guess = services.guess('sign-in', email, networkOf(request.ip))
    const userId = isText(email)
      ? await findByPassword(sql, guess, email, form.text('password').slice(0, 1_000))
      : undefined
    const refused = (message: string) => signInPage(reply, { next, email, failed: failure(message, 403) })
    if (userId === undefined) return refused('The e-mail address or the password is wrong.')
    if (!(await beginSession(services, request, reply, userId)))
      return refused('Your account is in no workspace.')
    return reply.redirect(next, 303)
  })

  app.post('/sign-out', async (request, reply) => {
    await endVisit(services, request, reply)
    return reply.redirect('/sign-in', 303)
  })

  app.get('/sign-in/link', async (request, reply) => {
    const token = queryText(request, 'token')
    const found = await findOneTimeLink(sql, token, 'SIGN_IN')
    if (!found) return deadLinkPage(reply)
    const body = html`<div class="sheet"><h1>Welcome</h1>
<p>This link signs you in once, as <strong>${found.name}</strong> (${found.email}).</p>
<form method="post"><input type="hidden" name="token" value="${token}"><button class="full">Sign in</button></form></div>`
    return sendPage(reply, { title: 'Sign in', body })
  })

  app.post('/sign-in/link', async (request, reply) => {
    const userId = await spendOneTimeLink(sql, readForm(request).text('token'), 'SIGN_IN')
    if (userId === undefined) return deadLinkPage(reply)
    if (!(await beginSession(services, request, reply, userId))) return deadLinkPage(reply)
    const [user] = await sql<{ known: boolean }>`
      select password_hash is not null or exists (select from passkeys where user_id = ${userId}) as known
      from users where id = ${userId}`
    // Without a way back in, the next thing to do is to make one.
    return reply.redirect(user?.known ? '/' : '/settings/profile?done=welcome', 303)
  })

  registerReset(app, services)
}

function registerReset(app: FastifyInstance, services: PageServices): void {
  const { database, mail } = services

  app.get('/forgot', async (_request, reply) => forgotPage(reply, mail.configured))

  app.post('/forgot', async (request, reply) => {
    const email = readForm(request).text('email').trim()
    // Every letter counts, whether there is such an account or not.
    await services.guess('forgot', email, networkOf(request.ip))(async () => false)
    // Not waited for: the time that it takes would tell whether there is such an account.
    if (mail.configured && isText(email)) void sendReset(services, email).catch(() => {})
    return forgotPage(reply, mail.configured, true)
  })

  app.get('/reset', async (request, reply) => {
    const token = queryText(request, 'token')
    const found = await findOneTimeLink(database.sql, token, 'RESET')
    return found ? resetPage(reply, token, found.email) : deadLinkPage(reply)
  })

  app.post('/reset', async (request, reply) => {
    const form = readForm(request)
    const token = form.text('token')
    const found = await findOneTimeLink(database.sql, token, 'RESET')
    if (!found) return deadLinkPage(reply)
    const parsed = NewPassword.safeParse(form.text('password'))
    if (!parsed.success) return resetPage(reply, token, found.email, parsed.error.issues[0]!.message)
    const userId = await resetPassword(database, token, parsed.data)
    if (userId === undefined) return deadLinkPage(reply)
    const began = await beginSession(services, request, reply, userId)
    return reply.redirect(began ? '/' : '/sign-in', 303)
  })
}

async function sendReset({ database, mail, origin }: PageServices, email: string): Promise<void> {
  const [user] = await database.sql<{ id: string; email: string }>`
    select id, email from users where lower(email) = lower(${email}) and email not like '%.invalid'`
  if (!user) return
  const url = await createOneTimeLink(database.sql, origin(), user.id, 'RESET')
  const text = `Somebody, probably you, asked for a new password on Dailies.

Choose one here within an hour:

${url}

If it was not you, ignore this letter: nothing has changed.
`
  await mail.send({ to: user.email, subject: 'A new password for Dailies', text })
}

/** What Postgres can look for. */
function isText(value: string): boolean {
  return value.length <= 254 && value.isWellFormed() && !value.includes('\0')
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

function forgotPage(reply: FastifyReply, mailed: boolean, sent = false) {
  const asked = html`<p role="status">If there is an account with that address, a letter with a link is on its way. The link is good for an hour.</p>`
  const ask = html`<p>We send you a link with which you choose a new one.</p>
<form method="post" action="/forgot">${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', focus: true })}
<button class="full">Send the link</button></form>`
  const unable = html`<p>This server sends no mail. Ask whoever runs it for a link: they make one with</p>
<p><code class="shown">npm run -s dailies -- admin user reset-link --user ID</code></p>`
  const body = html`<div class="sheet"><h1>Forgot your password?</h1>${mailed ? (sent ? asked : ask) : unable}
<p class="after small"><a href="/sign-in">Back to sign in</a></p></div>`
  return sendPage(reply, { title: 'Forgot your password?', body })
}

function resetPage(reply: FastifyReply, token: string, email: string, error?: string) {
  const body = html`<div class="sheet"><h1>A new password</h1><p>For ${email}. Wherever you are signed in now, you will be signed out.</p>
<form method="post" action="/reset"><input type="hidden" name="token" value="${token}">
<input type="hidden" name="username" autocomplete="username" value="${email}">
${newPasswordField(error, 'New password')}<button class="full">Set the password</button></form></div>`
  return sendPage(reply, { title: 'A new password', body, status: error ? 400 : 200 })
}

function deadLinkPage(reply: FastifyReply) {
  const body = html`<div class="sheet"><h1>This link is not good any more</h1>
<p>It was used before, a newer one took its place, or its time is over. Ask for a new one.</p>
<p><a href="/sign-in">Go to sign in</a></p></div>`
  return sendPage(reply, { title: 'Link not good', body, status: 404 })
}
