// The event stream, which no operation declares: GET on the list of events returns a stream if the Accept header asks for it.

import { z } from 'zod'
import { PresenceSignal } from '../../records/presence.ts'
import { UnreadSignal } from '../../records/unread.ts'
import { type SharedSchemas, toJsonSchema } from '../json-schemas.ts'

type Operation = {
  description: string
  parameters: object[]
  responses: Record<number, { content: Record<string, object> }>
}

const path = '/api/projects/{projectId}/events'

const description = `
With \`Accept: text/event-stream\` the response is a stream: each event is sent when it happens, with its number as \`id\`,
its type as \`event\` and the record as \`data\`. Of the query fields, only \`types\` applies to the stream.

- \`ready\` comes first, or after the events that were missed: from then on the stream is live. \`reset\` means that missed
  events are no longer stored: read the current state. Both carry the number to resume from as \`id\` and \`data.number\`.
- Every 15 seconds without an event, the stream sends a comment and an \`id\` without data.
- To resume, send the last \`id\` as \`Last-Event-ID\`, or as \`lastEventId\` in the query string where headers cannot be
  sent. No event is skipped or repeated. Without it, the stream starts with the next event.
- \`presence\` names the people who look at a file: a \`PresenceSignal\` as \`data\`, without an \`id\`. Only a browser session that
  reports its own presence on the file gets it, in a stream without \`types\`, when somebody comes, leaves, or begins or stops
  typing. Presence is not stored: it is in no list and in no webhook. Ignore signals that you do not know.
- \`unread\` is the number of the reader's unread notifications: an \`UnreadSignal\` as \`data\`, without an \`id\`. Only a browser
  session gets it, in a stream without \`types\`; others read it from \`/api/notifications/stream\`.
- A client that reads too slowly is disconnected. The stream ends when the credential may no longer read the project.
`.trim()

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'For a stream: resume after the event with this number.',
  schema: { type: 'string', pattern: '^[0-9]{1,15}$' },
}

/** References to the signals, which no operation returns. */
export function signalSchemas(shared: SharedSchemas): object[] {
  return [PresenceSignal, UnreadSignal].map(
    (signal) => toJsonSchema(z.array(signal), 'output', shared).items as object,
  )
}

const sentEvent = (shared: SharedSchemas) => ({
  type: 'object',
  properties: {
    id: { type: 'string', description: 'The number to resume from.' },
    event: {
      type: 'string',
      description: 'The type of the event, `ready`, `reset`, `presence` or `unread`.',
    },
    data: {
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: {
        anyOf: [
          { $ref: '#/components/schemas/Event' },
          { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
          ...signalSchemas(shared),
        ],
      },
    },
  },
})

const unreadDescription = `
\`GET /api/notifications/stream\` is a stream of server-sent events with the same number: \`unread\` at the start and after each
change, with an \`UnreadSignal\` as \`data\`, and a comment every 15 seconds. It ends when the credential is no longer valid.
`.trim()

/** Adds the stream to the paths of a document that has the list of events. */
export function describeEventStream(
  paths: Record<string, Record<string, object>>,
  shared: SharedSchemas,
): void {
  const count = paths['/api/notifications/count']?.get as Operation | undefined
  if (count) count.description += `\n\n${unreadDescription}`
  const list = paths[path]?.get as Operation | undefined
  if (list === undefined) return
  list.description += `\n\n${description}`
  list.parameters.push(lastEventId)
  list.responses[200]!.content['text/event-stream'] = { itemSchema: sentEvent(shared) }
}
