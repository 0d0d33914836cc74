import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'

export const getMute = defineOperation({
  http: 'GET /api/files/:fileId/mute',
  client: 'notifications.getMute',
  summary: 'Read whether you have muted a file.',

  scope: 'projects:read',
  project: 'fileId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({ fileId: FileId }),
  output: [200, z.object({ muted: z.boolean() })],

  joinsAccess: true,
  async handler({ fileId }, { sql, access }) {
    const [found] = await sql<{ muted: boolean }>`
      select exists (
        select from files f join muted_files m on m.stack_id = f.stack_id and m.user_id = access.user_id
        where f.id = ${fileId}
      ) as muted
      from ${access}`
    return found!
  },
})
