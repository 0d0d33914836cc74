import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../core/errors.ts'
import type { DeliveryTally } from '../../events/webhooks/deliverer.ts'
import type { Metrics } from './metrics.ts'

export type HealthServices = {
  /** Rejects while the database cannot be asked or lacks a migration. */
  ready(): Promise<void>
  databaseLoad(): { statements: number; transactions: number; waiting: number }
  /** Not there where webhooks are sent by other processes. */
  webhookTally: (() => DeliveryTally) | undefined
}

export function registerHealth(
  app: FastifyInstance,
  services: HealthServices,
  metrics: Metrics,
  metricsToken: string | undefined,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    try {
      await services.ready()
      return { status: 'ready' }
    } catch (cause) {
      const message = 'The database cannot be reached or is not migrated yet.'
      throw new ApiError('unavailable', { message, cause, headers: { 'Retry-After': '1' } })
    }
  })

  app.get('/metrics', async (request, reply) => {
    if (metricsToken === undefined) requireLocal(request)
    else if (!sameToken(request.headers.authorization, `Bearer ${metricsToken}`)) {
      throw new ApiError('unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' } })
    }
    reply.header('Content-Type', metrics.contentType)
    return metrics.text()
  })
}

const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/**
 * From this machine, and not through a proxy on it. A Host of another name is a proxy that says nothing of itself, or a
 * page whose name was made to point here.
 */
function requireLocal({ raw, headers }: FastifyRequest): void {
  const { hostname } = URL.parse(`http://${headers.host}`) ?? {}
  const local =
    isLoopback(raw.socket.remoteAddress ?? '') &&
    (hostname === 'localhost' || isLoopback(hostname?.replace(/^\[|\]$/g, '') ?? '')) &&
    !forwarding.some((name) => headers[name] !== undefined)
  if (!local) throw new ApiError('metrics_closed')
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address)
}

function sameToken(given: string | undefined, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return given !== undefined && timingSafeEqual(hash(given), hash(expected))
}
