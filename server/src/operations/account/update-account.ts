import { z } from 'zod'
import { Email, NewPassword, PersonName } from '../../auth/account-schemas.ts'
import { knowsPassword } from '../../auth/accounts.ts'
import { requireFullSession } from '../../auth/full-session.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { text } from '../../core/schemas.ts'

export const updateAccount = defineOperation({
  http: 'PATCH /api/account',
  client: 'account.update',
  summary: 'Change the own name, e-mail address or password. A new password ends all other sessions.',

  scope: null,
  credential: 'session',
  tier: 2,

  input: z.strictObject({
    name: PersonName.optional().describe('What others see.'),
    email: Email.optional().describe('Where letters go, and what one signs in with.'),
    password: NewPassword.optional().describe('10 to 128 characters.'),
    currentPassword: text(0, 128)
      .optional()
      .describe('Needed to change the address or the password of an account that has a password.'),
  }),
  output: [204],

  violations: { users_email_key: 'email_taken' },

  /** The hash of the new password, if there is one. */
  async prepare({ email, password, currentPassword }, { sql, caller, guess }) {
    if (email !== undefined || password !== undefined) {
      requireFullSession(caller)
      const known = await knowsPassword(sql, guess('account', caller.userId), caller.userId, currentPassword)
      if (!known) throw new ApiError('password_refused')
    }
    return password === undefined ? null : hashPassword(password)
  },

  async handler({ name, email }, { sql, caller }, hash): Promise<undefined> {
    await sql`
      with changed as (
        update users set name = coalesce(${name ?? null}, name), email = coalesce(${email ?? null}, email),
          password_hash = coalesce(${hash}, password_hash)
        where id = ${caller.userId} returning id
      ), outdated as (
        delete from one_time_links l using changed
        where l.user_id = changed.id and (${hash}::text is not null or ${email ?? null}::text is not null)
      )
      delete from sessions s using changed
      where ${hash}::text is not null and s.user_id = changed.id and s.id <> ${caller.credentialId}`
  },
})
