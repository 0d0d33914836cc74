import { normalizeEmoji } from '../../core/emoji.ts'
import { ApiError } from '../../core/errors.ts'
import { text } from '../../core/schemas.ts'

/** The reaction as the client sends it; `requireEmoji` checks that it is an emoji. */
export const ReactionType = text(1, 64).describe('Exactly one emoji. Variation selectors make no difference.')

export function requireEmoji(type: string): string {
  const emoji = normalizeEmoji(type)
  if (emoji !== undefined) return emoji
  const message = 'Must be exactly one emoji.'
  throw new ApiError('invalid_request', { errors: [{ path: '/type', code: 'invalid_emoji', message }] })
}
