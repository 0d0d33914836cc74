// Reads emitted events, numbered or not, and checks what holds for every one of them.
import assert from 'node:assert/strict'
import {
  type EventData,
  type EventType,
  eventTypes,
  managersResources,
  resourceOf,
} from '../../src/records/event-types.ts'
import type { Person, World } from '../worlds/world.ts'

/** An event in the outbox or in the log. */
export type EmittedEvent = {
  id: string
  workspaceId: string
  projectId: string | null
  actorId: string | null
  agent: boolean
  audience: string
  fileId: string | null
  versionId: string | null
} & { [Type in EventType]: { type: Type; data: EventData<Type> } }[EventType]

/** The last number that was read of each workspace. */
type LastNumbers = Record<string, number>

type NumberedEvent = EmittedEvent & { number: number | null }

/** The events after these numbers in order, and then those that have no number yet. */
function readAfter({ database: { sql } }: Pick<World, 'database'>, last: LastNumbers) {
  return sql<NumberedEvent>`
    select id, workspace_id as "workspaceId", type, project_id as "projectId", (actor ->> 'id')::uuid as "actorId",
      coalesce((actor ->> 'agent')::boolean, false) as agent, audience, file_id as "fileId",
      version_id as "versionId", data, case when stage = 0 then place::integer end as number
    from (
      select 0 as stage, number as place, id, workspace_id, type, project_id, actor, audience, file_id, version_id, data
      from events where number > coalesce((${JSON.stringify(last)}::json ->> workspace_id::text)::bigint, 0)
      union all
      select 1, position, event_id, workspace_id, type, project_id,
        case when actor_id is not null then json_build_object('id', actor_id, 'agent', agent) end,
        audience, file_id, version_id, data
      from outbox
    ) emitted
    order by stage, place`
}

/** Returns a function that reads and checks the events emitted since its last call. */
export async function collectEvents(world: Pick<World, 'database'>): Promise<() => Promise<EmittedEvent[]>> {
  const seen = new Set<string>()
  const last: LastNumbers = {}
  const read = async () => {
    const fresh: EmittedEvent[] = []
    for (const { number, ...event } of await readAfter(world, last)) {
      if (number !== null) last[event.workspaceId] = number
      if (!seen.has(event.id)) fresh.push(event as EmittedEvent)
      seen.add(event.id)
    }
    return fresh
  }
  await read()
  return async () => (await read()).map(checked)
}

function checked(event: EmittedEvent): EmittedEvent {
  const { type, data, projectId, fileId, versionId, audience } = event
  const parsed = eventTypes[type].data.safeParse(data)
  assert.ok(parsed.success, `${type} ${JSON.stringify(data)}: ${parsed.error?.message}`)
  assert.deepEqual(parsed.data, data, `${type} has no field that its schema does not name`)
  const resource = resourceOf(type)
  const isSkill = resource === 'skill' || ('kind' in data && data.kind === 'SKILL')
  assert.equal(projectId === null, isSkill, `${type}: only skills belong to no project`)
  if ('version' in data) assert.equal(versionId, data.version.id)
  if ('file' in data) assert.equal(fileId, data.file?.id ?? null)
  assert.equal(
    audience === 'MANAGERS',
    managersResources.includes(resource),
    `only managers learn of access links and shares: ${type}`,
  )
  return event
}

/** Type and audience, as the table writes them: `file.updated ANYONE`. */
export function lines(events: EmittedEvent[]): string[] {
  return events.map(({ type, audience }) => `${type} ${audience}`)
}

/** The data of an event, which must be of one of these types. */
export function dataOf<Type extends EventType>(
  event: EmittedEvent | undefined,
  ...types: Type[]
): EventData<Type> {
  assert.ok(event && isOf(event, types), `${event?.type} is none of ${types}`)
  return event.data
}

function isOf<Type extends EventType>(
  event: EmittedEvent,
  types: readonly Type[],
): event is EmittedEvent & { type: Type; data: EventData<Type> } {
  return (types as readonly string[]).includes(event.type)
}

/** Requests of a person. `emits` returns the events of a request, `create` the id of the new record. */
export function eventRequests(
  { call }: Pick<World, 'call'>,
  person: Person,
  newEvents: () => Promise<EmittedEvent[]>,
) {
  function send(route: string, body?: unknown, { key }: Person = person) {
    const [method, path] = route.split(' ')
    return call(`${method} /api${path}`, { key, ...(body === undefined ? {} : { body }) })
  }
  async function done(route: string, body?: unknown, who?: Person) {
    const answer = await send(route, body, who)
    assert.ok(answer.status < 300, `${route}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  return {
    send,
    async emits(route: string, body?: unknown, who?: Person): Promise<EmittedEvent[]> {
      await newEvents()
      await done(route, body, who)
      return newEvents()
    },
    create: async (route: string, body: unknown): Promise<string> => (await done(route, body)).id,
  }
}
