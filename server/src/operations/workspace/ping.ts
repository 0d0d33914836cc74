import { z } from 'zod'
import { type Scope, scopes } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { WorkspaceId } from '../../core/schemas.ts'

export const ping = defineOperation({
  http: 'GET /api/ping',
  tool: 'whoami',
  summary: 'Check the credential and read its workspace and scopes.',
  toolUse: 'Use it first when you do not know what you may do here.',

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
    return { pong: true as const, workspace: caller.workspace, scopes: [...caller.scopes] as Scope[] }
  },
})
