// Downloads a result. The URL comes from a provider's response, so it must use https, have a known domain of
// the provider, and resolve to an address outside the server's own network.
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP } from 'node:net'
import { pipeline, type Readable, Transform } from 'node:stream'
import { notPublicCode, publicLookup } from '../../core/public-network.ts'
import { ConnectionLost, failure } from './failures.ts'
import { baseUrlOf, defaultMaxResultBytes, type ProviderOptions } from './http.ts'

export type Source = {
  label: string
  baseUrl: string
  /** The domains that host the provider's results; their subdomains are allowed too. */
  domains: readonly string[]
  maxBytes: number
  /** Sent only to the origin of the base URL, for results that need the key. */
  headers?: Record<string, string>
}

export function resultSource(
  label: string,
  options: Omit<ProviderOptions, 'apiKey'>,
  defaultBaseUrl: string,
  domains: readonly string[],
): Source {
  const maxBytes = options.maxResultBytes ?? defaultMaxResultBytes
  return { label, baseUrl: baseUrlOf(options, defaultBaseUrl), domains, maxBytes }
}

const maxRedirects = 5
const idleMs = 60_000

export async function download(source: Source, url: string, signal: AbortSignal): Promise<Readable> {
  let address = url
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await request(source, allowed(source, address), signal)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return limited(source, response)
    response.destroy()
    if (statusCode < 300 || statusCode >= 400 || !headers.location)
      throw statusError(source.label, statusCode)
    address = URL.canParse(headers.location, address) ? new URL(headers.location, address).href : ''
  }
  throw failure(source.label, 'result_host_refused')
}

function statusError(label: string, status: number): Error {
  const expired = status === 403 || status === 404 || status === 410
  return new ConnectionLost(
    expired ? `A result URL of ${label} has expired.` : `A result of ${label} failed: ${status}`,
  )
}

/** The configured address is trusted: it may be a proxy inside the network, or a test. */
function isConfiguredHost({ baseUrl }: Source, url: URL): boolean {
  return url.origin === new URL(baseUrl).origin
}

function allowed(source: Source, address: string): URL {
  const { label, domains } = source
  const refused = failure(label, 'result_host_refused')
  if (!URL.canParse(address)) throw refused
  const url = new URL(address)
  if (isConfiguredHost(source, url)) return url
  const known = domains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`))
  if (url.protocol !== 'https:' || url.username || !known || isIP(url.hostname)) throw refused
  return url
}

function request(source: Source, url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const own = isConfiguredHost(source, url)
  const options = {
    signal,
    headers: own ? (source.headers ?? {}) : {},
    ...(own ? {} : { lookup: publicLookup }),
  }
  return new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? getHttps : getHttp
    const sent = get(url, options, resolve)
    sent.setTimeout(idleMs, () => sent.destroy(new Error('idle')))
    sent.on('error', (error: NodeJS.ErrnoException) => reject(lost(source.label, error)))
  })
}

function lost(label: string, error: NodeJS.ErrnoException): Error {
  if (error.code === notPublicCode) return failure(label, 'result_host_refused')
  return new ConnectionLost(`A result of ${label} was interrupted: ${error.code ?? error.name}`)
}

function limited({ label, maxBytes }: Source, response: IncomingMessage): Readable {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy()
    throw failure(label, 'result_too_large')
  }
  let size = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) done(failure(label, 'result_too_large'))
      else done(null, chunk)
    },
  })
  // The reader of the counter gets the error, whether it comes from the counter or from the connection.
  pipeline(response, counter, () => {})
  return counter
}
