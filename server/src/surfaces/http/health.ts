import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../core/errors.ts'
import type { DeliveryTally } from '../../events/webhooks/deliverer.ts'
import type { Metrics } from './metrics.ts'

/** A reason in words, for whoever runs the server. */
export type Degradation = { code: string; message: string }

export type HealthServices = {
  /** Rejects while the database cannot be asked or lacks a migration. */
  ready(): Promise<void>
  /** What does not work although the server answers: reads go on, so that it is not taken out of service. */
  degraded(): Promise<Degradation[]>
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
    } catch (cause) {
      const message = 'The database cannot be reached or is not migrated yet.'
      throw new ApiError('unavailable', { message, cause, headers: { 'Retry-After': '1' } })
    }
    const degraded = await services.degraded()
    return degraded.length === 0 ? { status: 'ready' } : { status: 'ready', degraded }
  })

  app.get('/metrics', async (request, reply) => {
    if (metricsToken !== undefined && !sameToken(request.headers.authorization, `Bearer ${metricsToken}`)) {
      throw new ApiError('unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' } })
    }
    reply.header('Content-Type', metrics.contentType)
    return metrics.text()
  })
}

function sameToken(given: string | undefined, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return given !== undefined && timingSafeEqual(hash(given), hash(expected))
}
