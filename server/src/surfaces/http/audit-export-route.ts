// Exports of the audit log. The signed URL is the credential.
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { contentDisposition } from '../../core/content-disposition.ts'
import type { Services } from '../../core/services.ts'
import type { BeginTransfer } from '../../core/transfers.ts'
import {
  auditExportName,
  auditExportPath,
  auditExportTypes,
  readAuditExport,
  writeAuditExport,
} from '../../records/audit-export.ts'
import { admitSignedUrl } from '../admission.ts'
import { commonHeaders } from '../problems.ts'

type ExportServices = Pick<Services, 'database' | 'replica' | 'urls'> & { beginTransfer: BeginTransfer }

export function registerAuditExport(
  app: FastifyInstance,
  { database, replica, urls, beginTransfer }: ExportServices,
): void {
  app.get(auditExportPath, async (request, reply) => {
    admitSignedUrl(request, urls)
    const wanted = readAuditExport(request.query as Record<string, string>)
    // A year of a large workspace takes longer than an ordinary request may.
    beginTransfer(request, reply)
    const text = writeAuditExport(
      (work) => (replica ? replica.readCurrent(work) : work(database.sql)),
      wanted,
    )
    return reply
      .headers(commonHeaders(request.id))
      .header('Content-Type', auditExportTypes[wanted.format])
      .header('Content-Disposition', contentDisposition(auditExportName(wanted), false))
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Referrer-Policy', 'no-referrer')
      .header('Cache-Control', 'no-store')
      .send(Readable.from(text))
  })
}
