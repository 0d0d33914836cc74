// An event as the API, the stream and webhooks show it: a union of one schema per type, discriminated by `type`.
import { z } from 'zod'
import type { ProjectRole } from '../core/access.ts'
import { expectMany } from '../core/pages.ts'
import { ProjectId, Timestamp, UserId, WebhookId } from '../core/schemas.ts'
import { type Fragment, fragment, verbatim } from '../core/sql.ts'
import {
  type EventData,
  type EventResource,
  type EventType,
  eventTypeNames,
  eventTypes,
  resourceOf,
} from './event-types.ts'

const EventActor = z
  .object({
    id: UserId,
    name: z.string().describe('The name at the time of the event.'),
    agent: z.boolean().describe('Whether a tool acted for this person.'),
  })
  .meta({ id: 'EventActor' })

/** The fields of every event. */
export const eventFields = {
  id: z.uuid().describe('The same in the list, in the stream and in webhooks.'),
  number: z.int().describe('Counts up in the workspace, in the order in which changes were committed.'),
  createdAt: Timestamp,
  actor: EventActor.nullable().describe('The person who caused the event; null for the service itself.'),
}

const projectReference = z.object({ id: ProjectId })
/** Skills belong to the workspace; every other event belongs to a project. */
const noProject = z.null().describe('Skills belong to the workspace, not to a project.')
const projectUnlessSkill = projectReference.nullable().describe('null for a skill.')

type EventOf<Type extends EventType> = z.output<z.ZodObject<typeof eventFields>> & {
  type: Type
  project: Type extends `skill.${string}`
    ? null
    : Type extends `trash.${string}`
      ? { id: string } | null
      : { id: string }
  data: EventData<Type>
}

/** Any event. Narrow it by `type`. */
export type Event = { [Type in EventType]: EventOf<Type> }[EventType]

/** `comment.created` → `CommentCreatedEvent` */
export function eventSchemaName(type: string): string {
  const words = type.split(/[._]/).map((word) => word[0]!.toUpperCase() + word.slice(1))
  return `${words.join('')}Event`
}

const projectSchemas: Partial<Record<EventResource, z.ZodType>> = {
  skill: noProject,
  trash: projectUnlessSkill,
}

function eventSchema(type: EventType) {
  const { description, data } = eventTypes[type]
  const project = projectSchemas[resourceOf(type)] ?? projectReference
  const fields = { ...eventFields, type: z.literal(type), project, data }
  return z.object(fields).meta({ id: eventSchemaName(type), description })
}

const [firstType, ...otherTypes] = eventTypeNames

// The compiler does not follow the table through `map`: this is the one place where type and data are joined by hand.
const members = [eventSchema(firstType), ...otherTypes.map(eventSchema)] as const
export const Event = z.discriminatedUnion('type', members).meta({
  id: 'Event',
  description: 'Program against `type`, and ignore types that you do not know.',
}) as z.ZodType as z.ZodType<Event>

/** The event that Test Webhook sends. It reports no change, so it has no number and is in no list or stream. */
export const WebhookTestEvent = z.object({
  ...eventFields,
  number: z.null(),
  type: z.literal('webhook.test'),
  project: z.null(),
  data: z.object({ webhook: z.object({ id: WebhookId }) }),
})

/**
 * The visibility that a role needs to receive the event `e`: 0 for all, 1 for all but restricted reviewers, 2 for managers.
 * Files and versions may have been hidden from restricted reviewers since; for those that are gone for good, the visibility
 * at deletion counts. Subqueries by value: with `exists`, Postgres hashes all files when it expects many events.
 */
export const eventReach = fragment`(case
  when e.audience = 'MANAGERS' then 2
  when e.audience = 'UNRESTRICTED' then 1
  when e.file_id is not null and coalesce(
    (select not f.allow_restricted from all_files f where f.id = e.file_id),
    (select true from events gone where gone.file_id = e.file_id
      and gone.type = 'file.deleted' and gone.audience = 'UNRESTRICTED' limit 1)) then 1
  when e.version_id is not null and coalesce(
    (select not v.allow_restricted from all_versions v where v.id = e.version_id),
    (select true from events gone where gone.version_id = e.version_id
      and gone.type = 'version.deleted' and gone.audience = 'UNRESTRICTED' limit 1)) then 1
  else 0 end)`

/** Whether the event `e` reaches a role. The file and the version are looked up for restricted reviewers only. */
export function reaches(role: Fragment): Fragment {
  return fragment`(case ${sightOf(role)} when 2 then true when 1 then e.audience <> 'MANAGERS' when 0 then ${eventReach} = 0 end)`
}

const lastNumber = '9223372036854775807'

/**
 * The events `e` of a workspace or of a project after a number, and their order. As a range, and with `expectMany`, Postgres takes them
 * for many: it reads them in the order of the index and stops at the limit. By an equality, it takes them for the few that an average
 * project has, and reads and sorts all of them: 3.4 s for a page out of 100,000.
 */
export function eventsAfter(
  column: 'workspace_id' | 'project_id',
  id: string,
  number: number,
): { from: Fragment; where: Fragment; order: Fragment } {
  const key = verbatim(`(e.${column}, e.number)`)
  return {
    from: fragment`events e ${expectMany}`,
    where: fragment`${key} > (${id}::uuid, ${hiddenNumber(number)}) and ${key} <= (${id}::uuid, ${verbatim(lastNumber)})`,
    order: verbatim(`order by e.${column}, e.number`),
  }
}

/**
 * A number that the planner does not see. If it did, Postgres would plan anew at each call, for the few events that follow
 * the number: with seven partitions that costs several times as much as the read.
 */
export function hiddenNumber(number: number): Fragment {
  return fragment`(select ${number}::bigint)`
}

/** The visibility of each project role, on the same scale. */
export const sight: Record<ProjectRole, number> = {
  PROJECT_OWNER: 2,
  PROJECT_MANAGER: 2,
  PROJECT_MEMBER: 1,
  PROJECT_REVIEWER: 1,
  PROJECT_RESTRICTED_REVIEWER: 0,
}

/** The visibility of a role in SQL. */
function sightOf(role: Fragment): Fragment {
  const cases = Object.entries(sight).map(([name, value]) => `when '${name}' then ${value}`)
  return fragment`(case ${role} ${verbatim(cases.join(' '))} end)`
}
