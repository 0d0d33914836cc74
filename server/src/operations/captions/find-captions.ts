// The captions of a path, and their cues.
import { ApiError } from '../../core/errors.ts'
import type { ContextFields } from '../../core/operation.ts'
import { type CaptionsRow, captionsColumns } from '../../records/captions/captions.ts'
import type { Cue } from '../../records/captions/cue.ts'
import { authorJoins } from '../../records/comment.ts'
import { readyForGuests } from './guest-captions.ts'

export async function findCaptions(
  { sql, access, caller }: Pick<ContextFields, 'sql' | 'access' | 'caller'>,
  fileId: string,
  captionId: string,
): Promise<{ row: CaptionsRow; cues: Cue[] }> {
  const [row] = await sql<CaptionsRow>`
    select ${captionsColumns} from ${access} 
    join captions c on c.file_id = ${fileId} and c.id = ${captionId} ${readyForGuests(caller)} ${authorJoins}`
  if (!row) throw new ApiError('not_found')
  const cues = await sql<Cue>`
    select start_ms as "startMs", end_ms as "endMs", text from caption_cues where caption_id = ${row.id} order by position`
  return { row, cues }
}
