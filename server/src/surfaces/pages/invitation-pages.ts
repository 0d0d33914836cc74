import type { FastifyInstance, FastifyReply } from 'fastify'
import { NewPassword, PersonName } from '../../auth/account-schemas.ts'
import { requireFullSession } from '../../auth/full-session.ts'
import {
  acceptAsNew,
  acceptAsUser,
  findInvitation,
  type Invitation,
  makesAccount,
} from '../../auth/invitations.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { html } from '../../core/html.ts'
import { newUuid } from '../../core/ids.ts'
import { clientOf } from '../admission.ts'
import { sendPage } from '../page-layout.ts'
import { type Failure, failure, field, newPasswordField, notice, queryText, readForm } from './forms.ts'
import { passkeyButton, passkeyScript } from './passkey-routes.ts'
import { beginSession, entrantOf, findVisitor, type PageServices, type Visitor } from './visitor.ts'

export function registerInvitationPages(app: FastifyInstance, services: PageServices): void {
  const { database } = services

  app.get('/invitation', async (request, reply) => {
    const token = queryText(request, 'token')
    const invitation = await findInvitation(database.sql, token)
    if (!invitation) return deadInvitation(reply)
    const visitor = await findVisitor(services, request)
    return visitor || !makesAccount(invitation)
      ? knownPage(reply, token, invitation, visitor)
      : newPage(reply, token, invitation)
  })

  app.post('/invitation', async (request, reply) => {
    const form = readForm(request)
    const token = form.text('token')
    const invitation = await findInvitation(database.sql, token)
    if (!invitation) return deadInvitation(reply)
    if (!makesAccount(invitation))
      return knownPage(reply, token, invitation, await findVisitor(services, request))
    const account = { name: form.text('name').trim(), password: form.text('password') }
    const failed = check(account)
    if (failed) return newPage(reply, token, invitation, account.name, failed)
    const userId = newUuid()
    const passwordHash = await hashPassword(account.password)
    const workspaceId = await database.transaction((sql) =>
      acceptAsNew(sql, token, { userId, name: account.name, passwordHash, client: clientOf(request) }),
    )
    if (workspaceId === undefined) return deadInvitation(reply)
    const entrant = { userId, method: 'INVITATION' } as const
    await beginSession(services, { request, reply, entrant, workspaceId })
    return reply.redirect('/', 303)
  })

  app.post('/invitation/accept', async (request, reply) => {
    const token = readForm(request).text('token')
    const visitor = await findVisitor(services, request)
    if (visitor) requireFullSession(visitor.caller)
    const accepting = visitor && { userId: visitor.caller.userId, client: clientOf(request) }
    const accept = accepting && database.transaction((sql) => acceptAsUser(sql, token, accepting))
    const workspaceId = await accept
    if (!visitor || workspaceId === undefined) return deadInvitation(reply)
    const entrant = entrantOf(visitor.caller, 'INVITATION')
    await beginSession(services, { request, reply, entrant, workspaceId })
    return reply.redirect('/', 303)
  })
}

function check({ name, password }: { name: string; password: string }): Failure | undefined {
  const fields: Record<string, string> = {}
  for (const [key, schema, value] of [
    ['name', PersonName, name],
    ['password', NewPassword, password],
  ] as const) {
    const parsed = schema.safeParse(value)
    if (!parsed.success) fields[key] = parsed.error.issues[0]!.message
  }
  return Object.keys(fields).length === 0 ? undefined : { ...failure(''), fields }
}

function greeting({ workspace, inviter }: Invitation) {
  return html`<h1>Join ${workspace}</h1><p>${inviter ?? 'A member'} invites you to review work in progress.</p>`
}

function newPage(
  reply: FastifyReply,
  token: string,
  invitation: Invitation,
  name?: string,
  failed?: Failure,
) {
  const body = html`<div class="sheet">${greeting(invitation)}${notice(failed)}
<form method="post" action="/invitation">
<input type="hidden" name="token" value="${token}">
<div class="field"><label for="email">E-mail</label><input id="email" type="email" autocomplete="username" value="${invitation.email}" readonly></div>
${field({ name: 'name', label: 'Your name', autocomplete: 'name', value: name, maxlength: 100, error: failed?.fields.name, focus: true })}
${newPasswordField(failed?.fields.password)}
<button class="full">Join</button></form>
${passkeyButton('accept', 'Join with a passkey instead of a password', ['token', 'name'])}
${invitation.known && html`<p class="after small">Have an account with this address? <a href="${signInPath(token)}">Sign in</a> first: otherwise a new account takes the address from it.</p>`}</div>`
  const title = `Join ${invitation.workspace}`
  return sendPage(reply, { title, body, script: passkeyScript, status: failed?.status ?? 200 })
}

function signInPath(token: string): string {
  return `/sign-in?next=${encodeURIComponent(`/invitation?token=${token}`)}`
}

/** A person with an account proves it by signing in; the link alone does not prove it. */
function knownPage(reply: FastifyReply, token: string, invitation: Invitation, visitor: Visitor | undefined) {
  const { email, proven, mailed } = invitation
  const same = visitor?.account.email.toLowerCase() === email.toLowerCase()
  const accept = html`<form method="post" action="/invitation/accept"><input type="hidden" name="token" value="${token}">
<button class="full">Join as ${visitor?.account.name}</button></form>`
  const unproven = html`<p>Your address ${email} is not confirmed yet. Ask the person who runs this server to confirm it, then open this link again.</p>`
  const signIn = html`<p>There is already an account for ${email}. Sign in to accept.</p>
<p><a class="button full" href="${signInPath(token)}">Sign in</a></p>
${!proven && html`<p class="after small">Not your account? Ask the person who runs this server: the address of the account was never confirmed.</p>`}`
  const other = html`<p>The invitation is for <strong>${email}</strong>, and you are signed in as ${visitor?.account.guest ? visitor.account.name : visitor?.account.email}. Sign out, then open the link again.</p>
<form method="post" action="/sign-out"><button class="full">Sign out</button></form>`
  const own = proven || mailed ? accept : unproven
  const body = html`<div class="sheet">${greeting(invitation)}${visitor ? (same ? own : other) : signIn}</div>`
  return sendPage(reply, { title: `Join ${invitation.workspace}`, body })
}

function deadInvitation(reply: FastifyReply) {
  const body = html`<div class="sheet"><h1>This invitation no longer works</h1>
<p>It was accepted, withdrawn or replaced, or it is older than 14 days. Ask the person who invited you for a new one.</p>
<p><a class="button second full" href="/">Go to Dailies</a></p></div>`
  return sendPage(reply, { title: 'Invitation not available', body, status: 404 })
}
