// Writes events directly into the outbox, as an operation would emit them.
import { newPrefixedId, newUuid } from '../../src/core/ids.ts'
import type { Sql } from '../../src/core/sql.ts'
import { type EventData, type EventType, eventTypes } from '../../src/records/event-types.ts'
import { type JsonSchema, toJsonSchema } from '../../src/surfaces/json-schemas.ts'

/** An event of a type, with its data or with sample data. */
type TypedEvent =
  | { type?: EventType; data?: undefined }
  | { [Type in EventType]: { type: Type; data: EventData<Type> } }[EventType]

export type TestEvent = TypedEvent & {
  workspaceId: string
  projectId?: string | null
  actorId?: string | null
  audience?: 'ANYONE' | 'UNRESTRICTED' | 'MANAGERS'
  fileId?: string
  versionId?: string
  /** The key or the app that did it. */
  connectionId?: string
}

/** Returns the id of the event. */
export async function emitEvent(sql: Sql, event: TestEvent): Promise<string> {
  const { workspaceId, type = 'comment.created', projectId = null, actorId = null } = event
  const {
    audience = 'ANYONE',
    fileId = null,
    versionId = null,
    data = sampleData(type),
    connectionId = null,
  } = event
  const id = newUuid()
  await sql`
    insert into outbox (workspace_id, event_id, type, project_id, actor_id, audience, file_id, version_id, data,
      connection_id)
    values (${workspaceId}, ${id}, ${type}, ${projectId}, ${actorId}, ${audience}, ${fileId}, ${versionId},
      ${JSON.stringify(data)}::json, ${connectionId})`
  return id
}

/** Returns when every event emitted before has its number. */
export async function numberAll(sql: Sql): Promise<void> {
  for (let count = -1; count !== 0; ) {
    const [numbered] = await sql<{ count: number }>`select number_events(1000) as count`
    count = numbered!.count
  }
}

/** Data that the schema of the type accepts: new ids, and the first value of each enumeration. */
export function sampleData(type: EventType): unknown {
  return sampleValue(toJsonSchema(eventTypes[type].data, 'output', new Map()))
}

function sampleValue(schema: JsonSchema): unknown {
  if (schema.anyOf) return sampleValue(schema.anyOf[0]!)
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (schema.type === 'array') return [sampleValue(schema.items as JsonSchema)]
  if (schema.type === 'integer') return 1
  if (schema.type === 'string') return sampleText(schema)
  const { properties = {}, required = [] } = schema
  return Object.fromEntries(required.map((key) => [key, sampleValue(properties[key]!)]))
}

function sampleText({ format, pattern }: JsonSchema): string {
  if (format === 'uuid') return newUuid()
  const prefix = /^\^([A-Z]{2})\[/.exec(String(pattern ?? ''))?.[1]
  if (prefix !== undefined) return newPrefixedId(prefix as 'FX')
  return pattern === undefined ? '👍' : '2026-01-01 00:00:00.000000'
}
