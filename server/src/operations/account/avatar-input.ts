// The input that the avatar operations share, and whose avatar a call changes.
import { z } from 'zod'
import type { Caller } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { type Fragment, fragment } from '../../core/sql.ts'
import type { Crop } from '../../media/image/avatar.ts'
import type { AvatarOwner } from '../../records/avatar.ts'

const pixels = z.int().min(0).max(100_000_000)

export const AvatarUpload = z.strictObject({
  image: z.instanceof(Uint8Array, { error: 'The body must be the image: PNG, JPEG or WebP.' }),
  x: pixels.optional().describe('Left edge of the square to crop to, in pixels of the upright image.'),
  y: pixels.optional().describe('Top edge of the square.'),
  size: pixels
    .min(1)
    .optional()
    .describe('Side of the square. Without `x`, `y` and `size`: the largest square around the centre.'),
})

export const StoredAvatar = z.object({
  avatarUrl: z
    .string()
    .describe(
      'URL of a WebP image of 512 × 512 pixels; add `?size=64` or `?size=128` for a smaller one. A new image gets a new URL.',
    ),
})

type CropInput = { [Key in keyof Crop]?: number | undefined }

export function cropOf({ x, y, size }: CropInput): Crop | undefined {
  if (x === undefined && y === undefined && size === undefined) return undefined
  if (x !== undefined && y !== undefined && size !== undefined) return { x, y, size }
  const message = 'Send `x`, `y` and `size` together, or none of them.'
  throw new ApiError('invalid_request', { errors: [{ path: '/size', code: 'incomplete', message }] })
}

export const thisWorkspaceOnly = z
  .boolean()
  .default(false)
  .describe('true: change the avatar in this workspace only, not that of the account.')

export function avatarOf({ userId, workspaceId }: Caller, onlyHere: boolean): AvatarOwner {
  return onlyHere ? { workspaceId, userId } : { userId }
}

/** The owner of the avatar for its event; the workspace is null if the avatar shows in all of them. */
export function whereShown({ userId, workspaceId }: Caller, onlyHere: boolean): Fragment {
  return fragment`select ${userId}::uuid as user_id, ${onlyHere ? workspaceId : null}::uuid as workspace_id`
}
