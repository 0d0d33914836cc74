import { defineOperation } from '../../core/operation.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { profileEvent } from '../../events/resource-events.ts'
import { createAvatar } from '../../media/image/avatar.ts'
import { putAvatar } from '../../records/avatar.ts'
import {
  AvatarUpload,
  avatarOf,
  cropOf,
  StoredAvatar,
  thisWorkspaceOnly,
  whereShown,
} from './avatar-input.ts'

/** The body is an image instead of JSON, so image-operations.ts lists it instead of index.ts. */
export const setAvatar = defineOperation({
  http: 'PUT /api/account/avatar',
  client: 'account.setAvatar',
  summary: 'Set your avatar. The body is a PNG, JPEG or WebP image of at most 5 MB.',

  scope: null,
  credential: 'session',
  tier: 2,
  audit: { action: 'account.updated', target: 'caller', details: () => ({ changed: ['avatar'] }) },

  input: AvatarUpload.extend({ thisWorkspaceOnly }),
  output: [200, StoredAvatar],

  async prepare(input, { caller }) {
    return createAvatar(caller.userId, input.image, cropOf(input))
  },

  async handler({ thisWorkspaceOnly: onlyHere }, { sql, caller, mediaOrigin }, images) {
    const [avatar] = await sql<{ avatarUrl: string }>`
      with ${putAvatar(avatarOf(caller, onlyHere), mediaOrigin(), images)},
      emitted as (${emit(profileEvent(caller, fragment`(${whereShown(caller, onlyHere)} from avatar)`))})
      select url as "avatarUrl" from avatar`
    return avatar!
  },
})
