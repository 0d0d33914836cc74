// Emits events: a row in the outbox, written by the statement or in the transaction of the change.
import type { z } from 'zod'
import type { Caller } from '../core/access.ts'
import { Fragment, fragment, verbatim } from '../core/sql.ts'
import { type EventData, type EventType, eventTypeNames, eventTypes } from '../records/event-types.ts'

/**
 * The `data` of an event before it is emitted: the keys of its schema, and for each value either SQL over the changed
 * rows or the value itself.
 */
export type EventDataSql<Type extends EventType> = ObjectSql<EventData<Type>>

type ObjectSql<Value> = { [Key in keyof Value]: ValueSql<Value[Key]> }
type ValueSql<Value> =
  | Fragment
  | Exclude<Value, null | undefined>
  | (Exclude<Value, null | undefined> extends readonly unknown[] | string | number | boolean
      ? never
      : ObjectSql<Exclude<Value, null | undefined>>)

/** The person who caused an event, and the credential that they used; null for the service itself. */
export type EventActor =
  | (Pick<Caller, 'userId' | 'agent'> & Partial<Pick<Caller, 'kind' | 'credentialId'>>)
  | null

type NewEventOf<Type extends EventType> = {
  type: Type
  actor: EventActor
  /** The rows that changed, as in `from changed`: each becomes one event. */
  from: Fragment
  /** SQL over these rows. null for an event of the workspace. */
  project: Fragment | null
  workspace: Fragment
  /** SQL for `ANYONE`, `UNRESTRICTED` or `MANAGERS`: which members of the project may read the event. */
  audience: Fragment
  /** The file or version that the event is about. Its visibility is checked again when the event is read. */
  file?: Fragment
  version?: Fragment
  data: EventDataSql<Type>
}

/** An event to emit: a member of the same union that readers get, with SQL for its values. */
export type NewEvent = { [Type in EventType]: NewEventOf<Type> }[EventType]

/**
 * The statement that emits events, to be a part of the change: `with changed as (update …), emitted as (${emit({ … })})`.
 * It must read the rows that the change returned, so that it runs after the change has its locks. Events of one `emit`
 * keep the order given here; two `emit`s in one statement may run in either order.
 */
export function emit(first: NewEvent, ...more: NewEvent[]): Fragment {
  const rows = more.reduce(
    (above, event) => fragment`${above} union all ${outboxRow(event)}`,
    outboxRow(first),
  )
  return fragment`
    insert into outbox
      (workspace_id, type, project_id, actor_id, agent, connection_id, audience, file_id, version_id, data) ${rows}`
}

/** The API key or the app, whose activity its person can read; null for a session. */
export function connectionOf(actor: EventActor): string | null {
  return actor?.kind === 'key' || actor?.kind === 'oauth' ? actor.credentialId! : null
}

function outboxRow({
  type,
  actor,
  from,
  workspace,
  project,
  audience,
  file,
  version,
  data,
}: NewEvent): Fragment {
  return fragment`
    select ${workspace}, ${type}::text, ${project ?? fragment`null::uuid`}, ${actor?.userId ?? null}::uuid,
      ${actor?.agent ?? false}::boolean, ${connectionOf(actor)}::uuid, ${audience}, ${file ?? fragment`null::text`},
      ${version ?? fragment`null::uuid`},
      ${mayLackField(type, data) ? fragment`json_strip_nulls(${json(data)})` : json(data)}
    from ${from}`
}

/**
 * An optional field is left out of the JSON when its SQL is null. Only then are nulls removed: an event without such SQL keeps
 * its nullable fields.
 */
function mayLackField(type: EventType, data: Readonly<Record<string, unknown>>): boolean {
  return optionalFields.get(type)!.some((name) => hasSql(data[name]))
}

function hasSql(value: unknown): boolean {
  if (value instanceof Fragment) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(hasSql)
}

const optionalFields = new Map(
  eventTypeNames.map((type) => {
    const fields = Object.entries<z.ZodType>(eventTypes[type].data.shape)
    return [type, fields.filter(([, field]) => field.safeParse(undefined).success).map(([name]) => name)]
  }),
)

/** A value as SQL that `json_build_object` accepts. */
function json(value: unknown): Fragment {
  if (value instanceof Fragment) return value
  if (Array.isArray(value)) return fragment`${JSON.stringify(value)}::json`
  if (typeof value === 'string') return fragment`${value}::text`
  if (typeof value === 'boolean') return fragment`${value}::boolean`
  if (typeof value === 'number') return fragment`${value}::numeric`
  const fields = Object.entries(value as object).map(
    ([key, field]) => fragment`${verbatim(`'${key}'`)}, ${json(field)}`,
  )
  return fragment`json_build_object(${fields.length === 0 ? verbatim('') : fields.reduce((list, field) => fragment`${list}, ${field}`)})`
}

export const anyone = fragment`'ANYONE'`
export const onlyUnrestricted = fragment`'UNRESTRICTED'`
export const onlyManagers = fragment`'MANAGERS'`

/** Everyone who sees the whole project, and restricted reviewers where this SQL is true. */
export function restrictedIf(visible: Fragment): Fragment {
  return fragment`case when ${visible} then 'ANYONE' else 'UNRESTRICTED' end`
}
