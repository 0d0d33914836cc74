// Discovery of the authorization server (RFC 8414, RFC 9728).

import { exitCodes } from '../exit-codes.ts'
import { CommandError, failure } from '../kit/errors.ts'

export type AuthorizationServer = {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  registration_endpoint?: string
  revocation_endpoint: string
  scopes_supported: string[]
}

export async function discover(fetch: typeof globalThis.fetch, url: string): Promise<AuthorizationServer> {
  const found = await getJson<AuthorizationServer>(fetch, `${url}/.well-known/oauth-authorization-server`)
  // Cookies and tokens are bound to the address, so another address does not work.
  if (found.issuer !== url)
    throw failure(
      `The server at ${url} calls itself ${found.issuer}.`,
      `Use that address: --url ${found.issuer}`,
    )
  return found
}

/** The resource indicator of the API, which tokens are requested for. */
export async function resourceOf(fetch: typeof globalThis.fetch, url: string): Promise<string> {
  const { resource } = await getJson<{ resource: string }>(
    fetch,
    `${url}/.well-known/oauth-protected-resource/api`,
  )
  return resource
}

async function getJson<T>(fetch: typeof globalThis.fetch, url: string): Promise<T> {
  const response = await reach(fetch, url, { redirect: 'manual' })
  if (!response.ok)
    throw failure(`${url} answers ${response.status}.`, 'Is this the address of a Dailies server?')
  return (await response.json().catch(() => {
    throw failure(`${url} does not answer with JSON.`, 'Is this the address of a Dailies server?')
  })) as T
}

export async function reach(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: init.signal ?? AbortSignal.timeout(30_000) })
  } catch (cause) {
    const { origin } = new URL(url)
    throw new CommandError(
      exitCodes.unavailable,
      `${origin} cannot be reached.`,
      'Is the server running there? --url says where it is.',
      { cause },
    )
  }
}

/** A form to an endpoint of the authorization server, and its answer. */
export async function postForm(
  fetch: typeof globalThis.fetch,
  url: string,
  form: Record<string, string>,
): Promise<{ ok: boolean; body: Record<string, unknown> }> {
  const response = await reach(fetch, url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
  return { ok: response.ok, body }
}
