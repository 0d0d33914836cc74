// Standard Webhooks 1.0: how a receiver knows that a delivery is ours.
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** One signature for each secret that is valid, the newest first. */
export function sign(secrets: readonly string[], id: string, timestamp: string, body: Buffer): string {
  return secrets.map((secret) => `v1,${mac(secret, id, timestamp, body)}`).join(' ')
}

function mac(secret: string, id: string, timestamp: string, body: Buffer): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
}
