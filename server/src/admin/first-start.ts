import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createOneTimeLink } from '../auth/one-time-links.ts'
import { scopes } from '../core/access.ts'
import type { Database } from '../core/sql.ts'
import { StartupError } from '../core/startup-error.ts'
import { createKey, createUser, createWorkspace } from './accounts.ts'

export type FirstStart = { workspace: string; key: string; signInUrl: string }

export type FirstStartOptions = {
  /** Makes the workspace due for a demo project, which `makeDemo` makes. */
  demo?: boolean
  /** Runs before anything is committed: when the secrets cannot be shown to anybody, nothing is made. */
  show?: (made: FirstStart) => void
}

/** On an empty database: a workspace, its owner, a key to call with and a link to sign in with. Else undefined. */
export function firstStart(
  database: Database,
  origin: string,
  { demo = false, show }: FirstStartOptions = {},
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
    const made = { workspace, key, signInUrl }
    show?.(made)
    return made
  })
}

/** How to sign in and how to call, for the one time that the secrets are shown. */
export function firstStartText(url: string, { key, signInUrl }: FirstStart): string {
  return `Sign in, once with this link:

  ${signInUrl}

  Or call it:

  curl ${url}/api/ping -H 'Authorization: Bearer ${key}'
`
}

/** Where there is no terminal: logs are kept, copied and read by many, so the secrets go into a file for this user only. */
export function writeFirstStart(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    rmSync(path, { force: true })
    writeFileSync(path, text, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    const { message } = error as Error
    throw new StartupError(
      `cannot write the first key to ${path} (${message}): let this user write there, or run the first start in a terminal`,
    )
  }
}
