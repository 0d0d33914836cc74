import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId, text } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { fileEvent } from '../../events/resource-events.ts'
import { CaptionId, insertCues } from '../../records/captions/captions.ts'
import {
  CaptionFault,
  languageTag,
  type ParsedCaptions,
  parseCaptions,
} from '../../records/captions/parse-captions.ts'
import { requireCaptionable } from './require-captionable.ts'

export const createCaptions = defineOperation({
  http: 'POST /api/files/:fileId/captions',
  client: 'captions.create',
  summary: 'Add captions to a video or audio file, from SRT, WebVTT or TTML.',

  scope: 'files:write',
  project: 'fileId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    fileId: FileId,
    text: text(1, 1_000_000).describe('The whole caption file: SRT, WebVTT or TTML.'),
    language: text(2, 35)
      .nullish()
      .describe('Language tag, such as en or pt-BR. Default: that of a TTML file, else `und`.'),
    label: text(1, 100).nullish().describe('Name beside the language, such as SDH.'),
  }),
  output: [201, z.object({ id: CaptionId })],

  conflicts: ['captions_not_supported', 'too_many_captions'],

  joinsAccess: true,
  async handler({ fileId, text: given, language, label }, { sql, access, caller }) {
    const { cues, language: own } = read(given)
    const tag = requireLanguage(language) ?? languageTag(own ?? '') ?? 'und'
    await requireCaptionable(sql, access, fileId)
    const [created] = await sql<{ id: string }>`
      with created as (
        insert into captions (id, file_id, language, label, source, cue_count, author_id)
        select ${newUuid()}, f.id, ${tag}, ${label ?? null}, 'UPLOADED', ${cues.length}, access.user_id
        from ${access} join files f on f.id = ${fileId}
        returning id, file_id
      ), cues as (${insertCues(fragment`(select id from created)`, cues)}), changed as (
        select f.id, f.project_id, f.allow_restricted from created join files f on f.id = created.file_id
      ), emitted as (${emit(fileEvent('file.updated', caller, fragment`changed it`, { changed: ['captions'] }))})
      select id from created`
    if (!created) throw new ApiError('not_found')
    return created
  },
})

function read(given: string): ParsedCaptions {
  try {
    return parseCaptions(given)
  } catch (error) {
    if (!(error instanceof CaptionFault)) throw error
    throw new ApiError('invalid_request', {
      errors: [{ path: '/text', code: 'invalid_format', message: error.message }],
    })
  }
}

export function requireLanguage(language: string | null | undefined): string | undefined {
  if (language == null) return undefined
  const tag = languageTag(language)
  if (tag !== undefined) return tag
  const message = 'Must be a language tag, such as en or pt-BR.'
  throw new ApiError('invalid_request', { errors: [{ path: '/language', code: 'invalid_format', message }] })
}
