// The metadata that apps may declare, by registration or in their client ID document.
import type { Provider } from 'oidc-provider'

/** Defaults for metadata that an app omits (RFC 7591): most apps run on a person's computer and keep no secrets. */
export const anyApp = {
  application_type: 'native',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  response_modes: ['query'],
  token_endpoint_auth_method: 'none',
  id_token_signed_response_alg: 'EdDSA',
} as const

type Metadata = {
  application_type: string
  redirect_uris: string[]
  scope?: string
  invalidate(message: string): never
}

type Schema = { prototype: { scopes(this: Metadata): void; redirectUris(this: Metadata): void } }

/**
 * The scopes that an app registers do not limit it: the user decides what to allow, and the app may ask for more later.
 * Redirects to plain http are allowed only to the user's own computer.
 */
export function prepareClients(provider: Provider): void {
  const { Schema } = provider.Client as unknown as { Schema: Schema }
  const { redirectUris } = Schema.prototype
  Schema.prototype.scopes = function () {
    delete this.scope
  }
  Schema.prototype.redirectUris = function (...rest: []) {
    redirectUris.apply(this, rest)
    for (const uri of this.redirect_uris) {
      const { protocol, hostname } = new URL(uri)
      if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
        this.invalidate('redirect_uris may use http on loopback addresses only')
    }
  }
}
