// The routes that describe the server: the guides, the API reference, and where to get a credential for the API.
import type { FastifyInstance } from 'fastify'
import { scopes } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { sendPage } from '../page-layout.ts'
import { registerApiReference } from './api-reference.ts'
import { sendText, serveScript } from './assets.ts'
import { guidePage, indexPage, readerScript, searchIndex } from './guide-pages.ts'
import type { Guides } from './guides.ts'

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

/** The guides at /docs: as pages, and as Markdown for agents. */
function registerGuides(app: FastifyInstance, baseUrl: string): void {
  // Read at the first request, so that the start of the server does not wait for them.
  let loaded: Promise<Guides> | undefined
  const load = () => {
    loaded ??= import('./guides.ts').then(({ loadGuides }) => loadGuides())
    return loaded
  }

  app.get('/docs', async (_request, reply) => sendPage(reply, indexPage(await load())))
  app.get<{ Params: { name: string } }>('/docs/:name', async (request, reply) => {
    const guides = await load()
    const { name } = request.params
    const markdown = name.endsWith('.md')
    const guide = guides.all.find((one) => one.name === (markdown ? name.slice(0, -3) : name))
    if (!guide) throw new ApiError('not_found')
    return markdown
      ? sendText(reply, 'text/markdown', guide.markdown)
      : sendPage(reply, guidePage(guides, guide))
  })
  app.get('/llms.txt', async (_request, reply) =>
    sendText(reply, 'text/plain', llmsText(await load(), baseUrl)),
  )
  app.get('/docs/assets/search.json', async (_request, reply) =>
    sendText(reply, 'application/json', await searchIndex(await load())),
  )
  serveScript(app, readerScript, 'reader.js')
}

/** The index for agents: every guide, with the address of its Markdown. */
function llmsText({ groups }: Guides, baseUrl: string): string {
  const lists = groups.map(({ title, guides }) => {
    const lines = guides.map(
      (guide) => `- [${guide.title}](${baseUrl}/docs/${guide.name}.md): ${guide.summary}`,
    )
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return `# Dailies

> Self-hosted review of media work in progress, for people, programs and agents. The API is at ${baseUrl}/api, its OpenAPI
> document at ${baseUrl}/openapi.json, the MCP server at ${baseUrl}/mcp.

${lists.join('\n')}`
}
