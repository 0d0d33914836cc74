// The page after a sign-in link: the owner of a new server starts in the demo project, which may still be in preparation.
import type { FastifyInstance } from 'fastify'
import { html } from '../../core/html.ts'
import { notDestroyed } from '../../records/project.ts'
import { type Page, sendPage } from '../page-layout.ts'
import { queryText } from './forms.ts'
import { type PageServices, requireVisitor } from './visitor.ts'

/** The demo takes seconds to create; if it fails, nobody must wait for it. */
const longestWait = 30

export function registerWelcome(app: FastifyInstance, services: PageServices): void {
  app.get('/welcome', async (request, reply) => {
    const { caller } = await requireVisitor(services, request)
    const [first] = await services.database.sql<{ due: boolean; fileId: string | null }>`
      select w.demo_due as due, f.id as "fileId"
      from workspaces w
      join workspace_members m on m.workspace_id = w.id and m.user_id = ${caller.userId} and m.role = 'OWNER'
      join users u on u.id = m.user_id and u.password_hash is null
        and not exists (select from passkeys where user_id = u.id)
      left join files f on f.id = w.demo_file_id
        and exists (select from projects p where p.id = f.project_id and ${notDestroyed})
      where w.id = ${caller.workspaceId}`
    if (first?.fileId) return reply.redirect(`/files/${first.fileId}#welcome`, 303)
    const waited = Number(queryText(request, 'waited')) || 0
    if (!first?.due || waited >= longestWait) return reply.redirect('/', 303)
    return sendPage(reply, waitingPage(waited))
  })
}

function waitingPage(waited: number): Page {
  return {
    title: 'Preparing the demo',
    refresh: { seconds: 1, path: `/welcome?waited=${waited + 1}` },
    body: html`<div class="sheet"><h1>Preparing the demo</h1>
<p role="status">A short video to try things out on. It opens in a few seconds.</p>
<p><a class="button second full" href="/projects">Go to projects instead</a></p></div>`,
  }
}
