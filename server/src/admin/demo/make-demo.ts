// The demo project of the first start: made in the background, by the same operations as what people make.
import { mkdir, rm } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Services } from '../../core/call.ts'
import type { Sql } from '../../core/sql.ts'
import { type ToolPaths, toolFinder } from '../../media/tools.ts'
import { createUser } from '../accounts.ts'
import { demoPerson, type Person } from './demo-person.ts'
import { drawAssets } from './draw-assets.ts'
import { fillProject, startProject } from './fill-project.ts'

export type DemoOptions = {
  tools: ToolPaths
  /** For what is drawn; emptied before and after. */
  folder: string
  logger: Logger
  signal: AbortSignal
}

/** Makes it where one is due, else nothing. What goes wrong is logged: the next start tries again. */
export async function makeDemo(services: Services, options: DemoOptions): Promise<void> {
  try {
    const due = await services.database.sql`select id from workspaces where demo_due limit 1`
    if (due.length > 0) await drawAndTell(services, options)
  } catch (error) {
    if (!options.signal.aborted) options.logger.warn({ err: error }, 'the demo project was not made')
  }
}

async function drawAndTell(services: Services, options: DemoOptions): Promise<void> {
  const { tools, folder, logger, signal } = options
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  try {
    const found = await toolFinder(tools)().catch(() => null)
    const assets = await drawAssets(folder, found?.ffmpeg ?? null, signal)
    // Of several nodes one makes it. The lock is held while the operations run, each with its own commit, so that what
    // is made first is also the older; a node that dies lets go of it.
    const made = await services.database.transaction(async (sql) => {
      const [{ mine } = { mine: false }] = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('dailies demo', 0)) as mine`
      const workspace = mine ? await findDue(sql) : undefined
      if (!workspace) return false
      await throwAway(services, workspace)
      const [owner, guest] = await cast(services, workspace)
      const projectId = await beginProject(services, workspace, owner, guest)
      const fileId = await fillProject({ services, projectId, owner, guest, assets, signal })
      await sql`
        update workspaces set demo_due = false, demo_project_id = null, demo_file_id = ${fileId}
        where id = ${workspace.id}`
      return true
    })
    if (made) logger.info('the demo project is made')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Workspace = { id: string; name: string; ownerId: string; halfMade: string | null }

async function findDue(sql: Sql): Promise<Workspace | undefined> {
  const [workspace] = await sql<Workspace>`
    select w.id, w.name, m.user_id as "ownerId", w.demo_project_id as "halfMade"
    from workspaces w join workspace_members m on m.workspace_id = w.id and m.role = 'OWNER'
    where w.demo_due order by w.id, m.id limit 1`
  return workspace
}

/** What an earlier start could not finish is gone from now on; the clock removes it. */
async function throwAway({ database }: Services, { halfMade }: Workspace): Promise<void> {
  if (halfMade === null) return
  await database.sql`update projects set destroyed_at = now() where id = ${halfMade}`
}

/** The owner, and somebody to talk to, who has no way to sign in. */
async function cast({ database }: Services, { id, name, ownerId }: Workspace): Promise<[Person, Person]> {
  const guest = {
    workspaceId: id,
    email: 'mira@demo.invalid',
    name: 'Mira Lindqvist',
    role: 'GUEST',
  } as const
  const { id: guestId } = await createUser(database, guest, 'existing')
  const workspace = { id, name }
  return [demoPerson(ownerId, 'OWNER', workspace), demoPerson(guestId, 'GUEST', workspace)]
}

/** The project, and that it is only begun, in one commit. */
function beginProject(services: Services, { id }: Workspace, owner: Person, guest: Person): Promise<string> {
  return services.database.transaction(async (sql) => {
    const here = {
      ...services,
      database: { ...services.database, sql, transaction: <T>(work: (sql: Sql) => Promise<T>) => work(sql) },
    }
    const projectId = await startProject(here, owner, guest)
    await sql`update workspaces set demo_project_id = ${projectId} where id = ${id}`
    return projectId
  })
}
