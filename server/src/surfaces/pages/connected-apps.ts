// Apps that act for the person who looks. The list comes from the authorization server.
import type { FastifyInstance } from 'fastify'
import { html } from './html.ts'
import { sendPage } from './layout.ts'
import { settingsPage } from './settings-frame.ts'
import { type PageServices, requireVisitor } from './visitor.ts'

export function registerConnectedApps(app: FastifyInstance, services: PageServices): void {
  app.get('/settings/apps', async (request, reply) => {
    const visitor = await requireVisitor(services, request)
    const body = html`<section class="sheet"><h2>Apps that act for you</h2>
<p class="quiet">When you let an app or an agent in, it is listed here, and you can take that back.</p>
<p>There are none.</p></section>`
    return sendPage(reply, settingsPage({ visitor, section: 'apps', body }))
  })
}
