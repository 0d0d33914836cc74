// Requests that transfer the bytes of files. They have no total time limit, unlike all other requests.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UrlSigner } from './signed-urls.ts'

/**
 * Call this when a transfer is admitted, before its first byte: from then on it counts as a transfer and is aborted
 * when the client is too slow. Throws when there are too many transfers.
 */
export type BeginTransfer = (request: FastifyRequest, reply: FastifyReply) => void

/** Admits a transfer before its first byte: verifies the signed URL, then begins the transfer. */
export type AdmitTransfer = (request: FastifyRequest, reply: FastifyReply, urls: UrlSigner) => void
