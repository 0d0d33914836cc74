// The API reference: Scalar with the OpenAPI document. Its script is served by this server; no other host is involved.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import manifest from '../../../package.json' with { type: 'json' }
import { Html, html } from '../../core/html.ts'
import { logo } from '../page-layout.ts'
import { palette } from '../page-style.ts'
import { serveScript } from './assets.ts'

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

/** Gives Scalar the colours of Dailies, and places it below the top bar. */
const referenceStyle = `
html { --scalar-custom-header-height: 3.5rem }
.top { box-sizing: border-box; display: flex; align-items: center; gap: 1.25rem; height: 3.5rem; padding: 0 clamp(1rem, 2vw, 1.5rem); border-bottom: 1px solid var(--line);
  position: sticky; top: 0; z-index: 5; background: var(--ground); color: var(--ink); font: 100%/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif }
.top a { color: inherit; text-decoration: none }
.top a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px }
.brand { display: inline-flex; align-items: center; gap: .6rem; font-weight: 660; letter-spacing: -.01em; font-size: 1.0625rem }
.brand svg { width: 1.5rem; height: 1.5rem; fill: currentColor }
.brand .lamp { fill: var(--accent) }
.places { display: flex; gap: .25rem; font-size: .9375rem }
.top .places a { padding: .375rem .75rem; color: var(--quiet); font-weight: 540 }
.top .places a:hover, .top .places a[aria-current] { color: var(--ink) }
body { margin: 0; background: var(--sheet) }
noscript { display: block; padding: 2rem; color: var(--ink) }
.light-mode, .dark-mode {
  --scalar-background-1: var(--sheet); --scalar-background-2: var(--ground); --scalar-background-3: color-mix(in oklab, var(--ink) 8%, var(--sheet)); --scalar-background-accent: color-mix(in oklab, var(--accent) 10%, transparent);
  --scalar-color-1: var(--ink); --scalar-color-2: var(--quiet); --scalar-color-3: var(--quiet); --scalar-color-accent: var(--accent);
  --scalar-border-color: var(--line);
  --scalar-color-green: light-dark(#1c6b3c, #7fd6a0); --scalar-color-red: light-dark(#b3261e, #ff8f87); --scalar-color-blue: light-dark(#1d5fa8, #8cbcf5);
  --scalar-color-orange: light-dark(#b03a0b, #ff9a62); --scalar-color-yellow: light-dark(#7a5a00, #e8c265); --scalar-color-purple: light-dark(#6b3fa0, #c3a2f0);
  --scalar-sidebar-background-1: var(--ground); --scalar-sidebar-color-1: var(--ink); --scalar-sidebar-color-2: var(--quiet); --scalar-sidebar-border-color: var(--line);
  --scalar-sidebar-item-hover-background: color-mix(in oklab, var(--ink) 6%, transparent); --scalar-sidebar-item-active-background: color-mix(in oklab, var(--ink) 8%, transparent);
  --scalar-sidebar-color-active: var(--ink); --scalar-sidebar-search-background: var(--sheet); --scalar-sidebar-search-border-color: var(--line); --scalar-sidebar-search-color: var(--quiet);
  --scalar-button-1: var(--ink); --scalar-button-1-color: var(--sheet); --scalar-button-1-hover: color-mix(in oklab, var(--ink) 86%, var(--sheet));
  --scalar-font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif; --scalar-font-code: ui-monospace, 'SF Mono', Menlo, Consolas, monospace;
}
`

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
