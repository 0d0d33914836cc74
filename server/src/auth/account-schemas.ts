import { z } from 'zod'
import { text } from '../core/schemas.ts'

/** The shape only: whether mail arrives there is found out by sending some. */
export const Email = text(3, 254)
  .refine(
    (value) => /^[^\s@\p{Cc}<>,;]+@[^\s@\p{Cc}<>,;]+$/u.test(value),
    'Must be an e-mail address such as ada@example.com.',
  )
  .meta({ format: 'email' })

/** Long rather than odd: nothing is asked of the characters. */
export const NewPassword = text(10, 128)

export const PersonName = text(1, 100)

export const InvitedRole = z.enum(['ADMIN', 'MEMBER', 'GUEST'])
