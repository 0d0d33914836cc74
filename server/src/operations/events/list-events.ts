import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { cursorInput, cursorPage, expectMany, keysetPage } from '../../core/pages.ts'
import { ProjectId } from '../../core/schemas.ts'
import { fragment, nothing } from '../../core/sql.ts'
import { Event, reaches } from '../../records/event.ts'
import { EventFilter, matchesFilterSql } from '../../records/event-filter.ts'

type Row = { forgotten: number | null; number: number | null; event: Event }

export const listEvents = defineOperation({
  http: 'QUERY /api/projects/:projectId/events',
  client: 'events.list',
  summary:
    'List the events of a project, oldest first. To receive events as they happen, GET the same path as a stream.',

  scope: 'projects:read',
  project: 'projectId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({
    projectId: ProjectId,
    types: z
      .array(EventFilter)
      .min(1)
      .max(100)
      .nullish()
      .describe(
        'Only these event types: single types such as `comment.created`, all of a resource (`comment.*`), or `*`.',
      ),
    after: z
      .int()
      .min(0)
      .nullish()
      .describe('Only events after the event with this number. Defaults to the oldest stored event.'),
    ...cursorInput,
  }),
  output: [200, cursorPage(Event)],
  conflicts: ['events_forgotten'],

  joinsAccess: true,
  async handler({ projectId, types, after, ...cursor }, { sql, access, cursors }) {
    const page = keysetPage(cursors, cursor, {
      binding: ['listEvents', projectId, types ?? null, after ?? null],
      columns: [['e.number', 'bigint']],
      within: [['e.project_id', 'uuid', projectId]],
      startAfter: after == null ? undefined : [after],
      direction: 'asc',
    })
    // The first page starts after the number, and going back ends there.
    const afterNumber = after == null ? nothing : fragment`and e.number > ${after}`
    // The outer joins return one row for a project without events, which saves a second query for access.
    const rows = await sql<Row>`
      select c.forgotten_number as forgotten, e.number, e.event
      from ${access}
      left join event_counters c on c.workspace_id = access.workspace_id
      left join lateral (
        select e.project_id, e.number, event_json(e) as event from events e ${expectMany}
        where ${reaches(fragment`access.role`)} ${afterNumber}
          ${types ? fragment`and ${matchesFilterSql(types)}` : nothing} ${page.after}
        ${page.order}
      ) e on true
      ${page.order}`
    // Going back returns the events that are still stored.
    const from = page.continues ? Number(page.continues[0]) : cursor.prev == null ? after : null
    if (from != null && rows[0] && from < (rows[0].forgotten ?? 0)) throw new ApiError('events_forgotten')
    return page.of(
      rows.filter(({ number }) => number !== null),
      ({ number }) => [number],
      ({ event }) => event,
    )
  },
})
