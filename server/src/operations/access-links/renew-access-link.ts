import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { AccessLinkId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { accessLinkEvent } from '../../events/resource-events.ts'
import { newLinkKey } from './link-keys.ts'

export const renewAccessLink = defineOperation({
  http: 'POST /api/project-access-links/:linkId/renew',
  client: 'accessLinks.renew',
  summary:
    'Replace the key of an access link. The old key stops working; guests who already joined keep their access. Get the link to read the new key.',

  scope: 'access-links:write',
  project: 'linkId',
  roles: managers,
  power: 'addPeople',
  tier: 3,
  audit: { action: 'access_link.renewed', target: { of: 'accessLink', before: ({ linkId }) => linkId } },

  input: z.strictObject({ linkId: AccessLinkId }),
  // The response omits the key, like that of Create Access Link.
  output: [204],

  joinsAccess: true,
  async handler({ linkId }, { sql, access, caller, secrets }): Promise<undefined> {
    const { hash, sealed } = newLinkKey(secrets)
    await sql`
      with renewed as (
        update access_links l set key_hash = ${hash}, key_sealed = ${sealed} from ${access} where l.id = ${linkId}
        returning l.id, l.project_id
      ), emitted as (${emit(accessLinkEvent('access_link.renewed', caller, fragment`renewed it`))})
      select id from renewed`
  },
})
