import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SessionId } from '../../core/schemas.ts'

export const endSession = defineOperation({
  http: 'DELETE /api/account/sessions/:sessionId',
  client: 'sessions.end',
  summary: 'End a session. All servers refuse it within a second.',

  scope: null,
  credential: 'session',
  tier: 3,
  audit: { action: 'session.ended', target: { of: 'session', before: ({ sessionId }) => sessionId } },

  input: z.strictObject({ sessionId: SessionId }),
  output: [204],

  async handler({ sessionId }, { sql, caller }): Promise<undefined> {
    const ended = await sql`
      delete from sessions where id = ${sessionId} and user_id = ${caller.userId} returning id`
    if (ended.length === 0) throw new ApiError('not_found')
  },
})
