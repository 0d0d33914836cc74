// What is on the public network, for URLs that others give us: they must not make us call our own neighbours.
import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

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

export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** An answer that does not come is asked for once more. */
const resolverOptions = { timeout: 1_000, tries: 2 }

/**
 * Asks the name servers itself. `dns.lookup` waits in one of two threads that it shares with everything else that this
 * process looks up, its database among it: two names whose servers do not answer would hold all of that up. Names that
 * only this machine knows, such as those in /etc/hosts, are not found: they are not on the public network.
 */
export function createPublicResolve(servers?: readonly string[]): Resolve {
  return (hostname, _options, done) => {
    // Derivative anew, because the machine's servers may have changed meanwhile.
    const resolver = new Resolver(resolverOptions)
    if (servers) resolver.setServers(servers)
    resolveBoth(resolver, hostname).then(
      (addresses) => done(null, addresses),
      (error: NodeJS.ErrnoException) => done(error, []),
    )
  }
}

async function resolveBoth(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  // RFC 6761: such a name is this machine, whatever name servers say.
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
 * Looks a name up where the connection is made: one that resolves anew to another address gains nothing. One address
 * that is not public is enough to refuse it.
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

export const publicLookup: LookupFunction = createPublicLookup(createPublicResolve())

export const notPublicCode = 'ENOTPUBLIC'

export function notPublic(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} is not on the public network`), { code: notPublicCode })
}
