// `GET /api/notifications/stream`: the number of unread notifications as it changes. A stream is admitted like a call of
// Count Notifications and spends its rate limit; once it has begun, it no longer counts as a request.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from '../../auth/api-keys.ts'
import type { UnreadFeed } from '../../core/unread-feed.ts'
import { countNotifications } from '../../operations/index.ts'
import type { Admission } from '../admission.ts'
import { apiRequest } from '../request.ts'
import type { FinishRequest } from './app.ts'
import { outletOf, type StreamSlots, writeHead } from './streams.ts'

export type UnreadStreamServices = {
  admission: Admission
  unread: UnreadFeed
  slots: StreamSlots
  /** Called when the stream begins: from then on it no longer counts as a request under way. */
  finishRequest: FinishRequest
}

export function registerUnreadStream(app: FastifyInstance, services: UnreadStreamServices): void {
  const { admission, unread, slots, finishRequest } = services
  const admit = admission.forOperation({ ...countNotifications, name: 'countNotifications' })

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await admit(request)
    // A client that is gone does not emit `close` again, so its slot would never be released.
    if (reply.raw.destroyed) return void reply.hijack()
    const raw = apiRequest(request)
    const { credentialId, userId, workspaceId } = raw.caller!
    reply.raw.once('close', slots.take(credentialId))
    reply.hijack()
    raw.streams = true
    writeHead(raw, reply.raw)
    finishRequest(raw, reply.raw)
    const hash = hashToken(admission.tokenOf(raw))
    const outlet = outletOf(reply.raw, unread.closed)
    reply.raw.once('close', unread.follow({ hash, userId, workspaceId, outlet }))
  }

  app.route({ method: 'GET', url: '/api/notifications/stream', exposeHeadRoute: false, handler: serve })
}
