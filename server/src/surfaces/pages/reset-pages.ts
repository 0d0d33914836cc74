// Setting a new password, which recovers the account: every other credential ends.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { NewPassword } from '../../auth/account-schemas.ts'
import { resetPassword } from '../../auth/accounts.ts'
import { createOneTimeLink, findOneTimeLink } from '../../auth/one-time-links.ts'
import { receivesMail } from '../../auth/proven-addresses.ts'
import { auditAttempt, type Client, userTarget, visitorActor, workspacesOf } from '../../core/audit.ts'
import { html } from '../../core/html.ts'
import { clientOf, networkOf } from '../admission.ts'
import { deadLinkPage, sendPage } from '../page-layout.ts'
import { field, isSearchable, newPasswordField, queryText, readForm } from './forms.ts'
import { beginSession, type PageServices } from './visitor.ts'

export function registerResetPages(app: FastifyInstance, services: PageServices): void {
  const { database, mail } = services

  app.get('/forgot', async (_request, reply) => forgotPage(reply, mail.configured))

  app.post('/forgot', async (request, reply) => {
    const email = readForm(request).text('email').trim()
    // Every request counts, whether the account exists or not.
    await services.guess('forgot', email, networkOf(request.ip))(async () => false)
    // Not awaited: the time would reveal whether the account exists.
    if (mail.configured && isSearchable(email))
      void sendReset(services, email, clientOf(request)).catch(() => {})
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
    const done = await resetPassword(database, token, parsed.data, clientOf(request))
    if (done === undefined) return deadLinkPage(reply)
    void notifyOfReset(services, done.email)
    const entrant = { userId: done.userId, method: 'RESET_LINK' } as const
    const began = await beginSession(services, { request, reply, entrant })
    // The profile shows what was removed, and lets the person add a passkey again.
    return reply.redirect(began ? '/settings/profile?done=reset' : '/sign-in', 303)
  })
}

async function sendReset(
  { database, mail, origin }: PageServices,
  email: string,
  client: Client,
): Promise<void> {
  const [user] = await database.sql<{ id: string; email: string }>`
    select id, email from users where lower(email) = lower(${email})`
  if (!user || !receivesMail(user.email)) return
  const entry = { action: 'password.reset_requested', target: userTarget(user.id) } as const
  await auditAttempt(database.sql, { ...entry, ...workspacesOf(user.id), actor: visitorActor, client })
  const to = { email: user.email, mailed: true }
  const url = await createOneTimeLink(database.sql, origin(), user.id, 'RESET', to)
  const text = `Somebody, probably you, asked for a new password on Dailies.

Choose one here within an hour:

${url}

It signs you out everywhere and removes the passkeys, API keys and connected apps of the account.

If it was not you, ignore this message: nothing has changed.
`
  await mail.send({ to: user.email, subject: 'A new password for Dailies', text })
}

/** Notifies the address, also when an administrator made the link. */
async function notifyOfReset({ mail }: PageServices, email: string): Promise<void> {
  if (!receivesMail(email)) return
  const text = `The password of your account on Dailies was reset.

All sessions have ended, and all passkeys, API keys and connected apps of the account are removed: add those that you still need.

If it was not you, tell the person who runs the server at once.
`
  await mail.send({ to: email, subject: 'Your password on Dailies was reset', text })
}

function forgotPage(reply: FastifyReply, mailed: boolean, sent = false) {
  const asked = html`<p role="status">If there is an account with that address, we have sent a link to it. The link works for an hour.</p>`
  const ask = html`<p>Enter your e-mail address, and we send you a link to set a new password.</p>
<form method="post" action="/forgot">${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', focus: true })}
<button class="full">Send link</button></form>`
  const unable = html`<p>Ask the person who runs this server for a reset link. It lets you set a new password.</p>
<p class="quiet small">This server does not send e-mail, so we cannot send you one.</p>`
  const body = html`<div class="sheet"><h1>Forgot your password?</h1>${mailed ? (sent ? asked : ask) : unable}
<p class="after small"><a href="/sign-in">Back to sign in</a></p></div>`
  return sendPage(reply, { title: 'Forgot your password?', body })
}

function resetPage(reply: FastifyReply, token: string, email: string, error?: string) {
  const body = html`<div class="sheet"><h1>Set a new password</h1><p>For ${email}.</p>
<form method="post" action="/reset"><input type="hidden" name="token" value="${token}">
<input type="hidden" name="username" autocomplete="username" value="${email}">
${newPasswordField(error, 'New password')}<button class="full">Set password</button></form>
<p class="after quiet small">This signs you out everywhere and removes all passkeys, API keys and connected apps of the account.</p></div>`
  return sendPage(reply, { title: 'Set a new password', body, status: error ? 400 : 200 })
}
