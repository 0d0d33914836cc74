import { z } from 'zod'
import { referenceScopes } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { WorkspaceId } from '../../core/schemas.ts'

const Pong = z.object({
  pong: z.literal(true),
  workspace: z.object({ id: WorkspaceId, name: z.string(), avatarUrl: z.string().nullable() }),
  scopes: z.array(z.enum(referenceScopes)),
})

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

  perCaller: true,
  handler(_input, { caller }) {
    // Clients that follow the reference know its scopes alone.
    const scopes = referenceScopes.filter((scope) => caller.scopes.has(scope))
    return { pong: true as const, workspace: caller.workspace, scopes }
  },
})
