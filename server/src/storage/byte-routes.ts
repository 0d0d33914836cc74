// The routes that transfer bytes: when files are on the server's disk, and when a CDN fetches them from this server. The URL is
// the permission: there is no credential to check.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentDisposition, mayBeShown } from '../core/content-disposition.ts'
import { ApiError } from '../core/errors.ts'
import { mediaCacheControl, type UrlSigner } from '../core/signed-urls.ts'
import { type ByteRange, type Storage, StorageRefusal } from '../core/storage.ts'
import type { AdmitTransfer } from '../core/transfers.ts'
import { objectsPath, partsPath } from './byte-urls.ts'
import type { DiskObject, DiskStorage } from './disk.ts'
import { PartTooLong } from './disk-parts.ts'
import { sendBytes } from './send-bytes.ts'

// How long the rest of a refused body is read and discarded, so that the client can read the answer.
const lingerMs = 2_000

/** Without `storePart`, clients upload to another server. */
export type ByteSource = { findObject: FindObject; storePart?: DiskStorage['storePart'] }

type FindObject = (key: string) => Promise<SentObject | undefined>

type SentObject = Pick<DiskObject, 'pieces'> & {
  record: Pick<DiskObject['record'], 'eTag' | 'size' | 'modifiedAt'>
}

/** A CDN in front of these routes. */
export type Cdn = {
  /** How long it may keep an object before it asks again. */
  seconds: number
  /** The row of an object; undefined for that of a deleted file, whose bytes may stay for a day. */
  findInUse(key: string): Promise<SentObject['record'] | undefined>
}

export function registerByteRoutes(
  app: FastifyInstance,
  { findObject, storePart }: ByteSource,
  signer: UrlSigner,
  admitTransfer: AdmitTransfer,
  cdn?: Cdn,
): void {
  app.register(async (scope) => {
    // Bodies are bytes of any type and are not parsed.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', async (request, reply) => {
      admitTransfer(request, reply, signer)
    })
    scope.addHook('onResponse', async (request) => leaveUnreadBody(request))
    if (storePart)
      scope.put(`${partsPath}/:uploadId/:partNumber/*`, (request, reply) =>
        receivePart(storePart, request, reply),
      )
    scope.route({
      method: ['GET', 'HEAD'],
      url: `${objectsPath}/*`,
      handler: (request, reply) => sendObject(findObject, request, reply, cdn),
    })
  })
}

type PartParams = { uploadId: string; partNumber: string; '*': string }

async function receivePart(
  storePart: DiskStorage['storePart'],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { uploadId, partNumber, '*': key } = request.params as PartParams
  const max = Number((request.query as { max: string }).max)
  const length = Number(request.headers['content-length'] ?? 0)
  if (length > max) throw tooLong(max)
  const body = request.raw.iterator({ destroyOnReturn: false })
  try {
    const { eTag } = await storePart({ uploadId, key }, Number(partNumber), body, max, length)
    return reply.header('ETag', `"${eTag}"`).send()
  } catch (error) {
    throw receiveError(error, request, max)
  }
}

function receiveError(error: unknown, request: FastifyRequest, max: number): unknown {
  if (error instanceof PartTooLong) return tooLong(max)
  if (error instanceof StorageRefusal) return new ApiError('not_found', { message: error.message })
  if (request.raw.destroyed && !request.raw.complete) {
    // The client is gone and reads no answer; the error type prevents that a cut connection is logged as a server
    // fault.
    return new ApiError('invalid_request', { message: 'The connection ended before the part did.' })
  }
  return error
}

function tooLong(max: number): ApiError {
  return new ApiError('body_too_large', { message: `This part has at most ${max} bytes.` })
}

/** A client that is still sending sees a refusal only if the connection is not closed at once. */
function leaveUnreadBody({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return
  const { socket } = raw
  const cut = setTimeout(() => socket.destroy(), lingerMs)
  raw.once('close', () => clearTimeout(cut))
  raw.resume()
}

/** The objects of a bucket, for a CDN that fetches them from this server. The bucket is asked only for the bytes. */
export function bucketSource(storage: Storage, { findInUse }: Cdn): ByteSource {
  async function* pieces(key: string, range: ByteRange): AsyncGenerator<Buffer, undefined> {
    if (range.end >= range.start) yield* await storage.read(key, range)
  }
  return {
    async findObject(key) {
      const record = await findInUse(key)
      return record && { record, pieces: (range = { start: 0, end: record.size - 1 }) => pieces(key, range) }
    },
  }
}

/** The objects on disk, except those of deleted files. */
export function diskSource({ findObject, storePart }: DiskStorage, cdn: Cdn | undefined): ByteSource {
  if (!cdn) return { findObject, storePart }
  return {
    storePart,
    async findObject(key) {
      const [object, inUse] = await Promise.all([findObject(key), cdn.findInUse(key)])
      return inUse && object
    },
  }
}

async function sendObject(find: FindObject, request: FastifyRequest, reply: FastifyReply, cdn?: Cdn) {
  const object = await find((request.params as { '*': string })['*'])
  if (object === undefined) throw new ApiError('not_found')
  const { eTag, size, modifiedAt } = object.record
  return sendBytes(request, reply, {
    ...{ eTag, size, modifiedAt: new Date(modifiedAt), pieces: object.pieces },
    headers: objectHeaders(request.query as ObjectFields, cdn),
  })
}

type ObjectFields = { name: string; type: string; show: string; expires: string }

function objectHeaders(
  { name, type, show, expires }: ObjectFields,
  cdn: Cdn | undefined,
): Record<string, string> {
  return {
    'Content-Type': inertType(type),
    'Content-Disposition': contentDisposition(name, show === '1' && mayBeShown(type)),
    'Cache-Control': mediaCacheControl(expires, cdn?.seconds),
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Content-Type-Options': 'nosniff',
    // The URL is the permission, so its holder may embed the object in a page of another site.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // The app reads 3D models and documents, which then come from another origin.
    ...(cdn && crossOriginReads),
    'Referrer-Policy': 'no-referrer',
  }
}

const crossOriginReads = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Range, ETag',
}

/** Scripts and styles of the server's own origin run in its pages, so an uploaded file must not have such a type. */
function inertType(type: string): string {
  return /(java|ecma|j|live)script|\bcss\b/i.test(type) ? 'text/plain' : type
}

/** Uploaded content must not run as a page of the server: no script, no form, no frame, an opaque origin. */
const contentSecurityPolicy =
  "default-src 'none'; img-src 'self' data:; media-src 'self' data:; style-src 'unsafe-inline'; sandbox"
