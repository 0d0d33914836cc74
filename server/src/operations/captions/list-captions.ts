import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import {
  Captions,
  type CaptionsRow,
  captionsColumns,
  captionsRecord,
} from '../../records/captions/captions.ts'
import { authorJoins } from '../../records/comment.ts'
import { readyForGuests, shownTo } from './guest-captions.ts'

export const listCaptions = defineOperation({
  http: 'GET /api/files/:fileId/captions',
  client: 'captions.list',
  summary: 'List the captions of a video or audio file: uploaded, found in the file, or transcribed.',

  scope: 'files:read',
  project: 'fileId',
  roles: anyRole,
  share: 'view',
  tier: 4,

  input: z.strictObject({ fileId: FileId }),
  output: [
    200,
    z.object({
      captions: z.array(Captions),
      canTranscribe: z
        .boolean()
        .describe('Whether this server has speech-to-text, and the caller is no share guest.'),
    }),
  ],

  joinsAccess: true,
  async handler({ fileId }, { sql, access, caller, transcribes }) {
    const rows = await sql<CaptionsRow | { id: null }>`
      select ${captionsColumns} from ${access}
      left join captions c on c.file_id = ${fileId} ${readyForGuests(caller)} ${authorJoins}
      order by c.created_at, c.id`
    const captions = rows.flatMap((row) => (row.id === null ? [] : [shownTo(caller, captionsRecord(row))]))
    return { captions, canTranscribe: transcribes && caller.kind !== 'share' }
  },
})
