// The demo project of the first start, created in the background with the operations of the API.
import { mkdir, rm } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Services } from '../../core/services.ts'
import type { Sql } from '../../core/sql.ts'
import { type ToolPaths, toolFinder } from '../../media/children/find-tools.ts'
import { createUser } from '../accounts.ts'
import { demoPerson, type Person } from './demo-person.ts'
import { drawAssets } from './draw-assets.ts'
import { fillProject, startProject } from './fill-project.ts'

export type DemoOptions = {
  tools: ToolPaths
  /** The folder for rendered files; emptied before and after. */
  folder: string
  logger: Logger
  signal: AbortSignal
  /** Renders the files; default: `drawAssets`. */
  draw?: typeof drawAssets
}

/** Creates the demo when one is due. Errors are logged; the next start retries. */
export async function makeDemo(services: Services, options: DemoOptions): Promise<void> {
  try {
    const due = await services.database.sql`select id from workspaces where demo_due limit 1`
    if (due.length > 0) await createDemo(services, options)
  } catch (error) {
    if (!options.signal.aborted) options.logger.warn({ err: error }, 'the demo project could not be created')
  }
}

async function createDemo(services: Services, options: DemoOptions): Promise<void> {
  const { tools, folder, logger, signal, draw = drawAssets } = options
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  try {
    const found = await toolFinder(tools)().catch(() => null)
    const assets = await draw(folder, found?.ffmpeg ?? null, signal)
    // One of several nodes creates the demo. It holds the lock while the operations run, each with its own commit, so that
    // records get increasing times; a node that dies releases the lock.
    const created = await services.database.transaction(async (sql) => {
      const [{ mine } = { mine: false }] = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('dailies demo', 0)) as mine`
      const workspace = mine ? await findDue(sql) : undefined
      if (!workspace) return false
      await deleteUnfinished(services, workspace)
      const [owner, guest] = await demoPeople(services, workspace)
      const projectId = await beginProject(services, workspace, owner, guest)
      const fileId = await fillProject({ services, projectId, owner, guest, assets, signal })
      await sql`
        update workspaces set demo_due = false, demo_project_id = null, demo_file_id = ${fileId}
        where id = ${workspace.id}`
      return true
    })
    if (created) logger.info('the demo project was created')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Workspace = { id: string; name: string; ownerId: string; unfinished: string | null }

async function findDue(sql: Sql): Promise<Workspace | undefined> {
  const [workspace] = await sql<Workspace>`
    select w.id, w.name, m.user_id as "ownerId", w.demo_project_id as "unfinished"
    from workspaces w join workspace_members m on m.workspace_id = w.id and m.role = 'OWNER'
    where w.demo_due order by w.id, m.id limit 1`
  return workspace
}

/** Deletes the project of an unfinished start; a periodic job removes its data. */
async function deleteUnfinished({ database }: Services, { unfinished }: Workspace): Promise<void> {
  if (unfinished === null) return
  await database.sql`update projects set destroyed_at = now() where id = ${unfinished}`
}

/** The owner, and a second person who cannot sign in. */
async function demoPeople(
  { database }: Services,
  { id, name, ownerId }: Workspace,
): Promise<[Person, Person]> {
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

/** Creates the project and marks the demo as started, in one transaction. */
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
