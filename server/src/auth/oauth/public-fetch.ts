// Reads what an app publishes about itself, from the public network only: a URL from outside must not make us call our
// own neighbours. The address that was checked is the one that is connected to, so a name cannot change in between.
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { isPublicAddress, notPublic, publicLookup } from '../../core/public-network.ts'

const timeoutMs = 3_000

/** As `fetch`, for GET over https without redirects. `privateHosts` names those (`host` or `host:port`) that may be anywhere. */
export function createPublicFetch(privateHosts: readonly string[]) {
  return async (address: string | URL | Request, options: RequestInit = {}): Promise<Response> => {
    const url = new URL(address instanceof Request ? address.url : address)
    if (url.protocol !== 'https:') throw new Error('only https is read')
    const anywhere = privateHosts.includes(url.host) || privateHosts.includes(url.hostname)
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    // For an address in the URL itself nothing is looked up.
    if (!anywhere && isIP(literal) !== 0 && !isPublicAddress(literal)) throw notPublic(url.hostname)
    const headers = Object.fromEntries(new Headers(options.headers))
    const answer = await get(url, headers, anywhere ? undefined : publicLookup)
    return new Response(Readable.toWeb(answer) as ReadableStream, {
      status: answer.statusCode ?? 502,
      headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
    })
  }
}

function get(url: URL, headers: Record<string, string>, find: LookupFunction | undefined) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs)
    // No kept connection: the next one is looked up and checked again.
    const options = { headers, signal, agent: false as const, ...(find ? { lookup: find } : {}) }
    request(url, options, resolve).on('error', reject).end()
  })
}
