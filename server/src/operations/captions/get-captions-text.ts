import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { CaptionId } from '../../records/captions/captions.ts'
import type { Cue } from '../../records/captions/cue.ts'
import { writeSubRip, writeWebVtt } from '../../records/captions/lines.ts'
import { findCaptions } from './find-captions.ts'

const formats = {
  vtt: ['text/vtt', writeWebVtt],
  srt: ['application/x-subrip', writeSubRip],
  txt: [
    'text/plain',
    (cues: readonly Cue[]) => cues.map(({ text }) => `${text.replaceAll('\n', ' ')}\n`).join(''),
  ],
} as const

export const getCaptionsText = defineOperation({
  http: 'GET /api/files/:fileId/captions/:captionId/text',
  client: 'captions.getText',
  summary: 'Get captions as one text: WebVTT, SRT, or only the words.',

  scope: 'files:read',
  project: 'fileId',
  roles: anyRole,
  tier: 4,

  input: z.strictObject({
    fileId: FileId,
    captionId: CaptionId,
    format: z
      .enum(['vtt', 'srt', 'txt'])
      .default('vtt')
      .describe('vtt: WebVTT. srt: SubRip. txt: the words alone, a line for each cue.'),
  }),
  output: [
    200,
    z.object({
      language: z.string(),
      mimeType: z.string(),
      text: z.string().describe('The whole file.'),
    }),
  ],

  joinsAccess: true,
  async handler({ fileId, captionId, format }, { sql, access, caller }) {
    const { row, cues } = await findCaptions({ sql, access, caller }, fileId, captionId)
    const [mimeType, write] = formats[format]
    return { language: row.language, mimeType, text: write(cues) }
  },
})
