// Exports of comments. The signed URL is the credential.
import type { FastifyInstance } from 'fastify'
import { contentDisposition } from '../../core/content-disposition.ts'
import { ApiError } from '../../core/errors.ts'
import type { Services } from '../../core/services.ts'
import type { Sql } from '../../core/sql.ts'
import type { BeginTransfer } from '../../core/transfers.ts'
import {
  type ExportOptions,
  isWritten,
  readExportFields,
} from '../../records/comment-export/export-options.ts'
import type { ExportFormat } from '../../records/comment-export/formats.ts'
import {
  type ExportedFile,
  exportPath,
  renderExport,
  renderVersionExport,
  versionExportPath,
} from '../../records/comment-export/render.ts'
import type { MakeReport } from '../../records/comment-export/report.ts'
import { admitSignedUrl } from '../admission.ts'
import { commonHeaders } from '../problems.ts'
import { goneSignal } from './gone-signal.ts'

type ExportServices = Pick<Services, 'database' | 'replica' | 'urls'> & {
  reports: MakeReport
  beginTransfer: BeginTransfer
}

type Fields = Record<string, string>
type Render = (
  sql: Sql,
  id: string,
  options: ExportOptions<ExportFormat>,
  restricted: boolean,
) => Promise<ExportedFile | undefined>

export function registerExportRoute(app: FastifyInstance, services: ExportServices): void {
  const { database, replica, urls, reports, beginTransfer } = services
  const serve = (of: 'file' | 'version', path: string, render: Render) =>
    app.get(path, async (request, reply) => {
      admitSignedUrl(request, urls)
      const { restricted, by, ...fields } = request.query as Fields
      const { id } = request.params as { id: string }
      const options = readExportFields(fields)
      const isRestricted = restricted === 'true'
      const report = () => {
        // Drawing stills takes longer than an ordinary request may.
        beginTransfer(request, reply)
        const source = { of, id, restricted: isRestricted }
        return reports({ source, options, userId: by!, signal: goneSignal(reply.raw) })
      }
      const text = (written: ExportOptions<ExportFormat>) => {
        const read = (sql: Sql) => render(sql, id, written, isRestricted)
        return replica ? replica.readCurrent(read) : read(database.sql)
      }
      const file = await (isWritten(options) ? text(options) : report())
      if (!file) throw new ApiError('not_found')
      return reply
        .headers(commonHeaders(request.id))
        .header('Content-Type', file.mimeType)
        .header('Content-Disposition', contentDisposition(file.name, false))
        .header('Content-Security-Policy', "default-src 'none'; sandbox")
        .header('Referrer-Policy', 'no-referrer')
        .send(file.content)
    })

  serve('file', exportPath(':id'), (sql, id, options) => renderExport(sql, id, options))
  serve('version', versionExportPath(':id'), (sql, id, options, restricted) =>
    renderVersionExport(sql, id, restricted, options),
  )
}
