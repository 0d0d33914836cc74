import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../core/errors.ts'
import type { InstallationState } from '../../core/installation.ts'
import type { DeliveryTally } from '../../events/webhooks/deliverer.ts'
import type { Metrics } from './metrics.ts'

export type HealthServices = {
  /** Rejects while the database cannot be asked or lacks a migration. */
  ready(): Promise<void>
  databaseLoad(): { statements: number; transactions: number; waiting: number }
  /** Not there where webhooks are sent by other processes. */
  webhookTally: (() => DeliveryTally) | undefined
  installation(): InstallationState
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
      const { copySince } = services.installation()
      return copySince === undefined ? { status: 'ready' } : { status: 'ready', restoredCopySince: copySince }
    } catch (cause) {
      const message = 'The database cannot be reached or is not migrated yet.'
      throw new ApiError('unavailable', { message, cause, headers: { 'Retry-After': '1' } })
    }
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
