// web/src/generated: scopes and event types with the texts that the server and the web app share.
import { scopes } from '../../server/src/core/access.ts'
import { eventTypes } from '../../server/src/records/event-types.ts'
import { groupedScopes } from '../../server/src/surfaces/pages/scope-words.ts'

/** Maps each path, relative to the root of the repository, to its content. */
export function webFiles(): Map<string, string> {
  const groups = JSON.stringify(groupedScopes(scopes), null, 2)
  const events = JSON.stringify(eventDescriptions(), null, 2)
  return new Map([
    [
      'web/src/generated/scopes-and-events.ts',
      `// Made by \`npm run generate\` from the scopes and the catalogue of events.

/** The scopes of keys and apps, in groups with labels. */
export const scopeGroups = ${groups} as const

export type Scope = (typeof scopeGroups)[number]['items'][number]['scope']

/** The events that a webhook can subscribe to, with a description each. */
export const eventTypes = ${events} as const
`,
    ],
  ])
}

function eventDescriptions(): Record<string, string> {
  return Object.fromEntries(Object.entries(eventTypes).map(([type, { description }]) => [type, description]))
}
