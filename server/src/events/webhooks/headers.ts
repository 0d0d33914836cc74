// As Standard Webhooks names them.
import { sign } from './signature.ts'

/** The same at every attempt. The id is the event's, so that a receiver knows what it has had before. */
export function fixedHeaders(eventId: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Dailies-Webhooks/1.0',
    'webhook-id': eventId,
  }
}

export function requestHeaders(eventId: string, secrets: string[], body: Buffer): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000).toString()
  return {
    ...fixedHeaders(eventId),
    'content-length': String(body.length),
    'webhook-timestamp': timestamp,
    'webhook-signature': sign(secrets, eventId, timestamp, body),
  }
}
