import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DiskSpace } from '../../../core/disk-space.ts'
import { ApiError } from '../../../core/errors.ts'
import type { InstallationState } from '../../../core/installation.ts'
import type { LoadGuard } from '../limits/load.ts'
import type { Metrics } from './metrics.ts'

/** A reason why this node cannot do all of its work now. */
export type HealthReason = {
  code: string
  message: string
  /**
   * Whether other nodes may be healthy: then a load balancer should take this one out, and /readyz answers 503. A failure
   * that all nodes share, such as that of the database, would take out all of them, and clients would get no errors at all.
   */
  local: boolean
}

/** Each part of the server that can fail contributes one. */
export type HealthCheck = () => HealthReason | undefined | Promise<HealthReason | undefined>

export type HealthServices = {
  healthChecks: readonly HealthCheck[]
  /** The free space of each disk, by its content. */
  disks: { data: DiskSpace; files: DiskSpace | undefined }
  databaseLoad(): { statements: number; transactions: number; waiting: number }
  /** Undefined when other processes send the webhooks. */
  webhookTally: (() => { underWay: number; delivered: number; failed: number }) | undefined
  installation(): InstallationState
}

export type HealthOptions = {
  checks: readonly HealthCheck[]
  guard: LoadGuard
  requestSeconds: number
  metrics: Metrics
  metricsToken: string | undefined
}

export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  const { guard, requestSeconds, metrics, metricsToken } = options
  const stuckFor = (seconds: number) => () => (guard.stuckMs() > seconds * 1_000 ? unresponsive : undefined)
  // /readyz fails soon, so that a load balancer turns to other nodes. /healthz fails late, because a restart costs more and
  // the process may recover.
  const checks = [...options.checks, stuckFor(requestSeconds / 3)]
  const isDead = stuckFor(requestSeconds * 2)

  app.get('/healthz', async () => {
    const reason = isDead()
    if (reason) throw unready([reason])
    return { status: 'ok' }
  })

  app.get('/readyz', async () => {
    const found = await Promise.all(checks.map((check) => check()))
    const reasons = found.filter((reason) => reason !== undefined)
    if (reasons.some(({ local }) => local)) throw unready(reasons)
    if (reasons.length === 0) return { status: 'ready' }
    return { status: 'degraded', reasons: reasons.map(({ code, message }) => ({ code, message })) }
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

const unresponsive: HealthReason = {
  code: 'answers_nobody',
  message: 'All request slots are taken, and none has been released for a while.',
  local: true,
}

function unready(reasons: HealthReason[]): ApiError {
  const message = reasons.map(({ code, message }) => `${code}: ${message}`).join(' ')
  return new ApiError('unavailable', { message, headers: { 'Retry-After': '1' } })
}

const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/**
 * Throws 403 unless the request comes from this machine, and not through a proxy on it. A Host header with another name
 * comes from a proxy that sends no forwarding headers, or from a page whose DNS name was made to point here.
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
