import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isPublicAddress } from '../../core/public-network.ts'

/**
 * Behind a proxy that is not trusted, all clients have the proxy's address and share its limits. Warns once when a host on
 * a private network forwards a request; the header of a client on the public network proves nothing.
 */
export function warnOfUntrustedProxy(app: FastifyInstance, warn: (line: string) => void): void {
  let warned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!warned && request.raw.headers['x-forwarded-for'] !== undefined) {
      const proxy = untrustedNeighbour(request)
      if (proxy !== undefined) {
        warned = true
        warn(
          `X-Forwarded-For comes from ${proxy}, which is not trusted: all clients behind that proxy count as one ` +
            `address, for rate limits and wrong passwords. Set TRUST_PROXY to the addresses or networks of your ` +
            `proxies, such as TRUST_PROXY=${proxy}`,
        )
      }
    }
    done()
  })
}

function untrustedNeighbour({ raw, ips = [] }: FastifyRequest): string | undefined {
  const peer = raw.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '')
  const trusted = ips.length > 1
  return peer === undefined || trusted || isPublicAddress(peer) ? undefined : peer
}
