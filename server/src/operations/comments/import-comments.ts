import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { timecode } from '../../core/frames.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId, FileId, text } from '../../core/schemas.ts'
import { detectFormat, importFormats, losses } from '../../records/marker-import/formats.ts'
import { nameUses } from '../../records/marker-import/plan.ts'
import { exportInput, refusal } from './export-input.ts'
import { insertImported } from './insert-imported.ts'
import { type ImportSettings, loadImportedFile, planImport } from './plan-import.ts'

const ImportedMarker = z.object({
  state: z
    .enum(['NEW', 'EXISTS', 'OUTSIDE'])
    .describe('NEW: becomes a comment. EXISTS: is on the file already. OUTSIDE: not within the file.'),
  frame: z.int().nullable().describe('Frame of the video, counted from 0; null on audio.'),
  anchor: z.int().describe('The same in milliseconds.'),
  duration: z.int().nullable().describe('Length of the range in milliseconds; null for a single frame.'),
  timecode: z.string().describe('Timecode of the marker.'),
  content: z.string().nullable().describe('The text of the comment; null for a marker without text.'),
  author: z.string().nullable().describe('Who wrote it, as the file says; null if it does not.'),
  resolved: z.boolean(),
  drawing: z.boolean().describe('Whether it has a drawing.'),
  shortened: z.boolean().describe('Whether the text was cut to the 5,000 characters of a comment.'),
  comment: z
    .object({ id: CommentId })
    .nullable()
    .describe('The new comment; null in a preview and unless NEW.'),
})

export const importComments = defineOperation({
  http: 'POST /api/files/:fileId/comments.import',
  client: 'comments.import',
  summary:
    'Import the markers of an editing program as comments on a video or audio file, or preview what an import would do. A marker that is on the file already is not imported again.',

  scope: 'comments:write',
  project: 'fileId',
  roles: anyRole,
  tier: 2,

  input: z.strictObject({
    fileId: FileId,
    content: text(1, 900_000).describe('The text of the marker file, with at most 1,000 markers.'),
    format: z
      .enum(importFormats)
      .nullish()
      .describe(
        'edl: DaVinci Resolve. xmeml, premiere-csv: Premiere Pro. avid, avid-xml: Media Composer. fcpxml: Final Cut Pro. otio: OpenTimelineIO. srt: subtitles. Defaults to what the text looks like.',
      ),
    preview: z.boolean().default(false).describe('true: only say what would be imported.'),
    frameRate: exportInput.frameRate.describe(
      'Frames per second of the timecodes, such as 25 or 24000/1001. Defaults to the frame rate of the video, or 24.',
    ),
    startTimecode: exportInput.startTimecode.describe(
      'Timecode at which the file starts on the timeline. Defaults to that with which most markers are on the file: its source timecode, 01:00:00:00 or 00:00:00:00.',
    ),
    dropFrame: exportInput.dropFrame.describe(
      'Whether timecodes of 29.97 and 59.94 frames per second skip numbers. Defaults to what the marker file says.',
    ),
    names: z
      .enum(nameUses)
      .default('AUTO')
      .describe(
        'What the names of markers are. AUTHOR: the people who wrote them. TEXT: a part of the text. AUTO: people if a member or an author of comments on the file has that name.',
      ),
    resolvedColour: text(1, 30)
      .nullable()
      .default('GREEN')
      .describe('Markers of this colour are resolved, in formats without a field for it; null for none.'),
  }),
  output: [
    200,
    z.object({
      format: z.enum(importFormats),
      frameRate: z.string().describe('Frame rate with which the file was read.'),
      dropFrame: z.boolean(),
      startTimecode: z.string().describe('Timecode at which the file starts on the timeline.'),
      markers: z.array(ImportedMarker),
      created: z.int().describe('Number of new comments; 0 in a preview.'),
      unreadable: z.int().describe('Markers of the file that cannot be read.'),
      losses: z
        .array(z.enum(losses))
        .describe(
          'What this format cannot hold. AUTHORS: who wrote a comment, except before its text. RESOLVED: whether it is. LINE_BREAKS. REPLIES: as comments of their own. DRAWINGS. ATTACHMENTS. ONE_PER_FRAME: comments on one frame are one marker. SINGLE_FRAMES: whether a comment is on one frame.',
        ),
    }),
  ],

  violations: { comments_file_fkey: 'not_found', comment_imports_comment_fkey: 'not_found' },

  joinsAccess: true,
  async handler({ fileId, content, preview, ...input }, { sql, access, caller }) {
    const file = await loadImportedFile(sql, access, fileId)
    if (!file) throw new ApiError('not_found')
    const format = input.format ?? detectFormat(content)
    if (format === undefined) throw refusal(unknownFormat)
    const settings: ImportSettings = { ...input, format }
    const plan = await planImport(sql, access, file, content, settings)
    const created = preview
      ? new Map()
      : await insertImported(sql, access, caller, fileId, format, plan.markers)
    const { rate, dropFrame, start } = plan
    return {
      format,
      frameRate: `${rate.num}/${rate.den}`,
      dropFrame,
      startTimecode: timecode(0, rate, { dropFrame, start }),
      markers: plan.markers.map(({ key, annotation, length: _, state, ...marker }) => {
        const id = state === 'NEW' ? created.get(key) : undefined
        const lost = !preview && state === 'NEW' && id === undefined
        return {
          ...{ ...marker, drawing: annotation !== null },
          // Another caller imported it at the same time.
          state: lost ? ('EXISTS' as const) : state,
          comment: id === undefined ? null : { id },
        }
      }),
      created: created.size,
      unreadable: plan.ignored,
      losses: [...plan.loses],
    }
  },
})

const unknownFormat = {
  path: '/format',
  code: 'invalid_value',
  message: 'The text looks like no known marker file. Name the format.',
}
