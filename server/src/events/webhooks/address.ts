// The addresses that webhooks may reach: https on the public network, and hosts that the operator of the server allows.
import { isIP } from 'node:net'
import { isAllowedHost, isPublicAddress } from '../../core/public-network.ts'

const allowing = 'Private hosts must be listed in WEBHOOK_ALLOW_HOSTS of this server.'

/**
 * The reason why a webhook may not reach a URL, or undefined. Parsing the URL has normalised addresses in unusual
 * notations. The addresses of a host name are checked when the connection is opened.
 */
export function refusal(url: URL, hosts: readonly string[]): string | undefined {
  if (isAllowedHost(url, hosts)) return undefined
  if (url.protocol !== 'https:') return `Webhooks need an https URL. ${allowing}`
  const address = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) === 0 || isPublicAddress(address)) return undefined
  return `This address is not on the public network. ${allowing}`
}

export function notPublicName(hostname: string): string {
  return `${hostname} is not on the public network. ${allowing}`
}
