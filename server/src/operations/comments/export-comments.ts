import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { roleSeesAll } from '../../core/visibility.ts'
import { exportFields, exportRate, isWritten } from '../../records/comment-export/export-options.ts'
import { downloadFormats, exportName, supportsKind } from '../../records/comment-export/formats.ts'
import { exportPath, renderExport } from '../../records/comment-export/render.ts'
import { requireFewComments } from '../../records/comment-export/report.ts'
import { type FileKind, fileKind } from '../../records/file-kind.ts'
import {
  ExportAnswer,
  exportInput,
  exportOptions,
  refusal,
  reportFields,
  requireStills,
  shortContent,
  urlSeconds,
} from './export-input.ts'

type Found = { name: string; kind: FileKind; restricted: boolean; probed: string | null; expiresAt: string }

export const exportComments = defineOperation({
  http: 'GET /api/files/:fileId/comments.export',
  client: 'comments.export',
  summary:
    'Get a URL, valid for 5 minutes, that exports the comments of a file for DaVinci Resolve (edl), Premiere Pro (xmeml), Media Composer (avid, avid-xml), Final Cut Pro (fcpxml), OpenTimelineIO (otio), RV (otio-rv), players (srt, vtt), spreadsheets (csv), programs (json) or people (txt, pdf).',

  scope: 'comments:download',
  project: 'fileId',
  roles: anyRole,
  tier: 'default',
  audit: {
    action: 'comments.exported',
    target: { of: 'file', before: ({ fileId }) => fileId },
    details: ({ format }) => ({ format }),
    hourly: true,
  },

  input: z.strictObject({
    fileId: FileId,
    format: z
      .enum(downloadFormats)
      .describe(
        'Format of the export. csv, txt, json and pdf are for all files, the others for video and audio. pdf needs the scope files:read, too.',
      ),
    ...exportInput,
  }),
  output: [200, ExportAnswer],

  conflicts: ['report_too_large'],

  joinsAccess: true,
  async handler({ fileId, content: wanted, ...input }, { sql, access, urls, caller }) {
    requireStills(input.format, caller)
    const [file] = await sql<Found>`
      select f.name, ${fileKind} as kind, not ${roleSeesAll('access.role')} as restricted, m.frame_rate_num || '/' || m.frame_rate_den as probed,
        now() + make_interval(secs => ${urlSeconds}) as "expiresAt"
      from ${access} join files f on f.id = ${fileId} left join media m on m.file_id = f.id`
    if (!file) throw new ApiError('not_found')
    const options = exportOptions(input, exportRate(file.probed))
    if (!supportsKind(input.format, file.kind)) throw refusal(noTimeline)
    const isReport = input.format === 'pdf'
    if (isReport) await requireFewComments(sql, [fileId])
    const fields = { ...exportFields(options), ...reportFields(options, caller, isReport && file.restricted) }
    const url = urls.sign(exportPath(fileId), fields, urlSeconds)
    const rendered = wanted && isWritten(options) ? await renderExport(sql, fileId, options) : undefined
    const name = exportName(file.name, input.format)
    return { url, expiresAt: file.expiresAt, name, content: shortContent(rendered?.content) }
  },
})

const noTimeline = {
  path: '/format',
  code: 'unexpected',
  message: 'This kind of file has no timeline. Use csv, txt, json or pdf.',
}
