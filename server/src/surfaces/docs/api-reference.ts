// The API reference: Scalar with the OpenAPI document. Its script is served by this server; no other host is involved.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import manifest from '../../../package.json' with { type: 'json' }
import { Html, html } from '../html.ts'
import { logo } from '../page-layout.ts'
import { palette } from '../page-style.ts'
import { serveScript } from './assets.ts'
import { referenceStyle } from './reference-style.ts'

// The path holds the version, so that the script can be cached forever.
const scalarScript = `/docs/assets/scalar-${manifest.dependencies['@scalar/fastify-api-reference']}.js`
const startScript = '/docs/assets/api-reference.js'

type Compressed = { br: Buffer; gzip: Buffer }

export function registerApiReference(app: FastifyInstance): void {
  serveScript(app, startScript, 'api-reference.js')
  app.get('/docs/api', async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply.headers(headers(nonce)).send(referencePage(nonce))
  })

  // 4 MB that few people request: read from the package at the first request, and kept compressed.
  let script: Promise<Compressed> | undefined
  app.get(scalarScript, async (request, reply) => {
    script ??= readScript()
    script.catch(() => {
      script = undefined
    })
    const { br, gzip } = await script
    const accepted = request.headers['accept-encoding'] ?? ''
    reply.headers({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
    })
    if (/\bbr\b/.test(accepted)) return reply.header('Content-Encoding', 'br').send(br)
    if (/\bgzip\b/.test(accepted)) return reply.header('Content-Encoding', 'gzip').send(gzip)
    return reply.send(gunzipSync(gzip))
  })
}

async function readScript(): Promise<Compressed> {
  const worker = new Worker(new URL('scalar-script.ts', import.meta.url))
  const [{ br, gzip }] = await once(worker, 'message')
  return { br: Buffer.from(br), gzip: Buffer.from(gzip) }
}

/** Scripts run by nonce only. Scalar writes styles at run time, so inline styles are allowed on this page, which shows no user content. */
function headers(nonce: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
  }
}

const styles = new Html(`<style>${palette}${referenceStyle}</style>`)

function referencePage(nonce: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Dailies</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${styles}
<script src="${scalarScript}" nonce="${nonce}" defer></script>
<script type="module" src="${startScript}" nonce="${nonce}"></script>
</head>
<body>
<header class="top"><a class="brand" href="/">${logo}Dailies</a>
<nav class="places" aria-label="Docs"><a href="/docs">Guides</a><a href="/docs/api" aria-current="page">API reference</a></nav></header>
<noscript><p>The API reference needs JavaScript. Without it, read <a href="/openapi.json">the OpenAPI document</a>.</p></noscript>
<main id="reference"></main>
</body>
</html>
`.text
}
