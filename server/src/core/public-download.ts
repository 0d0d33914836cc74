// Opens an address that a user has given, for reading: only on the public network, also after redirects, unless the operator of
// the server allows the host.
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isAllowedHost, isPublicAddress, notPublicCode, publicLookup } from './public-network.ts'

/** The address cannot be fetched, now or later. The message is for the user, and contains no address of the network. */
export class DownloadRefused extends Error {
  override name = 'DownloadRefused'
}

/** The connection failed or broke off: it may work later. */
export class DownloadLost extends Error {
  override name = 'DownloadLost'
}

const maxRedirects = 5
const idleMs = 60_000
/** Other ports below 1024 belong to services that are no web servers. */
const webPorts = [80, 443]

/**
 * Why an address may not be fetched, or undefined. Parsing the URL has normalised addresses in unusual notations. The addresses of
 * a host name are checked when the connection is opened.
 */
export function refusedAddress(url: URL, hosts: readonly string[]): string | undefined {
  if (!/^https?:$/.test(url.protocol)) return 'Only http and https addresses can be fetched.'
  if (url.username || url.password) return 'The address must not contain a user name or a password.'
  if (isAllowedHost(url, hosts)) return undefined
  const port = Number(url.port || webPorts[0])
  if (port < 1024 && !webPorts.includes(port)) return `Port ${port} is not one of a web server.`
  const address = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) === 0 || isPublicAddress(address)) return undefined
  return `${url.hostname} is not on the public network.`
}

type Options = { hosts: readonly string[]; signal: AbortSignal; lookup?: LookupFunction }

/** The answer with status 200, after redirects. */
export async function openDownload(
  address: URL,
  { hosts, signal, lookup = publicLookup }: Options,
): Promise<{ answer: IncomingMessage; url: URL }> {
  let url = address
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const refused = refusedAddress(url, hosts)
    if (refused !== undefined) throw new DownloadRefused(refused)
    const answer = await get(url, signal, isAllowedHost(url, hosts) ? undefined : lookup)
    const { statusCode = 0, headers } = answer
    if (statusCode === 200) return { answer, url }
    answer.destroy()
    const next = statusCode >= 300 && statusCode < 400 && headers.location
    if (!next) throw statusError(url, statusCode)
    const target = URL.parse(next, url)
    if (target === null) throw new DownloadRefused('The address redirects to an invalid one.')
    url = target
  }
  throw new DownloadRefused(`The address redirects more than ${maxRedirects} times.`)
}

function statusError({ hostname }: URL, status: number): Error {
  const message = `${hostname} answered with status ${status}.`
  return [408, 425, 429].includes(status) || status >= 500
    ? new DownloadLost(message)
    : new DownloadRefused(message)
}

function get(url: URL, signal: AbortSignal, lookup: LookupFunction | undefined): Promise<IncomingMessage> {
  const headers = { 'Accept-Encoding': 'identity', Accept: '*/*', 'User-Agent': 'Dailies' }
  // No connection is shared: one that was opened without the check must not be used again.
  const options = { agent: false, headers, signal, ...(lookup && { lookup }) } as const
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? getHttps : getHttp)(url, options, resolve)
    sent.setTimeout(idleMs, () => sent.destroy(new DownloadLost(`${url.hostname} does not answer.`)))
    sent.on('error', (error: NodeJS.ErrnoException) => reject(downloadError(error, url.hostname)))
  })
}

/** Never repeats the message of the error, which may contain addresses of the internal network. */
export function downloadError(error: NodeJS.ErrnoException, hostname: string): Error {
  if (error instanceof DownloadRefused || error instanceof DownloadLost) return error
  const code = error.code ?? error.name
  if (code === notPublicCode) return new DownloadRefused(`${hostname} is not on the public network.`)
  if (code === 'ENOTFOUND' || code === 'ENODATA') return new DownloadRefused(`${hostname} is unknown.`)
  if (/CERT|SELF_SIGNED|ISSUER/.test(code))
    return new DownloadRefused(`The certificate of ${hostname} is invalid (${code}).`)
  return new DownloadLost(`The connection to ${hostname} failed (${code}).`)
}
