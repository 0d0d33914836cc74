// Confirming a new e-mail address by the link that was sent to it. The link proves the address; the session or the password
// proves the account. So nobody confirms their address for the account of somebody else.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { auditRefusedPassword, verifyPassword } from '../../auth/accounts.ts'
import { type FoundLink, findOneTimeLink } from '../../auth/one-time-links.ts'
import { confirmByLink } from '../../auth/proven-addresses.ts'
import { visitorActor } from '../../core/audit.ts'
import { html } from '../../core/html.ts'
import { clientOf, networkOf } from '../admission.ts'
import { deadLinkPage, sendPage } from '../page-layout.ts'
import { attempt, type Failure, failure, field, notice, queryText, readForm } from './forms.ts'
import { findVisitor, type PageServices, type Visitor } from './visitor.ts'

export function registerConfirmEmailPages(app: FastifyInstance, services: PageServices): void {
  const { database, mail } = services

  app.get('/confirm-email', async (request, reply) => {
    const token = queryText(request, 'token')
    const link = await findOneTimeLink(database.sql, token, 'EMAIL')
    if (!link) return deadLinkPage(reply)
    return confirmPage(reply, token, link, isOwnLink(link, await findVisitor(services, request)))
  })

  app.post('/confirm-email', async (request, reply) => {
    const form = readForm(request)
    const token = form.text('token')
    const link = await findOneTimeLink(database.sql, token, 'EMAIL')
    if (!link) return deadLinkPage(reply)
    const own = isOwnLink(link, await findVisitor(services, request))
    const again = (failed: Failure) => confirmPage(reply, token, link, own, failed)
    if (!own) {
      if (!link.hasPassword) return again(failure('Sign in first.', 403))
      const guess = services.guess('account', link.userId, networkOf(request.ip))
      const password = form.text('password').slice(0, 1_000)
      const hash = await verifyPassword(database.sql, guess, link.userId, password)
      if (hash === undefined) {
        await auditRefusedPassword(database.sql, link.userId, visitorActor, clientOf(request))
        return again(failure('The password is wrong.', 403))
      }
    }
    let email: string | undefined
    const failed = await attempt(async () => {
      email = await confirmByLink(database, mail, token, clientOf(request))
    })
    if (failed) return again(failed)
    return email === undefined ? deadLinkPage(reply) : donePage(reply, email)
  })
}

function isOwnLink({ userId }: FoundLink, visitor: Visitor | undefined): boolean {
  return visitor?.caller.userId === userId && !visitor.account.guest
}

function confirmPage(
  reply: FastifyReply,
  token: string,
  link: FoundLink,
  own: boolean,
  failed?: Failure,
): FastifyReply {
  const next = encodeURIComponent(`/confirm-email?token=${token}`)
  const password = field({
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'current-password',
    focus: true,
  })
  const confirm = html`<form method="post" action="/confirm-email"><input type="hidden" name="token" value="${token}">
${!own && password}<button class="full">Confirm address</button></form>`
  const signIn = html`<p>Sign in first, then confirm.</p>
<p><a class="button full" href="/sign-in?next=${next}">Sign in</a></p>`
  const body = html`<div class="sheet"><h1>Confirm your e-mail address</h1>
<p>Use <strong>${link.proves}</strong> as the address of ${own ? html`your account, <strong>${link.name}</strong>` : 'the account that asked for it'}. If you did not ask for this, close the page: nothing changes.</p>
${notice(failed)}${own || link.hasPassword ? confirm : signIn}</div>`
  return sendPage(reply, { title: 'Confirm your e-mail address', body, status: failed?.status ?? 200 })
}

function donePage(reply: FastifyReply, email: string): FastifyReply {
  const body = html`<div class="sheet"><h1>Address confirmed</h1>
<p role="status">From now on you sign in with <strong>${email}</strong>.</p>
<p><a class="button full" href="/">Continue</a></p></div>`
  return sendPage(reply, { title: 'Address confirmed', body })
}
