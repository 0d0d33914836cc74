// The plain routes that describe us: the guides, the API reference, the OpenAPI document, and where to get a credential.
import type { FastifyInstance } from 'fastify'
import { scopes } from '../../core/access.ts'
import type { Operation } from '../../core/operation.ts'
import { openapiDocument } from '../openapi.ts'
import { sendPage } from '../pages/layout.ts'
import { registerApiReference } from './api-reference.ts'
import { asset, serve } from './assets.ts'
import { guidePage, indexPage, readerScript, searchIndex } from './guide-pages.ts'
import { type Guides, loadGuides } from './guides.ts'

export function registerDocs(app: FastifyInstance, operations: Operation[], baseUrl: string): void {
  const openapi = JSON.stringify(openapiDocument(operations, baseUrl))
  app.get('/openapi.json', async (_request, reply) => {
    return reply.header('Content-Type', 'application/json; charset=utf-8').send(openapi)
  })
  registerGuides(app, loadGuides(), baseUrl)
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

function registerGuides(app: FastifyInstance, guides: Guides, baseUrl: string): void {
  app.get('/docs', async (_request, reply) => sendPage(reply, indexPage(guides)))
  for (const guide of guides.all) {
    app.get(`/docs/${guide.name}`, async (_request, reply) => sendPage(reply, guidePage(guides, guide)))
    serve(app, `/docs/${guide.name}.md`, 'text/markdown; charset=utf-8', guide.markdown)
  }
  serve(app, '/llms.txt', 'text/plain; charset=utf-8', llmsText(guides, baseUrl))
  serve(app, '/docs/assets/search.json', 'application/json; charset=utf-8', searchIndex(guides))
  serve(app, readerScript, 'text/javascript; charset=utf-8', asset('reader.js'))
}

/** What agents read first: every guide, with the address of its Markdown. */
function llmsText({ groups }: Guides, baseUrl: string): string {
  const lists = groups.map(({ title, guides }) => {
    const lines = guides.map(
      (guide) => `- [${guide.title}](${baseUrl}/docs/${guide.name}.md): ${guide.summary}`,
    )
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return `# Dailies

> Self-hosted review of media work in progress, for people, programs and agents. The API is at ${baseUrl}/api, its OpenAPI document at ${baseUrl}/openapi.json, the MCP server at ${baseUrl}/mcp.

${lists.join('\n')}`
}
