// web/src/generated: tables and texts of the server that the web app needs too, so that they have one source.
import { readFileSync } from 'node:fs'
import { contributors, managers, projectRoles, scopes, workspaceRoles } from '../../server/src/core/access.ts'
import { auditActions } from '../../server/src/core/audit-actions.ts'
import { describeRules } from '../../server/src/media/checks/describe-rules.ts'
import { ruleGroups, ruleTexts } from '../../server/src/media/checks/rule-texts.ts'
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
    [
      'web/src/generated/check-rules.ts',
      `${header('server/src/media/checks/profile.ts and rule-texts.ts')}
export type RuleField = {
  name: string
  label: string
  /** \`%\`: the value is a part of 1. */
  unit: string | null
  kind: 'number' | 'text' | 'texts' | 'choice' | 'switch'
  whole: boolean
  least: number | null
  most: number | null
  pattern: string | null
  example: string | null
  mostItems: number | null
  choices: readonly string[]
  /** undefined: the field has no default. */
  default?: unknown
  required: boolean
  nullable: boolean
}

export type Rule = { name: string; title: string; group: string; about: string; fields: readonly RuleField[] }

export const ruleGroups = ${list(ruleGroups)} as const

/** The rules of check profiles, with their limits. */
export const checkRules: readonly Rule[] = ${JSON.stringify(describeRules(), null, 2)}
`,
    ],
    [
      'web/src/generated/check-rule-titles.ts',
      `${header('server/src/media/checks/rule-texts.ts')}
/** The names of the rules of check profiles, for lists of findings. */
export const ruleTitles: Readonly<Record<string, string>> = ${JSON.stringify(ruleTitles(), null, 2)}
`,
    ],
    ['web/src/generated/frames.ts', `${header('server/src/core/frames.ts')}${source('core/frames.ts')}`],
  ])
}

function ruleTitles(): Record<string, string> {
  return Object.fromEntries(Object.entries(ruleTexts).map(([name, { title }]) => [name, title]))
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
