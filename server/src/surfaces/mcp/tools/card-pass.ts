// A pass says that an action comes from the review card, where a person clicked: the server gives it to the card only, in
// results of tools that hosts hide from models. A host could forge it: see docs/decisions/0091-the-review-card.md.
import { z } from 'zod'
import type { Caller } from '../../../core/access.ts'
import { ApiError } from '../../../core/errors.ts'
import type { SecretBox } from '../../../core/secret-box.ts'

/** The name under which a result of `review_card` holds the pass, outside of what models read. */
export const passKey = 'dailies/card'

const lifetimeMs = 10 * 60_000

const Pass = z.object({
  purpose: z.literal('review card'),
  credential: z.string(),
  user: z.string(),
  /** The review and the files that the card shows, and their state. */
  version: z.string().optional(),
  files: z.array(z.string()),
  state: z.string(),
  expires: z.number(),
})
type Shown = Pick<z.output<typeof Pass>, 'version' | 'files' | 'state'>

export function issuePass(secrets: SecretBox, caller: Caller, shown: Shown): string {
  const pass: z.input<typeof Pass> = {
    ...{ purpose: 'review card', credential: caller.credentialId, user: caller.userId },
    ...shown,
    expires: Date.now() + lifetimeMs,
  }
  return secrets.seal(JSON.stringify(pass)).toString('base64url')
}

/** The review that the card showed. Throws unless the pass is the caller's own, by this credential, and still valid. */
export function openPass(secrets: SecretBox, { credentialId, userId }: Caller, token: string): Shown {
  const pass = read(secrets.open(Buffer.from(token, 'base64url')))
  const valid = pass && pass.credential === credentialId && pass.user === userId && pass.expires > Date.now()
  if (valid) return pass
  throw new ApiError('invalid_request', { message: 'The card was opened too long ago. Load it again.' })
}

function read(text: string | undefined): z.output<typeof Pass> | undefined {
  try {
    return Pass.safeParse(JSON.parse(text ?? 'null')).data
  } catch {
    return undefined
  }
}
