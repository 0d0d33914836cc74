import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { profileEvent } from '../../events/resource-events.ts'
import { putAvatar } from '../../records/avatar.ts'
import { avatarOf, thisWorkspaceOnly, whereShown } from './avatar-input.ts'

export const removeAvatar = defineOperation({
  http: 'DELETE /api/account/avatar',
  client: 'account.removeAvatar',
  summary: 'Remove your avatar.',

  scope: null,
  credential: 'session',
  tier: 3,
  audit: { action: 'account.updated', target: 'caller', details: () => ({ changed: ['avatar'] }) },

  input: z.strictObject({ thisWorkspaceOnly }),
  output: [204],

  async handler({ thisWorkspaceOnly: onlyHere }, { sql, caller, mediaOrigin }): Promise<undefined> {
    await sql`
      with ${putAvatar(avatarOf(caller, onlyHere), mediaOrigin(), null)},
      emitted as (${emit(profileEvent(caller, fragment`(${whereShown(caller, onlyHere)} from avatar)`))})
      select url from avatar`
  },
})
