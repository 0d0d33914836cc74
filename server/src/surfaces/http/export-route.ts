// Exports of comments. The signed URL is the credential.
import type { FastifyInstance } from 'fastify'
import { contentDisposition } from '../../core/content-disposition.ts'
import { ApiError } from '../../core/errors.ts'
import type { Services } from '../../core/services.ts'
import type { Sql } from '../../core/sql.ts'
import { exportPath, readExportFields, renderExport } from '../../records/comment-export/render.ts'
import { admitSignedUrl } from '../admission.ts'
import { commonHeaders } from '../problems.ts'

type ExportServices = Pick<Services, 'database' | 'replica' | 'urls'>

export function registerExportRoute(app: FastifyInstance, { database, replica, urls }: ExportServices): void {
  app.get(exportPath(':fileId'), async (request, reply) => {
    admitSignedUrl(request, urls)
    const query = request.query as Record<string, string>
    const { fileId } = request.params as { fileId: string }
    const { format, rate } = readExportFields(query)
    const render = (sql: Sql) => renderExport(sql, fileId, format, rate)
    const file = await (replica ? replica.readCurrent(render) : render(database.sql))
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
