// How the target of an audited operation is found by an id of its input or result: its name at that time, and its place.
import type { AuditTargetKind } from './audit-actions.ts'
import { isUuid } from './ids.ts'
import { type Fragment, fragment, type Sql, verbatim } from './sql.ts'

type Source = {
  kind: AuditTargetKind
  /** Tables, with the row of the id as `t`. */
  from: string
  /** The type of the id in the input. */
  key: 'uuid' | 'text'
  /** Columns; the id of the target is that of the row unless it says otherwise. */
  id?: string
  name: string
  project?: string
  workspace?: string
  /** The value that the change replaces, such as a role. */
  state?: string
}

const inProject = (table: string) => `${table} t join projects p on p.id = t.project_id`
const ofProject = { project: 't.project_id', workspace: 'p.workspace_id' }

/** The name of the entry `t` of the trash: that of a comment is the beginning of its text, which the log must not contain. */
export const trashName = `case when t.kind = 'COMMENT' then (select f.name from all_files f where f.id = t.file_id)
  else t.name end`

const sources = {
  workspace: { kind: 'WORKSPACE', from: 'workspaces t', key: 'uuid', name: 't.name', workspace: 't.id' },
  user: { kind: 'USER', from: 'users t', key: 'uuid', name: 't.name' },
  // A session is known by its person.
  session: {
    ...{ kind: 'USER', from: 'sessions t join users u on u.id = t.user_id', key: 'uuid', id: 'u.id' },
    ...{ name: 'u.name', workspace: 't.workspace_id' },
  },
  passkey: { kind: 'PASSKEY', from: 'passkeys t', key: 'uuid', name: 't.name' },
  apiKey: { kind: 'API_KEY', from: 'api_keys t', key: 'uuid', name: 't.name', workspace: 't.workspace_id' },
  app: {
    kind: 'APP',
    from: 'oauth_grants t',
    key: 'uuid',
    name: 't.client_name',
    workspace: 't.workspace_id',
  },
  invitation: {
    ...{ kind: 'INVITATION', from: 'invitations t', key: 'uuid', name: 't.email' },
    ...{ workspace: 't.workspace_id', state: 't.role' },
  },
  // The path of a URL may hold a secret.
  webhook: {
    ...{ kind: 'WEBHOOK', from: 'webhooks t', key: 'uuid', workspace: 't.workspace_id' },
    name: `coalesce(t.description, substring(t.url from '//([^/]+)'))`,
  },
  skill: { kind: 'SKILL', from: 'skills t', key: 'text', name: 't.name', workspace: 't.workspace_id' },
  skillVersion: {
    ...{ kind: 'SKILL', from: 'skill_versions t join skills s on s.id = t.skill_id', key: 'text' },
    ...{ id: 's.id', name: 's.name', workspace: 's.workspace_id' },
  },
  checkProfile: {
    ...{ kind: 'CHECK_PROFILE', from: 'check_profiles t', key: 'text', name: 't.name' },
    ...{ project: 't.project_id', workspace: 't.workspace_id' },
  },
  skillReviewer: {
    kind: 'SKILL',
    from: 'skill_reviewers t join all_skills s on s.id = t.skill_id join projects p on p.id = t.project_id',
    ...{ key: 'uuid', id: 's.id', name: 's.name', ...ofProject },
  },
  workspaceMember: {
    ...{
      kind: 'USER',
      from: 'workspace_members t join users u on u.id = t.user_id',
      key: 'uuid',
      id: 'u.id',
    },
    ...{ name: 'coalesce(t.display_name, u.name)', workspace: 't.workspace_id', state: 't.role' },
  },
  project: {
    ...{ kind: 'PROJECT', from: 'projects t', key: 'uuid', name: 't.name' },
    ...{ project: 't.id', workspace: 't.workspace_id' },
  },
  member: {
    ...{ kind: 'USER', from: 'project_members t join users u on u.id = t.user_id', key: 'uuid', id: 'u.id' },
    ...{ name: 'u.name', project: 't.project_id', workspace: 't.workspace_id', state: 't.role' },
  },
  accessLink: {
    ...{ kind: 'ACCESS_LINK', from: inProject('access_links'), key: 'uuid', name: 't.description' },
    ...ofProject,
  },
  folder: { kind: 'FOLDER', from: inProject('folders'), key: 'text', name: 't.name', ...ofProject },
  file: { kind: 'FILE', from: inProject('files'), key: 'text', name: 't.name', ...ofProject },
  version: { kind: 'VERSION', from: inProject('versions'), key: 'uuid', name: 't.name', ...ofProject },
  // The text of a comment is no name.
  comment: {
    ...{
      kind: 'COMMENT',
      from: `${inProject('comments')} left join files f on f.id = t.file_id`,
      key: 'uuid',
    },
    ...{ name: 'f.name', ...ofProject },
  },
  attachment: {
    ...{ kind: 'ATTACHMENT', from: inProject('comment_attachments'), key: 'text', name: 't.name' },
    ...ofProject,
  },
  share: { kind: 'SHARE', from: inProject('shares'), key: 'uuid', name: 't.name', ...ofProject },
  shareGuest: {
    kind: 'SHARE_GUEST',
    from: 'share_guests t join shares s on s.id = t.share_id join projects p on p.id = s.project_id',
    ...{ key: 'uuid', name: 't.name', project: 's.project_id', workspace: 'p.workspace_id' },
  },
  shareOfGuest: {
    ...{ kind: 'SHARE', id: 's.id', key: 'uuid', name: 's.name', project: 's.project_id' },
    from: 'share_guests t join shares s on s.id = t.share_id join projects p on p.id = s.project_id',
    workspace: 'p.workspace_id',
  },
  trash: {
    ...{ kind: 'TRASH', from: 'trash t', key: 'uuid', name: trashName },
    ...{ project: 't.project_id', workspace: 't.workspace_id', state: 't.kind' },
  },
  archive: {
    ...{ kind: 'ARCHIVE', from: inProject('archives'), key: 'uuid', name: 't.name' },
    ...ofProject,
  },
} as const satisfies Record<string, Source>

export type AuditSource = keyof typeof sources

export type FoundTarget = {
  id: string
  name: string | null
  projectId: string | null
  workspaceId: string | null
  state: string | null
}

export function targetKind(source: AuditSource): AuditTargetKind {
  return sources[source].kind
}

/** Malformed ids are left out: the operation refuses them. */
export function findTargets(sql: Sql, source: AuditSource, ids: readonly string[]): Promise<FoundTarget[]> {
  const { from, key, id = 't.id', name, project, workspace, state }: Source = sources[source]
  const wellFormed = ids.filter((one) => (key === 'uuid' ? isUuid(one) : !one.includes('\0')))
  return sql<FoundTarget>`
    select ${column(id)}::text as id, ${column(name)} as name, ${column(project)}::uuid as "projectId",
      ${column(workspace)}::uuid as "workspaceId", ${column(state)}::text as state
    from ${verbatim(from)} where t.id = any(${wellFormed}::${verbatim(key)}[])`
}

const column = (sql: string | undefined): Fragment => (sql === undefined ? fragment`null` : verbatim(sql))
