// VAPID (RFC 8292): the key by which push services recognise this installation, and the header that it signs.
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { SecretBox } from '../../core/secret-box.ts'
import type { Sql } from '../../core/sql.ts'
import { loadStoredKey } from '../../core/stored-key.ts'

export type VapidKey = {
  /** The public key as an uncompressed point, in base64url: browsers bind a subscription to it. */
  publicKey: string
  privateKey: KeyObject
}

export async function loadVapidKey(sql: Sql, secrets: SecretBox): Promise<VapidKey> {
  const make = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  return vapidKey(await loadStoredKey(sql, secrets, 'push_key', make))
}

export function vapidKey(privateKey: KeyObject): VapidKey {
  const { x, y } = createPublicKey(privateKey).export({ format: 'jwk' })
  const point = [Buffer.of(4), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey }
}

/** Push services accept a token for at most 24 hours. */
const lifetimeSeconds = 12 * 3_600
/** A token is used until this long before its end, so that it is still valid when it arrives. */
const reserveSeconds = 3_600

type Token = { text: string; until: number }

/** Returns the `Authorization` header for an endpoint. Each push service gets a token of its own. */
export function createVapidHeader(key: VapidKey, origin: () => string, now = () => Date.now() / 1000) {
  const tokens = new Map<string, Token>()
  return (endpoint: string): string => {
    const audience = new URL(endpoint).origin
    let token = tokens.get(audience)
    if (!token || token.until - reserveSeconds < now()) {
      // People choose the endpoints: the number of stored tokens must have a limit.
      if (tokens.size >= 100) tokens.clear()
      token = createToken(key, audience, origin(), Math.floor(now()) + lifetimeSeconds)
      tokens.set(audience, token)
    }
    return `vapid t=${token.text}, k=${key.publicKey}`
  }
}

function createToken({ privateKey }: VapidKey, audience: string, origin: string, until: number): Token {
  // The contact must be an https URL, also while somebody tries the server on localhost.
  const claims = { aud: audience, exp: until, sub: origin.replace(/^http:/, 'https:') }
  const content = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return { text: `${content}.${signature.toString('base64url')}`, until }
}
