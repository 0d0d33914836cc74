// The tools of the review card. Hosts hide them from models (`app: 'only'`): what a person does in the card is recorded as
// theirs, not as an agent's.
import { z } from 'zod'
import { ApiError } from '../../../core/errors.ts'
import {
  createFileComment,
  getFile,
  getVersion,
  giveVerdict,
  reopenComment,
  resolveComment,
  withdrawVerdict,
} from '../../../operations/index.ts'
import { Verdict } from '../../../records/version.ts'
import { CardData, cardData, cardInput, cardOperations, reviewState } from './card-data.ts'
import { issuePass, openPass, passKey } from './card-pass.ts'
import { defineTool } from './define-tool.ts'

export const reviewCard = defineTool({
  name: 'review_card',
  toolset: 'review',
  app: 'only',
  description: 'Read what the review card shows. Use it only from the card.',
  input: z.object(cardInput),
  output: CardData,
  operations: cardOperations,
  reads: true,
  async run(asked, context) {
    const data = await cardData(asked, context)
    const { secrets, caller, readOnly } = context
    if (readOnly) return { data }
    const { review, files, state } = data
    const shown = { version: review?.id, files: files.map(({ id }) => id), state }
    return { data, meta: { [passKey]: issuePass(secrets, caller, shown) } }
  },
})

const pass = z.string().describe('From the result of review_card.')
const Done = z.object({ ok: z.boolean() })
const done = { data: { ok: true } }

export const reviewCardNote = defineTool({
  name: 'review_card_note',
  toolset: 'review',
  app: 'only',
  description:
    'Reply to a note, resolve or reopen it, as the person did in the review card. Use it only from the card.',
  input: z.object({
    pass,
    action: z.enum(['reply', 'resolve', 'reopen']).describe('What the person did.'),
    commentId: z.string().describe('The note.'),
    fileId: z.string().optional().describe('The file of the note, for a reply.'),
    text: z.string().optional().describe('The reply.'),
  }),
  output: Done,
  operations: [createFileComment, resolveComment, reopenComment],
  async run({ pass, action, commentId, fileId = '', text }, { callAsPerson, secrets, caller }) {
    openPass(secrets, caller, pass)
    if (action === 'reply')
      await callAsPerson(createFileComment, { fileId, content: text, parent: { id: commentId } })
    else await callAsPerson(action === 'resolve' ? resolveComment : reopenComment, { commentId })
    return done
  },
})

export const reviewCardVerdict = defineTool({
  name: 'review_card_verdict',
  toolset: 'review',
  app: 'only',
  description:
    'Record the verdict that the person gave by a click in the review card. Use it only from the card.',
  input: z.object({
    pass,
    verdict: z.enum([...Verdict.options, 'WITHDRAWN']).describe('WITHDRAWN: the person withdrew theirs.'),
    text: z.string().optional().describe('The reason.'),
  }),
  output: Done,
  operations: [giveVerdict, withdrawVerdict, getVersion, getFile],
  destructive: true,
  async run({ pass, verdict, text }, context) {
    const { callAsPerson, secrets, caller } = context
    const { version: versionId, files, state } = openPass(secrets, caller, pass)
    if (versionId === undefined)
      throw new ApiError('invalid_request', { message: 'The card showed no review, so it takes no verdict.' })
    if (verdict === 'WITHDRAWN') {
      await callAsPerson(withdrawVerdict, { versionId })
      return done
    }
    // The person decided on what the card showed: the same files, in the same revisions.
    if ((await reviewState(versionId, files, context)) !== state)
      throw new ApiError('conflict', { message: changed })
    await callAsPerson(giveVerdict, { versionId, verdict, note: text })
    return done
  },
})

const changed = 'The review has changed since the card showed it. Look at it again, then decide.'
