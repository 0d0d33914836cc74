import { ApiError } from '../../core/errors.ts'
import { refusal } from '../../events/webhooks/address.ts'

/** 400 where this server sends no webhooks to. */
export function requireReachable(url: string, hosts: readonly string[]): void {
  const message = refusal(new URL(url), hosts)
  if (message === undefined) return
  throw new ApiError('invalid_request', { errors: [{ path: '/url', code: 'url_refused', message }] })
}
