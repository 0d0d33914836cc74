// Settings of the account itself: profile and password, passkeys, sessions.
import type { FastifyInstance } from 'fastify'
import { deletePasskey } from '../../operations/account/delete-passkey.ts'
import { endSession } from '../../operations/account/end-session.ts'
import { listPasskeys, type Passkey } from '../../operations/account/list-passkeys.ts'
import { listSessions, type Session } from '../../operations/account/list-sessions.ts'
import { renamePasskey } from '../../operations/account/rename-passkey.ts'
import { updateAccount } from '../../operations/account/update-account.ts'
import {
  attempt,
  buttonForm,
  type Failure,
  type Form,
  field,
  newPasswordField,
  queryText,
  readForm,
} from './forms.ts'
import { type Html, html } from './html.ts'
import { sendPage } from './layout.ts'
import { passkeyButton, passkeyScript } from './passkey-routes.ts'
import { settingsPage, when } from './settings-frame.ts'
import { operate, type PageServices, requireVisitor, type Visitor } from './visitor.ts'

const messages: Record<string, string> = {
  welcome: 'You are signed in. Set a password or add a passkey, so that you can come back without a link.',
  profile: 'Your profile is saved.',
  password: 'Your password is set. All other sessions have ended.',
  added: 'The passkey is added.',
  renamed: 'The passkey is renamed.',
  deleted: 'The passkey is deleted.',
  ended: 'The session has ended.',
}

export function registerAccountSettings(app: FastifyInstance, services: PageServices): void {
  registerProfile(app, services)
  registerPasskeys(app, services)
  registerSessions(app, services)
}

function registerProfile(app: FastifyInstance, services: PageServices): void {
  app.get('/settings/profile', async (request, reply) => {
    const visitor = await requireVisitor(services, request)
    const done = messages[queryText(request, 'done')]
    return sendPage(
      reply,
      settingsPage({ visitor, section: 'profile', done, body: profileBody(visitor.account) }),
    )
  })

  const change = (
    path: string,
    done: string,
    read: (form: Form, visitor: Visitor) => Record<string, unknown>,
  ) =>
    app.post(path, async (request, reply) => {
      const visitor = await requireVisitor(services, request)
      const form = readForm(request)
      const input = read(form, visitor)
      const failed = await attempt(() => operate(services, updateAccount, visitor.caller, input))
      if (!failed) return reply.redirect(`/settings/profile?done=${done}`, 303)
      const shown = { ...visitor.account, ...(path.endsWith('profile') ? typed(form) : {}) }
      return sendPage(
        reply,
        settingsPage({ visitor, section: 'profile', failed, body: profileBody(shown, failed) }),
      )
    })

  change('/settings/profile', 'profile', (form, { account }) => {
    const { name, email } = typed(form)
    const moved = email !== '' && email !== account.email
    return { name, ...(moved ? { email, currentPassword: form.text('currentPassword') } : {}) }
  })
  change('/settings/password', 'password', (form) => ({
    password: form.text('password'),
    currentPassword: form.text('currentPassword'),
  }))
}

function typed(form: Form): { name: string; email: string } {
  return { name: form.text('name').trim(), email: form.text('email').trim() }
}

type Profile = Pick<Visitor['account'], 'name' | 'email' | 'hasPassword' | 'guest'>

function profileBody({ name, email, hasPassword, guest }: Profile, failed?: Failure): Html {
  const { fields = {} } = failed ?? {}
  const current = (hint: string, optional: boolean) =>
    hasPassword &&
    field({
      name: 'currentPassword',
      id: 'password-for-email',
      label: 'Current password',
      type: 'password',
      autocomplete: 'current-password',
      hint,
      optional,
    })
  return html`<section class="sheet"><h2>Who you are</h2>
<form method="post" action="/settings/profile">
${field({ name: 'name', label: 'Name', autocomplete: 'name', value: name, maxlength: 100, error: fields.name })}
${!guest && field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', value: email, error: fields.email })}
${!guest && current('Only needed to change the e-mail address.', true)}
<button>Save</button></form></section>
${
  !guest &&
  html`<section class="sheet"><h2>${hasPassword ? 'Change the password' : 'Set a password'}</h2>
<p class="quiet small">All other sessions of yours end.</p>
<form method="post" action="/settings/password">
${hasPassword && field({ name: 'currentPassword', label: 'Current password', type: 'password', autocomplete: 'current-password' })}
${newPasswordField(fields.password, 'New password')}
<button>Set the password</button></form></section>`
}`
}

function registerPasskeys(app: FastifyInstance, services: PageServices): void {
  app.get('/settings/passkeys', async (request, reply) => {
    const visitor = await requireVisitor(services, request)
    const passkeys = await operate(services, listPasskeys, visitor.caller, {})
    const done = messages[queryText(request, 'done')]
    const body = passkeysBody(passkeys)
    return sendPage(reply, settingsPage({ visitor, section: 'passkeys', done, body, script: passkeyScript }))
  })

  app.post('/settings/passkeys/:passkeyId/rename', async (request, reply) => {
    const { caller } = await requireVisitor(services, request)
    const { passkeyId } = request.params as { passkeyId: string }
    await operate(services, renamePasskey, caller, { passkeyId, name: readForm(request).text('name') })
    return reply.redirect('/settings/passkeys?done=renamed', 303)
  })

  app.post('/settings/passkeys/:passkeyId/delete', async (request, reply) => {
    const { caller } = await requireVisitor(services, request)
    await operate(services, deletePasskey, caller, request.params as { passkeyId: string })
    return reply.redirect('/settings/passkeys?done=deleted', 303)
  })
}

function passkeysBody(passkeys: Passkey[]): Html {
  const items = passkeys.map(
    ({ id, name, createdAt, lastUsedAt }) => html`<li><div class="what"><strong>${name}</strong>
<p>Added ${when(createdAt)} · last used ${when(lastUsedAt)}</p></div>
${buttonForm(`/settings/passkeys/${id}/delete`, 'Delete', 'danger small', name)}
<details><summary>Rename</summary><form class="row" method="post" action="/settings/passkeys/${id}/rename">
<label class="skip" for="name-${id}">New name of ${name}</label><input id="name-${id}" name="name" value="${name}" required maxlength="100">
<button class="second small">Save the name</button></form></details></li>`,
  )
  return html`<section class="sheet"><h2>Your passkeys</h2>
<p class="quiet">With a passkey you sign in by fingerprint, face or PIN of your device. There is nothing to remember and nothing to steal.</p>
${items.length > 0 ? html`<ul class="things">${items}</ul>` : html`<p>You have none yet.</p>`}</section>
<section class="sheet"><h2>Add a passkey</h2>
<form>${field({ name: 'name', label: 'Name', hint: 'Where it is kept, such as “Work laptop”.', value: 'Passkey', maxlength: 100 })}</form>
${passkeyButton('add', 'Add a passkey', ['name'])}
<noscript><p class="quiet">Passkeys need JavaScript.</p></noscript></section>`
}

function registerSessions(app: FastifyInstance, services: PageServices): void {
  app.get('/settings/sessions', async (request, reply) => {
    const visitor = await requireVisitor(services, request)
    const sessions = await operate(services, listSessions, visitor.caller, {})
    const done = messages[queryText(request, 'done')]
    return sendPage(reply, settingsPage({ visitor, section: 'sessions', done, body: sessionsBody(sessions) }))
  })

  app.post('/settings/sessions/:sessionId/end', async (request, reply) => {
    const { caller } = await requireVisitor(services, request)
    await operate(services, endSession, caller, request.params as { sessionId: string })
    return reply.redirect('/settings/sessions?done=ended', 303)
  })
}

function sessionsBody(sessions: Session[]): Html {
  const items = sessions.map(
    ({ id, current, workspace, address, userAgent, createdAt, seenAt }) => html`<li><div class="what">
<strong>${browserName(userAgent)}</strong>${current && html`<span class="badge">this one</span>`}
<p>${workspace.name} · from ${address ?? 'an unknown address'} · since ${when(createdAt)} · last seen ${when(seenAt)}</p></div>
${!current && buttonForm(`/settings/sessions/${id}/end`, 'Sign out', 'second small', `${browserName(userAgent)}, ${address ?? ''}`)}</li>`,
  )
  return html`<section class="sheet"><h2>Where you are signed in</h2>
<p class="quiet">A session ends by itself after 30 days without use.</p><ul class="things">${items}</ul></section>`
}

/** Enough to tell one's own browsers apart. */
function browserName(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown browser'
  const browsers = {
    'Edg/': 'Edge',
    'OPR/': 'Opera',
    'Firefox/': 'Firefox',
    'Chrome/': 'Chrome',
    'Safari/': 'Safari',
  }
  const systems = {
    iPhone: 'iPhone',
    iPad: 'iPad',
    Android: 'Android',
    Windows: 'Windows',
    'Mac OS': 'macOS',
    Linux: 'Linux',
  }
  const first = (names: Record<string, string>) =>
    Object.entries(names).find(([part]) => userAgent.includes(part))?.[1]
  const browser = first(browsers) ?? 'Browser'
  const system = first(systems)
  return system ? `${browser} on ${system}` : browser
}
