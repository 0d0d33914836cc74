// The one answer that no operation declares: GET on the list of events is a stream where the Accept header asks for it.

type Operation = {
  description: string
  parameters: object[]
  responses: Record<number, { content: Record<string, object> }>
}

const path = '/api/projects/{projectId}/events'

const description = `
With \`Accept: text/event-stream\` the answer goes on: each event is sent when it happens, with its number as \`id\`, its
type as \`event\` and the record as \`data\`. Of the fields, only \`types\` counts there.

- \`ready\` comes first, or after what was missed: from here on it is live. \`reset\` says that something was missed and
  is no longer kept: read the present state. Both carry the number to resume from as \`id\` and as \`data.number\`.
- Every 15 seconds without an event there is a comment and an \`id\` without data.
- Send the last \`id\` as \`Last-Event-ID\` to resume, or as \`lastEventId\` in the query string where no header can be
  sent; nothing is skipped and nothing comes twice. Without it the stream begins now.
- Whoever reads too slowly is cut off, and whoever may no longer read gets the end of the stream.
`.trim()

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'For a stream: resume after the event of this number.',
  schema: { type: 'string', pattern: '^[0-9]{1,15}$' },
}

const sentEvent = {
  type: 'object',
  properties: {
    id: { type: 'string', description: 'The number, to resume from.' },
    event: { type: 'string', description: 'The type of the event, `ready` or `reset`.' },
    data: {
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: {
        anyOf: [
          { $ref: '#/components/schemas/Event' },
          { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
        ],
      },
    },
  },
  required: ['id'],
}

/** Adds the stream to the paths of a document, where it has the list. */
export function describeEventStream(paths: Record<string, Record<string, object>>): void {
  const list = paths[path]?.get as Operation | undefined
  if (list === undefined) return
  list.description += `\n\n${description}`
  list.parameters.push(lastEventId)
  list.responses[200]!.content['text/event-stream'] = { itemSchema: sentEvent }
}
