import { ApiError } from '../../core/errors.ts'
import { refusal } from '../../events/webhooks/address.ts'

/** Throws 400 for a URL that this server does not send webhooks to. */
export function requireReachable(url: string, hosts: readonly string[]): void {
  const message = refusal(new URL(url), hosts)
  if (message === undefined) return
  throw new ApiError('invalid_request', { errors: [{ path: '/url', code: 'url_refused', message }] })
}
