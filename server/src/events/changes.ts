// Reads the events of all projects that a person sees, with a line about each: for List Changes, and for MCP clients that poll.
import type { Caller } from '../core/access.ts'
import { fragment, nothing, type Sql, verbatim } from '../core/sql.ts'
import { type Event, hiddenNumber } from '../records/event.ts'
import { matchesFilterSql } from '../records/event-filter.ts'
import { type Counters, isLost } from './read-events.ts'
import { type EventFilters, type EventReader, eventAccess, isVisible, passes } from './visible-events.ts'
import { lineOf } from './webhooks/chat/compose.ts'
import { type Fact, factColumns, factJoins } from './webhooks/chat/facts.ts'

/** An event, and what a reader needs to understand it. */
export type Change = {
  event: Event
  project: { id: string; name: string } | null
  summary: string
  url: string
}

/** The columns of a change, over `events e`, `eventAccess` and `factJoins`. */
export const changeColumns = fragment`e.number, iso_time(e.created_at) as at, event_json(e) as event, ${factColumns}`

export type ChangeRow = Fact & { number: number; at: string; event: Event }

export function changeOf(row: ChangeRow, origin: string): Change {
  const { event, projectId: id, projectName: name } = row
  return { event, project: id === null ? null : { id, name: name! }, ...lineOf(row, origin) }
}

/** The filters of a request. */
export type ChangeFilters = {
  projectId?: string | null | undefined
  fileId?: string | null | undefined
  versionId?: string | null | undefined
  forMe?: boolean | undefined
  ownAgents?: boolean | undefined
}

export function filtersOf({
  projectId,
  fileId,
  versionId,
  forMe = false,
  ownAgents = false,
}: ChangeFilters): EventFilters {
  return {
    projectId: fragment`${projectId ?? null}::uuid`,
    fileId: fragment`${fileId ?? null}::text`,
    versionId: fragment`${versionId ?? null}::uuid`,
    forMe: fragment`${forMe}::boolean`,
    ownAgents: fragment`${ownAgents}::boolean`,
  }
}

export function readerOf({ workspaceId, userId, workspaceRole }: Caller): EventReader {
  return {
    workspaceId: fragment`${workspaceId}::uuid`,
    userId: fragment`${userId}::uuid`,
    isGuest: fragment`${workspaceRole === 'GUEST'}::boolean`,
  }
}

export type ChangeQuery = {
  /** Events after this number; undefined for the newest ones. */
  after: number | undefined
  /** Only events since this time. */
  since?: string | null | undefined
  types: readonly string[]
  filters: ChangeFilters
  limit: number
}

export type Changes = {
  /** The oldest first. */
  rows: ChangeRow[]
  /** All changes up to this number were read. */
  cursor: number
  /** Whether there may be more after the cursor. */
  more: boolean
  /** Whether changes after the given number are missing, because they are no longer stored. */
  missed: boolean
}

/** Events that one call looks at. A person who sees few of them gets a short page instead of a slow one. */
const lookedAt = 5_000

type Row = Counters & { upTo: number } & (ChangeRow | { number: null })

export async function readChanges(sql: Sql, caller: Caller, query: ChangeQuery): Promise<Changes> {
  const { after, since, types, filters, limit } = query
  const reader = readerOf(caller)
  const newest = after === undefined
  const rows = await sql<Row>`
    select counters.last_number as last, counters.forgotten_number as forgotten, reach.up_to as "upTo", e.*
    from event_counters counters
    cross join lateral (
      select greatest(${newest ? fragment`counters.last_number - ${lookedAt}` : hiddenNumber(after)}, counters.forgotten_number) as after
    ) start
    cross join lateral (select least(counters.last_number, start.after + ${lookedAt}) as up_to) reach
    left join lateral (
      select ${changeColumns} from events e ${eventAccess(reader)} ${factJoins}
      where e.workspace_id = counters.workspace_id and e.number > start.after and e.number <= reach.up_to
        and ${matchesFilterSql(types)} and ${passes(filtersOf(filters), reader)} and ${isVisible}
        ${since == null ? nothing : fragment`and e.created_at >= ${since}::timestamp at time zone 'UTC'`}
      order by e.number ${newest ? verbatim('desc') : nothing} limit ${limit + 1}
    ) e on true
    where counters.workspace_id = ${caller.workspaceId}`
  const [first] = rows
  // A workspace without events.
  if (first === undefined) return { rows: [], cursor: 0, more: false, missed: (after ?? 0) > 0 }
  const found = rows.filter((row): row is Counters & { upTo: number } & ChangeRow => row.number !== null)
  const full = found.length > limit
  const page = found.slice(0, limit).sort((a, b) => a.number - b.number)
  // A number of another time, such as one from before a restore: everything before it is unknown.
  const missed = !newest && isLost(after, first)
  if (missed && after > first.last) return { rows: [], cursor: first.last, more: false, missed }
  const cursor = newest ? first.last : full ? page.at(-1)!.number : first.upTo
  return { rows: page, cursor, more: !newest && cursor < first.last, missed }
}
