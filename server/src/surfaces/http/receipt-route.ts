// Receipts of reviews, and the key that they are signed with. The signed URL is the credential.
import { createPublicKey } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { loadReceiptKey, type ReceiptKey } from '../../auth/receipt-key.ts'
import { contentDisposition } from '../../core/content-disposition.ts'
import { ApiError } from '../../core/errors.ts'
import { createKeyedLock } from '../../core/keyed-lock.ts'
import type { Services } from '../../core/services.ts'
import { signedJson, signedPdf } from '../../operations/reviews/sign-receipt.ts'
import { type ReceiptFields, receiptPath, writeReceipt } from '../../records/receipt.ts'
import { admitSignedUrl } from '../admission.ts'
import { commonHeaders } from '../problems.ts'

type ReceiptServices = Pick<Services, 'database' | 'urls' | 'secrets' | 'origin'>

export function registerReceiptRoutes(app: FastifyInstance, services: ReceiptServices): void {
  const { database, urls, secrets, origin } = services
  // Typesetting takes a process and a tenth of a second: one at a time.
  const oneAtATime = createKeyedLock()
  let loaded: Promise<ReceiptKey> | undefined
  const receiptKey = () => {
    loaded ??= loadReceiptKey(database.sql, secrets).catch((error) => {
      loaded = undefined
      throw error
    })
    return loaded
  }

  app.get(receiptPath(':versionId'), async (request, reply) => {
    admitSignedUrl(request, urls)
    const { versionId } = request.params as { versionId: string }
    const { format, role } = request.query as ReceiptFields
    const receipt = await writeReceipt(database.sql, origin(), versionId, role)
    if (!receipt) throw new ApiError('not_found')
    const key = await receiptKey()
    const pdf = () => signedPdf(receipt, key, AbortSignal.timeout(60_000))
    const content = format === 'json' ? signedJson(receipt, key) : await oneAtATime('pdf', pdf)
    return reply
      .headers(commonHeaders(request.id))
      .header('Content-Type', format === 'json' ? 'application/json; charset=utf-8' : 'application/pdf')
      .header('Content-Disposition', contentDisposition(`${receipt.version.name} receipt.${format}`, false))
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Referrer-Policy', 'no-referrer')
      .send(content)
  })

  app.get('/.well-known/dailies-receipt-key', async (request, reply) => {
    const { publicKey } = await receiptKey()
    const pem = createPublicKey({ key: publicKey, format: 'der', type: 'spki' }).export({
      type: 'spki',
      format: 'pem',
    })
    return reply.headers(commonHeaders(request.id)).header('Content-Type', 'application/x-pem-file').send(pem)
  })
}
