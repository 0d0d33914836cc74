// Entries of the audit log on the wire, the filters of lists and exports, and the rows of an export.
import { z } from 'zod'
import { auditActionNames, auditCredentials, auditTargetKinds } from '../core/audit-actions.ts'
import { ProjectId, RealTime, Timestamp, text, UserId } from '../core/schemas.ts'
import { type Fragment, fragment, nothing } from '../core/sql.ts'
import { column, object, type Row, recordMapper, selectList, wireSchema } from './columns.ts'

/** The first words of actions, as in `session.*`. */
const subjects = [...new Set(auditActionNames.map((name) => name.split('.')[0]!))]

export const AuditFilter = z.enum([
  ...subjects.map((subject) => `${subject}.*` as const),
  ...auditActionNames,
])

/** Selected from `audit_entries e`. */
const columns = {
  id: column(z.string().describe('ID of the entry.'), 'e.id'),
  createdAt: column(Timestamp, 'e.created_at'),
  action: column(z.enum(auditActionNames).describe('What was done.'), 'e.action'),
  actor: object(
    z
      .object({
        id: UserId,
        name: z.string().nullable().describe('Name at that time.'),
        email: z.string().nullable().describe('E-mail address now; null for guests and deleted accounts.'),
      })
      .nullable()
      .describe(
        'Who did it; null for the service, an admin command, and a visitor who did not say who they are.',
      ),
    {
      id: 'e.actor_id',
      name: 'e.actor_name',
      email: `(select u.email from users u where u.id = e.actor_id and u.email not like '%.invalid')`,
    },
  ),
  credential: object(
    z
      .object({
        kind: z
          .enum(auditCredentials)
          .describe(
            'SESSION: in a browser. API_KEY, APP: with a key, or by a connected app. SHARE: as the guest of a share. NONE: without signing in. ADMIN: by the operator of the server. SERVICE: by the service itself.',
          ),
        id: z.string().nullable().describe('ID of the API key, of the connected app, or of the share guest.'),
        name: z.string().nullable().describe('Name of the key or app at that time.'),
      })
      .describe('How the actor came in.'),
    { kind: 'e.credential', id: 'coalesce(e.connection_id, e.share_guest_id)', name: 'e.connection_name' },
  ),
  agent: column(
    z.boolean().describe('Whether a tool acted for the person, through MCP or OAuth.'),
    'e.agent',
  ),
  target: object(
    z
      .object({
        kind: z.enum(auditTargetKinds),
        id: z.string().nullable(),
        name: z.string().nullable().describe('Name at that time; of a comment, the name of its file.'),
      })
      .nullable()
      .describe('What it was done to.'),
    { kind: 'e.target_kind', id: 'e.target_id', name: 'e.target_name' },
  ),
  project: object(
    z
      .object({ id: ProjectId, name: z.string().nullable().describe('Name at that time.') })
      .nullable()
      .describe('The project that the target is in.'),
    { id: 'e.project_id', name: 'e.project_name' },
  ),
  address: column(
    z.string().nullable().describe('IP address of the client; null for work without a request.'),
    'e.address',
  ),
  userAgent: column(z.string().nullable().describe('`User-Agent` of the client.'), 'e.user_agent'),
  details: column(
    z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
      .describe('What else is known: a role, the names of changed fields. Never a secret, never content.'),
    'e.details',
  ),
}

export const AuditEntry = wireSchema('AuditEntry', columns)
export type AuditEntry = z.output<typeof AuditEntry>
export type AuditEntryRow = Row<typeof columns>
export const auditEntryColumns = selectList(columns)
export const auditEntryRecord = recordMapper(columns)

/** The filters of List Audit Entries and of Export Audit Entries. */
export const auditFilterInput = {
  actor: UserId.nullish().describe('Only what this user did.'),
  action: AuditFilter.nullish().describe(
    'Only this action, or all actions with the same beginning: `session.*`.',
  ),
  target: text(1, 200).nullish().describe('Only entries about the user, file or other record with this ID.'),
  project: ProjectId.nullish().describe('Only entries about this project and records in it.'),
  agent: z.boolean().nullish().describe('true: only what tools did for people; false: only what people did.'),
  from: RealTime.nullish().describe('Only entries from this time on.'),
  to: RealTime.nullish().describe('Only entries before this time.'),
}
const filters = z.object(auditFilterInput)
export type AuditFilters = z.output<typeof filters>

/**
 * The leading columns of the index that suits the filters best, with their values (see `Keyset.within`), and the filters that are left.
 * As an equality besides, a filter would let Postgres walk the index of the whole workspace, which has the same order then: going back,
 * it read all entries up to the page.
 */
export function auditIndex(workspaceId: string, filters: AuditFilters) {
  const { target, actor, project, action } = filters
  const by = (name: keyof AuditFilters, column: [sql: string, type: string, value: unknown]) => ({
    within: [workspace, column],
    rest: { ...filters, [name]: null },
  })
  const workspace: [string, string, unknown] = ['e.workspace_id', 'uuid', workspaceId]
  if (target != null) return by('target', ['e.target_id', 'text', target])
  if (actor != null) return by('actor', ['e.actor_id', 'uuid', actor])
  if (project != null) return by('project', ['e.project_id', 'uuid', project])
  if (action != null && !action.endsWith('*')) return by('action', ['e.action', 'text', action])
  return { within: [workspace], rest: filters }
}

/** `and …` for each given filter. */
export function auditConditions(given: AuditFilters): Fragment {
  const { actor, action, target, project, agent, from, to } = given
  return [
    target == null ? nothing : fragment`and e.target_id = ${target}`,
    actor == null ? nothing : fragment`and e.actor_id = ${actor}`,
    project == null ? nothing : fragment`and e.project_id = ${project}`,
    action == null ? nothing : fragment`and e.action ${matching(action)}`,
    agent == null ? nothing : fragment`and e.agent = ${agent}`,
    from == null ? nothing : fragment`and e.created_at >= ${from}::timestamptz`,
    to == null ? nothing : fragment`and e.created_at < ${to}::timestamptz`,
  ].reduce((all, condition) => fragment`${all} ${condition}`)
}

function matching(action: string): Fragment {
  if (!action.endsWith('*')) return fragment`= ${action}`
  const named = auditActionNames.filter((name) => name.startsWith(action.slice(0, -1)))
  return fragment`= any(${named}::text[])`
}
