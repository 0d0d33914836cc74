// The plain routes that describe us: the OpenAPI document, the error codes, and where to get a credential.
import type { FastifyInstance } from 'fastify'
import { scopes } from '../core/access.ts'
import { errorCodes } from '../core/errors.ts'
import type { Operation } from '../core/operation.ts'
import { openapiDocument } from './openapi.ts'

export function registerDocs(app: FastifyInstance, operations: Operation[], baseUrl: string): void {
  const openapi = JSON.stringify(openapiDocument(operations, baseUrl))
  app.get('/openapi.json', async (_request, reply) => {
    return reply.header('Content-Type', 'application/json; charset=utf-8').send(openapi)
  })

  const errors = errorsPage()
  app.get('/docs/errors', async (_request, reply) => {
    reply.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    return reply.header('Content-Type', 'text/html; charset=utf-8').send(errors)
  })

  // RFC 9728: what a 401 points to.
  const resource = {
    resource: `${baseUrl}/api`,
    resource_name: 'Dailies',
    authorization_servers: [baseUrl],
    bearer_methods_supported: ['header'],
    scopes_supported: scopes,
    resource_documentation: `${baseUrl}/openapi.json`,
  }
  for (const path of ['', '/api']) {
    app.get(`/.well-known/oauth-protected-resource${path}`, async (_request, reply) => {
      // Apps in a browser read it too.
      reply.header('Access-Control-Allow-Origin', '*')
      return resource
    })
  }
}

function errorsPage(): string {
  const entries = Object.entries(errorCodes).map(
    ([code, [status, message]]) =>
      `<dt id="${code}"><code>${code}</code> <span>${status}</span></dt><dd>${message.replace(/`([^`]*)`/g, (_, inner: string) => `<code>${escapeHtml(inner)}</code>`)}</dd>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors · Dailies API</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem }
  dt { margin-top: 1.5rem; font-weight: 600 } dt span { opacity: .6; font-weight: 400 }
  dd { margin: .25rem 0 0 } :target { outline: 2px solid; outline-offset: .5rem }
</style>
<h1>Errors</h1>
<p>Every error has the same body: <code>status</code>, <code>code</code>, <code>message</code>, <code>requestId</code>,
<code>type</code> and <code>errors</code>, a list of <code>path</code>, <code>code</code> and <code>message</code> per
invalid field. Program against <code>code</code>: it does not change. Quote <code>requestId</code> when you ask for help.</p>
<dl>
${entries.join('\n')}
</dl>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
