import { z } from 'zod'
import type { ProjectRole } from '../core/access.ts'
import { ProjectId, Timestamp, UserId } from '../core/schemas.ts'
import { type Fragment, fragment } from '../core/sql.ts'
import { type EventType, eventTypes } from '../events/catalogue.ts'

export const Event = z
  .object({
    id: z.uuid().describe('The same wherever the event is told, in webhooks too.'),
    number: z.int().describe('Counts up in the workspace, in the order in which changes were committed.'),
    type: z.enum(Object.keys(eventTypes) as EventType[]),
    createdAt: Timestamp,
    actor: z
      .object({
        id: UserId,
        name: z.string(),
        agent: z.boolean().describe('A tool did it for this person.'),
      })
      .nullable()
      .describe('Who did it, with the name of that time; null: the service itself.'),
    project: z.object({ id: ProjectId }).nullable(),
    data: z.record(z.string(), z.unknown()).describe('Ids and what changed, never content.'),
  })
  .meta({ id: 'Event' })
export type Event = z.output<typeof Event>

/**
 * The visibility that a role needs to receive the event `e`: 0 for all, 1 for all but restricted reviewers, 2 for managers.
 * Files and versions may have been hidden from restricted reviewers since; for deleted ones, the visibility at deletion
 * counts. Subqueries by value: with `exists`, Postgres hashes all files when it expects many events.
 */
export const eventReach = fragment`(case
  when e.audience = 'MANAGERS' then 2
  when e.audience = 'UNRESTRICTED' then 1
  when (select not f.allow_restricted from files f where f.id = e.file_id) then 1
  when (select not v.allow_restricted from versions v where v.id = e.version_id) then 1
  when (select true from events gone where gone.file_id = e.file_id
    and gone.type = 'file.deleted' and gone.audience = 'UNRESTRICTED' limit 1) then 1
  when (select true from events gone where gone.version_id = e.version_id
    and gone.type = 'version.deleted' and gone.audience = 'UNRESTRICTED' limit 1) then 1
  else 0 end)`

/** The visibility of each project role, on the same scale. */
export const sight: Record<ProjectRole, number> = {
  PROJECT_OWNER: 2,
  PROJECT_MANAGER: 2,
  PROJECT_MEMBER: 1,
  PROJECT_REVIEWER: 1,
  PROJECT_RESTRICTED_REVIEWER: 0,
}

/** The visibility of a role in SQL. */
export function sightOf(role: Fragment): Fragment {
  return fragment`(${JSON.stringify(sight)}::jsonb ->> ${role})::integer`
}
