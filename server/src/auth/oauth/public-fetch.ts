// Reads what an app publishes about itself, from the public network only: a URL from outside must not make us call our
// own neighbours. The address that was checked is the one that is connected to, so a name cannot change in between.
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'

const timeoutMs = 3_000

/** What no public host has, by the registries of IANA. */
const special = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(network, bits, 'ipv4')

/** Of IPv6 only this is given out to hosts; and in it, some is not, or leads back to IPv4. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, bits, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** As `fetch`, for GET over https without redirects. `privateHosts` names those (`host` or `host:port`) that may be anywhere. */
export function createPublicFetch(privateHosts: readonly string[]) {
  return async (address: string | URL | Request, options: RequestInit = {}): Promise<Response> => {
    const url = new URL(address instanceof Request ? address.url : address)
    if (url.protocol !== 'https:') throw new Error('only https is read')
    const anywhere = privateHosts.includes(url.host) || privateHosts.includes(url.hostname)
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    // For an address in the URL itself nothing is looked up.
    if (!anywhere && isIP(literal) !== 0 && !isPublicAddress(literal)) throw refused(url.hostname)
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

/** One address that is not public is enough to refuse the name. */
const publicLookup: LookupFunction = (hostname: string, options: LookupOptions, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, [])
    const addresses = found as unknown as LookupAddress[]
    const bad = addresses.find(({ address }) => !isPublicAddress(address))
    if (bad || addresses.length === 0) return callback(refused(hostname), [])
    if (options.all) callback(null, addresses)
    else callback(null, addresses[0]!.address, addresses[0]!.family)
  })
}

function refused(hostname: string): NodeJS.ErrnoException {
  return new Error(`${hostname} is not on the public network`)
}
