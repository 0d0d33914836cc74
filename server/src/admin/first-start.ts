import { createOneTimeLink } from '../auth/one-time-links.ts'
import { scopes } from '../core/access.ts'
import type { Database } from '../core/sql.ts'
import { createKey, createUser, createWorkspace } from './accounts.ts'

export type FirstStart = { workspace: string; key: string; signInUrl: string }

/**
 * On an empty database: a workspace, its owner, a key to call with and a link to sign in with. Else undefined. With
 * `demo`, the workspace is due for a demo project, which `makeDemo` makes.
 */
export function firstStart(
  database: Database,
  origin: string,
  { demo = false } = {},
): Promise<FirstStart | undefined> {
  return database.transaction(async (sql) => {
    // Two nodes that start together on an empty database make one workspace.
    await sql`select pg_advisory_xact_lock(hashtextextended('dailies first start', 0))`
    const [existing] = await sql`select id from workspaces limit 1`
    if (existing) return undefined
    const here: Database = { sql, transaction: (work) => work(sql) }
    const workspace = 'Studio'
    const { id: workspaceId } = await createWorkspace(here, { name: workspace })
    await sql`update workspaces set demo_due = ${demo} where id = ${workspaceId}`
    const owner = { workspaceId, email: 'owner@localhost', name: 'Owner', role: 'OWNER' } as const
    const { id: userId } = await createUser(here, owner)
    const { key } = await createKey(here, { workspaceId, userId, name: 'First key', scopes })
    const signInUrl = await createOneTimeLink(sql, origin, userId, 'SIGN_IN')
    return { workspace, key, signInUrl }
  })
}
