// What web/src/generated holds: words of the server that the app shows too, so that they stand in one place.
import { scopes } from '../server/src/core/access.ts'
import { eventTypes } from '../server/src/events/catalogue.ts'
import { groupedScopes } from '../server/src/surfaces/pages/scope-words.ts'

/** Path below the root → content. */
export function webFiles(): Map<string, string> {
  const groups = JSON.stringify(groupedScopes(scopes), null, 2)
  const events = JSON.stringify(eventTypes, null, 2)
  return new Map([
    [
      'web/src/generated/server-tables.ts',
      `// Made by \`npm run generate\` from the scopes and the catalogue of events.

/** What keys and apps may do, as people read it. */
export const scopeGroups = ${groups} as const

export type Scope = (typeof scopeGroups)[number]['items'][number]['scope']

/** What webhooks are told of, with a line for each. */
export const eventTypes = ${events} as const
`,
    ],
  ])
}
