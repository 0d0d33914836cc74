import { z } from 'zod'
import { Email } from '../../auth/account-schemas.ts'
import { passwordMatches } from '../../auth/passwords.ts'
import { newShareToken } from '../../auth/share-guests.ts'
import { type Caller, shareIsOpen } from '../../core/access.ts'
import type { ShareRefusal } from '../../core/audit.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ShareGuestId, Timestamp, text } from '../../core/schemas.ts'
import type { Sql } from '../../core/sql.ts'
import { auditRefusal, endReason } from './audit-refusal.ts'
import { insertGuest, insertPreview } from './new-guest.ts'
import { shareByKey } from './share-by-key.ts'
import { refuse } from './share-input.ts'

const Opened = z.object({
  token: z.string().describe("The guest's credential, shown only once. Send it as a bearer token."),
  expiresAt: Timestamp.describe('When the token stops working if it is not used before.'),
  guest: z.object({
    id: ShareGuestId,
    name: z.string(),
    preview: z.boolean().describe('Whether a member of the project looks as a guest, without a trace.'),
  }),
})

type Found = {
  id: string
  email: 'NONE' | 'OPTIONAL' | 'REQUIRED'
  passwordHash: string | null
  /** Why it cannot be opened any more; null while it can. */
  ended: ShareRefusal | null
  isMember: boolean
}

export const openShare = defineOperation({
  http: 'POST /api/share-links/open',
  client: 'shares.open',
  summary:
    'Open a share with the key of its link, as a new guest. With the credential of a member of the project: look at it as a guest would, without a trace.',

  scope: null,
  credential: 'optional',
  share: 'view',
  tier: 3,
  audit: [
    { action: 'share.opened', written: 'by the handler' },
    {
      action: 'share.previewed',
      target: { of: 'shareOfGuest', after: (_input, { guest }) => (guest.preview ? guest.id : []) },
    },
  ],

  input: z.strictObject({
    key: text(1, 128).describe('Key of the share: the last part of its link.'),
    password: text(1, 128).nullish().describe('Password of the share, if it has one.'),
    name: text(1, 100).nullish().describe('Name of the guest, which others see. Members may omit it.'),
    email: Email.nullish().describe(
      'E-mail address of the guest, for the people who share, if they ask for it.',
    ),
  }),
  output: [201, Opened],
  confidential: true,

  // Checking a password takes a while, so it happens outside of the transaction.
  async prepare({ key, password, name, email }, { sql, visitor, guess, client }) {
    const found = await findByKey(sql, key, visitor)
    const share = found?.ended === null ? found : undefined
    const open =
      share?.passwordHash === null ||
      (await passwordMatches(guess('share', key), password ?? '', share?.passwordHash))
    if (found && !open) auditRefusal(sql, client(), found.id, found.ended ?? 'PASSWORD')
    if (!share || !open) throw new ApiError('share_refused')
    const { id: shareId, isMember } = share
    if (!isMember) requireIntroduced(share, name, email)
    return { shareId, isMember, email: share.email === 'NONE' ? null : (email ?? null) }
  },

  async handler({ name }, { sql, visitor, client }, { shareId, isMember, email }) {
    const token = newShareToken()
    if (isMember) {
      const { id, name, expiresAt } = await insertPreview(sql, shareId, visitor!, token)
      return { token, expiresAt, guest: { id, name, preview: true } }
    }
    const guest = await insertGuest(sql, shareId, { name: name!.trim(), email, token, client: client() })
    // The share has ended since `prepare`.
    if (!guest) throw new ApiError('share_refused')
    return { token, expiresAt: guest.expiresAt, guest: { id: guest.id, name: guest.name, preview: false } }
  },
})

async function findByKey(sql: Sql, key: string, visitor: Caller | undefined): Promise<Found | undefined> {
  const [found] = await sql<Found>`
    select s.id, s.email, s.password_hash as "passwordHash", visitor.is_member as "isMember",
      case when not ${shareIsOpen} then ${endReason} end as ended
    from ${shareByKey(key, visitor)}`
  return found
}

function requireIntroduced(
  share: Found,
  name: string | null | undefined,
  email: string | null | undefined,
): void {
  const required = (path: string, what: string) => ({
    path,
    code: 'required',
    message: `Required: send ${what}.`,
  })
  refuse([
    ...(name == null || name.trim() === '' ? [required('/name', 'your name')] : []),
    ...(share.email === 'REQUIRED' && email == null ? [required('/email', 'your e-mail address')] : []),
  ])
}
