import type { FastifyInstance } from 'fastify'
import { scopes } from '../../core/access.ts'
import { readForm } from './forms.ts'
import { beginSession, entrantOf, type PageServices } from './visitor.ts'

/** A session belongs to one workspace, so switching creates a new session. */
export function registerWorkspaceSwitch(app: FastifyInstance, services: PageServices): void {
  app.post('/workspaces/switch', async (request, reply) => {
    const caller = await services.admission.requireSession(request)
    const id = readForm(request).text('workspace')
    const full = caller.scopes.size === scopes.length
    const uuid = /^[0-9a-f-]{36}$/i.test(id)
    if (full && uuid)
      await beginSession(services, { request, reply, entrant: entrantOf(caller), workspaceId: id })
    return reply.redirect('/', 303)
  })
}
