// Avatars: images in, by routes that take bytes and no JSON, and images out. Whoever has the URL of an avatar may load it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callOperation, parseInput } from '../../core/call.ts'
import { ApiError } from '../../core/errors.ts'
import { isUuid } from '../../core/ids.ts'
import { methodAndPath, type Operation } from '../../core/operation.ts'
import type { Database } from '../../core/sql.ts'
import { mostAvatarBytes } from '../../media/avatar.ts'
import { imageOperations } from '../../operations/image-operations.ts'
import { avatarSizes, avatarsPath, readAvatar } from '../../records/avatar.ts'
import { commonHeaders } from '../problems.ts'
import { apiRequest } from '../request.ts'
import { queryReader } from './input.ts'
import { encodedBody, isEncoded } from './json-body.ts'
import { admission, type RouteServices, send } from './routes.ts'

/** Admitted, limited and answered like all operations; only their body is an image. */
export function registerAvatarUploads(app: FastifyInstance, services: RouteServices): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      /^(image\/|application\/octet-stream)/,
      { parseAs: 'buffer' },
      (request, body, done) => (isEncoded(request) ? done(encodedBody()) : done(null, body)),
    )
    scope.addContentTypeParser('*', (_request, _body, done) => {
      const message = 'Send the image itself as the body, with its `Content-Type`, such as `image/png`.'
      done(new ApiError('unsupported_media_type', { message }))
    })
    for (const operation of imageOperations) {
      const { method, path } = methodAndPath(operation)
      const admit = admission(operation, services)
      const readQuery = queryReader(operation)
      scope.route({
        method,
        url: path,
        bodyLimit: mostAvatarBytes,
        onRequest: async (request) => admit(request),
        handler: (request, reply) => receive(operation, readQuery, services, request, reply),
      })
    }
  })
}

async function receive(
  operation: Operation,
  readQuery: ReturnType<typeof queryReader>,
  services: RouteServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const raw = apiRequest(request)
  const fields = readQuery(request.query as Record<string, unknown>)
  const input = parseInput(operation, [], { ...fields, image: request.body })
  const answer = await callOperation(services, operation, raw.caller, input)
  reply.hijack()
  send(raw, reply.raw, answer)
}

export function registerAvatarRoute(app: FastifyInstance, database: Database): void {
  app.get(`${avatarsPath}/:avatarId`, async (request, reply) => {
    const { avatarId } = request.params as { avatarId: string }
    const { size = avatarSizes.large } = request.query as { size?: string }
    const side = Object.values(avatarSizes).find((one) => String(one) === String(size))
    if (side === undefined || !isUuid(avatarId)) throw new ApiError('not_found')
    const image = await readAvatar(database.sql, avatarId, side)
    if (image === undefined) throw new ApiError('not_found')
    return reply
      .headers(commonHeaders(request.id))
      .headers({
        'Content-Type': 'image/webp',
        // An avatar that is replaced has another URL.
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Referrer-Policy': 'no-referrer',
      })
      .send(image)
  })
}
