// Standard Webhooks 1.0: the secrets, the signatures and the headers by which a receiver verifies a delivery.
import { createHmac, randomBytes } from 'node:crypto'
import { deliveryHeaders } from '../../records/webhook.ts'

const prefix = 'whsec_'

export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** The headers of one attempt: the fixed ones, the time and the signature. */
export function requestHeaders(eventId: string, secrets: string[], body: Buffer): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000).toString()
  return {
    ...deliveryHeaders('standard', eventId),
    'content-length': String(body.length),
    'webhook-timestamp': timestamp,
    'webhook-signature': sign(secrets, eventId, timestamp, body),
  }
}

/** One signature for each valid secret, the newest first. */
export function sign(secrets: readonly string[], id: string, timestamp: string, body: Buffer): string {
  return secrets.map((secret) => `v1,${mac(secret, id, timestamp, body)}`).join(' ')
}

function mac(secret: string, id: string, timestamp: string, body: Buffer): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
}
