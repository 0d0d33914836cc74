import { z } from 'zod'
import { newShareToken } from '../../auth/share-guests.ts'
import { managers } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ShareId, Timestamp } from '../../core/schemas.ts'
import { insertPreview } from './new-guest.ts'

export const previewShare = defineOperation({
  http: 'POST /api/shares/:shareId/preview',
  client: 'shares.preview',
  summary:
    'Get a token to look at a share as its guests see it. It reads only, leaves no trace among the guests, and works for 12 hours.',

  scope: 'shares:write',
  project: 'shareId',
  roles: managers,
  tier: 3,
  audit: { action: 'share.previewed', target: { of: 'share', before: ({ shareId }) => shareId } },

  input: z.strictObject({ shareId: ShareId }),
  output: [201, z.object({ token: z.string(), expiresAt: Timestamp })],
  confidential: true,
  ephemeral: true,

  conflicts: ['share_ended'],

  async handler({ shareId }, { sql, caller }) {
    const token = newShareToken()
    const { expiresAt } = await insertPreview(sql, shareId, caller, token)
    return { token, expiresAt }
  },
})
