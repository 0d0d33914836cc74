// Exports of comments. The signed URL is the credential.
import type { FastifyInstance } from 'fastify'
import { contentDisposition } from '../../core/content-disposition.ts'
import { ApiError } from '../../core/errors.ts'
import type { Services } from '../../core/services.ts'
import type { Sql } from '../../core/sql.ts'
import { readExportFields } from '../../records/comment-export/export-options.ts'
import {
  type ExportedFile,
  exportPath,
  renderExport,
  renderVersionExport,
  versionExportPath,
} from '../../records/comment-export/render.ts'
import { admitSignedUrl } from '../admission.ts'
import { commonHeaders } from '../problems.ts'

type ExportServices = Pick<Services, 'database' | 'replica' | 'urls'>

export function registerExportRoute(app: FastifyInstance, { database, replica, urls }: ExportServices): void {
  type Render = (sql: Sql, id: string, fields: Record<string, string>) => Promise<ExportedFile | undefined>
  const serve = (path: string, render: Render) =>
    app.get(path, async (request, reply) => {
      admitSignedUrl(request, urls)
      const query = request.query as Record<string, string>
      const { id } = request.params as { id: string }
      const read = (sql: Sql) => render(sql, id, query)
      const file = await (replica ? replica.readCurrent(read) : read(database.sql))
      if (!file) throw new ApiError('not_found')
      return reply
        .headers(commonHeaders(request.id))
        .header('Content-Type', file.mimeType)
        .header('Content-Disposition', contentDisposition(file.name, false))
        .header('Content-Security-Policy', "default-src 'none'; sandbox")
        .header('Referrer-Policy', 'no-referrer')
        .send(file.content)
    })

  serve(exportPath(':id'), (sql, id, fields) => renderExport(sql, id, readExportFields(fields)))
  serve(versionExportPath(':id'), (sql, id, { restricted, ...fields }) =>
    renderVersionExport(sql, id, restricted === 'true', readExportFields(fields)),
  )
}
