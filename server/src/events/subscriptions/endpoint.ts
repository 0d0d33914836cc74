// Requests to the endpoint of a subscription: Standard Webhooks with the secret of the client, and one more header.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { randomBase62 } from '../../core/ids.ts'
import { refusal } from '../webhooks/address.ts'
import type { Outcome, Sender } from '../webhooks/send.ts'
import { requestHeaders } from '../webhooks/signature.ts'
import { SubscriptionError } from './subscription.ts'

export type Endpoint = {
  /** The id of the subscription. */
  id: string
  url: string
  /** The newest first; during a rotation, the previous one signs, too. */
  secrets: string[]
}

/** Sends a body. The id is that of the event, at every attempt. */
export function send(sender: Sender, endpoint: Endpoint, webhookId: string, body: object): Promise<Outcome> {
  const bytes = Buffer.from(JSON.stringify(body))
  const headers = requestHeaders(webhookId, endpoint.secrets, bytes)
  return sender.post(endpoint.url, { ...headers, 'x-mcp-subscription-id': endpoint.id }, bytes)
}

/** Sends a message about the subscription itself. */
export function sendControl(
  sender: Sender,
  endpoint: Endpoint,
  message: { type: string; [field: string]: unknown },
): Promise<Outcome> {
  return send(sender, endpoint, `msg_${message.type}_${randomBase62(20)}`, message)
}

/**
 * Asks the endpoint whether it wants deliveries: it must repeat a nonce. Without this, anybody could point a subscription at a
 * server of somebody else.
 */
export async function verify(sender: Sender, endpoint: Endpoint): Promise<void> {
  const challenge = randomBytes(32).toString('base64url')
  const outcome = await sendControl(sender, endpoint, { type: 'verification', challenge })
  const reason = failureOf(outcome) ?? (echoes(outcome.response, challenge) ? undefined : 'challenge_failed')
  if (reason === undefined) return
  // Nothing of the answer is repeated: it may come from a server that the caller cannot reach.
  throw new SubscriptionError(
    'CallbackEndpointError',
    `The callback endpoint was not verified (${reason}).`,
    {
      reason,
    },
  )
}

function echoes(response: string | null, challenge: string): boolean {
  try {
    const echoed = Buffer.from(String(JSON.parse(response ?? '').challenge))
    const expected = Buffer.from(challenge)
    return echoed.length === expected.length && timingSafeEqual(echoed, expected)
  } catch {
    return false
  }
}

export type Failure =
  | 'connection_refused'
  | 'timeout'
  | 'tls_error'
  | 'http_4xx'
  | 'http_5xx'
  | 'challenge_failed'

/** The category of a failed attempt; undefined for an answer with 2xx. */
export function failureOf({ status, error }: Outcome): Failure | undefined {
  if (status === null) {
    if (/^TLS failed/.test(error ?? '')) return 'tls_error'
    return /within|does not answer/.test(error ?? '') ? 'timeout' : 'connection_refused'
  }
  if (status >= 200 && status < 300) return undefined
  // A redirect is not followed, so it is an error of the address.
  return status >= 500 ? 'http_5xx' : 'http_4xx'
}

/** Throws -32602 for an address that this server sends nothing to. */
export function requireUrl(text: string, hosts: readonly string[]): void {
  const url = URL.parse(text)
  const message =
    text.length > 2048 || !url || !/^https?:$/.test(url.protocol)
      ? 'delivery.url must be an https URL.'
      : url.username + url.password !== ''
        ? 'delivery.url must not contain a user name or password.'
        : refusal(url, hosts)
  if (message !== undefined) throw new SubscriptionError('InvalidParams', message)
}

/** Throws -32602 for a secret that is not one of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
export function requireSecret(secret: string): void {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1]
  const bytes = Buffer.from(encoded ?? '', 'base64').length
  if (bytes >= 24 && bytes <= 64) return
  throw new SubscriptionError(
    'InvalidParams',
    'delivery.secret must be whsec_ followed by 24 to 64 random bytes in base64.',
  )
}
