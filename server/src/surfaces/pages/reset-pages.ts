// A new password for whoever forgot theirs. It takes the account back: every other way in ends.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { NewPassword } from '../../auth/account-schemas.ts'
import { resetPassword } from '../../auth/accounts.ts'
import { createOneTimeLink, findOneTimeLink } from '../../auth/one-time-links.ts'
import { receivesMail } from '../../auth/proven-addresses.ts'
import { networkOf } from '../http/routes.ts'
import { field, isSearchable, newPasswordField, queryText, readForm } from './forms.ts'
import { html } from './html.ts'
import { deadLinkPage, sendPage } from './layout.ts'
import { beginSession, type PageServices } from './visitor.ts'

export function registerResetPages(app: FastifyInstance, services: PageServices): void {
  const { database, mail } = services

  app.get('/forgot', async (_request, reply) => forgotPage(reply, mail.configured))

  app.post('/forgot', async (request, reply) => {
    const email = readForm(request).text('email').trim()
    // Every letter counts, whether there is such an account or not.
    await services.guess('forgot', email, networkOf(request.ip))(async () => false)
    // Not waited for: the time that it takes would tell whether there is such an account.
    if (mail.configured && isSearchable(email)) void sendReset(services, email).catch(() => {})
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
    const done = await resetPassword(database, token, parsed.data)
    if (done === undefined) return deadLinkPage(reply)
    void tellOfReset(services, done.email)
    const began = await beginSession(services, request, reply, done)
    // There people see what was removed, and add a passkey anew.
    return reply.redirect(began ? '/settings/profile?done=reset' : '/sign-in', 303)
  })
}

async function sendReset({ database, mail, origin }: PageServices, email: string): Promise<void> {
  const [user] = await database.sql<{ id: string; email: string }>`
    select id, email from users where lower(email) = lower(${email})`
  if (!user || !receivesMail(user.email)) return
  const to = { email: user.email, mailed: true }
  const url = await createOneTimeLink(database.sql, origin(), user.id, 'RESET', to)
  const text = `Somebody, probably you, asked for a new password on Dailies.

Choose one here within an hour:

${url}

It signs you out everywhere and removes the passkeys, API keys and connected apps of the account.

If it was not you, ignore this letter: nothing has changed.
`
  await mail.send({ to: user.email, subject: 'A new password for Dailies', text })
}

/** To whoever reads the address, also when an administrator made the link. */
async function tellOfReset({ mail }: PageServices, email: string): Promise<void> {
  if (!receivesMail(email)) return
  const text = `The password of your account on Dailies was reset.

All sessions have ended, and all passkeys, API keys and connected apps of the account are removed: add those anew that you need.

If it was not you, tell whoever runs the server at once.
`
  await mail.send({ to: email, subject: 'Your password on Dailies was reset', text })
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
  const body = html`<div class="sheet"><h1>A new password</h1><p>For ${email}. You will be signed out everywhere, and all passkeys, API keys and connected apps of this account are removed: nobody else keeps a way in.</p>
<form method="post" action="/reset"><input type="hidden" name="token" value="${token}">
<input type="hidden" name="username" autocomplete="username" value="${email}">
${newPasswordField(error, 'New password')}<button class="full">Set the password</button></form></div>`
  return sendPage(reply, { title: 'A new password', body, status: error ? 400 : 200 })
}
