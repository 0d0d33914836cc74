import { z } from 'zod'
import { JsonText } from '../../core/json-text.ts'
import { defineOperation } from '../../core/operation.ts'
import { Inbox } from '../../records/inbox.ts'
import { withUrls } from '../../records/media.ts'
import { inboxText } from './inbox-sections.ts'

export const getInbox = defineOperation({
  http: 'GET /api/inbox',
  client: 'inbox.get',
  tool: 'get_inbox',
  summary:
    'Read what waits for you: reviews to give a verdict on, unresolved mentions, unanswered comments on your uploads, running generations, and your recent projects.',
  toolUse: 'Use it to find out what the user should do next. It needs no id.',

  scope: 'projects:read',
  tier: 'default',

  input: z.strictObject({}),
  output: [200, Inbox],

  async handler(_input, { sql, caller, storage, urls }) {
    const [inbox] = await sql<{ json: string }>`${inboxText(caller)}`
    return new JsonText<Inbox>(await withUrls(inbox!.json, { storage, urls }))
  },
})
