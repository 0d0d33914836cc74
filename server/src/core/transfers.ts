// Requests that carry the bytes of files. They take as long as they need, where any other request has to arrive in time.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UrlSigner } from './signed-urls.ts'

/**
 * To be called when a transfer is let in, before its first byte: from then on it counts as a transfer, and is cut when
 * the client is too slow. Throws when there are too many.
 */
export type BeginTransfer = (request: FastifyRequest, reply: FastifyReply) => void

/** Admits a transfer before its first byte: verifies the signed URL, then begins the transfer. */
export type AdmitTransfer = (request: FastifyRequest, reply: FastifyReply, urls: UrlSigner) => void
