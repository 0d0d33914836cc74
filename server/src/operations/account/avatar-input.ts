import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import type { Crop } from '../../media/image/avatar.ts'

const pixels = z.int().min(0).max(100_000_000)

export const AvatarUpload = z.strictObject({
  image: z.instanceof(Uint8Array, { error: 'The body must be the image: PNG, JPEG or WebP.' }),
  x: pixels.optional().describe('Left edge of the square to cut out, in pixels of the upright image.'),
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
      'A WebP of 512 × 512 pixels; with `?size=64` or `?size=128` a smaller one. It changes with the image.',
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
  .describe('Only what this workspace shows, instead of the avatar of the account.')
