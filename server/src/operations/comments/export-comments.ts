import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { type FrameRate, parseFrameRate } from '../../core/frames.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { authorJoins, type CommentRow, commentColumns, commentRecord } from '../../records/comment.ts'
import { writeCsv } from '../../records/comment-export/csv.ts'
import { writeEdl } from '../../records/comment-export/edl.ts'
import { threadsOf } from '../../records/comment-export/export-thread.ts'
import { writeFcpxml } from '../../records/comment-export/fcpxml.ts'
import { writeJson } from '../../records/comment-export/json.ts'
import { writeSrt } from '../../records/comment-export/srt.ts'
import { type FileKind, fileKind } from '../../records/file-kind.ts'
import { refuse } from './comment-input.ts'

const formats = {
  csv: { mimeType: 'text/csv; charset=utf-8', write: writeCsv, timeline: false },
  edl: { mimeType: 'text/plain; charset=utf-8', write: writeEdl, timeline: true },
  fcpxml: { mimeType: 'application/xml; charset=utf-8', write: writeFcpxml, timeline: true },
  srt: { mimeType: 'application/x-subrip; charset=utf-8', write: writeSrt, timeline: true },
  json: { mimeType: 'application/json; charset=utf-8', write: writeJson, timeline: false },
}
type Format = keyof typeof formats

const timed: readonly FileKind[] = ['video', 'audio', 'unknown']

export const exportComments = defineOperation({
  http: 'GET /api/files/:fileId/comments.export',
  summary:
    'Export all comments on a file for a spreadsheet (csv), an editing program (edl, fcpxml), a player (srt) or a program of your own (json).',

  scope: 'comments:download',
  project: 'fileId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({
    fileId: FileId,
    format: z
      .enum(['csv', 'edl', 'fcpxml', 'srt', 'json'])
      .describe('edl, fcpxml and srt are for video and audio.'),
    frameRate: z
      .string()
      .regex(/^[1-9]\d{0,5}(\/[1-9]\d{0,5})?$/)
      .nullish()
      .describe('Frames a second, such as 25 or 24000/1001; 24 when it is left out.'),
  }),
  output: [
    200,
    z.object({
      name: z.string().describe('What to call the file.'),
      mimeType: z.string(),
      content: z.string().describe('All of the file.'),
    }),
  ],

  joinsAccess: true,
  async handler({ fileId, format, frameRate }, { sql, access }) {
    const rate = requireFrameRate(frameRate ?? '24')
    const [file] = await sql<{ name: string; kind: FileKind }>`
      select f.name, ${fileKind} as kind from ${access} join files f on f.id = ${fileId}`
    if (!file) throw new ApiError('not_found')
    requireTimeline(format, file.kind)
    const rows = await sql<CommentRow>`
      select ${commentColumns} from ${access} join comments c on c.file_id = ${fileId} ${authorJoins}
      order by c.created_at, c.id`
    const threads = threadsOf(rows.map(commentRecord), rate, timed.includes(file.kind))
    const { mimeType, write } = formats[format]
    const content = write({ fileId, fileName: file.name, rate, threads })
    return { name: `${file.name}.${format}`, mimeType, content }
  },
})

function requireFrameRate(text: string): FrameRate {
  const rate = parseFrameRate(text)
  if (rate) return rate
  const message = 'Must be 1 to 1000 frames a second.'
  throw new ApiError('invalid_request', { errors: [{ path: '/frameRate', code: 'out_of_range', message }] })
}

function requireTimeline(format: Format, kind: FileKind): void {
  if (!formats[format].timeline || timed.includes(kind)) return
  refuse([
    { path: '/format', code: 'unexpected', message: 'This kind of file has no timeline. Take csv or json.' },
  ])
}
