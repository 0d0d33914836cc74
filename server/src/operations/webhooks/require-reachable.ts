import { ApiError } from '../../core/errors.ts'
import { refusal } from '../../events/webhooks/address.ts'
import { ntfyTopic } from '../../events/webhooks/chat/ntfy.ts'
import type { WebhookFormat } from '../../records/webhook.ts'

/** Throws 400 for a URL that this server does not send webhooks of this format to. */
export function requireReachable(text: string, format: WebhookFormat, hosts: readonly string[]): void {
  const url = new URL(text)
  const message = misfit(url, format) ?? refusal(url, hosts)
  if (message === undefined) return
  throw new ApiError('invalid_request', { errors: [{ path: '/url', code: 'url_refused', message }] })
}

/** Only ntfy takes credentials in the URL; the other chat services have a secret in the path. */
function misfit(url: URL, format: WebhookFormat): string | undefined {
  if (format !== 'ntfy')
    return url.username + url.password === '' ? undefined : 'Must not contain a user name or password.'
  if (ntfyTopic(url) === undefined)
    return 'Must be the URL of an ntfy topic, such as https://ntfy.sh/our-dailies.'
  return undefined
}
