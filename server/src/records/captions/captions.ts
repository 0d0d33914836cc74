// Captions of a file on the wire, and how they are stored.
import { z } from 'zod'
import { Timestamp, UserSummary } from '../../core/schemas.ts'
import { type Fragment, fragment } from '../../core/sql.ts'
import { column, computed, object, type Row, recordMapper, selectList, wireSchema } from '../columns.ts'
import { userProperties } from '../member.ts'
import type { Cue } from './cue.ts'

export const CaptionId = z.uuid().describe('Id of captions.')

const Failure = z.object({ code: z.string(), message: z.string() })

/** Selected from `access`, `captions c` and the author `u` and `w`. */
const columns = {
  id: column(CaptionId, 'c.id'),
  language: column(
    z.string().describe('Language tag, such as en or pt-BR; `und` if it is not known.'),
    'c.language',
  ),
  label: column(z.string().nullable().describe('Name beside the language, such as SDH.'), 'c.label'),
  source: column(
    z
      .enum(['UPLOADED', 'EMBEDDED', 'TRANSCRIBED'])
      .describe('EMBEDDED: found in the file. TRANSCRIBED: by speech-to-text.'),
    'c.source',
  ),
  state: column(
    z
      .enum(['QUEUED', 'SENDING', 'READY', 'FAILED'])
      .describe('QUEUED and SENDING: being transcribed. FAILED: see `failure`.'),
    'c.state',
  ),
  failure: object(Failure.nullable(), { code: 'c.failure_code', message: 'c.failure_message' }),
  cueCount: column(z.int().describe('Number of cues.'), 'c.cue_count'),
  author: object(
    UserSummary.omit({ email: true })
      .nullable()
      .describe('null for captions found in the file, and for share guests.'),
    userProperties,
  ),
  createdAt: column(Timestamp, 'c.created_at'),
  updatedAt: column(Timestamp, 'c.updated_at'),
}

export const Captions = wireSchema('Captions', columns)
export const captionsColumns = selectList(columns)
export type CaptionsRow = Row<typeof columns>
export const captionsRecord = recordMapper(columns)

const CueRecord = z.object({
  startMs: z.int(),
  endMs: z.int(),
  text: z.string().describe('Plain text; lines are separated by line breaks.'),
})

const detailColumns = { ...columns, cues: computed(z.array(CueRecord).describe('In order of time.')) }
export const CaptionsDetails = wireSchema('CaptionsDetails', detailColumns)
export const captionsDetails = recordMapper(detailColumns)

/** The cues of a list, as a part of a statement: `insert into caption_cues …`. `id` is SQL. */
export function insertCues(id: Fragment, cues: readonly Cue[]): Fragment {
  return fragment`
    insert into caption_cues (caption_id, position, start_ms, end_ms, text, key)
    select ${id}, cue.position - 1, cue.start_ms, cue.end_ms, cue.text, search_key(search_folded(cue.text))
    from unnest(${cues.map(({ startMs }) => startMs)}::bigint[], ${cues.map(({ endMs }) => endMs)}::bigint[],
      ${cues.map(({ text }) => text)}::text[]) with ordinality as cue (start_ms, end_ms, text, position)`
}
