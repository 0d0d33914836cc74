import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'

export const muteFile = defineOperation({
  http: 'PUT /api/files/:fileId/mute',
  client: 'notifications.muteFile',
  summary: 'Stop notifications about a file and all of its revisions, also of mentions.',

  scope: 'projects:write',
  project: 'fileId',
  roles: anyRole,
  tier: 4,

  input: z.strictObject({ fileId: FileId }),
  output: [204],

  joinsAccess: true,
  async handler({ fileId }, { sql, access }): Promise<undefined> {
    await sql`
      insert into muted_files (user_id, project_id, stack_id)
      select access.user_id, access.project_id, f.stack_id from ${access} join files f on f.id = ${fileId}
      on conflict on constraint muted_files_pkey do update set project_id = excluded.project_id
      returning true`
  },
})
