import { z } from 'zod'
import { text } from '../core/schemas.ts'

/** Checks the shape only; whether the address receives mail is proven by a link that is sent to it. */
export const Email = text(3, 254)
  .refine(
    (value) => /^[^\s@\p{Cc}<>,;]+@[^\s@\p{Cc}<>,;]+$/u.test(value),
    'Must be an e-mail address such as ada@example.com.',
  )
  .meta({ format: 'email' })

/** Only the length is required, no particular characters. */
export const NewPassword = text(10, 128)

export const PersonName = text(1, 100)

export const InvitedRole = z.enum(['ADMIN', 'MEMBER', 'GUEST'])
