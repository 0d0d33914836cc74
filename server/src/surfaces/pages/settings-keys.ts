import type { FastifyInstance } from 'fastify'
import { hasWorkspaceRole, scopes } from '../../core/access.ts'
import { createApiKey } from '../../operations/api-keys/create-api-key.ts'
import { type ApiKey, listApiKeys } from '../../operations/api-keys/list-api-keys.ts'
import { revokeApiKey } from '../../operations/api-keys/revoke-api-key.ts'
import { attempt, buttonForm, type Failure, field, queryText, readForm } from './forms.ts'
import { type Html, html } from './html.ts'
import { sendPage } from './layout.ts'
import { settingsPage, when } from './settings-frame.ts'
import { operate, type PageServices, requireVisitor } from './visitor.ts'

const path = '/settings/api-keys'

export function registerKeySettings(app: FastifyInstance, services: PageServices): void {
  app.get(path, async (request, reply) => {
    const visitor = await requireVisitor(services, request)
    const keys = await operate(services, listApiKeys, visitor.caller, {})
    const done = queryText(request, 'done') === 'revoked' ? 'The key is revoked.' : undefined
    const all = hasWorkspaceRole(visitor.caller.workspaceRole, 'ADMIN')
    return sendPage(reply, settingsPage({ visitor, section: 'api-keys', done, body: keysBody(keys, all) }))
  })

  app.post(path, async (request, reply) => {
    const visitor = await requireVisitor(services, request)
    const { caller } = visitor
    const form = readForm(request)
    const days = form.text('expiresInDays')
    const input = {
      name: form.text('name').trim(),
      scopes: form.all('scopes'),
      expiresInDays: days === '' ? null : Number(days),
    }
    let key: string | undefined
    const failed = await attempt(async () => {
      key = (await operate(services, createApiKey, caller, input)).key
    })
    const keys = await operate(services, listApiKeys, caller, {})
    const all = hasWorkspaceRole(caller.workspaceRole, 'ADMIN')
    const body = html`${key && shownOnce(key)}${keysBody(keys, all, failed)}`
    return sendPage(reply, settingsPage({ visitor, section: 'api-keys', failed, body }))
  })

  app.post(`${path}/:apiKeyId/revoke`, async (request, reply) => {
    const { caller } = await requireVisitor(services, request)
    await operate(services, revokeApiKey, caller, request.params as { apiKeyId: string })
    return reply.redirect(`${path}?done=revoked`, 303)
  })
}

function shownOnce(key: string): Html {
  return html`<div class="notice good" role="status"><strong>Your key. It is shown this once: copy it now.</strong>
<code class="shown">${key}</code></div>`
}

function keysBody(keys: ApiKey[], all: boolean, failed?: Failure): Html {
  const { fields = {} } = failed ?? {}
  const items = keys.map(
    ({
      id,
      name,
      user,
      scopes: held,
      createdAt,
      expiresAt,
      lastUsedAt,
    }) => html`<li><div class="what"><strong>${name}</strong>
<p>${user.name} · ${held.length === scopes.length ? 'all scopes' : held.join(', ') || 'no scopes'}</p>
<p>Made ${when(createdAt)} · expires ${when(expiresAt)} · last used ${when(lastUsedAt)}</p></div>
${buttonForm(`${path}/${id}/revoke`, 'Revoke', 'danger small', name)}</li>`,
  )
  const choices = scopes.map(
    (scope) =>
      html`<label class="choice"><input type="checkbox" name="scopes" value="${scope}"> <code>${scope}</code></label>`,
  )
  return html`<section class="sheet"><h2>${all ? 'Keys of this workspace' : 'Your keys'}</h2>
<p class="quiet">With a key, a program calls the API as the person it belongs to.</p>
${items.length > 0 ? html`<ul class="things">${items}</ul>` : html`<p>There are none yet.</p>`}</section>
<section class="sheet"><h2>Make a key</h2><form method="post" action="${path}">
<div class="fields">${field({ name: 'name', label: 'Name', hint: 'What it is for.', maxlength: 100, error: fields.name })}
<div class="field"><label for="expiresInDays">Expires</label><select id="expiresInDays" name="expiresInDays">
<option value="30">in 30 days</option><option value="90" selected>in 90 days</option><option value="365">in a year</option><option value="">never</option></select></div></div>
<fieldset><legend>What it may do</legend>${fields.scopes && html`<p class="wrong">Choose at least one.</p>`}<div class="choices">${choices}</div></fieldset>
<button>Make the key</button></form></section>`
}
