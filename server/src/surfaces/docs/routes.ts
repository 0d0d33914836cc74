// The plain routes that describe us: the guides, the API reference, the OpenAPI document, and where to get a credential.
import type { FastifyInstance } from 'fastify'
import { scopes } from '../../core/access.ts'
import type { Operation } from '../../core/operation.ts'
import { openapiDocument } from '../openapi/document.ts'
import { registerApiReference } from './api-reference.ts'
import { registerGuides } from './guide-routes.ts'

export function registerDocs(app: FastifyInstance, operations: Operation[], baseUrl: string): void {
  const openapi = JSON.stringify(openapiDocument(operations, baseUrl))
  app.get('/openapi.json', async (_request, reply) => {
    return reply.header('Content-Type', 'application/json; charset=utf-8').send(openapi)
  })
  registerGuides(app, baseUrl)
  registerApiReference(app)

  // RFC 9728: what a 401 points to.
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
      // Apps in a browser read it too.
      reply.header('Access-Control-Allow-Origin', '*')
      return resource
    })
  }
}
