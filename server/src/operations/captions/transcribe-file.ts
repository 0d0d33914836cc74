import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId, text } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { fileEvent } from '../../events/resource-events.ts'
import { addTask } from '../../queue/tasks.ts'
import { CaptionId } from '../../records/captions/captions.ts'
import { requireLanguage } from './create-captions.ts'
import { maxCaptions } from './require-captionable.ts'

type FileRow = { ready: boolean; hasAudio: boolean | null; count: number; charged: boolean }

/** Failures after which the service may have done its work. */
const maybeCharged = ['start_unknown', 'provider_invalid_answer']

export const transcribeFile = defineOperation({
  http: 'POST /api/files/:fileId/captions.transcribe',
  client: 'captions.transcribe',
  summary:
    'Transcribe a video or audio file by speech-to-text. Returns the id of the captions at once; List Captions shows their state.',

  scope: 'ai:generate',
  project: 'fileId',
  roles: contributors,
  power: 'spend',
  tier: 2,

  input: z.strictObject({
    fileId: FileId,
    language: text(2, 35).nullish().describe('Language tag of what is spoken. Default: detected.'),
    payAgain: z
      .boolean()
      .nullish()
      .describe('true: also after a failed transcription that may have been charged.'),
  }),
  output: [202, z.object({ id: CaptionId })],

  violations: { captions_transcribed_idx: 'already_transcribed' },
  conflicts: [
    'already_transcribed',
    'captions_not_supported',
    'file_not_ready',
    'too_many_captions',
    'transcription_may_be_charged',
    'transcription_unavailable',
  ],

  transaction: true,
  async handler({ fileId, language, payAgain }, { sql, caller, transcribes, requireLive }) {
    requireLive()
    const tag = requireLanguage(language)
    if (!transcribes) throw new ApiError('transcription_unavailable')
    const [file] = await sql<FileRow>`
      select coalesce(m.state, 'PENDING') = 'READY' as ready, m.has_audio as "hasAudio",
        (select count(*)::integer from captions c where c.file_id = f.id and c.state <> 'FAILED') as count,
        exists (select from captions c where c.file_id = f.id and c.failure_code = any(${maybeCharged})) as charged
      from files f left join media m on m.file_id = f.id where f.id = ${fileId} for no key update of f`
    if (!file) throw new ApiError('not_found')
    if (!file.ready) {
      const message = 'The previews of this file are not ready: it can be transcribed when they are.'
      throw new ApiError('file_not_ready', { message })
    }
    if (!file.hasAudio)
      throw new ApiError('captions_not_supported', { message: 'This file has no audio to transcribe.' })
    if (file.charged && !payAgain) throw new ApiError('transcription_may_be_charged')
    if (file.count >= maxCaptions) throw new ApiError('too_many_captions')
    const id = newUuid()
    await sql`delete from captions where file_id = ${fileId} and source = 'TRANSCRIBED' and state = 'FAILED'`
    await sql`
      with created as (
        insert into captions (id, file_id, language, source, state, author_id)
        values (${id}, ${fileId}, ${tag ?? 'und'}, 'TRANSCRIBED', 'QUEUED', ${caller.userId})
        returning file_id
      ), changed as (
        select f.id, f.project_id, f.allow_restricted from created join files f on f.id = created.file_id
      )
      ${emit(fileEvent('file.updated', caller, fragment`changed it`, { changed: ['captions'] }))}`
    await addTask(sql, { task: 'transcribe', payload: { captionId: id }, key: `transcribe:${id}` })
    return { id }
  },
})
