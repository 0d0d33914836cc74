// Middleware around the library's own handlers.
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { type Caller, isScope, scopes } from '../../core/access.ts'
import { readCookie } from '../session-cookie.ts'

/** The page for errors that cannot be sent to the app. */
export type ErrorPage = (description: string) => { headers: Record<string, string>; body: string }

type Middleware = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>

/** The fields of RFC 8414, without those of OpenID Connect: no id tokens are issued. */
const metadataFields = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'revocation_endpoint',
  'introspection_endpoint',
  'registration_endpoint',
  'scopes_supported',
  'response_types_supported',
  'response_modes_supported',
  'grant_types_supported',
  'token_endpoint_auth_methods_supported',
  'token_endpoint_auth_signing_alg_values_supported',
  'code_challenge_methods_supported',
  'authorization_response_iss_parameter_supported',
  'client_id_metadata_document_supported',
  'service_documentation',
]

export const leanMetadata: Middleware = async (ctx, next) => {
  await next()
  if (ctx.path !== '/.well-known/oauth-authorization-server' || ctx.method !== 'GET') return
  const full: Record<string, unknown> = {
    ...(ctx.body as object),
    scopes_supported: scopes,
    response_modes_supported: ['query'],
  }
  ctx.body = Object.fromEntries(metadataFields.map((field) => [field, full[field]]))
}

/** The parameters of an authorization are stored until it ends. A request that names every scope takes 1 KB. */
const maxQuery = 4_096

export function shortQueries(path: string, errorPage: ErrorPage): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== path || ctx.querystring.length <= maxQuery) return next()
    const { headers, body } = errorPage(`the query string must have at most ${maxQuery} characters`)
    ctx.status = 400
    ctx.set(headers)
    ctx.body = body
  }
}

const readScopes = scopes.filter((scope) => scope.endsWith(':read'))

/**
 * Ignores unknown scopes, as RFC 6749 allows: apps request `offline_access` and the like by habit, and get refresh
 * tokens anyway. An app that names no scope requests read access; an agent that names none leaves the choice to the person.
 */
export function readableScopes(path: string, mcp: string): Middleware {
  return async (ctx, next) => {
    const { scope, resource } = ctx.query
    if (ctx.path === path && (scope === undefined || typeof scope === 'string')) {
      const named = scope?.split(' ').filter(isScope)
      const known = resource === mcp && !named?.length ? scopes : (named ?? readScopes)
      if (known.length > 0) ctx.query = { ...ctx.query, scope: known.join(' ') }
    }
    await next()
  }
}

/**
 * The library has its own session. It is used only while the same user is signed in here: otherwise its cookie is
 * hidden from the library, which then asks the user again.
 */
export function ownSessionOnly(
  provider: Provider,
  signedIn: (cookies: string | undefined) => Promise<Caller | undefined>,
): Middleware {
  const name = provider.cookieName('session')
  return async (ctx, next) => {
    const { cookie } = ctx.req.headers
    const id = readCookie(cookie, name)
    if (id !== undefined) {
      const [session, caller] = await Promise.all([provider.Session.find(id), signedIn(cookie)])
      if (session?.accountId !== caller?.userId) ctx.req.headers.cookie = withoutCookie(cookie!, name)
    }
    await next()
  }
}

function withoutCookie(header: string, name: string): string {
  return header
    .split(';')
    .filter((pair) => ![name, `${name}.sig`].includes(pair.split('=', 1)[0]!.trim()))
    .join(';')
}
