// The layout of every page, and its headers: the policy lets nothing run or load except what is named here.
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Html, html } from '../core/html.ts'
import { style } from './page-style.ts'

export type Page = {
  title: string
  body: Html
  /** 200 by default. */
  status?: number
  /** The person who is signed in, for the top bar. */
  signedIn?: { name: string; workspace: string } | undefined
  /** Wide, for lists; otherwise one card in the middle. */
  wide?: boolean
  /** The path of a script of this server, the only one that runs. */
  script?: string
  /** Additional style for this page. */
  sheet?: Sheet
  /** Replaces the link to the docs in the top bar; not shown to signed-in visitors. */
  bar?: Html
  /** Other origins that images of this page are loaded from. */
  images?: readonly string[]
  /** Excluded from search engines: only people with the link should find it. */
  unlisted?: boolean
  /** Reloads the page after this many seconds. */
  refresh?: { seconds: number; path: string }
  /** Other origins that a form of this page may lead to; browsers check redirects, too. */
  formTargets?: readonly string[]
}

/** Style that is inlined in the page, and the hash by which the policy allows it. */
export type Sheet = { tag: Html; hash: string }

export function makeSheet(css: string): Sheet {
  return { tag: new Html(`<style>${css}</style>`), hash: createHash('sha256').update(css).digest('base64') }
}

export const logo = new Html(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 4h18a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Zm1 2v12h16V6H4Z"/><path d="M10 9v6l5-3z"/><circle class="lamp" cx="19" cy="7" r="4"/></svg>',
)
const commonSheet = makeSheet(style)

export function renderPage(page: Page, nonce = ''): string {
  const { title, body, signedIn, wide, script, sheet, bar, unlisted, refresh } = page
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${unlisted && html`<meta name="robots" content="noindex, nofollow">`}${refresh && html`<meta http-equiv="refresh" content="${refresh.seconds};url=${refresh.path}">`}
<title>${title} · Dailies</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${commonSheet.tag}${sheet?.tag}
${script && html`<script type="module" src="${script}" nonce="${nonce}"></script>`}
</head>
<body class="${wide ? 'wide' : 'narrow'}">
<a class="skip" href="#main">Skip to content</a>
<header class="top"><a class="brand" href="/">${logo}Dailies</a>${signedIn ? accountBar(signedIn) : (bar ?? visitorBar)}</header>
<main id="main">
${body}
</main>
</body>
</html>
`.text
}

const visitorBar = html`<div class="who"><a href="/docs">Docs</a></div>`

function accountBar({ name, workspace }: { name: string; workspace: string }): Html {
  return html`<div class="who"><span>${name} · ${workspace}</span> <a href="/docs">Docs</a> <a href="/settings/profile">Settings</a>
<form class="inline" method="post" action="/sign-out"><button class="second small">Sign out</button></form></div>`
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .code(page.status ?? 200)
    .headers(pageHeaders(page, nonce))
    .send(renderPage(page, nonce))
}

export function deadLinkPage(reply: FastifyReply): FastifyReply {
  const body = html`<div class="sheet"><h1>This link no longer works</h1>
<p>It was already used, was replaced by a newer link, or has expired. Ask for a new link.</p>
<p><a class="button second full" href="/sign-in">Sign in</a></p></div>`
  return sendPage(reply, { title: 'Link not available', body, status: 404 })
}

/** A page with a heading and a sentence. */
export function messagePage(title: string, text: string, status: number): Page {
  return { title, status, body: html`<div class="sheet"><h1>${title}</h1><p>${text}</p></div>` }
}

export function pageHeaders(
  { script, sheet, images = [], formTargets = [] }: Page,
  nonce = '',
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src ${[commonSheet, sheet].flatMap((one) => (one ? [`'sha256-${one.hash}'`] : [])).join(' ')}`,
    `img-src ${["'self'", ...images].join(' ')}`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(script ? [`script-src 'nonce-${nonce}'`, "connect-src 'self'"] : []),
  ]
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    // Links hold one-time tokens, which must not reach other sites. With `no-referrer`, Origin would be null.
    'Referrer-Policy': 'same-origin',
  }
}

export const favicon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#1b1b1a"/><path d="M9 7v10l8-5z" fill="#fff"/><circle cx="19" cy="5" r="3" fill="#ff7a3c"/></svg>'
