// The routes that describe the server: the guides, the API reference, and where to get a credential for the API.
import type { FastifyInstance } from 'fastify'
import { scopes } from '../../core/access.ts'
import { registerApiReference } from './api-reference.ts'
import { registerGuides } from './guide-routes.ts'

export function registerDocs(app: FastifyInstance, baseUrl: string): void {
  registerGuides(app, baseUrl)
  registerApiReference(app)

  // RFC 9728: the metadata that a 401 refers to.
  const resource = {
    resource: `${baseUrl}/api`,
    resource_name: 'Dailies',
    authorization_servers: [baseUrl],
    bearer_methods_supported: ['header'],
    scopes_supported: scopes,
    resource_documentation: `${baseUrl}/docs`,
  }
  for (const path of ['', '/api']) {
    app.get(`/.well-known/oauth-protected-resource${path}`, async (_request, reply) => {
      // Apps in a browser read the metadata, too.
      reply.header('Access-Control-Allow-Origin', '*')
      return resource
    })
  }
}
