import { z } from 'zod'
import { guestAccess } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { seesFile } from '../../core/visibility.ts'

export const reportShareView = defineOperation({
  http: 'POST /api/share/views',
  client: 'openShare.reportView',
  summary: 'Report that you opened a file of the share or, with `watched`, how far you got in it.',

  scope: null,
  credential: 'share',
  share: 'view',
  tier: 'default',

  input: z.strictObject({
    fileId: FileId,
    watched: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('The farthest place so far, from 0 to 1. Omit it when the file is opened.'),
  }),
  output: [204],
  ephemeral: true,

  async handler({ fileId, watched }, { sql, caller }): Promise<undefined> {
    const [file] = await sql`
      with file as (
        select f.id, access.guest_id from ${guestAccess(caller, 'view')}
        join files f on f.id = ${fileId} and f.project_id = access.project_id and ${seesFile('f')}
      ), reported as (
        insert into share_views as seen (guest_id, file_id, opens, watched)
        select guest_id, id, ${watched === undefined ? 1 : 0}, ${thousandths(watched ?? 0)} from file
        where ${caller.share?.preview === false}
        on conflict on constraint share_views_pkey do update
          set opens = seen.opens + excluded.opens, watched = greatest(seen.watched, excluded.watched), last_at = now()
      )
      select id from file`
    if (!file) throw new ApiError('not_found')
  },
})

/** Exact enough, and never too small for the column. */
function thousandths(part: number): number {
  return Math.round(part * 1000) / 1000
}
