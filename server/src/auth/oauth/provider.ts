// The authorization server: oidc-provider with only the features of OAuth 2.1. `server.ts` loads it at the first request.
import { createPrivateKey } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { type Configuration, errors, type JWK, Provider } from 'oidc-provider'
import type { Logger } from 'pino'
import { type Caller, isScope, scopes } from '../../core/access.ts'
import type { StartDeadline } from '../../core/deadline.ts'
import type { Database } from '../../core/sql.ts'
import type { SecretKeys } from '../secret-key.ts'
import { newAccessToken, newRefreshToken, resourceNames, resourceUrl } from './access-tokens.ts'
import { createAdapter, hashSecret } from './adapter.ts'
import { anyApp, prepareClients } from './clients.ts'
import { rememberedGrant } from './grants.ts'
import { type ErrorPage, leanMetadata, ownSessionOnly, readableScopes, shortQueries } from './middleware.ts'
import { consentPath, paths } from './paths.ts'
import { consentPolicy } from './policy.ts'
import { createPublicFetch } from './public-fetch.ts'

export type OAuthOptions = {
  baseUrl: string
  database: Database
  keys: SecretKeys
  logger: Logger
  /** Whether apps may register themselves (RFC 7591). */
  registration: boolean
  /** Hosts of apps that may be on a private network. */
  privateHosts: readonly string[]
  startDeadline?: StartDeadline | undefined
  signedIn(cookies: string | undefined): Promise<Caller | undefined>
  errorPage: ErrorPage
}

const hour = 3_600
const day = 24 * hour
const ttl = {
  AccessToken: hour,
  AuthorizationCode: 60,
  // Counted from the last use: every use issues a new one.
  RefreshToken: 30 * day,
  Interaction: hour,
  // Ends with a sign-out, too: see `ownSessionOnly`.
  Session: day,
}

export function createProvider(options: OAuthOptions): Provider {
  const { baseUrl, logger } = options
  const provider = new Provider(baseUrl, configuration(options))
  // Trusts the forwarding headers, because `surfaces/oauth/routes.ts` replaces them by the base URL.
  provider.proxy = true
  nameTokens(provider.AccessToken.prototype, newAccessToken)
  nameTokens(provider.RefreshToken.prototype, newRefreshToken)
  // A plain comparison is safe: how many characters of two hashes match reveals nothing about the secret.
  provider.Client.prototype.compareClientSecret = function (actual: string) {
    return this.clientSecret === hashSecret(actual)
  }
  prepareClients(provider)
  provider.use(leanMetadata)
  provider.use(shortQueries(paths.authorization, options.errorPage))
  provider.use(readableScopes(paths.authorization, resourceUrl(baseUrl, 'mcp')))
  provider.use(ownSessionOnly(provider, options.signedIn))
  provider.on('server_error', (_ctx, error) => logger.error({ err: error }, 'oauth'))
  const koa: EventEmitter = provider
  koa.on('error', (error) => logger.error({ err: error }, 'oauth'))
  return provider
}

function configuration(options: OAuthOptions): Configuration {
  const { baseUrl, database, keys, errorPage } = options
  return {
    adapter: createAdapter(database),
    routes: paths,
    ttl,
    scopes: [...scopes],
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    clientDefaults: anyApp,
    jwks: { keys: keys.derive('oauth signing').map(signingKey) },
    cookies: {
      keys: keys.derive('oauth cookies').map((key) => key.toString('base64url')),
      names: { session: 'dailies_oauth', interaction: 'dailies_consent', resume: 'dailies_resume' },
    },
    features: features(options),
    interactions: {
      policy: consentPolicy(),
      url: (_ctx, interaction) => `${consentPath}/${interaction.uid}`,
    },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    loadExistingGrant: async ({ oidc }) => {
      const id =
        oidc.result?.consent?.grantId ??
        (await rememberedGrant(database.sql, oidc.session!.accountId!, oidc.client!.clientId))?.id
      const grant = id === undefined ? undefined : await oidc.provider.Grant.find(id)
      const mcp = resourceUrl(baseUrl, 'mcp')
      // The token of an agent holds all that the person has granted: some agents request a missing scope without the others.
      if (grant && oidc.params!.resource === mcp)
        oidc.params!.scope = union(oidc.requestParamScopes, grant.getResourceScope(mcp).split(' '))
      return grant
    },
    // An app keeps working while its user is away: its access ends with the grant, not with a browser session.
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    fetch: createPublicFetch(options.privateHosts, options.startDeadline),
    fetchResponseBodyLimits: {
      'client_id metadata document': 64 * 1024,
      jwks_uri: 64 * 1024,
      sector_identifier_uri: 64 * 1024,
    },
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientAuthMethod === 'none' &&
      (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin),
    discovery: { service_documentation: `${baseUrl}/openapi.json` },
    renderError: (ctx, out) => {
      const { headers, body } = errorPage(out.error_description ?? out.error)
      ctx.set(headers)
      ctx.body = body
    },
  }
}

function features(options: OAuthOptions): Configuration['features'] {
  const { baseUrl, registration } = options
  const off = { enabled: false }
  const resources = resourceNames.map((name) => resourceUrl(baseUrl, name))
  return {
    devInteractions: off,
    dPoP: off,
    pushedAuthorizationRequests: off,
    rpInitiatedLogout: off,
    userinfo: off,
    clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
    registration: { enabled: registration, issueRegistrationAccessToken: false },
    revocation: { enabled: true, allowedPolicy: ownTokensOnly },
    introspection: { enabled: true, allowedPolicy: ownTokensOnly },
    resourceIndicators: {
      enabled: true,
      // An app that names no resource gets a token for the API; of several resources, for the first.
      defaultResource: (_ctx, _client, oneOf) => oneOf?.[0] ?? resources[0]!,
      useGrantedResource: () => true,
      getResourceServerInfo(_ctx, resource) {
        if (!resources.includes(resource)) throw new errors.InvalidTarget()
        return { scope: scopes.join(' '), accessTokenFormat: 'opaque' }
      },
    },
  }
}

function union(asked: ReadonlySet<string>, granted: readonly string[]): string {
  return [...new Set([...asked, ...granted.filter(isScope)])].join(' ')
}

/** Calls the library's own method too, because it also sets the format. */
function nameTokens(model: object, make: () => string): void {
  const { generateTokenId } = model as { generateTokenId(): string }
  Object.assign(model, {
    generateTokenId() {
      generateTokenId.call(this)
      return make()
    },
  })
}

function ownTokensOnly(
  _ctx: unknown,
  client: { clientId: string },
  token: { clientId?: string | undefined },
) {
  return token.clientId === client.clientId
}

/** Nothing is signed, because apps get no id tokens, but the library requires a key. */
function signingKey(seed: Buffer): JWK {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' })
  return { ...(key as JWK), alg: 'EdDSA', use: 'sig' }
}
