// Exports of comments. The signed URL is the credential.
import type { FastifyInstance } from 'fastify'
import { contentDisposition } from '../../core/content-disposition.ts'
import { ApiError } from '../../core/errors.ts'
import type { UrlSigner } from '../../core/signed-urls.ts'
import type { Database } from '../../core/sql.ts'
import { exportPath, readExportFields, renderExport } from '../../records/comment-export/render.ts'
import { admitSignedUrl } from '../admission.ts'
import { commonHeaders } from '../problems.ts'

export function registerExportRoute(app: FastifyInstance, database: Database, urls: UrlSigner): void {
  app.get(exportPath(':fileId'), async (request, reply) => {
    admitSignedUrl(request, urls)
    const query = request.query as Record<string, string>
    const { fileId } = request.params as { fileId: string }
    const { format, rate } = readExportFields(query)
    const file = await renderExport(database.sql, fileId, format, rate)
    if (!file) throw new ApiError('not_found')
    return reply
      .headers(commonHeaders(request.id))
      .header('Content-Type', file.mimeType)
      .header('Content-Disposition', contentDisposition(file.name, false))
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Referrer-Policy', 'no-referrer')
      .send(file.content)
  })
}
