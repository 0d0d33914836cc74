import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { AccessLinkId } from '../../core/schemas.ts'
import {
  AccessLink,
  type AccessLinkRow,
  accessLinkColumns,
  accessLinkRecord,
} from '../../records/access-link.ts'

export const getAccessLink = defineOperation({
  http: 'GET /api/project-access-links/:linkId',
  client: 'accessLinks.get',
  tool: 'get_project_access_link',
  summary:
    'Get an access link. Its key is included if the credential also has the scope `access-links:read.key`.',
  toolUse: 'Use it to read one link by its id; list_project_access_links returns the ids.',

  scope: 'access-links:read',
  project: 'linkId',
  roles: managers,
  tier: 'default',

  input: z.strictObject({ linkId: AccessLinkId }),
  output: [200, AccessLink],

  joinsAccess: true,
  async handler({ linkId }, { sql, access, caller, secrets }) {
    const [row] = await sql<AccessLinkRow>`
      select ${accessLinkColumns} from ${access} join access_links l on l.id = ${linkId}`
    return accessLinkRecord(row!, caller, secrets)
  },
})
