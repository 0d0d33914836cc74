import { ApiError } from './errors.ts'
import { type Fragment, fragment, nothing, type Sql, verbatim } from './sql.ts'

export const scopes = [
  'projects:read',
  'projects:write',
  'folders:read',
  'folders:write',
  'files:read',
  'files:write',
  'files:download',
  'ai:generate',
  'comments:read',
  'comments:write',
  'comments:download',
  'workspace-members:read',
  'project-members:read',
  'project-members:write',
  'access-links:read',
  'access-links:write',
  'access-links:read.key',
  'skills:read',
  'skills:write',
] as const
export type Scope = (typeof scopes)[number]

/** The scopes that an agent needs to read a project and take part in its discussions. It gets more when the person allows more. */
export const modestScopes: readonly Scope[] = [
  'projects:read',
  'folders:read',
  'files:read',
  'comments:read',
  'skills:read',
  'comments:write',
]

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text)
}

export const projectRoles = [
  'PROJECT_OWNER',
  'PROJECT_MANAGER',
  'PROJECT_MEMBER',
  'PROJECT_REVIEWER',
  'PROJECT_RESTRICTED_REVIEWER',
] as const
export type ProjectRole = (typeof projectRoles)[number]

export const managers: readonly ProjectRole[] = ['PROJECT_OWNER', 'PROJECT_MANAGER']
export const contributors: readonly ProjectRole[] = ['PROJECT_OWNER', 'PROJECT_MANAGER', 'PROJECT_MEMBER']
export const anyRole: readonly ProjectRole[] = projectRoles

/** In descending order of power: a role includes the rights of all roles after it. */
export const workspaceRoles = ['OWNER', 'ADMIN', 'MEMBER', 'GUEST'] as const
export type WorkspaceRole = (typeof workspaceRoles)[number]

export function hasWorkspaceRole(role: WorkspaceRole, atLeast: WorkspaceRole): boolean {
  return workspaceRoles.indexOf(role) <= workspaceRoles.indexOf(atLeast)
}

/** The powers that a person can take from an API key or an app, whatever its scopes. */
export type Power = 'spend' | 'giveVerdicts' | 'addPeople'

const powerNames: Record<Power, string> = {
  spend: 'spend money',
  giveVerdicts: 'give verdicts',
  addPeople: 'let people in',
}

/** Throws 403 when the person has forbidden it to the connection. */
export function requirePower({ forbidden, kind }: Caller, power: Power): void {
  if (!forbidden.has(power)) return
  const [name, section] = kind === 'key' ? ['API key', 'API keys'] : ['app', 'Connected apps']
  throw new ApiError('forbidden_for_connection', {
    message: `This ${name} may not ${powerNames[power]}: its person has forbidden it. They can allow it in the web app, under Settings, ${section}.`,
  })
}

/** The user, workspace, role and scopes behind a credential. */
export type Caller = {
  kind: 'key' | 'session' | 'oauth'
  /** True when a tool acts for the user, through MCP or OAuth: records that it writes are marked. */
  agent: boolean
  credentialId: string
  userId: string
  workspaceId: string
  workspaceRole: WorkspaceRole
  workspace: { id: string; name: string; avatarUrl: string | null }
  scopes: ReadonlySet<Scope>
  /** Empty for a session. */
  forbidden: ReadonlySet<Power>
}

/**
 * How a project is found from an id in the path. The key is the name of that path parameter. Records that a
 * restricted reviewer may not see are not found.
 */
const locators = {
  projectId: { source: fragment`projects p`, id: fragment`p.id`, visible: nothing },
  folderId: located('folders', fragment`and (${unrestricted()} or ${leadsToVisibleFile()})`),
  memberId: located('project_members'),
  linkId: located('access_links'),
  versionId: located('versions', fragment`and (it.allow_restricted or ${unrestricted()})`),
  reviewRequestId: located('review_requests', fragment`and ${ofVisibleVersion()}`),
  fileId: located('files', fragment`and (it.allow_restricted or ${unrestricted()})`),
  commentId: located('comments', fragment`and (${unrestricted()} or ${onVisibleFile()})`),
  attachmentId: located(
    'comment_attachments',
    fragment`and ${isNotInTrash()} and (${unrestricted()} or ${onVisibleFile()})`,
  ),
  generationAttachmentId: located('generation_attachments', fragment`and ${unrestricted()}`),
  trashId: located('trash', fragment`and it.purged_at is null and ${inVisibleTrash()}`),
  trashedFileId: inTrash('FILE'),
  trashedFolderId: inTrash('FOLDER'),
  trashedCommentId: inTrash('COMMENT'),
  trashedVersionId: inTrash('VERSION'),
} satisfies Record<string, { source: Fragment; id: Fragment; visible: Fragment }>

/** Callers that are not restricted reviewers see everything in the project. */
function unrestricted(): Fragment {
  return fragment`r.role <> 'PROJECT_RESTRICTED_REVIEWER'`
}

/** The record is on the project itself, or on a file that restricted reviewers see. */
function onVisibleFile(): Fragment {
  return fragment`it.file_id is null or exists (
    select from files visible where visible.id = it.file_id and visible.allow_restricted)`
}

/** The record belongs to a version that is not in the trash, and that restricted reviewers see. */
function ofVisibleVersion(): Fragment {
  return fragment`exists (
    select from versions visible where visible.id = it.version_id and (visible.allow_restricted or ${unrestricted()}))`
}

/** The comment and the file of the record are not in the trash. */
function isNotInTrash(): Fragment {
  return fragment`(it.comment_id is null or exists (select from comments live where live.id = it.comment_id))
    and (it.file_id is null or exists (select from files live where live.id = it.file_id))`
}

/** A deleted record of this kind, found by its own id. */
function inTrash(kind: string) {
  const visible = fragment`and it.kind = ${kind} and it.purged_at is null and ${inVisibleTrash()}`
  return { ...located('trash', visible), id: fragment`it.record_id` }
}

/** Restricted reviewers know of a deleted record that they have seen. Subqueries by value: Postgres would hash whole tables. */
function inVisibleTrash(): Fragment {
  return fragment`(${unrestricted()} or case it.kind
    when 'COMMENT' then ${onVisibleFile()}
    when 'VERSION' then (select seen.allow_restricted from all_versions seen where seen.trash_id = it.id)
    else (select true from all_files seen where seen.trash_id = it.id and seen.allow_restricted limit 1) end)`
}

/** A folder `it` that contains, at any depth, a file that restricted reviewers see: as List Folders shows them. */
export function leadsToVisibleFile(): Fragment {
  return fragment`exists (
    with recursive below as (
      select it.id union all select f.id from below join folders f on f.parent_id = below.id
    )
    select from below join files visible on visible.folder_id = below.id where visible.allow_restricted)`
}

export type Locator = keyof typeof locators

function located(table: string, visible: Fragment = nothing) {
  const source = fragment`${verbatim(table)} it join projects p on p.id = it.project_id`
  return { source, id: fragment`it.id`, visible }
}

/**
 * The caller's role as SQL to join: one row when the caller has one of `roles` in the project, else none. Columns:
 * project_id, workspace_id, user_id, role.
 */
export function accessRelation(locator: Locator, id: string, caller: Caller, roles: readonly ProjectRole[]) {
  const { source, id: column, visible } = locators[locator]
  const isGuest = fragment`${caller.workspaceRole === 'GUEST'}`
  const userId = fragment`${caller.userId}::uuid`
  return fragment`(
    select p.id as project_id, p.workspace_id, ${userId} as user_id, r.role
    from ${source}
    left join project_members own on own.project_id = p.id and own.user_id = ${userId}
    cross join lateral (select ${effectiveRole(isGuest, userId)} as role) r
    where ${column} = ${id} and p.workspace_id = ${caller.workspaceId}
      and (p.destroyed_at is null or p.destroyed_at > now())
      and r.role = any(${roles}) ${visible}
  ) access`
}

/** The role of a user in the project `p`. `own` is the user's membership, if there is one. */
export function effectiveRole(isGuest: Fragment, userId: Fragment): Fragment {
  return fragment`coalesce(own.role, case when ${isOpenTo(isGuest, userId)} then 'PROJECT_REVIEWER' end)`
}

/**
 * Whether a user without a membership is a reviewer of the project `p`: the project is open to its workspace, and the
 * user is neither a guest there nor a former restricted reviewer of the project. The array is read once, and only
 * when the user would otherwise be let in.
 */
export function isOpenTo(isGuest: Fragment, userId: Fragment): Fragment {
  return fragment`(p.access_range = 'ALLOW_WORKSPACE_MEMBER' and not ${isGuest}
    and p.id <> all (array(select x.project_id from project_restrictions x where x.user_id = ${userId})))`
}

export function isOpenToCaller({ workspaceRole, userId }: Caller): Fragment {
  return isOpenTo(fragment`${workspaceRole === 'GUEST'}`, fragment`${userId}::uuid`)
}

export type ProjectAccess = { projectId: string; role: ProjectRole }

/** Loads the project (404), then checks the role (403). */
export async function requireProjectRole(
  sql: Sql,
  locator: Locator,
  id: string,
  caller: Caller,
  roles: readonly ProjectRole[],
): Promise<ProjectAccess> {
  const [access] = await sql<ProjectAccess>`
    select access.project_id as "projectId", access.role from ${accessRelation(locator, id, caller, anyRole)}`
  if (!access) throw new ApiError('not_found')
  if (!roles.includes(access.role)) throw insufficientRole(roles)
  return access
}

function insufficientRole(roles: readonly ProjectRole[]): ApiError {
  return new ApiError('insufficient_role', {
    message: `Your role in this project does not allow this operation. It takes ${roles.join(' or ')}.`,
  })
}
