// Verifies the signature of a webhook (Standard Webhooks 1.0).
import type { DailiesEvent } from './events.ts'
import type { WebhookTestEvent } from './generated/events.ts'

type WebhookEvent = DailiesEvent | WebhookTestEvent

/** The body of a webhook. Narrow `data` by its `type`, which `type` repeats. */
export interface WebhookPayload {
  type: WebhookEvent['type']
  /** ISO 8601, UTC. */
  timestamp: string
  data: WebhookEvent
}

export interface WebhookOptions {
  /** The largest accepted age, which protects against replayed deliveries. Default: 300. */
  toleranceSeconds?: number | undefined
}

/** The webhook cannot be trusted. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
}

type HeaderRecord = Record<string, string | string[] | undefined>

/**
 * Returns the payload of a webhook when one of its signatures matches one of the secrets and it is not too old; otherwise
 * throws a WebhookVerificationError. Pass the raw `body`: parsed and serialised again, it no longer matches.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | HeaderRecord,
  secret: string | readonly string[],
  { toleranceSeconds = 300 }: WebhookOptions = {},
): Promise<WebhookPayload> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError('The body must be the text or the bytes that came, not what was parsed of them.')
  }
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  requireFresh(timestamp, toleranceSeconds)
  const text = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), text)
  const keys = await Promise.all([secret].flat().map(importKey))
  for (const given of signatures.split(' ')) {
    const [version, signature] = given.split(',', 2)
    if (version !== 'v1') continue
    const bytes = fromBase64(signature ?? '')
    // `verify` compares in constant time.
    for (const key of keys)
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return parse(text)
  }
  throw new WebhookVerificationError('No signature of the webhook fits the secret.')
}

function headerOf(headers: Headers | HeaderRecord, name: string): string {
  const given =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const value = Array.isArray(given) ? given[0] : given
  if (!value) throw new WebhookVerificationError(`The header ${name} is missing.`)
  return value
}

function requireFresh(timestamp: string, toleranceSeconds: number): void {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  const off = Math.abs(Date.now() / 1000 - seconds)
  if (!(off <= toleranceSeconds)) {
    throw new WebhookVerificationError('The webhook is too old, or the clocks differ too much.')
  }
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0)
    throw new TypeError('The secret is not one of a webhook: they begin with whsec_.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function join(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length)
  all.set(head)
  all.set(tail, head.length)
  return all
}

function parse(bytes: Uint8Array): WebhookPayload {
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookPayload
}
