import { z } from 'zod'
import { Email, NewPassword, PersonName } from '../../auth/account-schemas.ts'
import { auditRefusedPassword, verifyPassword } from '../../auth/accounts.ts'
import { requireCreated } from '../../auth/evidence.ts'
import { requireFullSession } from '../../auth/full-session.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { requestAddress } from '../../auth/proven-addresses.ts'
import { actorOf } from '../../core/audit.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { givenFields } from '../../core/operation-audit.ts'
import { text } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { profileEvent } from '../../events/resource-events.ts'

export const updateAccount = defineOperation({
  http: 'PATCH /api/account',
  client: 'account.update',
  summary:
    'Change your names or password, or request another e-mail address. A new password ends all other sessions.',

  scope: null,
  credential: 'session',
  tier: 2,
  audit: [
    {
      action: 'account.updated',
      target: 'caller',
      details: ({ name, displayName }) => ({ changed: givenFields({ name, displayName }) }),
      when: ({ name, displayName }) => name !== undefined || displayName !== undefined,
    },
    {
      action: 'email.requested',
      target: 'caller',
      when: ({ email }) => email !== undefined,
      everywhere: true,
    },
    {
      action: 'password.changed',
      target: 'caller',
      when: ({ password }) => password !== undefined,
      everywhere: true,
    },
  ],

  input: z.strictObject({
    name: PersonName.optional().describe('Name that others see unless a display name is set.'),
    displayName: text(0, 100)
      .transform((name) => name.trim() || null)
      .nullish()
      .describe('Display name in this workspace; null or an empty string to show `name`.'),
    email: Email.optional().describe(
      'New address. It takes effect when the link sent to it is opened, or when the operator of the server confirms it; until then it is `pendingEmail`. Sending the current address cancels a pending change.',
    ),
    password: NewPassword.optional().describe('10 to 128 characters.'),
    currentPassword: text(0, 128)
      .optional()
      .describe('Required to change the address or the password of an account that has a password.'),
  }),
  output: [204],

  conflicts: ['email_taken'],

  /** The hash of the current password, and of the new one if there is one. */
  async prepare({ email, password, currentPassword }, context) {
    const { sql, caller, guess, client } = context
    const { userId } = caller
    let current: string | null = null
    if (email !== undefined || password !== undefined) {
      requireFullSession(caller)
      const verified = await verifyPassword(sql, guess('account', userId), userId, currentPassword)
      if (verified === undefined) {
        if (currentPassword !== undefined) await auditRefusedPassword(sql, userId, actorOf(caller), client())
        throw new ApiError('password_refused')
      }
      current = verified
    }
    // Comes first: if the address is refused, nothing has changed.
    if (email !== undefined) await requestAddress(context, { userId, email })
    return { current, hash: password === undefined ? null : await hashPassword(password) }
  },

  async handler({ name, displayName, email }, { sql, caller }, { current, hash }): Promise<undefined> {
    // A password reset in between ended this session and changed the password, and must not be undone.
    const changed = await sql`
      with before as (select id, name from users where id = ${caller.userId} for no key update), changed as (
        update users u set name = coalesce(${name ?? null}, u.name), password_hash = coalesce(${hash}, password_hash)
        from before
        where u.id = before.id and (${hash}::text is null or u.password_hash is not distinct from ${current})
          and exists (select from sessions s where s.id = ${caller.credentialId})
        returning u.id, u.name <> before.name as renamed
      ), displayed as (
        update workspace_members m set display_name = ${displayName ?? null} from changed
        where ${displayName !== undefined} and m.workspace_id = ${caller.workspaceId} and m.user_id = changed.id
          and m.display_name is distinct from ${displayName ?? null}
        returning m.user_id, m.workspace_id
      ), renamed as (
        select id as user_id, null::uuid as workspace_id from changed where renamed
        union all select user_id, workspace_id from displayed where not exists (select from changed where renamed)
      ), emitted as (${emit(profileEvent(caller, fragment`renamed`))}), outdated as (
        delete from one_time_links l using changed
        where ${hash}::text is not null and l.user_id = changed.id and (l.purpose <> 'EMAIL' or ${email === undefined})
      ), ended as (
        delete from sessions s using changed
        where ${hash}::text is not null and s.user_id = changed.id and s.id <> ${caller.credentialId}
      )
      select id from changed`
    requireCreated(changed)
  },
})
