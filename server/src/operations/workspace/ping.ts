import { z } from 'zod'
import { type Caller, scopes } from '../../core/access.ts'
import { JsonText } from '../../core/json-text.ts'
import { defineOperation } from '../../core/operation.ts'
import { WorkspaceId } from '../../core/schemas.ts'

const Pong = z.object({
  pong: z.literal(true),
  workspace: z.object({ id: WorkspaceId, name: z.string(), avatarUrl: z.string().nullable() }),
  scopes: z.array(z.enum(scopes)),
})
type Pong = z.output<typeof Pong>

export const ping = defineOperation({
  http: 'GET /api/ping',
  client: 'ping',
  tool: 'whoami',
  summary: 'Check the credential and read its workspace and scopes.',
  toolUse: 'Use it first to find out which scopes you have.',

  scope: null,
  tier: 'default',

  input: z.strictObject({}),
  output: [200, Pong],

  handler(_input, { caller }) {
    return answers.get(caller) ?? write(caller)
  },
})

// The response stays the same as long as the caller is cached.
const answers = new WeakMap<Caller, JsonText<Pong>>()

function write(caller: Caller): JsonText<Pong> {
  const { workspace, scopes } = caller
  const data: Pong = { pong: true, workspace, scopes: [...scopes] }
  const answer = new JsonText<Pong>(JSON.stringify({ data }))
  answers.set(caller, answer)
  return answer
}
