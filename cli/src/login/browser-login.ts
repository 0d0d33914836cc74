// Signing in with a browser: authorization code with PKCE and a redirect to a local port (RFC 8252).
import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { exitCodes } from '../exit-codes.ts'
import { CommandError, failure } from '../kit/errors.ts'
import type { OAuthTokens } from '../settings/config-file.ts'
import { startCallback } from './callback.ts'
import { type AuthorizationServer, discover, postForm, reach, resourceOf } from './discovery.ts'
import { readTokens } from './refresh.ts'

export type BrowserLogin = {
  fetch: typeof globalThis.fetch
  url: string
  scopes: string[] | undefined
  signal: AbortSignal
  /** Shows the page to the user. */
  show(page: string): Promise<void>
}

const patienceMs = 10 * 60_000

export async function loginWithBrowser(options: BrowserLogin): Promise<OAuthTokens> {
  const { fetch, url, signal } = options
  const server = await discover(fetch, url)
  const resource = await resourceOf(fetch, url)
  const clientId = await register(fetch, server)
  const state = randomBytes(16).toString('base64url')
  const verifier = randomBytes(32).toString('base64url')
  const callback = await startCallback(state, server.issuer)
  try {
    const page = new URL(server.authorization_endpoint)
    page.search = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: callback.url,
      scope: (options.scopes ?? server.scopes_supported).join(' '),
      resource,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString()
    await options.show(page.href)
    const code = await callback.code(AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]))
    return await redeem(fetch, server, { clientId, resource, code, verifier, redirectUri: callback.url })
  } finally {
    callback.close()
  }
}

/** Each login registers an app in "Connected apps", named after this machine. */
async function register(fetch: typeof globalThis.fetch, server: AuthorizationServer): Promise<string> {
  const useKey = 'Sign in with an API key: `dailies login --key`.'
  if (server.registration_endpoint === undefined)
    throw failure('This server does not allow apps to register.', useKey)
  const response = await reach(fetch, server.registration_endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    redirect: 'manual',
    body: JSON.stringify({
      client_name: `Dailies CLI on ${hostname()}`,
      redirect_uris: ['http://127.0.0.1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    }),
  })
  const body = (await response.json().catch(() => ({}))) as { client_id?: string; message?: string }
  if (body.client_id === undefined)
    throw failure(`The server rejected the registration of the CLI (${response.status}).`, useKey)
  return body.client_id
}

type Code = { clientId: string; resource: string; code: string; verifier: string; redirectUri: string }

async function redeem(
  fetch: typeof globalThis.fetch,
  server: AuthorizationServer,
  { clientId, resource, code, verifier, redirectUri }: Code,
): Promise<OAuthTokens> {
  const { ok, body } = await postForm(fetch, server.token_endpoint, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    client_id: clientId,
    redirect_uri: redirectUri,
    resource,
  })
  if (!ok)
    throw new CommandError(
      exitCodes.notSignedIn,
      `The server issued no token: ${body.error_description ?? body.error}.`,
      'Try again: `dailies login`.',
    )
  const { token_endpoint: tokenEndpoint, revocation_endpoint: revocationEndpoint } = server
  return { clientId, tokenEndpoint, revocationEndpoint, resource, ...readTokens(body) }
}

/** Revokes the tokens of a login: revoking the refresh token revokes all others. */
export async function revoke(fetch: typeof globalThis.fetch, tokens: OAuthTokens): Promise<boolean> {
  const form = { token: tokens.refreshToken, token_type_hint: 'refresh_token', client_id: tokens.clientId }
  return (await postForm(fetch, tokens.revocationEndpoint, form)).ok
}
