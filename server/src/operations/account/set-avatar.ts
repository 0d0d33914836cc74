import { defineOperation } from '../../core/operation.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { profileEvent } from '../../events/resource-events.ts'
import { makeAvatar } from '../../media/image/avatar.ts'
import { putAvatar } from '../../records/avatar.ts'
import { AvatarUpload, cropOf, StoredAvatar, thisWorkspaceOnly } from './avatar-input.ts'
import { avatarOf, whereShown } from './own-avatar.ts'

/** Takes an image and no JSON, so it is not in the list: see image-operations.ts. */
export const setAvatar = defineOperation({
  http: 'PUT /api/account/avatar',
  client: 'account.setAvatar',
  summary: 'Set the own avatar. The body is a PNG, JPEG or WebP of at most 5 MB.',

  scope: null,
  credential: 'session',
  tier: 2,

  input: AvatarUpload.extend({ thisWorkspaceOnly }),
  output: [200, StoredAvatar],

  async prepare(input, { caller }) {
    return makeAvatar(caller.userId, input.image, cropOf(input))
  },

  async handler({ thisWorkspaceOnly: onlyHere }, { sql, caller, origin }, images) {
    const [avatar] = await sql<{ avatarUrl: string }>`
      with ${putAvatar(avatarOf(caller, onlyHere), origin(), images)},
      emitted as (${emit(profileEvent(caller, fragment`(${whereShown(caller, onlyHere)} from avatar)`))})
      select url as "avatarUrl" from avatar`
    return avatar!
  },
})
