// A world with an authorization server that knows its own address, and a browser that can submit forms.
import { createServer } from 'node:net'
import * as oauth from 'openid-client'
import { createSession } from '../../src/auth/sessions.ts'
import type { Scope } from '../../src/core/access.ts'
import { startWorld, type WorldOptions } from './world.ts'

export const redirectUri = 'http://127.0.0.1/callback'

export type OAuthWorld = Awaited<ReturnType<typeof startOAuthWorld>>

export async function startOAuthWorld(options: WorldOptions = {}) {
  const port = await freePort()
  const world = await startWorld({ ...options, env: { PORT: String(port), ...options.env } })
  const base = `http://localhost:${port}`
  return {
    ...world,
    base,
    api: `${base}/api`,
    mcp: `${base}/mcp`,
    /** A browser in which the user is signed in. */
    async browser(userId?: string, workspaceId = world.workspaceId) {
      const browser = createBrowser(base)
      if (userId === undefined) return browser
      const session = await createSession(world.database.sql, {
        userId,
        workspaceId,
        address: null,
        userAgent: null,
      })
      browser.cookies.set('dailies', session.token)
      return browser
    },
    /** An app that has registered itself. */
    register: (metadata: Partial<oauth.ClientMetadata> = {}) =>
      oauth.dynamicClientRegistration(
        new URL(base),
        {
          redirect_uris: [redirectUri],
          client_name: 'Test app',
          token_endpoint_auth_method: 'none',
          ...metadata,
        },
        metadata.token_endpoint_auth_method === 'client_secret_basic' ? undefined : oauth.None(),
        { algorithm: 'oauth2', execute: [oauth.allowInsecureRequests] },
      ),
    post: (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
      fetch(base + path, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' }),
  }
}

/** A port that the system has just assigned and released; it is not reassigned that soon. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

export type Browser = ReturnType<typeof createBrowser>

function createBrowser(base: string) {
  const cookies = new Map<string, string>()

  /** Sends one request. Redirects within the server are followed; a redirect to another host is returned. */
  async function go(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, base)
    const headers = new Headers(init.headers)
    headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    headers.set('Accept', 'text/html')
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    const next = location === null ? undefined : new URL(location, url)
    return next?.origin === url.origin ? go(next.href) : response
  }

  return {
    cookies,
    go,
    submit: (path: string, form: URLSearchParams) =>
      go(path, { method: 'POST', body: form, headers: { Origin: base } }),
  }
}

export type AuthorizeOptions = {
  scope?: string
  resource?: string
  redirectUri?: string
  verifier?: string
  extra?: Record<string, string>
}

/** The authorization URL that an app opens for its user. */
export async function authorizeUrl(config: oauth.Configuration, options: AuthorizeOptions = {}) {
  const { verifier = 'v'.repeat(43), scope, resource, extra = {} } = options
  return oauth.buildAuthorizationUrl(config, {
    redirect_uri: options.redirectUri ?? redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'state',
    ...(scope === undefined ? {} : { scope }),
    ...(resource === undefined ? {} : { resource }),
    ...extra,
  })
}

export type Answer = { decision?: 'allow' | 'deny'; scopes?: readonly Scope[]; workspaceId?: string }

/** Opens the consent page and submits it; returns the app's URL that the browser is redirected to. */
export async function consent(browser: Browser, url: URL, answer: Answer = {}): Promise<URL> {
  const page = await browser.go(url.href)
  const text = await page.text()
  const location = page.headers.get('location')
  if (location !== null) return new URL(location)
  const done = await browser.submit(...filled(text, answer))
  const target = done.headers.get('location')
  if (target === null) throw new Error(`no redirect: ${done.status} ${await done.text()}`)
  return new URL(target)
}

/** The form of a consent page as a person fills it in. */
export function filled(
  page: string,
  { decision = 'allow', scopes, workspaceId }: Answer,
): [string, URLSearchParams] {
  const action = /<form method="post" action="(\/oauth\/consent[^"]*)"/.exec(page)?.[1]
  if (action === undefined) throw new Error(`no consent form: ${page.slice(0, 3000)}`)
  const selected = [...page.matchAll(/name="scope" value="([^"]+)" checked/g)].map((match) => match[1]!)
  const workspace =
    /name="workspace" value="([^"]+)"/.exec(page)?.[1] ?? /<option value="([^"]+)" selected/.exec(page)?.[1]
  const form = new URLSearchParams({ decision, workspace: workspaceId ?? workspace ?? '' })
  for (const scope of scopes ?? selected) form.append('scope', scope)
  return [action, form]
}

/** The tokens for a callback address. */
export function redeem(config: oauth.Configuration, callback: URL, verifier = 'v'.repeat(43)) {
  return oauth.authorizationCodeGrant(config, callback, {
    pkceCodeVerifier: verifier,
    expectedState: 'state',
  })
}
