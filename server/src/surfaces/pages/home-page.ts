// The start, until the web app takes its place.
import type { FastifyInstance } from 'fastify'
import { scopes } from '../../core/access.ts'
import { listProjects } from '../../operations/projects/list-projects.ts'
import { readForm } from './forms.ts'
import { type Html, html } from './html.ts'
import { sendPage } from './layout.ts'
import { signedInBar } from './settings-frame.ts'
import { beginSession, operate, type PageServices, requireVisitor, type Visitor } from './visitor.ts'

export function registerHome(app: FastifyInstance, services: PageServices): void {
  app.get('/', async (request, reply) => {
    const visitor = await requireVisitor(services, request)
    const { data } = await operate(services, listProjects, visitor.caller, {})
    const body = html`<h1>${visitor.account.workspace.name}</h1>
${projectList(data)}
${switcher(visitor)}`
    return sendPage(reply, { title: 'Projects', body, wide: true, signedIn: signedInBar(visitor) })
  })

  // A session is of one workspace: another workspace is another session.
  app.post('/workspaces/switch', async (request, reply) => {
    const { caller } = await requireVisitor(services, request)
    const id = readForm(request).text('workspace')
    const full = caller.scopes.size === scopes.length
    const uuid = /^[0-9a-f-]{36}$/i.test(id)
    if (full && uuid) await beginSession(services, request, reply, caller.userId, id)
    return reply.redirect('/', 303)
  })
}

function projectList(projects: { name: string; description: string | null }[]): Html {
  if (projects.length === 0)
    return html`<p class="quiet">There are no projects here yet. <a href="/docs/start#make-a-project">Make one through the API</a>.</p>`
  return html`<ul class="cards">${projects.map(
    ({ name, description }) =>
      html`<li class="sheet"><h2>${name}</h2>${description && html`<p class="quiet small">${description}</p>`}</li>`,
  )}</ul>`
}

function switcher({ account }: Visitor): Html | false {
  const others = account.workspaces.filter(({ id }) => id !== account.workspace.id)
  if (others.length === 0 || account.guest) return false
  const options = others.map(({ id, name }) => html`<option value="${id}">${name}</option>`)
  return html`<form class="sheet" method="post" action="/workspaces/switch">
<div class="field"><label for="workspace">Other workspaces</label><select id="workspace" name="workspace">${options}</select></div>
<button class="second">Switch</button></form>`
}
