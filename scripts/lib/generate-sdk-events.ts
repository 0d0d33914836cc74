// The table of events → sdk/src/generated/events.ts: one interface for each type, and their union.

import { z } from 'zod'
import { eventFields, eventSchemaName, WebhookTestEvent } from '../../server/src/records/event.ts'
import { eventTypeNames, eventTypes, resourceOf } from '../../server/src/records/event-types.ts'
import { type JsonSchema, toJsonSchema } from '../../server/src/surfaces/json-schemas.ts'
import { docComment, fieldLines, typeText } from './schema-to-typescript.ts'

/** The schemas of the OpenAPI document that this file writes as types. */
export const eventRecords: ReadonlySet<string> = new Set([
  'Event',
  'EventActor',
  ...eventTypeNames.map(eventSchemaName),
])

export function eventsFile(): string {
  const shared = new Map<string, JsonSchema>()
  const schemaOf = (schema: z.ZodType) => toJsonSchema(schema, 'output', shared)
  const fields = fieldLines(schemaOf(z.object(eventFields)), '  ')
  const events = eventTypeNames.map((type) => {
    const { description, data } = eventTypes[type]
    const project = resourceOf(type) === 'skill' ? 'null' : '{ id: string }'
    return `${docComment([description], '')}export interface ${eventSchemaName(type)} extends EventFields {
  type: '${type}'
  project: ${project}
  data: ${dataType(schemaOf(data))}
}
`
  })
  const names = eventTypeNames.map((type) => `  | ${eventSchemaName(type)}`)
  const types = eventTypeNames.map((type) => `  '${type}': ${eventSchemaName(type)}`)
  const testData = typeText(schemaOf(WebhookTestEvent.shape.data), '  ')
  const actor = fieldLines(shared.get('EventActor')!, '  ')
  return `// Made by \`npm run generate\` from the table of events.

export interface EventActor {
${actor}
}

/** The fields of every event. */
export interface EventFields {
${fields}
}

${events.join('\n')}
/** Every event that this version of the SDK knows. */
export type KnownEvent =
${names.join('\n')}

/**
 * Stands for every type that is not in EventTypes: a string that equals none of them, which only an enum can say. There
 * is no such enum at run time.
 */
export declare enum UnknownEventType {
  unknown = 'unknown',
}

/** An event of a type that a newer server has added. At run time its \`type\` is a plain string. */
export interface UnknownEvent extends EventFields {
  type: UnknownEventType
  project: { id: string } | null
  data: Readonly<Record<string, unknown>>
}

/** Any event. Narrow it by \`type\`, or with \`isEventOf\`; the rest is an UnknownEvent. */
export type Event = KnownEvent | UnknownEvent

/** The event that \`client.webhooks.test\` sends. It reports no change, so it has no number. */
export interface WebhookTestEvent extends Omit<EventFields, 'number'> {
  type: 'webhook.test'
  number: null
  project: null
  data: ${testData}
}

/** The known events by type. */
export interface EventTypes {
${types.join('\n')}
}

export type EventType = keyof EventTypes

export const eventTypes: readonly EventType[] = [
${eventTypeNames.map((type) => `  '${type}',`).join('\n')}
]
`
}

function dataType(schema: JsonSchema): string {
  return Object.keys(schema.properties ?? {}).length === 0 ? 'Record<never, never>' : typeText(schema, '  ')
}
