// Reads events for streams: a batch after a number, and the number up to which the batch is complete.
import type { ProjectRole, Scope } from '../core/access.ts'
import { fragment, type Sql, verbatim } from '../core/sql.ts'
import { type Event, eventReach, eventsAfter } from '../records/event.ts'

export type EventRow = { number: number; projectId: string | null; reach: number; event: Event }

export type Batch = {
  rows: EventRow[]
  /** All events up to this number were read. */
  end: number
  /** Whether more events wait to be read. */
  full: boolean
  counters: Counters
}

/** A reader of a project: the hash of the token of their request, by which their access is checked again, and the scope it needs. */
export type Reader = { hash: Buffer; projectId: string; scope: Scope }

/** The current role of each reader, in their order; undefined for readers who have lost access. */
export type CurrentRoles = (sql: Sql, readers: readonly Reader[]) => Promise<(ProjectRole | undefined)[]>

/** The size of a batch. A literal in the statement, so that Postgres plans for it. */
const batchSize = 200

/** The number of the last event of a workspace, and of the last event that is no longer stored. */
export type Counters = { last: number; forgotten: number }

export async function readCounters(sql: Sql, workspaceId: string): Promise<Counters> {
  const [counters] = await sql<Counters>`
    select last_number as last, forgotten_number as forgotten from event_counters where workspace_id = ${workspaceId}`
  return counters ?? { last: 0, forgotten: 0 }
}

/** Whether events after the number are missing: they are no longer stored, or the number is from another database. */
export function isLost(number: number, { last, forgotten }: Counters): boolean {
  return number > last || number < forgotten
}

const limit = verbatim(`limit ${batchSize}`)

type Row = Counters & { number: number | null; projectId: string | null; reach: number; event: Event }

/** The events after a number, of the workspace or of one project. Counters and events are from one snapshot. */
export async function readAfter(
  sql: Sql,
  workspaceId: string,
  after: number,
  projectId: string | null = null,
): Promise<Batch> {
  const columns = fragment`e.number, e.project_id as "projectId", ${eventReach} as reach, event_json(e) as event`
  const next =
    projectId === null
      ? eventsAfter('workspace_id', workspaceId, after)
      : eventsAfter('project_id', projectId, after)
  const rows = await sql<Row>`
    select c.last_number as last, c.forgotten_number as forgotten, e.number, e."projectId", e.reach, e.event
    from event_counters c
    left join lateral (
      select ${columns} from ${next.from} where ${next.where} ${next.order} ${limit}
    ) e on true
    where c.workspace_id = ${workspaceId}
    order by e.number`
  const events = rows.filter(({ number }) => number !== null) as EventRow[]
  const full = events.length === batchSize
  const { last, forgotten } = rows[0] ?? { last: 0, forgotten: 0 }
  return { rows: events, full, end: full ? events.at(-1)!.number : last, counters: { last, forgotten } }
}
