// Events as they are read for streams: what follows a number, and up to where that is complete.
import { liveCredential, type TokenHash } from '../auth/live-credentials.ts'
import { effectiveRole, type ProjectRole } from '../core/access.ts'
import { fragment, type Sql, verbatim } from '../core/sql.ts'
import { type Event, eventReach } from '../records/event.ts'
import { notDestroyed } from '../records/project.ts'

export type EventRow = { number: number; projectId: string | null; reach: number; event: Event }

export type Batch = {
  rows: EventRow[]
  /** Everything up to this number has been read. */
  end: number
  /** There is more to read already. */
  full: boolean
  counters: Counters
}

/** Whoever reads: by what they came in, and for which project. */
export type Reader = { hash: TokenHash; projectId: string }

/** At most so many at a time; written into the statement, which is then planned for it. */
const batchSize = 200

/** The number of the last event of a workspace, and of the last that is no longer kept. */
export type Counters = { last: number; forgotten: number }

export async function readCounters(sql: Sql, workspaceId: string): Promise<Counters> {
  const [counters] = await sql<Counters>`
    select last_number as last, forgotten_number as forgotten from event_counters where workspace_id = ${workspaceId}`
  return counters ?? { last: 0, forgotten: 0 }
}

/** What follows the number is not all there: it is no longer kept, or the number is of another database. */
export function isLost(number: number, { last, forgotten }: Counters): boolean {
  return number > last || number < forgotten
}

const limit = verbatim(`limit ${batchSize}`)

type Row = Counters & { number: number | null; projectId: string | null; reach: number; event: Event }

/** What follows a number, of the whole workspace or of one project. Counters and events are of the same moment. */
export async function readAfter(
  sql: Sql,
  workspaceId: string,
  after: number,
  projectId: string | null = null,
): Promise<Batch> {
  const columns = fragment`e.number, e.project_id as "projectId", ${eventReach} as reach, event_json(e) as event`
  const source =
    projectId === null ? fragment`e.workspace_id = ${workspaceId}` : fragment`e.project_id = ${projectId}`
  const rows = await sql<Row>`
    select c.last_number as last, c.forgotten_number as forgotten, e.number, e."projectId", e.reach, e.event
    from event_counters c
    left join lateral (
      select ${columns} from events e where ${source} and e.number > ${after} order by e.number ${limit}
    ) e on true
    where c.workspace_id = ${workspaceId}
    order by e.number`
  const events = rows.filter(({ number }) => number !== null) as EventRow[]
  const full = events.length === batchSize
  const { last, forgotten } = rows[0] ?? { last: 0, forgotten: 0 }
  return { rows: events, full, end: full ? events.at(-1)!.number : last, counters: { last, forgotten } }
}

/** The roles that readers have now, one for each in their order; undefined for those who may no longer read. */
export async function rolesNow(sql: Sql, readers: readonly Reader[]): Promise<(ProjectRole | undefined)[]> {
  const hashes = readers.map(({ hash }) => hash)
  const projects = readers.map(({ projectId }) => projectId)
  const rows = await sql<{ place: number; role: ProjectRole | null }>`
    select reader.place, ${effectiveRole(fragment`(m.role = 'GUEST')`, fragment`credential.user_id`)} as role
    from unnest(${hashes}::bytea[], ${projects}::uuid[]) with ordinality as reader (hash, project_id, place)
    cross join lateral ${liveCredential(fragment`reader.hash`, 'projects:read')} credential
    join workspace_members m
      on m.workspace_id = credential.workspace_id and m.user_id = credential.user_id
    join projects p on p.id = reader.project_id and p.workspace_id = credential.workspace_id and ${notDestroyed}
    left join project_members own on own.project_id = p.id and own.user_id = credential.user_id`
  const roles: (ProjectRole | undefined)[] = readers.map(() => undefined)
  for (const { place, role } of rows) roles[place - 1] = role ?? undefined
  return roles
}
