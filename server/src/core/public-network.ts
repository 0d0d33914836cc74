// Which addresses are public, for URLs that users provide: such a URL must not make the server call its own
// neighbours.
import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses that no public host has, according to the IANA registries. */
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

/** The only range of IPv6 that is assigned to hosts; parts of it are reserved or lead back to IPv4. */
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

export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A query without an answer is repeated once. */
const tries = 2
const defaultTimeoutMs = 1_000

/**
 * Queries the name servers directly. `dns.lookup` waits in one of two threads that it shares with every other lookup
 * of this process, the database's included: two names whose servers do not answer would block them all. Names that
 * only this machine knows, such as those in /etc/hosts, are not found: they are not on the public network.
 */
export function createPublicResolve(servers?: readonly string[], timeoutMs = defaultTimeoutMs): Resolve {
  return (hostname, _options, done) => {
    // A new resolver each time, because the machine's name servers may have changed meanwhile.
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    if (servers) resolver.setServers(servers)
    resolveBoth(resolver, hostname).then(
      (addresses) => done(null, addresses),
      (error: NodeJS.ErrnoException) => done(error, []),
    )
  }
}

async function resolveBoth(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  // RFC 6761: such a name is this machine, whatever name servers answer.
  if (/^(.*\.)?localhost\.?$/i.test(hostname)) throw notPublic(hostname)
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason
  return addresses
}

/**
 * Resolves a name when the connection is opened, so a name that changes its address after a check gains nothing. A
 * single address that is not public is enough to refuse the name.
 */
export function createPublicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      const [first] = addresses
      if (!first || addresses.some(({ address }) => !isPublicAddress(address))) {
        return done(notPublic(hostname), [])
      }
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

/** Whether a host is on the public network, now and from here. */
export function isPublicHost(hostname: string, resolve: Resolve): Promise<boolean> {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0) return Promise.resolve(isPublicAddress(address))
  return new Promise((answer) => {
    createPublicLookup(resolve)(hostname, { all: true }, (error) => answer(error === null))
  })
}

/** Whether the operator of the server allows a private host; `hosts` has entries such as `host` or `host:port`. */
export function isAllowedHost(url: URL, hosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return hosts.includes(url.hostname) || hosts.includes(`${url.hostname}:${port}`)
}

export const publicLookup: LookupFunction = createPublicLookup(createPublicResolve())

export const notPublicCode = 'ENOTPUBLIC'

export function notPublic(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} is not on the public network`), { code: notPublicCode })
}

/** Whether a text is an address, a network such as 10.0.0.0/8, or a name for local ones that `proxy-addr` knows. */
export function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [, address = '', bits = '1'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  return version !== 0 && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128)
}
