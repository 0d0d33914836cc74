import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { AccessLinkId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { accessLinkEvent } from '../../events/resource-events.ts'

export const deleteAccessLink = defineOperation({
  http: 'DELETE /api/project-access-links/:linkId',
  client: 'accessLinks.delete',
  tool: 'delete_project_access_link',
  summary:
    'Delete an access link. Nobody can join with it afterwards; guests who already joined keep their access.',
  toolUse: 'Use it when a link should no longer work.',

  scope: 'access-links:write',
  project: 'linkId',
  roles: managers,
  tier: 3,
  audit: { action: 'access_link.deleted', target: { of: 'accessLink', before: ({ linkId }) => linkId } },

  input: z.strictObject({ linkId: AccessLinkId }),
  output: [204],

  joinsAccess: true,
  async handler({ linkId }, { sql, access, caller }): Promise<undefined> {
    await sql`
      with deleted as (
        delete from access_links l using ${access} where l.id = ${linkId} returning l.id, l.project_id
      ), emitted as (${emit(accessLinkEvent('access_link.deleted', caller, fragment`deleted it`))})
      select id from deleted`
  },
})
