import { z } from 'zod'
import { Email, NewPassword, PersonName } from '../../auth/account-schemas.ts'
import { verifyPassword } from '../../auth/accounts.ts'
import { requireMade } from '../../auth/evidence.ts'
import { requireFullSession } from '../../auth/full-session.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { requestAddress } from '../../auth/proven-addresses.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { text } from '../../core/schemas.ts'

export const updateAccount = defineOperation({
  http: 'PATCH /api/account',
  client: 'account.update',
  summary:
    'Change the own name or password, or ask for another e-mail address. A new password ends all other sessions.',

  scope: null,
  credential: 'session',
  tier: 2,

  input: z.strictObject({
    name: PersonName.optional().describe('What others see.'),
    email: Email.optional().describe(
      'The address wanted. It takes effect when the link sent to it is opened, or when whoever runs the server confirms it; until then it is `pendingEmail`. The current address cancels a change that waits.',
    ),
    password: NewPassword.optional().describe('10 to 128 characters.'),
    currentPassword: text(0, 128)
      .optional()
      .describe('Needed to change the address or the password of an account that has a password.'),
  }),
  output: [204],

  conflicts: ['email_taken'],

  /** The hash of the password before, and of the new one, if there is one. */
  async prepare({ email, password, currentPassword }, context) {
    const { sql, caller, guess } = context
    const { userId } = caller
    let current: string | null = null
    if (email !== undefined || password !== undefined) {
      requireFullSession(caller)
      const verified = await verifyPassword(sql, guess('account', userId), userId, currentPassword)
      if (verified === undefined) throw new ApiError('password_refused')
      current = verified
    }
    // First, because it may be refused, and then nothing has changed.
    if (email !== undefined) await requestAddress(context, { userId, email })
    return { current, hash: password === undefined ? null : await hashPassword(password) }
  },

  async handler({ name, email }, { sql, caller }, { current, hash }): Promise<undefined> {
    // A reset that came first ended this session and changed the password: it must not be undone.
    const changed = await sql`
      with changed as (
        update users u set name = coalesce(${name ?? null}, name), password_hash = coalesce(${hash}, password_hash)
        where u.id = ${caller.userId} and (${hash}::text is null or u.password_hash is not distinct from ${current})
          and exists (select from sessions s where s.id = ${caller.credentialId})
        returning u.id
      ), outdated as (
        delete from one_time_links l using changed
        where ${hash}::text is not null and l.user_id = changed.id and (l.purpose <> 'EMAIL' or ${email === undefined})
      ), ended as (
        delete from sessions s using changed
        where ${hash}::text is not null and s.user_id = changed.id and s.id <> ${caller.credentialId}
      )
      select id from changed`
    requireMade(changed)
  },
})
