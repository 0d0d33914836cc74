// Avatars: uploads, by routes that take an image instead of JSON, and downloads. Anyone with the URL of an avatar may load it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callOperation, parseInput, plainCall } from '../../core/call.ts'
import { ApiError } from '../../core/errors.ts'
import { isUuid } from '../../core/ids.ts'
import { methodAndPath, type Operation } from '../../core/operation.ts'
import type { Services } from '../../core/services.ts'
import type { Database } from '../../core/sql.ts'
import { imageOperations } from '../../operations/image-operations.ts'
import { avatarSizes, avatarsPath, maxAvatarBytes, readAvatar } from '../../records/avatar.ts'
import { clientOf } from '../admission.ts'
import { commonHeaders, encodedBodyError } from '../problems.ts'
import { apiRequest } from '../request.ts'
import { sendAnswer } from './fast-path/send-answer.ts'
import { queryReader } from './input.ts'
import type { RouteServices } from './routes.ts'

/** Admitted, limited and answered like all operations; only the body is an image. */
export function registerAvatarUploads(app: FastifyInstance, { admission, services }: RouteServices): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      /^(image\/|application\/octet-stream)/,
      { parseAs: 'buffer' },
      (request, body, done) => done(encodedBodyError(request) ?? null, body),
    )
    scope.addContentTypeParser('*', (_request, _body, done) => {
      const message = 'Send the image itself as the body, with its `Content-Type`, such as `image/png`.'
      done(new ApiError('unsupported_media_type', { message }))
    })
    for (const operation of imageOperations) {
      const { method, path } = methodAndPath(operation)
      const admit = admission.forOperation(operation)
      scope.route({
        method,
        url: path,
        bodyLimit: maxAvatarBytes,
        onRequest: async (request) => admit(request),
        handler: createReceiver(operation, services),
      })
    }
  })
}

function createReceiver(operation: Operation, services: Services) {
  const readQuery = queryReader(operation)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const raw = apiRequest(request)
    const fields = readQuery(request.query as Record<string, unknown>)
    const input = parseInput(operation, [], { ...fields, image: request.body })
    const call = plainCall(services, operation, raw.caller, input)
    const answer = await callOperation({ ...call, client: () => clientOf(request) })
    reply.hijack()
    sendAnswer(raw, reply.raw, answer)
  }
}

export function registerAvatarRoute(
  app: FastifyInstance,
  database: Database,
  cdnSeconds: number | undefined,
): void {
  // A new avatar gets a new URL; a CDN asks again, because an avatar can be removed.
  const cacheControl = `public, ${cdnSeconds === undefined ? 'max-age=31536000, immutable' : `max-age=${cdnSeconds}`}`
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
        'Cache-Control': cacheControl,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Referrer-Policy': 'no-referrer',
      })
      .send(image)
  })
}
