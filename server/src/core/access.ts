import { ApiError } from './errors.ts'
import { type Fragment, fragment, nothing, type Sql, verbatim } from './sql.ts'
import { roleSees, roleSeesAll, shareShowsComment, shareShowsFile, shareShowsVersion } from './visibility.ts'

/** The scopes of the reference. */
export const referenceScopes = [
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
/** With those of operations that the reference does not have. */
export const scopes = [...referenceScopes, 'shares:read', 'shares:write', 'audit:read', 'usage:read'] as const
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

/** The uses of a share. A share's settings say which of these its guests may do. */
export type ShareUse = 'view' | 'comment' | 'verdict' | 'download' | 'upload'

/** The share behind the credential of a share guest. */
export type GuestOfShare = {
  id: string
  projectId: string
  guestId: string
  guestName: string
  guestEmail: string | null
  /** A member of the project looks at the share as a guest sees it: nothing is written or recorded. */
  preview: boolean
  uses: ReadonlySet<ShareUse>
  watermark: ShareWatermark | null
}

/** Text that is drawn into everything that the guests of a share see. */
export type ShareWatermark = {
  text: string
  position: 'CENTER' | 'TILED' | 'TOP_LEFT' | 'TOP_RIGHT' | 'BOTTOM_LEFT' | 'BOTTOM_RIGHT'
  size: 'SMALL' | 'MEDIUM' | 'LARGE'
  opacity: number
}

/** The user, workspace, role and scopes behind a credential. */
export type Caller = {
  kind: 'key' | 'session' | 'oauth' | 'share'
  /** True when a tool acts for the user, through MCP or OAuth: records that it writes are marked. */
  agent: boolean
  credentialId: string
  userId: string
  workspaceId: string
  workspaceRole: WorkspaceRole
  workspace: { id: string; name: string; avatarUrl: string | null }
  /** Bytes that the workspace may store; null for the quota of the installation, -1 for no quota. */
  workspaceQuota: number | null
  scopes: ReadonlySet<Scope>
  /** Empty for a session. */
  forbidden: ReadonlySet<Power>
  /** Undefined for everybody but share guests. */
  share: GuestOfShare | undefined
}

const isWriting: Record<ShareUse, boolean> = {
  view: false,
  comment: true,
  verdict: true,
  download: false,
  upload: true,
}

/**
 * Throws 404 when the operation is not for guests of this share: what it names does not exist to them. A preview reads and
 * writes nothing.
 */
export function requireShareUse({ share }: Caller, { share: use }: { share?: ShareUse | undefined }): void {
  if (use === undefined || !share?.uses.has(use)) throw new ApiError('not_found')
  if (share.preview && isWriting[use]) throw new ApiError('share_preview')
}

/**
 * How a project is found from an id in the path. The key is the name of that path parameter. Records that a
 * restricted reviewer, or the guest of a share, may not see are not found.
 */
const locators = {
  projectId: { source: fragment`projects p`, id: fragment`p.id`, visible: nothing, shown: ofShareProject() },
  folderId: located('folders', { visible: fragment`(${roleSeesAll('r.role')} or ${leadsToVisibleFile()})` }),
  memberId: located('project_members'),
  linkId: located('access_links'),
  shareId: located('shares'),
  versionId: located('versions', { visible: roleSees('it', 'r.role'), shown: shareShowsVersion('it') }),
  reviewRequestId: located('review_requests', { visible: ofVisibleVersion() }),
  fileId: located('files', { visible: roleSees('it', 'r.role'), shown: shareShowsFile('it') }),
  commentId: located('comments', { visible: onVisibleFile(), shown: shareShowsComment('it') }),
  attachmentId: located('comment_attachments', {
    visible: fragment`${isNotInTrash()} and ${onVisibleFile()}`,
    shown: ofShownComment(),
  }),
  generationAttachmentId: located('generation_attachments', { visible: roleSeesAll('r.role') }),
  skillReviewerId: located('skill_reviewers'),
  skillReviewId: located('skill_reviews', { visible: ofLiveFile() }),
  draftNoteId: located('draft_notes', { visible: ofLiveFile() }),
  trashId: located('trash', { visible: fragment`it.purged_at is null and ${inVisibleTrash()}` }),
  trashedFileId: inTrash('FILE'),
  trashedFolderId: inTrash('FOLDER'),
  trashedCommentId: { ...inTrash('COMMENT'), shown: deletedByGuest() },
  trashedVersionId: inTrash('VERSION'),
} satisfies Record<string, Location>

/**
 * `source` is the project `p`, found from the record `it`. `visible`: what people with the role `r.role` see. `shown`: from where
 * guests of a share see the record; undefined where they see none.
 */
type Location = { source: Fragment; id: Fragment; visible: Fragment; shown: Fragment | undefined }

type Rules = { visible?: Fragment; shown?: Fragment }

function located(table: string, { visible, shown }: Rules = {}): Location {
  return {
    source: fragment`${verbatim(table)} it join projects p on p.id = it.project_id`,
    id: fragment`it.id`,
    visible: visible === undefined ? nothing : fragment`and ${visible}`,
    shown:
      shown &&
      fragment`join ${verbatim(table)} it on it.project_id = access.project_id and ${shown} and it.id = `,
  }
}

/** Guests name their project when they upload. */
function ofShareProject(): Fragment {
  return fragment`join projects it on it.id = access.project_id and it.id = `
}

/** The record is on the project itself, or on a file that restricted reviewers see. */
function onVisibleFile(): Fragment {
  return fragment`(${roleSeesAll('r.role')} or it.file_id is null or exists (
    select from files visible where visible.id = it.file_id and visible.allow_restricted))`
}

/** The record belongs to a version that is not in the trash, and that restricted reviewers see. */
function ofVisibleVersion(): Fragment {
  return fragment`exists (
    select from versions visible where visible.id = it.version_id and ${roleSees('visible', 'r.role')})`
}

/** The comment and the file of the record are not in the trash. */
function isNotInTrash(): Fragment {
  return fragment`(it.comment_id is null or exists (select from comments live where live.id = it.comment_id))
    and (it.file_id is null or exists (select from files live where live.id = it.file_id))`
}

/** The file of the record is not in the trash, and the role sees it. */
function ofLiveFile(): Fragment {
  return fragment`exists (select from files live where live.id = it.file_id and ${roleSees('live', 'r.role')})`
}

/** A deleted record of this kind, found by its own id. */
function inTrash(kind: string): Location {
  const visible = fragment`it.kind = ${kind} and it.purged_at is null and ${inVisibleTrash()}`
  return { ...located('trash', { visible }), id: fragment`it.record_id` }
}

/** Guests undo their own deletions of comments on files that they see. */
function deletedByGuest(): Fragment {
  return fragment`join trash it on it.project_id = access.project_id and it.kind = 'COMMENT' and it.purged_at is null
    and it.deleted_by = access.user_id and exists (
      select from files shown_file where shown_file.id = it.file_id and ${shareShowsFile('shown_file')})
    and it.record_id = `
}

/** Restricted reviewers know of a deleted record that they have seen. Subqueries by value: Postgres would hash whole tables. */
function inVisibleTrash(): Fragment {
  return fragment`(${roleSeesAll('r.role')} or case it.kind
    when 'COMMENT' then ${onVisibleFile()}
    when 'VERSION' then (select seen.allow_restricted from all_versions seen where seen.trash_id = it.id)
    else (select true from all_files seen where seen.trash_id = it.id and seen.allow_restricted limit 1) end)`
}

/** The attachment belongs to a comment that the guest sees, or the guest has just uploaded it. */
function ofShownComment(): Fragment {
  return fragment`case when it.comment_id is null
    then it.uploader_id = access.user_id and exists (
      select from files shown_file where shown_file.id = it.file_id and ${shareShowsFile('shown_file')})
    else exists (
      select from comments shown_comment where shown_comment.id = it.comment_id and ${shareShowsComment('shown_comment')})
    end`
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

/** The people who may call an operation: members with one of these roles, and guests of shares that are for this. */
export type Admitted = { roles: readonly ProjectRole[]; share?: ShareUse | undefined }

/**
 * The caller's role as SQL to join: one row when the caller has one of `roles` in the project, or is the guest of a share that
 * shows the record, else none. Columns: project_id, workspace_id, user_id, role, and guest_id, which is null for all but
 * share guests. These have the weakest role.
 */
export function accessRelation(
  locator: Locator,
  id: string,
  caller: Caller,
  { roles, share }: Admitted,
): Fragment {
  const { source, id: column, visible, shown } = locators[locator]
  if (caller.kind === 'share') return guestAccess(caller, shown && share, shown && fragment`${shown} ${id}`)
  const isGuest = fragment`${caller.workspaceRole === 'GUEST'}`
  const userId = fragment`${caller.userId}::uuid`
  return fragment`(
    select p.id as project_id, p.workspace_id, ${userId} as user_id, r.role, null::uuid as guest_id
    from ${source}
    left join project_members own on own.project_id = p.id and own.user_id = ${userId}
    cross join lateral (select ${effectiveRole(isGuest, userId)} as role) r
    where ${column} = ${id} and p.workspace_id = ${caller.workspaceId}
      and (p.destroyed_at is null or p.destroyed_at > now())
      and r.role = any(${roles}) ${visible}
  ) access`
}

/** The condition on the settings of `shares s` for each use. */
const allows: Record<ShareUse, Fragment> = {
  view: fragment`true`,
  comment: fragment`s.access = 'COMMENT'`,
  verdict: fragment`s.verdicts`,
  download: fragment`s.downloads <> 'NONE'`,
  upload: fragment`s.upload_folder_id is not null`,
}

/** SQL: neither the share `s` nor its project `p` has ended. */
export const shareIsOpen = fragment`(s.ended_at is null and (s.expires_at is null or s.expires_at > now())
  and (p.destroyed_at is null or p.destroyed_at > now()))`

/**
 * The access of a share guest, with the columns of `accessRelation`: one row while the share is open to them and for this use.
 * Every statement asks anew, so that the end of a share and a change of its settings take effect at once.
 */
export function guestAccess(
  { userId, share }: Caller,
  use: ShareUse | undefined,
  joined: Fragment = nothing,
): Fragment {
  return fragment`(
    select access.* from (
      select p.id as project_id, p.workspace_id, ${userId}::uuid as user_id,
        'PROJECT_RESTRICTED_REVIEWER' as role, guest.id as guest_id
      from shares s join projects p on p.id = s.project_id
      join share_guests guest on guest.share_id = s.id and guest.ended_at is null and guest.expires_at > now()
      where guest.id = ${share?.guestId ?? null} and ${shareIsOpen}
        and ${use === undefined ? fragment`false` : allows[use]}
    ) access ${joined}
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

/**
 * Whether the person who created the archive `a` still has access to the project `p`: a member who is no restricted reviewer,
 * unless the archive was made for one; or a guest who may still download, of a share that has not changed since.
 */
export const keepsArchive = fragment`case when a.guest_id is null then exists (
    select from workspace_members m
    left join project_members own on own.project_id = p.id and own.user_id = a.created_by
    cross join lateral (select ${effectiveRole(fragment`(m.role = 'GUEST')`, fragment`a.created_by`)} as role) r
    where m.workspace_id = p.workspace_id and m.user_id = a.created_by and r.role is not null
      and (a.restricted or ${roleSeesAll('r.role')}))
  else exists (
    select from share_guests guest join shares s on s.id = guest.share_id
    where guest.id = a.guest_id and guest.ended_at is null and guest.expires_at > now() and ${shareIsOpen}
      and ${allows.download} and s.updated_at = a.share_updated_at) end`

export type ProjectAccess = { projectId: string; role: ProjectRole }

/** Loads the project (404), then checks the role (403). */
export async function requireProjectRole(
  sql: Sql,
  locator: Locator,
  id: string,
  caller: Caller,
  { roles, share }: Admitted,
): Promise<ProjectAccess> {
  const [access] = await sql<ProjectAccess>`
    select access.project_id as "projectId", access.role
    from ${accessRelation(locator, id, caller, { roles: anyRole, share })}`
  if (!access) throw new ApiError('not_found')
  if (caller.kind !== 'share' && !roles.includes(access.role)) throw insufficientRole(roles)
  return access
}

function insufficientRole(roles: readonly ProjectRole[]): ApiError {
  return new ApiError('insufficient_role', {
    message: `Your role in this project does not allow this operation. It takes ${roles.join(' or ')}.`,
  })
}
