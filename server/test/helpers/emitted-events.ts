// What was told, numbered or not yet, and how tests look at it.
import assert from 'node:assert/strict'
import { type EventType, eventTypes } from '../../src/records/event-types.ts'
import type { Person, World } from '../worlds/world.ts'

export type Told = {
  id: string
  workspaceId: string
  type: EventType
  projectId: string | null
  actorId: string | null
  agent: boolean
  audience: string
  fileId: string | null
  versionId: string | null
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asks for; `checked` parses it.
  data: any
}

/** All that was told so far, in order. */
function readAll({ database: { sql } }: Pick<World, 'database'>): Promise<Told[]> {
  return sql<Told>`
    select id, workspace_id as "workspaceId", type, project_id as "projectId", (actor ->> 'id')::uuid as "actorId",
      coalesce((actor ->> 'agent')::boolean, false) as agent, audience, file_id as "fileId",
      version_id as "versionId", data
    from (
      select 0 as stage, number as place, id, workspace_id, type, project_id, actor, audience, file_id, version_id, data
      from events
      union all
      select 1, position, event_id, workspace_id, type, project_id,
        case when actor_id is not null then json_build_object('id', actor_id, 'agent', agent) end,
        audience, file_id, version_id, data
      from outbox
    ) told
    order by stage, place`
}

/** Reads what was told since it was last asked, and checks what holds of every event. */
export async function listen(world: Pick<World, 'database'>): Promise<() => Promise<Told[]>> {
  const seen = new Set((await readAll(world)).map(({ id }) => id))
  return async () => {
    const fresh = (await readAll(world)).filter(({ id }) => !seen.has(id))
    for (const event of fresh) seen.add(event.id)
    return fresh.map(checked)
  }
}

function checked(event: Told): Told {
  const { type, data, projectId, fileId, versionId, audience } = event
  const parsed = eventTypes[type].data.safeParse(data)
  assert.ok(parsed.success, `${type} ${JSON.stringify(data)}: ${parsed.error?.message}`)
  const [kind] = type.split('.')
  assert.equal(projectId === null, kind === 'skill', `${type} belongs to a project, a skill to none`)
  if (kind === 'version') assert.equal(versionId, data.version.id)
  if (kind === 'file') assert.equal(fileId, data.file.id)
  if (kind === 'comment' || kind === 'reaction') assert.equal(fileId, data.file?.id ?? null)
  assert.equal(
    audience === 'MANAGERS',
    kind === 'access_link',
    `only managers learn of access links: ${type}`,
  )
  return event
}

/** As the table writes it: `file.updated ANYONE`. */
export function lines(events: Told[]): string[] {
  return events.map(({ type, audience }) => `${type} ${audience}`)
}

/** Sends what a person asks for. `tells` also gives what was told of it, `create` the id of what was made. */
export function teller({ call }: Pick<World, 'call'>, person: Person, told: () => Promise<Told[]>) {
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
    async tells(route: string, body?: unknown, who?: Person): Promise<Told[]> {
      await told()
      await done(route, body, who)
      return told()
    },
    create: async (route: string, body: unknown): Promise<string> => (await done(route, body)).id,
  }
}
