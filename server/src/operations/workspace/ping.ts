import { z } from 'zod'
import { type Caller, scopes } from '../../core/access.ts'
import { defineOperation, SerializedResult } from '../../core/operation.ts'
import { WorkspaceId } from '../../core/schemas.ts'

export const ping = defineOperation({
  http: 'GET /api/ping',
  client: 'ping',
  tool: 'whoami',
  summary: 'Check the credential and read its workspace and scopes.',
  toolUse: 'Use it first to find out which scopes you have.',

  scope: null,
  tier: 'default',

  input: z.strictObject({}),
  output: [
    200,
    z.object({
      pong: z.literal(true),
      workspace: z.object({ id: WorkspaceId, name: z.string(), avatarUrl: z.string().nullable() }),
      scopes: z.array(z.enum(scopes)),
    }),
  ],

  handler(_input, { caller }) {
    return answers.get(caller) ?? write(caller)
  },
})

// The response stays the same as long as the caller is cached.
const answers = new WeakMap<Caller, SerializedResult>()

function write(caller: Caller): SerializedResult {
  const { workspace, scopes } = caller
  const answer = new SerializedResult({ pong: true, workspace, scopes: [...scopes] })
  answers.set(caller, answer)
  return answer
}
