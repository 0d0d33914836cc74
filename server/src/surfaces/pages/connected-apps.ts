// Apps that act for the person who looks.
import type { FastifyInstance } from 'fastify'
import { disconnectApp } from '../../operations/connected-apps/disconnect-app.ts'
import { type ConnectedApp, listConnectedApps } from '../../operations/connected-apps/list-connected-apps.ts'
import { buttonForm, queryText } from './forms.ts'
import { type Html, html } from './html.ts'
import { sendPage } from './layout.ts'
import { groupedScopes, listed } from './scope-words.ts'
import { settingsPage, when } from './settings-frame.ts'
import { operate, type PageServices, requireVisitor } from './visitor.ts'

const path = '/settings/apps'

export function registerConnectedApps(app: FastifyInstance, services: PageServices): void {
  app.get(path, async (request, reply) => {
    const visitor = await requireVisitor(services, request)
    const apps = await operate(services, listConnectedApps, visitor.caller, {})
    const done = queryText(request, 'done') === 'disconnected' ? 'The app is disconnected.' : undefined
    return sendPage(reply, settingsPage({ visitor, section: 'apps', done, body: listBody(apps) }))
  })

  app.post(`${path}/:connectedAppId/disconnect`, async (request, reply) => {
    const { caller } = await requireVisitor(services, request)
    await operate(services, disconnectApp, caller, request.params as { connectedAppId: string })
    return reply.redirect(`${path}?done=disconnected`, 303)
  })
}

function listBody(apps: ConnectedApp[]): Html {
  const items = apps.map(
    ({
      id,
      name,
      host,
      workspace,
      scopes,
      createdAt,
      lastUsedAt,
    }) => html`<li><div class="what"><strong>${name}</strong>
<p>${host !== null && html`${host} · `}in ${workspace.name}</p>
<p>Connected ${when(createdAt)} · last used ${when(lastUsedAt)}</p></div>
${buttonForm(`${path}/${id}/disconnect`, 'Disconnect', 'danger small', name)}
<details><summary class="small">What it may do</summary>${groupedScopes(scopes).map(
      (group) => html`<p class="small"><strong>${group.title}:</strong> ${listed(group)}</p>`,
    )}</details></li>`,
  )
  return html`<section class="sheet"><h2>Apps that act for you</h2>
<p class="quiet">What you disconnect is out within a second. It can ask you again.</p>
${items.length > 0 ? html`<ul class="things">${items}</ul>` : html`<p>There are none.</p>`}</section>`
}
