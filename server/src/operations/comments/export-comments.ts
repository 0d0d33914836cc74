import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { exportFields, exportRate } from '../../records/comment-export/export-options.ts'
import { exportFormats, exportName, supportsKind } from '../../records/comment-export/formats.ts'
import { exportPath, renderExport } from '../../records/comment-export/render.ts'
import { type FileKind, fileKind } from '../../records/file-kind.ts'
import {
  ExportAnswer,
  exportInput,
  exportOptions,
  refusal,
  shortContent,
  urlSeconds,
} from './export-input.ts'

export const exportComments = defineOperation({
  http: 'GET /api/files/:fileId/comments.export',
  client: 'comments.export',
  summary:
    'Get a URL, valid for 5 minutes, that exports the comments on a file: for DaVinci Resolve (edl), Premiere Pro (xmeml), Media Composer (avid, avid-xml), Final Cut Pro (fcpxml), OpenTimelineIO (otio) and RV (otio-rv), players (srt, vtt), spreadsheets (csv), people (txt) or your own program (json).',

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
      .enum(exportFormats)
      .describe('Format of the export. csv, txt and json are for all files, the others for video and audio.'),
    ...exportInput,
  }),
  output: [200, ExportAnswer],

  joinsAccess: true,
  async handler({ fileId, content: wanted, ...input }, { sql, access, urls }) {
    const [file] = await sql<{ name: string; kind: FileKind; probed: string | null; expiresAt: string }>`
      select f.name, ${fileKind} as kind, m.frame_rate_num || '/' || m.frame_rate_den as probed,
        now() + make_interval(secs => ${urlSeconds}) as "expiresAt"
      from ${access} join files f on f.id = ${fileId} left join media m on m.file_id = f.id`
    if (!file) throw new ApiError('not_found')
    const options = exportOptions(input, exportRate(file.probed))
    if (!supportsKind(input.format, file.kind)) throw refusal(noTimeline)
    const url = urls.sign(exportPath(fileId), exportFields(options), urlSeconds)
    const rendered = wanted ? await renderExport(sql, fileId, options) : undefined
    const name = exportName(file.name, input.format)
    return { url, expiresAt: file.expiresAt, name, content: shortContent(rendered?.content) }
  },
})

const noTimeline = {
  path: '/format',
  code: 'unexpected',
  message: 'This kind of file has no timeline. Use csv, txt or json.',
}
