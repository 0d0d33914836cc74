import { normalizeEmoji } from '../../core/emoji.ts'
import { ApiError } from '../../core/errors.ts'
import { text } from '../../core/schemas.ts'

/** What a client sends; whether it is an emoji is for `requireEmoji` to say. */
export const ReactionType = text(1, 64).describe(
  'Exactly one emoji. With or without variation selectors it is the same.',
)

export function requireEmoji(type: string): string {
  const emoji = normalizeEmoji(type)
  if (emoji !== undefined) return emoji
  const message = 'Must be exactly one emoji.'
  throw new ApiError('invalid_request', { errors: [{ path: '/type', code: 'invalid_emoji', message }] })
}
