import { z } from 'zod'
import { scopes } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ConnectedAppId, Timestamp, WorkspaceId } from '../../core/schemas.ts'
import { connectionSwitches, switchColumns } from '../../records/connection.ts'

const ConnectedApp = z
  .object({
    id: ConnectedAppId,
    name: z.string().describe('Name that the app gave itself. It is not verified.'),
    host: z
      .string()
      .nullable()
      .describe(
        'Host of the metadata document of the app; null if the app registered itself with this server.',
      ),
    workspace: z
      .object({ id: WorkspaceId, name: z.string() })
      .describe('The only workspace that the app can access.'),
    scopes: z.array(z.enum(scopes)),
    ...connectionSwitches,
    createdAt: Timestamp,
    lastUsedAt: Timestamp.describe('Time of the last use, to the minute.'),
  })
  .meta({ id: 'ConnectedApp' })
export type ConnectedApp = z.output<typeof ConnectedApp>

export const listConnectedApps = defineOperation({
  http: 'GET /api/connected-apps',
  client: 'connectedApps.list',
  summary: 'List the apps that are connected to the account in all workspaces, most recently used first.',

  scope: null,
  credential: 'session',
  tier: 'default',

  input: z.strictObject({}),
  output: [200, z.array(ConnectedApp)],

  handler: (_input, { sql, caller }) => sql<ConnectedApp>`
    select g.id, g.client_name as name, g.client_host as host, g.scopes, ${switchColumns('g')},
      json_build_object('id', w.id, 'name', w.name) as workspace,
      g.created_at as "createdAt", g.last_used_at as "lastUsedAt"
    from oauth_grants g join workspaces w on w.id = g.workspace_id
    where g.user_id = ${caller.userId}
    order by g.last_used_at desc, g.id desc`,
})
