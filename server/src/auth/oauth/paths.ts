/** Relative to the base URL, which is the issuer. */
export const paths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  registration: '/oauth/register',
} as const

export const consentPath = '/oauth/consent'
