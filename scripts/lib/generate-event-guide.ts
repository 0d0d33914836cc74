// docs/guides/events.md with its table of all event types, made from the table of events. The text around it is written by
// hand.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventTypeNames, eventTypes } from '../../server/src/records/event-types.ts'

export const eventGuidePath = 'docs/guides/events.md'

const tableRows = /(?:^\| `\w+\.\w+` \|.*\n)+/m

export function eventGuide(root: string): string {
  const rows = eventTypeNames.map((type) => `| \`${type}\` | ${eventTypes[type].description} |\n`)
  return readFileSync(join(root, eventGuidePath), 'utf8').replace(tableRows, () => rows.join(''))
}
