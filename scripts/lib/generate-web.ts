// web/src/generated: tables and texts of the server that the web app needs too, so that they have one source.
import { readFileSync } from 'node:fs'
import { contributors, managers, projectRoles, scopes, workspaceRoles } from '../../server/src/core/access.ts'
import { auditActions } from '../../server/src/core/audit-actions.ts'
import { eventTypes } from '../../server/src/records/event-types.ts'
import { verdicts, versionStatuses, versionTransitions } from '../../server/src/records/version.ts'
import { groupedScopes } from '../../server/src/surfaces/pages/scope-words.ts'

/** Maps each path, relative to the root of the repository, to its content. */
export function webFiles(): Map<string, string> {
  const groups = JSON.stringify(groupedScopes(scopes), null, 2)
  const events = JSON.stringify(eventDescriptions(), null, 2)
  return new Map([
    [
      'web/src/generated/scopes-and-events.ts',
      `${header('the scopes and the table of events')}
/** The scopes of keys and apps, in groups with labels. */
export const scopeGroups = ${groups} as const

export type Scope = (typeof scopeGroups)[number]['items'][number]['scope']

/** The events that a webhook can subscribe to, with a description each. */
export const eventTypes = ${events} as const
`,
    ],
    [
      'web/src/generated/roles.ts',
      `${header('server/src/core/access.ts')}
/** From the most powerful to the least. */
export const projectRoles = ${list(projectRoles)} as const

/** The roles that manage members, links and the project itself. */
export const managers = ${list(managers)} as const

/** The roles that upload, generate and edit. */
export const contributors = ${list(contributors)} as const

/** From the most powerful to the least: each role may do what those after it may. */
export const workspaceRoles = ${list(workspaceRoles)} as const
`,
    ],
    [
      'web/src/generated/review-status.ts',
      `${header('server/src/records/version.ts')}
/** The statuses of reviews and files, in the order in which the API sorts them. */
export const statuses = ${list(versionStatuses)} as const

/** The statuses that a review can move to from each status. */
export const transitions = {
${versionStatuses.map((status) => `  ${status}: ${list(versionTransitions[status])},`).join('\n')}
} as const

/** The decisions of a reviewer. */
export const verdicts = ${list(verdicts)} as const
`,
    ],
    [
      'web/src/generated/audit-actions.ts',
      `${header('server/src/core/audit-actions.ts')}
/** The actions of the audit log, with a label each. */
export const auditLabels = ${JSON.stringify(auditLabels(), null, 2)} as const

export type AuditAction = keyof typeof auditLabels
`,
    ],
    ['web/src/generated/frames.ts', `${header('server/src/core/frames.ts')}${source('core/frames.ts')}`],
  ])
}

function header(source: string): string {
  return `// Made by \`npm run generate\` from ${source}.\n`
}

function list(values: readonly string[]): string {
  return `[${values.map((value) => `'${value}'`).join(', ')}]`
}

/** A module of the server that imports nothing, copied as it is. */
function source(path: string): string {
  return readFileSync(new URL(`../../server/src/${path}`, import.meta.url), 'utf8')
}

function eventDescriptions(): Record<string, string> {
  return Object.fromEntries(Object.entries(eventTypes).map(([type, { description }]) => [type, description]))
}

function auditLabels(): Record<string, string> {
  return Object.fromEntries(Object.entries(auditActions).map(([action, { label }]) => [action, label]))
}
