import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'

export const unmuteFile = defineOperation({
  http: 'DELETE /api/files/:fileId/mute',
  client: 'notifications.unmuteFile',
  summary: 'Receive notifications about a file again.',

  scope: 'projects:write',
  project: 'fileId',
  roles: anyRole,
  tier: 4,

  input: z.strictObject({ fileId: FileId }),
  output: [204],

  joinsAccess: true,
  async handler({ fileId }, { sql, access }): Promise<undefined> {
    await sql`
      with found as (
        select f.stack_id, access.user_id from ${access} join files f on f.id = ${fileId}
      ), deleted as (
        delete from muted_files m using found where m.stack_id = found.stack_id and m.user_id = found.user_id
      )
      select true from found`
  },
})
