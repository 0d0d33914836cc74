// Fetches the documents that apps publish about themselves, from the public network only: a URL of an app must not make the
// server call hosts of its own network. It connects to the address that was checked, so that DNS cannot change in between.
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { type Deadline, startDeadline as startRealDeadline } from '../../core/deadline.ts'
import { isPublicAddress, notPublic, publicLookup } from '../../core/public-network.ts'

const timeoutMs = 3_000

/** Like `fetch`, for GET over https without redirects. `privateHosts` (`host` or `host:port`) may be on any network. */
export function createPublicFetch(privateHosts: readonly string[], startDeadline = startRealDeadline) {
  return async (address: string | URL | Request, options: RequestInit = {}): Promise<Response> => {
    const url = new URL(address instanceof Request ? address.url : address)
    if (url.protocol !== 'https:') throw new Error('only https URLs are fetched')
    const anywhere = privateHosts.includes(url.host) || privateHosts.includes(url.hostname)
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    // An address in the URL itself is not looked up, so it is checked here.
    if (!anywhere && isIP(literal) !== 0 && !isPublicAddress(literal)) throw notPublic(url.hostname)
    const headers = Object.fromEntries(new Headers(options.headers))
    const answer = await get(url, headers, anywhere ? undefined : publicLookup, startDeadline(timeoutMs))
    return new Response(Readable.toWeb(answer) as ReadableStream, {
      status: answer.statusCode ?? 502,
      headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
    })
  }
}

function get(
  url: URL,
  headers: Record<string, string>,
  find: LookupFunction | undefined,
  { signal }: Deadline,
) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    // No connection is kept alive: each one is looked up and checked.
    const options = { headers, signal, agent: false as const, ...(find ? { lookup: find } : {}) }
    request(url, options, resolve).on('error', reject).end()
  })
}
