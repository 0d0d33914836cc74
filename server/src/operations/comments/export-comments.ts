import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { type FrameRate, parseFrameRate } from '../../core/frames.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId, Timestamp } from '../../core/schemas.ts'
import {
  exportFields,
  exportFormats,
  exportName,
  exportPath,
  exportRate,
  renderExport,
  supportsKind,
} from '../../records/comment-export/render.ts'
import { type FileKind, fileKind } from '../../records/file-kind.ts'

/** The export is rendered when the URL is fetched, so 5 minutes are enough to follow it. */
const urlSeconds = 5 * 60
/** A longer export is a file to download. */
const maxContent = 500_000

export const exportComments = defineOperation({
  http: 'GET /api/files/:fileId/comments.export',
  client: 'comments.export',
  summary:
    'Get a URL, valid for 5 minutes, that exports all comments on a file for a spreadsheet (csv), an editing program (edl, fcpxml, otio), a player (srt) or your own program (json).',

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
      .describe('Format of the export. edl, fcpxml, otio and srt are for video and audio only.'),
    frameRate: z
      .string()
      .regex(/^[1-9]\d{0,5}(\/[1-9]\d{0,5})?$/)
      .nullish()
      .describe(
        'Frames per second, such as 25 or 24000/1001. Defaults to the frame rate of the video, or 24.',
      ),
    content: z.boolean().default(false).describe('true: return the export as `content`, too.'),
  }),
  output: [
    200,
    z.object({
      url: z.string(),
      expiresAt: Timestamp,
      name: z.string().describe('Name of the exported file.'),
      content: z
        .string()
        .nullable()
        .describe(`The export, if asked for; null if not, and if it has more than ${maxContent} characters.`),
    }),
  ],

  joinsAccess: true,
  async handler({ fileId, format, frameRate, content: wanted }, { sql, access, urls }) {
    const asked = frameRate == null ? undefined : requireFrameRate(frameRate)
    const [file] = await sql<{ name: string; kind: FileKind; probed: string | null; expiresAt: string }>`
      select f.name, ${fileKind} as kind, m.frame_rate_num || '/' || m.frame_rate_den as probed,
        now() + make_interval(secs => ${urlSeconds}) as "expiresAt"
      from ${access} join files f on f.id = ${fileId} left join media m on m.file_id = f.id`
    if (!file) throw new ApiError('not_found')
    const rate = asked ?? exportRate(file.probed)
    if (!supportsKind(format, file.kind)) throw new ApiError('invalid_request', { errors: [noTimeline] })
    const url = urls.sign(exportPath(fileId), exportFields(format, rate), urlSeconds)
    const rendered = wanted ? await renderExport(sql, fileId, format, rate) : undefined
    const content = rendered && rendered.content.length <= maxContent ? rendered.content : null
    return { url, expiresAt: file.expiresAt, name: exportName(file.name, format), content }
  },
})

function requireFrameRate(text: string): FrameRate {
  const rate = parseFrameRate(text)
  if (rate) return rate
  const message = 'Must be between 1 and 1000 frames per second.'
  throw new ApiError('invalid_request', { errors: [{ path: '/frameRate', code: 'out_of_range', message }] })
}

const noTimeline = {
  path: '/format',
  code: 'unexpected',
  message: 'This kind of file has no timeline. Use csv or json.',
}
