import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createOneTimeLink } from '../auth/one-time-links.ts'
import { scopes } from '../core/access.ts'
import type { Database } from '../core/sql.ts'
import { StartupError } from '../core/startup-error.ts'
import { addBuiltInSkills } from '../jobs/built-in-skills.ts'
import { createKey, createUser, createWorkspace } from './accounts.ts'

export type FirstStart = { workspace: string; key: string; signInUrl: string }

export type FirstStartOptions = {
  /** Marks the workspace as due for a demo project, which `makeDemo` creates. */
  demo?: boolean
  /** Runs before the commit: when the secrets cannot be shown, nothing is created. */
  show?: (made: FirstStart) => void
}

/**
 * On an empty database, creates a workspace, its owner, an API key and a sign-in link; otherwise returns undefined.
 */
export function firstStart(
  database: Database,
  origin: string,
  { demo = false, show }: FirstStartOptions = {},
): Promise<FirstStart | undefined> {
  return database.transaction(async (sql) => {
    // Two nodes that start together on an empty database create one workspace.
    await sql`select pg_advisory_xact_lock(hashtextextended('dailies first start', 0))`
    const [existing] = await sql`select id from workspaces limit 1`
    if (existing) return undefined
    const here: Database = { sql, transaction: (work) => work(sql) }
    const workspace = 'Studio'
    const { id: workspaceId } = await createWorkspace(here, { name: workspace })
    await addBuiltInSkills(sql, workspaceId)
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

/** Instructions for signing in and calling the API, for the one time that the secrets are shown. */
export function firstStartText(url: string, { key, signInUrl }: FirstStart): string {
  return `Sign in, once with this link:

  ${signInUrl}

  Or call it:

  curl ${url}/api/ping -H 'Authorization: Bearer ${key}'
`
}

/** Without a terminal: logs are stored, copied and read by many, so the secrets go into a file for this user only. */
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
