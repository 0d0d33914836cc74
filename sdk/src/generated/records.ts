// Made by `npm run generate` from the list of operations.

import type { Event } from './events.ts'

export type AccessLinkRole = 'PROJECT_MEMBER' | 'PROJECT_REVIEWER' | 'PROJECT_RESTRICTED_REVIEWER'

export type AccessRange = 'ONLY_PROJECT_MEMBER' | 'ALLOW_WORKSPACE_MEMBER'

export type AssignableRole =
  | 'PROJECT_MANAGER'
  | 'PROJECT_MEMBER'
  | 'PROJECT_REVIEWER'
  | 'PROJECT_RESTRICTED_REVIEWER'

export type ArchiveVariant = 'ORIGINAL' | 'PROXY'

export type AttachmentKind = 'image' | 'video' | 'audio' | 'text' | 'PDF'

export type AuditAction =
  | 'session.started'
  | 'session.refused'
  | 'session.ended'
  | 'account.updated'
  | 'email.requested'
  | 'email.changed'
  | 'password.changed'
  | 'password.refused'
  | 'password.reset_requested'
  | 'password.reset'
  | 'passkey.created'
  | 'passkey.updated'
  | 'passkey.deleted'
  | 'api_key.created'
  | 'api_key.updated'
  | 'api_key.revoked'
  | 'app.connected'
  | 'app.refused'
  | 'app.updated'
  | 'app.disconnected'
  | 'workspace.updated'
  | 'workspace_member.updated'
  | 'workspace_member.removed'
  | 'invitation.created'
  | 'invitation.accepted'
  | 'invitation.deleted'
  | 'webhook.created'
  | 'webhook.updated'
  | 'webhook.disabled'
  | 'webhook.secret_rotated'
  | 'webhook.deleted'
  | 'event_subscription.created'
  | 'event_subscription.deleted'
  | 'skill.created'
  | 'skill.updated'
  | 'skill.version_published'
  | 'skill.deleted'
  | 'skill.version_deleted'
  | 'check_profile.created'
  | 'check_profile.updated'
  | 'check_profile.deleted'
  | 'check_settings.updated'
  | 'skill_reviewer.created'
  | 'skill_reviewer.updated'
  | 'skill_reviewer.deleted'
  | 'review_budget.updated'
  | 'project.created'
  | 'project.updated'
  | 'project.deletion_scheduled'
  | 'project.deletion_cancelled'
  | 'project.purged'
  | 'member.added'
  | 'member.updated'
  | 'member.removed'
  | 'access_link.created'
  | 'access_link.renewed'
  | 'access_link.deleted'
  | 'access_link.joined'
  | 'access_link.refused'
  | 'share.created'
  | 'share.updated'
  | 'share.ended'
  | 'share.guest_ended'
  | 'share.deleted'
  | 'share.previewed'
  | 'share.opened'
  | 'share.refused'
  | 'finding.waived'
  | 'finding.unwaived'
  | 'file.deleted'
  | 'folder.deleted'
  | 'comment.deleted'
  | 'version.deleted'
  | 'trash.restored'
  | 'trash.purged'
  | 'file.downloaded'
  | 'attachment.downloaded'
  | 'comments.exported'
  | 'receipt.downloaded'
  | 'archive.created'
  | 'archive.downloaded'
  | 'audit.exported'
  | 'admin.command'

export type AuditFilter =
  | 'session.*'
  | 'account.*'
  | 'email.*'
  | 'password.*'
  | 'passkey.*'
  | 'api_key.*'
  | 'app.*'
  | 'workspace.*'
  | 'workspace_member.*'
  | 'invitation.*'
  | 'webhook.*'
  | 'event_subscription.*'
  | 'skill.*'
  | 'check_profile.*'
  | 'check_settings.*'
  | 'skill_reviewer.*'
  | 'review_budget.*'
  | 'project.*'
  | 'member.*'
  | 'access_link.*'
  | 'share.*'
  | 'finding.*'
  | 'file.*'
  | 'folder.*'
  | 'comment.*'
  | 'version.*'
  | 'trash.*'
  | 'attachment.*'
  | 'comments.*'
  | 'receipt.*'
  | 'archive.*'
  | 'audit.*'
  | 'admin.*'
  | 'session.started'
  | 'session.refused'
  | 'session.ended'
  | 'account.updated'
  | 'email.requested'
  | 'email.changed'
  | 'password.changed'
  | 'password.refused'
  | 'password.reset_requested'
  | 'password.reset'
  | 'passkey.created'
  | 'passkey.updated'
  | 'passkey.deleted'
  | 'api_key.created'
  | 'api_key.updated'
  | 'api_key.revoked'
  | 'app.connected'
  | 'app.refused'
  | 'app.updated'
  | 'app.disconnected'
  | 'workspace.updated'
  | 'workspace_member.updated'
  | 'workspace_member.removed'
  | 'invitation.created'
  | 'invitation.accepted'
  | 'invitation.deleted'
  | 'webhook.created'
  | 'webhook.updated'
  | 'webhook.disabled'
  | 'webhook.secret_rotated'
  | 'webhook.deleted'
  | 'event_subscription.created'
  | 'event_subscription.deleted'
  | 'skill.created'
  | 'skill.updated'
  | 'skill.version_published'
  | 'skill.deleted'
  | 'skill.version_deleted'
  | 'check_profile.created'
  | 'check_profile.updated'
  | 'check_profile.deleted'
  | 'check_settings.updated'
  | 'skill_reviewer.created'
  | 'skill_reviewer.updated'
  | 'skill_reviewer.deleted'
  | 'review_budget.updated'
  | 'project.created'
  | 'project.updated'
  | 'project.deletion_scheduled'
  | 'project.deletion_cancelled'
  | 'project.purged'
  | 'member.added'
  | 'member.updated'
  | 'member.removed'
  | 'access_link.created'
  | 'access_link.renewed'
  | 'access_link.deleted'
  | 'access_link.joined'
  | 'access_link.refused'
  | 'share.created'
  | 'share.updated'
  | 'share.ended'
  | 'share.guest_ended'
  | 'share.deleted'
  | 'share.previewed'
  | 'share.opened'
  | 'share.refused'
  | 'finding.waived'
  | 'finding.unwaived'
  | 'file.deleted'
  | 'folder.deleted'
  | 'comment.deleted'
  | 'version.deleted'
  | 'trash.restored'
  | 'trash.purged'
  | 'file.downloaded'
  | 'attachment.downloaded'
  | 'comments.exported'
  | 'receipt.downloaded'
  | 'archive.created'
  | 'archive.downloaded'
  | 'audit.exported'
  | 'admin.command'

export type CaptionSource = 'UPLOADED' | 'EMBEDDED' | 'TRANSCRIBED'

export type CaptionState = 'QUEUED' | 'SENDING' | 'READY' | 'FAILED'

export type AlphaUse = 'FORBIDDEN' | 'UNUSED' | 'REQUIRED'

export type CheckFormat = 'junit' | 'sarif' | 'json'

export type CheckLevel = 'PROBLEM' | 'WARNING' | 'INFO'

export type CheckColourSpace =
  | 'SRGB'
  | 'DISPLAY_P3'
  | 'ADOBE_RGB'
  | 'PROPHOTO_RGB'
  | 'REC_2020'
  | 'CMYK'
  | 'GREY'
  | 'LAB'
  | 'OTHER'
  | 'NONE'

export type CheckColourRange = 'limited' | 'full' | 'untagged'

export type CheckSettingsSource = 'PROJECT' | 'WORKSPACE' | 'DEFAULT'

export type CheckOutcome = 'PASSED' | 'FOUND' | 'NOT_APPLICABLE' | 'NOT_MEASURED'

export type CheckState = 'NONE' | 'QUEUED' | 'MEASURING' | 'READY' | 'FAILED' | 'OFF'

export type CommentSort = 'createdAt' | 'anchor'

export type DeliveryState = 'PENDING' | 'DELIVERED' | 'FAILED' | 'SKIPPED'

export type DraftNoteState = 'DRAFT' | 'ACCEPTED' | 'DISMISSED'

export type EventFilter =
  | '*'
  | 'project.*'
  | 'folder.*'
  | 'file.*'
  | 'version.*'
  | 'review_request.*'
  | 'verdict.*'
  | 'member.*'
  | 'comment.*'
  | 'reaction.*'
  | 'access_link.*'
  | 'share.*'
  | 'skill.*'
  | 'trash.*'
  | 'project.created'
  | 'project.updated'
  | 'project.deletion_scheduled'
  | 'project.deletion_cancelled'
  | 'project.deleted'
  | 'folder.created'
  | 'folder.updated'
  | 'folder.deleted'
  | 'folder.restored'
  | 'file.created'
  | 'file.uploaded'
  | 'file.generated'
  | 'file.failed'
  | 'file.processed'
  | 'file.checked'
  | 'file.updated'
  | 'file.reviewed_by_skill'
  | 'file.deleted'
  | 'file.restored'
  | 'version.created'
  | 'version.updated'
  | 'version.status_changed'
  | 'version.deleted'
  | 'version.restored'
  | 'review_request.created'
  | 'review_request.reminded'
  | 'review_request.seen'
  | 'review_request.deleted'
  | 'verdict.given'
  | 'verdict.withdrawn'
  | 'member.added'
  | 'member.updated'
  | 'member.removed'
  | 'comment.created'
  | 'comment.updated'
  | 'comment.deleted'
  | 'comment.restored'
  | 'comment.resolved'
  | 'comment.reopened'
  | 'reaction.created'
  | 'reaction.deleted'
  | 'access_link.created'
  | 'access_link.renewed'
  | 'access_link.deleted'
  | 'share.created'
  | 'share.updated'
  | 'share.opened'
  | 'share.guest_ended'
  | 'share.ended'
  | 'share.deleted'
  | 'skill.created'
  | 'skill.updated'
  | 'skill.deleted'
  | 'skill.restored'
  | 'skill.version_drafted'
  | 'skill.version_published'
  | 'skill.version_deleted'
  | 'skill.evaluated'
  | 'trash.purged'

export type EdgeFrame = 'CONTENT' | 'BLACK'

export type EvaluationSource = 'CHECKS' | 'RECORDED' | 'LIVE'

export type EvaluationState = 'QUEUED' | 'RUNNING' | 'READY' | 'FAILED' | 'CANCELLED'

export type FieldOrder = 'PROGRESSIVE' | 'TOP_FIRST' | 'BOTTOM_FIRST'

export type FileKind = 'VIDEO' | 'AUDIO' | 'IMAGE' | 'DOCUMENT' | 'MODEL' | 'OTHER'

export type FileMode = 'LOCAL' | 'YOUTUBE' | 'GENERATED'

export type FileStatus = 'UPLOADING' | 'GENERATING' | 'UPLOADED' | 'FAILED'

export type GenerationState = 'QUEUED' | 'STARTING' | 'RUNNING' | 'FETCHING' | 'DONE' | 'FAILED' | 'CANCELLED'

export type InvitedRole = 'ADMIN' | 'MEMBER' | 'GUEST'

export type LoudnessGating = 'PROGRAMME' | 'DIALOGUE'

export type MailFrequency = 'SOON' | 'HOURLY' | 'DAILY' | 'WEEKLY' | 'NEVER'

export type MarkerFormat = 'edl' | 'xmeml' | 'premiere-csv' | 'avid' | 'avid-xml' | 'fcpxml' | 'otio' | 'srt'

export type MediaKind = 'VIDEO' | 'AUDIO' | 'IMAGE' | 'DOCUMENT' | 'MODEL'

export type MediaState = 'PENDING' | 'PROCESSING' | 'READY' | 'FAILED'

export type ModelId =
  | 'pdf'
  | 'markdown'
  | 'gpt-image-2.5-flare'
  | 'gpt-image-2'
  | 'gemini-3-pro-image'
  | 'gemini-3.1-flash-image'
  | 'gemini-3.1-flash-lite-image'
  | 'seedance-2.5'
  | 'seedance-2.0'
  | 'seedance-2.0-fast'
  | 'seedance-2.0-mini'
  | 'kling-3.0-omni'
  | 'kling-3.0'
  | 'kling-3.0-turbo'
  | 'minimax-h3-max'
  | 'minimax-h3'
  | 'veo-3.1-generate-preview'
  | 'veo-3.1-lite-generate-preview'
  | 'meshy-7'
  | 'hunyuan3d-3.1'

export type NotificationKind =
  | 'MENTION'
  | 'REVIEW_REQUESTED'
  | 'REPLY'
  | 'VERDICT'
  | 'COMMENT'
  | 'GENERATION'
  | 'REVISION'
  | 'SHARE_OPENED'
  | 'INVITATION'
  | 'ACCESS_LOST'
  | 'UPLOAD'
  | 'NEW_REVIEW'

export type NotificationLevel = 'EVERYTHING' | 'CONCERNS_ME' | 'MENTIONS' | 'NOTHING'

export type NoteOutcome = 'ADDRESSED' | 'STILL_OPEN' | 'CANNOT_TELL'

export type OutputType = 'DOCUMENT' | 'IMAGE' | 'VIDEO' | '3D'

export type ProjectRole =
  | 'PROJECT_OWNER'
  | 'PROJECT_MANAGER'
  | 'PROJECT_MEMBER'
  | 'PROJECT_REVIEWER'
  | 'PROJECT_RESTRICTED_REVIEWER'

export type ProjectSort = 'createdAt' | 'name' | 'activity'

export type ReferenceScope =
  | 'projects:read'
  | 'projects:write'
  | 'folders:read'
  | 'folders:write'
  | 'files:read'
  | 'files:write'
  | 'files:download'
  | 'ai:generate'
  | 'comments:read'
  | 'comments:write'
  | 'comments:download'
  | 'workspace-members:read'
  | 'project-members:read'
  | 'project-members:write'
  | 'access-links:read'
  | 'access-links:write'
  | 'access-links:read.key'
  | 'skills:read'
  | 'skills:write'

export type ReviewRuleType = 'ANY_ONE' | 'ALL_REQUESTED' | 'NAMED_PERSON'

export type ReviewState = 'REQUESTED' | 'SEEN' | 'APPROVED' | 'NEED_EDIT' | 'REJECTED'

export type ReviewTrigger = 'NEW_REVISIONS' | 'ON_REQUEST'

export type ProviderId =
  | 'openai'
  | 'google'
  | 'minimax'
  | 'byteplus'
  | 'kling'
  | 'meshy'
  | 'tencent'
  | 'text'
  | 'local'

export type Scope =
  | 'projects:read'
  | 'projects:write'
  | 'folders:read'
  | 'folders:write'
  | 'files:read'
  | 'files:write'
  | 'files:download'
  | 'ai:generate'
  | 'comments:read'
  | 'comments:write'
  | 'comments:download'
  | 'workspace-members:read'
  | 'project-members:read'
  | 'project-members:write'
  | 'access-links:read'
  | 'access-links:write'
  | 'access-links:read.key'
  | 'skills:read'
  | 'skills:write'
  | 'shares:read'
  | 'shares:write'
  | 'audit:read'
  | 'usage:read'

export type SearchKind = 'PROJECT' | 'FILE' | 'COMMENT' | 'CAPTION' | 'SKILL'

export type ShapeKind = 'pen' | 'arrow' | 'box' | 'ellipse' | 'text'

export type ShareAccess = 'VIEW' | 'COMMENT'

export type ShareComments = 'ALL' | 'OWN'

export type ShareDownloads = 'NONE' | 'PROXY' | 'ORIGINAL'

export type ShareEmail = 'NONE' | 'OPTIONAL' | 'REQUIRED'

export type ShareItemKind = 'FILE' | 'FOLDER' | 'VERSION'

export type ShareRevisions = 'LATEST' | 'FROZEN'

export type SkillReviewState = 'QUEUED' | 'PREPARING' | 'SENDING' | 'READY' | 'FAILED' | 'CANCELLED'

export type SortDirection = 'asc' | 'desc'

export type StaleReason = 'REOPENED' | 'FILES_CHANGED' | 'NEW_REVISION'

export type Verdict = 'APPROVED' | 'NEED_EDIT' | 'REJECTED'

export type ValidatorSeverity = 'ERROR' | 'WARNING'

export type VersionStatus =
  | 'IN_PROGRESS'
  | 'NEED_REVIEW'
  | 'NEED_EDIT'
  | 'ON_HOLD'
  | 'APPROVED'
  | 'REJECTED'
  | 'CLOSED'

export type WatermarkPosition = 'CENTER' | 'TILED' | 'TOP_LEFT' | 'TOP_RIGHT' | 'BOTTOM_LEFT' | 'BOTTOM_RIGHT'

export type WatermarkSize = 'SMALL' | 'MEDIUM' | 'LARGE'

export type WebhookFormat = 'standard' | 'slack' | 'teams' | 'discord' | 'ntfy'

export type WorkspaceRole = 'OWNER' | 'ADMIN' | 'MEMBER' | 'GUEST'

export interface AccessLink {
  /** Access link ID. */
  id: string
  /** Key that a guest joins with; null without the scope `access-links:read.key`. */
  accessKey: string | null
  description: string | null
  /** Project role of guests who join with the link. */
  role: AccessLinkRole
  /** Whether joining takes a password. */
  hasPassword: boolean
  /** When the link stops working; null if it does not expire. */
  expiresAt: string | null
  /** Whether guests who join with the link may download files. */
  allowDownload: boolean
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
}

export interface Account {
  /** User ID. */
  id: string
  name: string
  /** Display name in this workspace; null if the workspace shows `name`. */
  displayName: string | null
  email: string
  /** Whether the address is verified. Invitations reach an account only by a verified address. */
  emailConfirmed: boolean
  /** The address that replaces `email` once it is verified. */
  pendingEmail: {
    email: string
    /** Whether the verification mail was sent. If not, the operator of the server confirms the address. */
    mailed: boolean
  } | null
  /** URL of the avatar of the account. */
  avatarUrl: string | null
  /** URL of the avatar in this workspace; null if the workspace shows `avatarUrl`. */
  displayAvatarUrl: string | null
  hasPassword: boolean
  /** Whether the user joined by access link and has no account to sign in to. */
  guest: boolean
  session: {
    /** Session ID. */
    id: string
  }
  /** Workspace of this session. */
  workspace: {
    /** Workspace ID. */
    id: string
    name: string
    avatarUrl: string | null
    accentColor: string | null
    role: WorkspaceRole
  }
  /** All workspaces of the account, sorted by name. */
  workspaces: {
    /** Workspace ID. */
    id: string
    name: string
    avatarUrl: string | null
    accentColor: string | null
    role: WorkspaceRole
  }[]
  /** How many days deleted records stay in the trash of this server. */
  trashDays: number
}

export interface ApiKey {
  /** API key ID. */
  id: string
  name: string
  scopes: Scope[]
  /** Whether it may spend money: generate files. */
  maySpend: boolean
  /** Whether it may give and withdraw verdicts on versions. */
  mayGiveVerdicts: boolean
  /** Whether it may let people in: add members to projects, create and renew access links. */
  mayAddPeople: boolean
  /** User that the key acts as. */
  user: {
    /** User ID. */
    id: string
    email: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
  }
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  expiresAt: string | null
  /** Time of the last use, to the minute. */
  lastUsedAt: string | null
}

export interface ApprovalBlocker {
  /** null for a file that you do not see. */
  file: {
    /** File ID. */
    id: string
    name: string
  } | null
  /** OPEN_PROBLEMS: its checks found problems without a waiver. NOT_CHECKED: its checks wait, run, have failed or are off. */
  reason: 'OPEN_PROBLEMS' | 'NOT_CHECKED'
  /** Open problems; 0 for NOT_CHECKED. */
  problems: number
}

export interface Archive {
  /** Archive ID. It is the ETag of the ZIP, too. */
  id: string
  /** File name of the ZIP. */
  name: string
  /** Whether it contains originals or proxies. */
  variant: ArchiveVariant
  /** Number of files in it, without the CSV of comments. */
  fileCount: number
  /** Size of the ZIP in bytes. */
  byteSize: number
  /** Download URL. It supports range requests, and needs no credential: treat it as a secret. */
  url: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  expiresAt: string
  /** Number of chosen files that are left out. */
  skippedCount: number
  /** Chosen files that are left out, and why; at most 100. */
  skipped: {
    /** File ID. */
    id: string
    name: string
    /** YOUTUBE: the video is on YouTube. NOT_READY: the upload, generation or processing is not finished, or failed. NO_PROXY: files of this kind have no proxy. */
    reason: 'YOUTUBE' | 'NOT_READY' | 'NO_PROXY'
  }[]
}

export interface AudioTrack {
  /** Number of the track in this list. */
  index: number
  /** Name that the file gives it. */
  name: string | null
  /** Language tag, such as en or pt-BR; null if the file does not say. */
  language: string | null
  channels: number
  /** Such as stereo or 5.1; null if the file does not say. */
  layout: string | null
  /** Such as L, R, C, LFE, Ls, Rs; numbers where the file does not say. */
  channelNames: string[]
  /** Whether the proxy plays this track, mixed to stereo. */
  inProxy: boolean
  /** URL of the track with all its channels, as AAC; null until it exists, and when the proxy has them. */
  url: string | null
}

export interface AuditEntry {
  /** ID of the entry. */
  id: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** What was done. */
  action: AuditAction
  /** Who did it; null for the service, an admin command, and a visitor who did not say who they are. */
  actor: {
    /** User ID. */
    id: string
    /** Name at that time. */
    name: string | null
    /** E-mail address now; null for guests and deleted accounts. */
    email: string | null
  } | null
  /** How the actor came in. */
  credential: {
    /** SESSION: in a browser. API_KEY, APP: with a key, or by a connected app. SHARE: as the guest of a share. NONE: without signing in. ADMIN: by the operator of the server. SERVICE: by the service itself. */
    kind: 'SESSION' | 'API_KEY' | 'APP' | 'SHARE' | 'NONE' | 'ADMIN' | 'SERVICE'
    /** ID of the API key, of the connected app, or of the share guest. */
    id: string | null
    /** Name of the key or app at that time. */
    name: string | null
  }
  /** Whether a tool acted for the person, through MCP or OAuth. */
  agent: boolean
  /** What it was done to. */
  target: {
    kind:
      | 'WORKSPACE'
      | 'USER'
      | 'PASSKEY'
      | 'API_KEY'
      | 'APP'
      | 'INVITATION'
      | 'WEBHOOK'
      | 'EVENT_SUBSCRIPTION'
      | 'SKILL'
      | 'CHECK_PROFILE'
      | 'PROJECT'
      | 'FOLDER'
      | 'FILE'
      | 'COMMENT'
      | 'ATTACHMENT'
      | 'VERSION'
      | 'ACCESS_LINK'
      | 'SHARE'
      | 'SHARE_GUEST'
      | 'TRASH'
      | 'ARCHIVE'
    id: string | null
    /** Name at that time; of a comment, the name of its file. */
    name: string | null
  } | null
  /** The project that the target is in. */
  project: {
    /** Project ID. */
    id: string
    /** Name at that time. */
    name: string | null
  } | null
  /** IP address of the client; null for work without a request. */
  address: string | null
  /** `User-Agent` of the client. */
  userAgent: string | null
  /** What else is known: a role, the names of changed fields. Never a secret, never content. */
  details: Record<string, string | number | boolean | string[]>
}

export interface BatchError {
  /** HTTP status that the operation for one file would return. */
  status: number
  /** Error code. */
  code: string
  message: string
  errors: {
    path: string
    code: string
    message: string
  }[]
}

export interface Captions {
  /** Id of captions. */
  id: string
  /** Language tag, such as en or pt-BR; `und` if it is not known. */
  language: string
  /** Name beside the language, such as SDH. */
  label: string | null
  /** EMBEDDED: found in the file. TRANSCRIBED: by speech-to-text. */
  source: CaptionSource
  /** QUEUED and SENDING: being transcribed. FAILED: see `failure`. */
  state: CaptionState
  failure: {
    code: string
    message: string
  } | null
  /** Number of cues. */
  cueCount: number
  /** null for captions found in the file, and for share guests. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
}

export interface CaptionsDetails {
  /** Id of captions. */
  id: string
  /** Language tag, such as en or pt-BR; `und` if it is not known. */
  language: string
  /** Name beside the language, such as SDH. */
  label: string | null
  /** EMBEDDED: found in the file. TRANSCRIBED: by speech-to-text. */
  source: CaptionSource
  /** QUEUED and SENDING: being transcribed. FAILED: see `failure`. */
  state: CaptionState
  failure: {
    code: string
    message: string
  } | null
  /** Number of cues. */
  cueCount: number
  /** null for captions found in the file, and for share guests. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  /** In order of time. */
  cues: {
    startMs: number
    endMs: number
    /** Plain text; lines are separated by line breaks. */
    text: string
  }[]
}

export interface Change {
  event: Event
  /** The project, with its current name; null for skills, which belong to the workspace. */
  project: {
    /** Project ID. */
    id: string
    name: string
  } | null
  /** The event in one sentence, with the current names. */
  summary: string
  /** The page that shows it. */
  url: string
}

export interface CheckCounts {
  /** Open findings of the level PROBLEM. */
  problems: number
  warnings: number
  infos: number
  /** Findings with a waiver, of all levels. */
  waived: number
}

export interface CheckPreview {
  rules: CheckRule[]
  counts: CheckCounts
  findings: PreviewedFinding[]
}

export interface CheckProfile {
  /** Check profile ID: CP…, or the name of a built-in one, such as `web`. */
  id: string
  /** Whether every installation has it. It cannot be changed. */
  builtIn: boolean
  name: string
  /** Number of the version of the rules, counted from 1. */
  version: number
  rules: CheckRules
  /** null if all projects of the workspace can use it. */
  project: {
    /** Project ID. */
    id: string
  } | null
  usedBy: {
    /** Whether it is the check profile of the workspace. */
    workspace: boolean
    /** Number of projects that have chosen it. */
    projects: number
  }
  /** null for built-in ones, and if the account is deleted. */
  createdBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** null for built-in ones. */
  createdAt: string | null
  /** null for built-in ones. */
  updatedAt: string | null
}

export interface CheckProfileVersion {
  /** Number of the version of the rules, counted from 1. */
  version: number
  /** null if the account is deleted. */
  createdBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
}

export interface CheckRule {
  /** Name of the rule in the check profile, such as `black`. */
  rule: string
  /** How much it matters, by the check profile. */
  level: CheckLevel
  /** FOUND: see `findings`. NOT_APPLICABLE: the file has nothing of this kind, such as audio. NOT_MEASURED: see `reason`. The last two are never a pass. */
  outcome: CheckOutcome
  /** Why it was not measured, or not applicable; null otherwise. */
  reason: string | null
  /** Measured value: a number in `unit`, or a text. */
  measured: number | string | null
  /** The limit of the check profile. */
  limit: number | string | null
  /** Such as s, LUFS, dBTP or frames; null for none. */
  unit: string | null
}

/** A rule that is missing is not checked. */
export interface CheckRules {
  black?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Shorter stretches are allowed. */
        seconds: number
        /**
         * Seconds allowed at the start.
         * Default: `0`.
         */
        allowedHead: number
        /**
         * Seconds allowed at the end.
         * Default: `0`.
         */
        allowedTail: number
      }
    | undefined
  frozen?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Shorter stretches are allowed. */
        seconds: number
        /**
         * Seconds allowed at the start.
         * Default: `0`.
         */
        allowedHead: number
        /**
         * Seconds allowed at the end.
         * Default: `0`.
         */
        allowedTail: number
      }
    | undefined
  singleColour?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Shorter stretches are allowed. */
        seconds: number
        /**
         * Seconds allowed at the start.
         * Default: `0`.
         */
        allowedHead: number
        /**
         * Seconds allowed at the end.
         * Default: `0`.
         */
        allowedTail: number
      }
    | undefined
  duplicatedFrames?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
      }
    | undefined
  droppedFrames?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
      }
    | undefined
  bars?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** The declared matte, such as 2.39; null for an image without bars. */
        aspect: number | null
      }
    | undefined
  levels?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /**
         * Part of the image that may be out of range.
         * Default: `0.01`.
         */
        share: number
      }
    | undefined
  flashes?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /**
         * Flashes in one second that are allowed.
         * Default: `3`.
         */
        perSecond: number
      }
    | undefined
  redFlashes?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /**
         * Flashes in one second that are allowed.
         * Default: `3`.
         */
        perSecond: number
      }
    | undefined
  interlacing?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /**
         * How frames are taken: whole, or as two fields, of which the top or the bottom one is first.
         * Default: `"PROGRESSIVE"`.
         */
        expected: FieldOrder
      }
    | undefined
  decodeErrors?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
      }
    | undefined
  truncated?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
      }
    | undefined
  firstFrame?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /**
         * CONTENT: neither black nor a single colour.
         * Default: `"CONTENT"`.
         */
        is: EdgeFrame
      }
    | undefined
  lastFrame?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /**
         * CONTENT: neither black nor a single colour.
         * Default: `"CONTENT"`.
         */
        is: EdgeFrame
      }
    | undefined
  silence?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Shorter stretches are allowed. */
        seconds: number
        /**
         * dBFS: quieter audio is silent.
         * Default: `-60`.
         */
        level_dB: number
        /**
         * Seconds allowed at the start.
         * Default: `0`.
         */
        allowedHead: number
        /**
         * Seconds allowed at the end.
         * Default: `0`.
         */
        allowedTail: number
      }
    | undefined
  clipping?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /**
         * Clipped samples in 10 ms that are a finding.
         * Default: `1`.
         */
        samples: number
      }
    | undefined
  phase?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Shorter stretches are allowed. */
        seconds: number
        /**
         * Of left and right: less is out of phase.
         * Default: `-0.5`.
         */
        correlation: number
      }
    | undefined
  oneSided?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Shorter stretches are allowed. */
        seconds: number
        /**
         * Difference of left and right.
         * Default: `40`.
         */
        decibels: number
      }
    | undefined
  loudness?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** LUFS. */
        target: number
        /** LU. */
        tolerance: number
        /**
         * A dialogue-gated target is shown, never passed.
         * Default: `"PROGRAMME"`.
         */
        gating: LoudnessGating
        /** LUFS, of the loudest 400 ms. */
        mostMomentary?: number | undefined
        /** LUFS, of the loudest 3 seconds. */
        mostShortTerm?: number | undefined
      }
    | undefined
  truePeak?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** dBTP. */
        most: number
      }
    | undefined
  channels?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Allowed layouts, such as stereo. */
        layouts: string[]
      }
    | undefined
  missingAudio?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
      }
    | undefined
  lateAudio?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Seconds that are allowed. */
        seconds: number
      }
    | undefined
  size?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Allowed sizes, such as 1920x1080. */
        sizes: string[]
      }
    | undefined
  frameRate?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Allowed rates, such as 25 or 24000/1001. */
        rates: string[]
      }
    | undefined
  codec?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Of the video; of the audio if there is no video. */
        codecs: string[]
        /** Of each audio track. */
        audioCodecs?: string[] | undefined
      }
    | undefined
  duration?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Seconds. */
        least?: number | undefined
        /** Seconds. */
        most?: number | undefined
      }
    | undefined
  colourTags?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Allowed primaries. */
        primaries?: string[] | undefined
        /** Allowed transfers. */
        transfers?: string[] | undefined
        /** Allowed matrices. */
        matrices?: string[] | undefined
        /** Allowed ranges. */
        ranges?: CheckColourRange[] | undefined
      }
    | undefined
  imageSize?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** The sizes that are allowed, such as 1920x1080. */
        sizes?: string[] | undefined
        /** The shorter side has at least this many pixels. */
        least?: number | undefined
        /** The longer side has at most this many pixels. */
        most?: number | undefined
      }
    | undefined
  colourProfile?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Allowed colour spaces. */
        spaces: CheckColourSpace[]
      }
    | undefined
  transparency?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /**
         * FORBIDDEN: no alpha channel. UNUSED: an alpha channel may exist if every pixel is opaque. REQUIRED: some pixels are transparent.
         * Default: `"UNUSED"`.
         */
        alpha: AlphaUse
      }
    | undefined
  sharpness?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /**
         * From 0 (blurred) to 100 (sharp), in the sharpest part of the image. Indicative.
         * Default: `40`.
         */
        least: number
      }
    | undefined
  resolution?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Pixels per inch. */
        least: number
      }
    | undefined
  fonts?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
      }
    | undefined
  pageSize?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Allowed sizes: names such as A4, or width x height such as 210x99mm. Either orientation. */
        sizes?: string[] | undefined
        /**
         * Whether pages may have different sizes.
         * Default: `false`.
         */
        mixed: boolean
      }
    | undefined
  links?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
      }
    | undefined
  spelling?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /**
         * Such as en_GB or de; auto takes the installed dictionary that knows most of the words.
         * Default: `"auto"`.
         */
        language: string
        /** Words that are right, such as names. */
        words: string[]
      }
    | undefined
  modelSize?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /**
         * Metres, of the longest side.
         * Default: `0.01`.
         */
        least: number
        /**
         * Metres, of the longest side.
         * Default: `100`.
         */
        most: number
      }
    | undefined
  normals?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /**
         * Part of the triangles that may face inwards.
         * Default: `0.01`.
         */
        flipped: number
      }
    | undefined
  textures?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /**
         * The longer side of a texture, in pixels.
         * Default: `4096`.
         */
        most: number
        /**
         * Whether both sides must be powers of two.
         * Default: `false`.
         */
        powerOfTwo: boolean
        /**
         * Of all textures together, as stored.
         * Default: `50`.
         */
        megabytes: number
      }
    | undefined
  triangles?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /** Triangles that are allowed. */
        most: number
      }
    | undefined
  validator?:
    | {
        /** How a finding of this rule counts. */
        level: CheckLevel
        /**
         * The least severity of the messages of the glTF Validator that are findings.
         * Default: `"ERROR"`.
         */
        severity: ValidatorSeverity
      }
    | undefined
}

export interface CheckSettings {
  /** The check profile chosen here; null for none: a project then follows the workspace, and the workspace uses `web`. */
  profileId: string | null
  /** Whether checks are switched off here. */
  off: boolean
  /** What holds for new files. */
  effective: {
    /** Where the choice comes from. */
    source: CheckSettingsSource
    /** The check profile that judges new files; null: they are not checked. */
    profile: {
      /** Check profile ID: CP…, or the name of a built-in one, such as `web`. */
      id: string
      name: string
      version: number
      builtIn: boolean
    } | null
  }
}

export interface CheckWaiver {
  id: string
  reason: string
  /** null if the account is deleted. */
  user: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** The revision that it was given for. It may be deleted by now. */
  file: {
    /** File ID. */
    id: string
  }
}

export interface Checks {
  file: {
    /** File ID. */
    id: string
  }
  /** NONE: never checked, such as files from before checks existed, and files without previews. OFF: checks are turned off for the project or the server. */
  state: CheckState
  /** From 0 to 1 while MEASURING; null otherwise. */
  progress: number | null
  /** Why the checks failed; null unless FAILED. */
  failure: {
    code: string
    message: string
    /** Whether running the checks again may help. */
    retryable: boolean
  } | null
  /** The check profile of the results; null before the first. */
  profile: {
    /** web, ebu, social, vfx or the ID of a check profile. */
    id: string
    name: string
    version: number
  } | null
  measuredAt: string | null
  /** Set when the file is longer than ten hours: the part that was measured, in seconds. */
  measuredSeconds: number | null
  /** The outcome of each rule of the check profile. */
  rules: CheckRule[]
  counts: CheckCounts
  /** In order of time. Of one rule, at most 200. */
  findings: Finding[]
}

export interface Comment {
  /** Comment ID. */
  id: string
  /** The text. Mentions are written `@[name](user:id)` and `@[everyone](review:everyone)`. null if the comment has no text or is deleted. */
  content: string | null
  /** Position in the file: milliseconds on video and audio, the page from 1 on documents. null if the comment is about the whole file or is deleted. */
  anchor: number | null
  /** Length of the range that starts at the anchor, in the same unit. null when deleted. */
  duration: number | null
  /** Exact frame of a video, counted from 0. null when deleted. */
  frame: number | null
  /** The place as a timecode: in the source timecode of the video, or from 00:00:00:00 if it has none. On audio, 00:00:00.000. null without a place, when deleted, and if the frame rate is unknown or varies. */
  timecode: string | null
  annotation: {
    /** Shapes in drawing order. */
    shapes: {
      /** Kind of shape. */
      kind: ShapeKind
      /** Points `[x, y]`, from 0 at the left and the top to 1. pen: the line; arrow: tail and tip; box, ellipse: two opposite corners; text: top left corner. */
      points: number[][]
      /** Colour as `#rrggbb`, in lower case. */
      colour: string
      /** Line width, or line height of a text, as a fraction of the height of the image. */
      width: number
      /** Text of a shape of kind text; other kinds have none. */
      text?: string | null | undefined
    }[]
    camera?:
      | {
          /** Position `[x, y, z]` in the coordinates of the model. */
          position: number[]
          /** Point that the camera looks at, `[x, y, z]`. */
          target: number[]
          /** Vertical field of view in degrees. */
          fieldOfView: number
        }
      | null
      | undefined
  } | null
  /** The comment that this one replies to; null for a top-level comment. */
  parent: {
    /** Comment ID. */
    id: string
  } | null
  /** The file that the comment is on; null for a comment on the project. */
  file: {
    /** File ID. */
    id: string
  } | null
  project: {
    /** Project ID. */
    id: string
  }
  /** null if the comment or the account of its author is deleted. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** Set for a comment that `author` imported from a marker file. null when deleted. */
  imported: {
    /** Format of the marker file. */
    format: string
    /** Who wrote it, as the file says; null if it does not. */
    author: string | null
  } | null
  /** Set for a note that this skill drafted and `author` accepted. null when deleted. */
  skill: {
    /** Skill ID. */
    id: string
    name: string
    version: number
  } | null
  /** Whether a tool wrote the comment, through MCP or OAuth. */
  agent: boolean
  replyCount: number
  reactions: Reaction[]
  attachments: CommentAttachment[]
  /** The people whom the text mentions, with their current names, in the order of these. */
  mentions: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  }[]
  /** Whether the text mentions all members of the project who can see the comment. */
  mentionsEveryone: boolean
  resolvedAt: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
}

export interface CommentAttachment {
  /** Comment attachment ID. */
  id: string
  name: string
  /** Size in bytes. */
  size: number
  /** Content type, detected from the bytes. */
  mimeType: string | null
}

export interface CommentCounts {
  /** Number of top-level comments; replies are not counted. */
  total: number
  /** Number of these that are unresolved. */
  open: number
}

export interface CommentThread {
  /** Comment ID. */
  id: string
  /** The text; null if there is none. */
  content: string | null
  /** Milliseconds on video and audio, the page on documents. */
  anchor: number | null
  /** Exact frame of a video, counted from 0. */
  frame: number | null
  /** The place as a timecode, as in Get Comment. */
  timecode: string | null
  /** Length of the range, in the unit of the anchor. */
  duration: number | null
  /** Kinds of the shapes that are drawn on the image. */
  shapes: ShapeKind[]
  /** null if the account is deleted. */
  author: {
    id: string
    name: string
  } | null
  /** Whether a tool wrote it. */
  agent: boolean
  attachmentCount: number
  replyCount: number
  /** The newest 10, oldest first. */
  replies: {
    /** Comment ID. */
    id: string
    /** null if it has no text or is deleted. */
    content: string | null
    /** Name of the author; null if the account or the reply is deleted. */
    author: string | null
    /** Whether a tool wrote it. */
    agent: boolean
    /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
    createdAt: string
  }[]
  resolvedAt: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
}

export interface ConnectedApp {
  /** Connected app ID. */
  id: string
  /** Name that the app gave itself. It is not verified. */
  name: string
  /** Host of the metadata document of the app; null if the app registered itself with this server. */
  host: string | null
  /** The only workspace that the app can access. */
  workspace: {
    /** Workspace ID. */
    id: string
    name: string
  }
  scopes: Scope[]
  /** Whether it may spend money: generate files. */
  maySpend: boolean
  /** Whether it may give and withdraw verdicts on versions. */
  mayGiveVerdicts: boolean
  /** Whether it may let people in: add members to projects, create and renew access links. */
  mayAddPeople: boolean
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** Time of the last use, to the minute. */
  lastUsedAt: string
}

export interface ConnectionActivity {
  event: Event
  /** What was done, in a sentence: `Commented on Teaser.mov at 00:00:12:05`. */
  text: string
  /** The text of the comment, at this moment. */
  excerpt: string | null
  /** The page of the web app that shows it. */
  url: string
  project: {
    id: string
    name: string
  } | null
  /** Whether the comment, file, version or skill was deleted since. */
  deleted: boolean
  /** The operation that undoes it now; null if there is none, or if it was done for somebody else. */
  undo:
    | 'DELETE_COMMENT'
    | 'RESOLVE_COMMENT'
    | 'REOPEN_COMMENT'
    | 'DELETE_REACTION'
    | 'WITHDRAW_VERDICT'
    | 'DELETE_REVIEW_REQUEST'
    | 'REMOVE_MEMBER'
    | 'DELETE_ACCESS_LINK'
    | 'DELETE_SKILL_VERSION'
    | 'RESTORE_FILE'
    | 'RESTORE_FOLDER'
    | 'RESTORE_COMMENT'
    | 'RESTORE_VERSION'
    | 'RESTORE_SKILL'
    | null
}

export interface DraftNote {
  /** Draft note ID. */
  id: string
  skillReview: {
    /** Skill review ID. */
    id: string
  }
  skill: {
    /** Skill ID. */
    id: string
    name: string
  }
  skillVersion: {
    /** Skill version ID. */
    id: string
    version: number
  }
  /** First frame of a video, from 0; null for the whole file. */
  firstFrame: number | null
  lastFrame: number | null
  /** Start on audio, in milliseconds. */
  firstMs: number | null
  lastMs: number | null
  /** Page of a document, from 1. */
  page: number | null
  area: {
    x: number
    y: number
    width: number
    height: number
  } | null
  text: string
  /** How sure the skill is. */
  confidence: number
  state: DraftNoteState
  /** Why it was dismissed. The skill reads it when it reviews the next revision. */
  reason: string | null
  /** The comment that it became; null if that was deleted. */
  comment: {
    /** Comment ID. */
    id: string
  } | null
  decidedBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  decidedAt: string | null
}

export interface File {
  /** File ID. */
  id: string
  name: string
  description: string | null
  /** Origin of the file. LOCAL: an upload. YOUTUBE: a link to a video. GENERATED: made by a model. More values may be added. */
  mode: FileMode
  /** Content type; null until the upload is complete. */
  mimeType: string | null
  /** UPLOADED: the file is complete. More values may be added: treat an unknown value as not ready. */
  status: FileStatus
  tag: VersionStatus
  /** Size in bytes: the announced size during the upload, 0 if unknown. `byteSize` distinguishes 0 from unknown. */
  size: number
  /** Size in bytes: the announced size during the upload. null if unknown or if the file is not stored here. */
  byteSize: number | null
  /** Whether restricted reviewers can see it. */
  allowRestricted: boolean
  /** Position among the other files, ascending. */
  order: number
  /** The folder that contains it; null for the project root. */
  folder: {
    /** Folder ID. */
    id: string
  } | null
  /** URL of a thumbnail; null until there is one. */
  thumbnail: string | null
  /** The revision stack of the file: each revision replaces the one before. */
  stack: {
    /** The same for all revisions of one file. */
    id: string
    /** 1 for the first revision. */
    number: number
    /** Whether this is the latest revision that you can see. A revision that is uploading or has failed counts only if there is no complete one. */
    latest: boolean
  }
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
}

export interface FileDetails {
  /** File ID. */
  id: string
  name: string
  description: string | null
  /** Origin of the file. LOCAL: an upload. YOUTUBE: a link to a video. GENERATED: made by a model. More values may be added. */
  mode: FileMode
  /** Content type; null until the upload is complete. */
  mimeType: string | null
  /** UPLOADED: the file is complete. More values may be added: treat an unknown value as not ready. */
  status: FileStatus
  tag: VersionStatus
  /** Size in bytes: the announced size during the upload, 0 if unknown. `byteSize` distinguishes 0 from unknown. */
  size: number
  /** Size in bytes: the announced size during the upload. null if unknown or if the file is not stored here. */
  byteSize: number | null
  /** Whether restricted reviewers can see it. */
  allowRestricted: boolean
  /** Position among the other files, ascending. */
  order: number
  /** The folder that contains it; null for the project root. */
  folder: {
    /** Folder ID. */
    id: string
  } | null
  /** URL of a thumbnail; null until there is one. */
  thumbnail: string | null
  /** The revision stack of the file: each revision replaces the one before. */
  stack: {
    /** The same for all revisions of one file. */
    id: string
    /** 1 for the first revision. */
    number: number
    /** Whether this is the latest revision that you can see. A revision that is uploading or has failed counts only if there is no complete one. */
    latest: boolean
  }
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  project: {
    /** Project ID. */
    id: string
  }
  /** null if the account is deleted. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** The linked video, if the mode is YOUTUBE. */
  youtube: {
    id: string
    url: string
  } | null
  /** Why the status is FAILED. */
  failure: {
    code: string
    message: string
    retryable: boolean
  } | null
  /** Progress of a file that the server downloads from an address; null otherwise. */
  transfer: {
    /** Bytes so far. */
    received: number
    /** Bytes that the address announces; null if it does not say. */
    total: number | null
  } | null
  /** Technical metadata, and URLs of the previews that a browser can show; null for files without previews. */
  media: Media | null
  /** The generation request and its state, if the mode is GENERATED; null for guests of a share. */
  generation: Generation | null
}

export interface FileListItem {
  /** File ID. */
  id: string
  name: string
  description: string | null
  /** Origin of the file. LOCAL: an upload. YOUTUBE: a link to a video. GENERATED: made by a model. More values may be added. */
  mode: FileMode
  /** Content type; null until the upload is complete. */
  mimeType: string | null
  /** UPLOADED: the file is complete. More values may be added: treat an unknown value as not ready. */
  status: FileStatus
  tag: VersionStatus
  /** Size in bytes: the announced size during the upload, 0 if unknown. `byteSize` distinguishes 0 from unknown. */
  size: number
  /** Size in bytes: the announced size during the upload. null if unknown or if the file is not stored here. */
  byteSize: number | null
  /** Whether restricted reviewers can see it. */
  allowRestricted: boolean
  /** Position among the other files, ascending. */
  order: number
  /** The folder that contains it; null for the project root. */
  folder: {
    /** Folder ID. */
    id: string
  } | null
  /** URL of a thumbnail; null until there is one. */
  thumbnail: string | null
  /** The revision stack of the file: each revision replaces the one before. */
  stack: {
    /** The same for all revisions of one file. */
    id: string
    /** 1 for the first revision. */
    number: number
    /** Whether this is the latest revision that you can see. A revision that is uploading or has failed counts only if there is no complete one. */
    latest: boolean
  }
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  /** Derived from the content type, then from the content itself. OTHER while both are unknown. */
  kind: FileKind
  /** null if the account is deleted. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** As in Get File; null for files without previews. */
  media: MediaSummary | null
  /** null if your credential lacks the scope comments:read. */
  comments: CommentCounts | null
}

export interface FileViewer {
  /** User ID. */
  id: string
  name: string
  avatarUrl: string | null
  /** Where the person is typing; null when they are not. */
  typing: {
    /** The thread that the person replies in; null for a new comment. */
    parent: {
      /** Comment ID. */
      id: string
    } | null
  } | null
}

export interface Finding {
  /** Finding ID. */
  id: string
  /** Name of the rule in the check profile, such as `black`. */
  rule: string
  /** How much it matters, by the check profile. */
  level: CheckLevel
  /** First frame, from 0; null for the whole file and for files without frames. */
  firstFrame: number | null
  /** Last frame, included. */
  lastFrame: number | null
  /** Milliseconds from the start of the file; null for the whole file and for files without time. */
  firstMs: number | null
  /** End, in milliseconds from the start of the file. */
  lastMs: number | null
  /** Page of a document, from 1; null for none. */
  page: number | null
  /** Measured value: a number in `unit`, or a text. */
  measured: number | string | null
  /** The limit of the check profile. */
  limit: number | string | null
  /** Such as s, LUFS, dBTP or frames; null for none. */
  unit: string | null
  /** A sentence in plain English. */
  message: string
  /** From 0 to 1. */
  confidence: number
  /** Who accepted it, and why; null: the finding is open. */
  waiver: CheckWaiver | null
  /** The comment made of it; null for none. */
  comment: {
    /** Comment ID. */
    id: string
  } | null
}

export interface Folder {
  /** Folder ID. */
  id: string
  name: string
  /** The folder that contains it; null for the project root. */
  parent: {
    /** Folder ID. */
    id: string
  } | null
}

export interface FoundCaption {
  /** Id of captions. */
  captionId: string
  /** Language tag, such as en. */
  language: string
  /** When the words are said, in milliseconds. */
  startMs: number
  endMs: number
  text: string
  file: {
    /** File ID. */
    id: string
    name: string
    revision: number
  }
  project: {
    /** Project ID. */
    id: string
    name: string
  }
}

export interface FoundComment {
  /** Comment ID. */
  id: string
  /** Up to 240 characters around the match. */
  excerpt: string
  /** null if the account is deleted. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
  } | null
  /** Whether a tool wrote it. */
  agent: boolean
  /** The top-level comment that it replies to. */
  parentId: string | null
  /** Whether its thread is resolved. */
  resolved: boolean
  anchor: number | null
  frame: number | null
  /** null for a comment on the project. */
  file: {
    /** File ID. */
    id: string
    name: string
    revision: number
  } | null
  project: {
    /** Project ID. */
    id: string
    name: string
  }
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
}

export interface FoundFile {
  /** File ID. */
  id: string
  name: string
  /** Number of the revision, from 1. */
  revision: number
  /** Derived from the content type, then from the content itself. OTHER while both are unknown. */
  kind: FileKind
  /** UPLOADED: the file is complete. More values may be added: treat an unknown value as not ready. */
  status: FileStatus
  tag: VersionStatus
  project: {
    /** Project ID. */
    id: string
    name: string
  }
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
}

export interface FoundProject {
  /** Project ID. */
  id: string
  name: string
  /** The first 240 characters. */
  description: string | null
  archived: boolean
}

export interface FoundSkill {
  /** Skill ID. */
  id: string
  name: string
  /** The first 240 characters. */
  description: string
  /** The default version; null until a version is published. */
  default: {
    /** Skill version ID. */
    id: string
  } | null
}

export interface Generation {
  outputType: OutputType
  outputModel: string
  prompt: string
  /** Attachments of the request; some may be deleted since. */
  attachments: {
    /** Project file ID (FX…) or generation attachment ID (GA…). */
    id: string
  }[]
  /** Settings of the request. */
  configs: {
    generateAudio?: boolean | null | undefined
    resolution?: string | null | undefined
    durationSeconds?: number | null | undefined
    aspectRatio?: string | null | undefined
  } | null
  state: GenerationState
  /** From 0 to 1, if the provider reports it. */
  progress: number | null
  /** Number of generations ahead in the queue; null unless QUEUED. */
  position: number | null
  /** Attached images that were converted or downscaled because the provider does not accept the originals. Prompts are never truncated, attachments never omitted. */
  adjustments: GenerationAdjustment[]
  /** Provider of the model; `local` for a draft made without an API key. */
  provider: ProviderId
}

export interface GenerationAdjustment {
  attachment: {
    /** Project file ID (FX…) or generation attachment ID (GA…). */
    id: string
  }
  /** CONVERTED: another format. DOWNSCALED: fewer pixels. COMPRESSED: fewer bytes. FIRST_FRAME: only the first frame or page was sent. */
  changes: ('CONVERTED' | 'DOWNSCALED' | 'COMPRESSED' | 'FIRST_FRAME')[]
  /** The stored attachment. */
  from: {
    mimeType: string
    /** In pixels. */
    width: number
    /** In pixels. */
    height: number
    /** In bytes. */
    size: number
  }
  /** The image sent to the provider. */
  to: {
    mimeType: string
    /** In pixels. */
    width: number
    /** In pixels. */
    height: number
    /** In bytes. */
    size: number
  }
}

export interface Inbox {
  /** Reviews that wait for your verdict: overdue ones first, then by due date. */
  reviews: {
    /** Counts up to 100. */
    total: number
    /** The first 20. */
    items: InboxReview[]
  }
  /** Unresolved threads that mention you, the newest mention first. null if your credential lacks the scope comments:read. */
  mentions: {
    /** Counts up to 100. */
    total: number
    /** The first 20. */
    items: InboxMention[]
  } | null
  /** Files that you uploaded with comments that you have not replied to, the newest comment first. null if your credential lacks the scope comments:read. */
  uploads: {
    /** Counts up to 100. */
    total: number
    /** The first 20. */
    items: InboxUpload[]
  } | null
  /** Your generations that are queued or running, newest first. */
  generations: {
    /** Counts up to 100. */
    total: number
    /** The first 20. */
    items: InboxGeneration[]
  }
  /** The 6 projects that changed last, out of your newest and those you last heard of. */
  projects: InboxProject[]
}

export interface InboxGeneration {
  file: {
    /** File ID. */
    id: string
    name: string
  }
  project: {
    /** Project ID. */
    id: string
    name: string
  }
  outputType: OutputType
  outputModel: string
  state: GenerationState
  /** From 0 to 1, if the provider reports it. */
  progress: number | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
}

export interface InboxMention {
  comment: {
    /** Comment ID. */
    id: string
    /** The first 280 characters; null without text. */
    excerpt: string | null
    anchor: number | null
    frame: number | null
    /** The top-level comment that it replies to. */
    parentId: string | null
  }
  /** null if the account is deleted. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** Whether a tool wrote the comment. */
  agent: boolean
  /** null for a comment on the project. */
  file: {
    /** File ID. */
    id: string
    name: string
    /** Number of the revision, from 1. */
    revision: number
    /** URL of a thumbnail; null until there is one. */
    thumbnail: string | null
  } | null
  project: {
    /** Project ID. */
    id: string
    name: string
  }
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
}

export interface InboxProject {
  /** Project ID. */
  id: string
  name: string
  /** URL of a thumbnail; null until there is one. */
  thumbnail: string | null
  deadline: string | null
  /** When the project, or something in it that you can see, last changed. */
  lastActivityAt: string
}

export interface InboxReview {
  /** Review request ID. */
  id: string
  version: {
    /** Version ID. */
    id: string
    name: string
    status: VersionStatus
  }
  project: {
    /** Project ID. */
    id: string
    name: string
  }
  dueAt: string | null
  message: string | null
  /** null if the account is deleted. */
  requestedBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** Your last verdict, which does not count; null for none. */
  lastVerdict: {
    verdict: Verdict
    /** Why it no longer counts; null for a verdict by a tool where those do not count. */
    stale: StaleReason | null
  } | null
  files: {
    /** Files that you can see. */
    total: number
  }
  /** URL of a thumbnail; null until there is one. */
  thumbnail: string | null
  /** When you first opened the version. */
  seenAt: string | null
  /** When you were asked. */
  createdAt: string
}

export interface InboxUpload {
  file: {
    /** File ID. */
    id: string
    name: string
    /** Number of the revision, from 1. */
    revision: number
    /** URL of a thumbnail; null until there is one. */
    thumbnail: string | null
  }
  project: {
    /** Project ID. */
    id: string
    name: string
  }
  /** Unresolved top-level comments by others that you have not replied to. Counts up to 100. */
  unanswered: number
  /** The newest one. */
  newest: {
    /** Comment ID. */
    id: string
    excerpt: string | null
    /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
    createdAt: string
  }
  /** Author of the newest one; null if the account is deleted. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
}

export interface Invitation {
  /** Invitation ID. */
  id: string
  email: string
  role: WorkspaceRole
  invitedBy: {
    /** User ID. */
    id: string
    name: string
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  expiresAt: string
}

export interface Loudness {
  /** Integrated loudness in LUFS (EBU R 128). */
  integrated: number
  /** Loudness range in LU. */
  range: number
  /** True peak in dBTP. */
  truePeak: number
}

export interface Media {
  /** PENDING: waiting in the queue. FAILED: see `failure`; derivatives made before the failure are available. */
  state: MediaState
  /** Kind of media. This and the fields below are null until the file is probed, and where they do not apply. */
  kind: MediaKind | null
  /** Width in pixels as displayed: upright, with square pixels. */
  width: number | null
  height: number | null
  durationMs: number | null
  /** Frames per second as an exact fraction, such as 24000/1001; the average if the frame rate varies. */
  frameRate: string | null
  /** Exact number of frames. */
  frames: number | null
  pages: number | null
  hasAudio: boolean | null
  /** Audio tracks, at most 32. Tracks of one channel each are channels of one track; more than eight are listed in parts. */
  audioTracks: AudioTrack[]
  /** Loudness of the track that the proxy plays, in its own channels; null until it is measured, and for silence. */
  loudness: Loudness | null
  /** Source timecode; null if the file has none, or its frame rate varies. */
  timecode: SourceTimecode | null
  /** Technical metadata of the file; null until it is probed, and for 3D models. */
  technical: MediaTechnical | null
  /** SHA-256 of the original, in hexadecimal; null until processing is complete. */
  sha256: string | null
  /** URL of a small image; null until it exists. */
  thumbnail: string | null
  /** URL of the first frame of a video, in full size; null until it exists. */
  poster: string | null
  /** URL of an image that every browser can show; null until it exists. */
  preview: string | null
  /** URL of a WebVTT file with thumbnails along the timeline; null until it exists. */
  sprite: string | null
  /** URL of the audio peaks, as JSON; null until it exists. */
  waveform: string | null
  /** URL of the video or audio in a format that every browser can play; null until it exists. */
  proxy: string | null
  /** The video in several sizes with the same frames, smallest first. Includes the proxy; empty until it exists. */
  renditions: Rendition[]
  /** Whether browsers can play the original and show the same frame numbers: H.264 and AAC with a constant frame rate. */
  originalPlays: boolean | null
  /** The finished part of a proxy that is being made; null if the proxy exists or no part is finished. */
  partial: PartialProxy | null
  /** URL of a JSON list of the pages and their images; null until it exists. */
  pageManifest: string | null
  /** URL of the start time of each frame, as JSON, if the frame rate varies; null until it exists. */
  frameTable: string | null
  /** Progress of processing from 0 to 1; null before it starts. */
  progress: number | null
  /** Current step of processing. */
  stage: string | null
  /** Number of files ahead in the queue; null unless PENDING. */
  position: number | null
  /** Why the state is FAILED. */
  failure: {
    code: string
    message: string
    retryable: boolean
  } | null
}

export interface MediaSummary {
  /** PENDING: waiting in the queue. FAILED: see `failure`; derivatives made before the failure are available. */
  state: MediaState
  /** Progress of processing from 0 to 1; null before it starts. */
  progress: number | null
  /** Width in pixels as displayed: upright, with square pixels. */
  width: number | null
  height: number | null
  durationMs: number | null
  /** Frames per second as an exact fraction, such as 24000/1001; the average if the frame rate varies. */
  frameRate: string | null
  /** Exact number of frames. */
  frames: number | null
  pages: number | null
  /** URL of a WebVTT file with thumbnails along the timeline; null until it exists. */
  sprite: string | null
}

export interface MediaTechnical {
  /** Name of the container, such as QuickTime or MP4. */
  container: string | null
  /** Bits per second of all tracks together. */
  bitRate: number | null
  /** Source timecode of the first frame, such as 10:00:00:00. */
  timecode: string | null
  /** Reel name. */
  reel: string | null
  /** The main video track. */
  video: {
    /** Codec, such as h264, hevc or prores. */
    codec: string
    profile: string | null
    /** Such as 4.1. */
    level: string | null
    /** Bits per sample. */
    bitDepth: number | null
    /** Chroma subsampling, such as 4:2:2. */
    chroma: string | null
    /** ffmpeg's name of the pixel format. */
    pixelFormat: string | null
    /** Bits per second. */
    bitRate: number | null
    interlaced: boolean | null
    variableFrameRate: boolean
    colour: {
      /** Such as bt709 or bt2020. */
      primaries: string | null
      /** Such as bt709, smpte2084 or arib-std-b67. */
      transfer: string | null
      matrix: string | null
      range: 'limited' | 'full' | null
      /** null: standard dynamic range. */
      hdr: 'HDR10' | 'HLG' | 'Dolby Vision' | null
    }
  } | null
  /** Every audio track, at most 32. */
  audio: {
    /** Codec, such as aac or pcm_s24le. */
    codec: string
    channels: number | null
    /** Such as stereo or 5.1. */
    layout: string | null
    /** In hertz. */
    sampleRate: number | null
    bitDepth: number | null
    /** Bits per second. */
    bitRate: number | null
  }[]
  image: {
    /** Image format, such as png or jpeg. */
    format: string
    /** Such as srgb or cmyk. */
    colourSpace: string | null
    /** Name of the embedded colour profile. */
    profile: string | null
    /** Bits per sample. */
    bitDepth: number | null
    alpha: boolean
  } | null
  document: {
    pdfVersion: string | null
    /** Width of the first page, in points. */
    pageWidth: number
    pageHeight: number
  } | null
}

export interface Model {
  id: string
  name: string
  /** Type of the file to generate. */
  outputType: OutputType
  /** Whether this server can generate files with the model, at least as drafts. */
  available: boolean
  /** Whether the model makes drafts only, because this server has no API key of its provider. */
  draft: boolean
  /** Kinds of files that the model accepts as references with the configured provider. */
  attachments: AttachmentKind[]
  limits: ModelLimits
  /** Values that the settings of a video accept; null if the model has no settings. */
  configs: {
    resolution: string[]
    durationSeconds: {
      min: number
      max: number
    }
    aspectRatio: string[]
    /** Whether the model can generate audio. */
    generateAudio: boolean
  } | null
}

export interface ModelLimits {
  /** Whose limits these are; null: the API's own, because the model makes drafts or is not available. */
  provider: {
    id: ProviderId
    name: string
  } | null
  prompt: {
    /** Maximum length of the prompt in characters; each `<#id>` counts as written. */
    max: number
    /** Maximum length with attachments; 0 if the prompt can only be `<#id>`. */
    maxWithAttachments: number
  }
  attachments: {
    /** Maximum number of attachments. */
    max: number
    kinds: AttachmentKind[]
    /** Maximum size of an attachment that is not an image; null for no limit. */
    maxBytes: number | null
    /** Maximum size of all attachments together, after images are downscaled; null for no limit. */
    maxTotalBytes: number | null
  }
  /** Limits of attached images. `generation.adjustments` of the file lists the adjustments made. */
  images: {
    /** Content types that are sent unchanged. */
    types: string[]
    /** Content types that are converted to PNG or JPEG before they are sent. */
    convertedTypes: string[]
    /** Larger images are downscaled; null for no limit. */
    maxBytes: number | null
    /** Maximum pixels of the longer side. Larger images are downscaled; null for no limit. */
    maxSide: number | null
  }
}

export interface Notification {
  /** Notification ID. */
  id: string
  kind: NotificationKind
  /** Number of events that this notification stands for, at most 100. */
  count: number
  /** The last 3 people who caused it. */
  actors: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  }[]
  /** Number of people who caused it. */
  actorCount: number
  project: {
    /** Project ID. */
    id: string
    name: string
  }
  /** The file of the newest event; null if it is not about a file. */
  file: {
    /** File ID. */
    id: string
    name: string
    /** Number of the revision, from 1. */
    revision: number
    /** UPLOADED: the file is complete. More values may be added: treat an unknown value as not ready. */
    status: FileStatus
  } | null
  /** The version of the newest event; null if it is not about a version. */
  version: {
    /** Version ID. */
    id: string
    name: string
  } | null
  /** The current verdict of the last person, for the kind VERDICT; else null. */
  verdict: Verdict | null
  /** The newest comment; null if it is not about a comment. */
  comment: {
    /** Comment ID. */
    id: string
    /** The first 280 characters; null without text. */
    excerpt: string | null
    anchor: number | null
    frame: number | null
    /** The top-level comment that it replies to. */
    parentId: string | null
  } | null
  /** null while it is unread. */
  readAt: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** When its newest event happened. */
  updatedAt: string
}

export interface NotificationSettings {
  /** How often mail is sent. */
  mail: MailFrequency
  /** IANA name, such as Europe/Berlin; null if none was set: then UTC is used. */
  timeZone: string | null
  /** The address that mail goes to; null for a guest who has not confirmed one. */
  email: string | null
  /** Mail goes only to confirmed addresses. */
  emailConfirmed: boolean
  /** Whether this server can send mail. */
  mailConfigured: boolean
  /** Why mail to this address stopped: the answer of the mail server. null if it did not. */
  mailStopped: {
    reason: string
    /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
    since: string
  } | null
}

export interface OpenShare {
  name: string
  welcome: string | null
  workspace: ShareBrand
  guest: {
    /** Share guest ID. */
    id: string
    /** The author of what you write; null for a preview. */
    userId: string | null
    name: string
    /** Whether a member of the project looks as a guest, without a trace. */
    preview: boolean
  }
  /** For uploads. */
  project: {
    /** Project ID. */
    id: string
  }
  /** COMMENT: guests can comment. VIEW: they can only look. */
  access: ShareAccess
  /** Comments that a guest sees. ALL: those of the team and of other guests of this share. OWN: the threads that they began, with the replies of the team. */
  comments: ShareComments
  /** Whether you can give verdicts on the versions. */
  verdicts: boolean
  /** What guests can download. PROXY: the copy that plays in a browser. */
  downloads: ShareDownloads
  /** What you can upload; null for nothing. */
  upload: {
    /** Bytes that all guests together can upload; null for no limit. */
    maxBytes: number | null
    /** Bytes that guests have uploaded. */
    usedBytes: number
    /** Kinds of files that you can upload; null for all. */
    kinds: MediaKind[] | null
  } | null
  /** Whether guests are asked for their e-mail address besides their name. */
  email: ShareEmail
  /** Whether a watermark is drawn into what you see. */
  watermark: boolean
  expiresAt: string | null
  /** Folders that contain the files, parents first. */
  folders: {
    /** Folder ID. */
    id: string
    name: string
    /** null for a folder that was chosen itself. */
    parent: {
      /** Folder ID. */
      id: string
    } | null
  }[]
  versions: {
    /** Version ID. */
    id: string
    name: string
    description: string | null
    status: VersionStatus
    /** Your own verdict; stale if the version has changed since. null if you gave none. */
    verdict: {
      verdict: Verdict
      note: string | null
      /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
      givenAt: string
      stale: boolean
    } | null
  }[]
  /** The files, in order; at most 1,000. Get File has more of each. */
  files: ShareFile[]
}

export interface PartialProxy {
  /** Number of frames that can be played, from the first frame on. */
  frames: number
  /** Content type with codecs, as `MediaSource.addSourceBuffer` takes it. */
  mimeType: string
  /** In order, without gaps. */
  parts: {
    firstFrame: number
    frames: number
    /** URL of a fragmented MP4 whose times continue those of the part before. */
    url: string
  }[]
}

export interface Passkey {
  /** Passkey ID. */
  id: string
  name: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  lastUsedAt: string | null
}

export interface PlacedNote {
  firstFrame: number | null
  lastFrame: number | null
  firstMs: number | null
  lastMs: number | null
  page: number | null
  /** Rectangle on the image, from 0 to 1. */
  area: {
    x: number
    y: number
    width: number
    height: number
  } | null
  text: string
}

export interface PresenceSignal {
  type: 'presence'
  file: {
    /** File ID. */
    id: string
  }
  /** People who are looking at the file, in the order in which they came, the reader included. */
  viewers: FileViewer[]
  /** The number of further viewers. */
  more: number
}

export interface PreviewedFinding {
  /** Name of the rule in the check profile, such as `black`. */
  rule: string
  /** How much it matters, by the check profile. */
  level: CheckLevel
  /** First frame, from 0; null for the whole file and for files without frames. */
  firstFrame: number | null
  /** Last frame, included. */
  lastFrame: number | null
  /** Milliseconds from the start of the file; null for the whole file and for files without time. */
  firstMs: number | null
  /** End, in milliseconds from the start of the file. */
  lastMs: number | null
  /** Page of a document, from 1; null for none. */
  page: number | null
  /** Measured value: a number in `unit`, or a text. */
  measured: number | string | null
  /** The limit of the check profile. */
  limit: number | string | null
  /** Such as s, LUFS, dBTP or frames; null for none. */
  unit: string | null
  /** A sentence in plain English. */
  message: string
  /** From 0 to 1. */
  confidence: number
  /** Who accepted it, and why; null: the finding is open. */
  waiver: CheckWaiver | null
}

export interface Project {
  /** Project ID. */
  id: string
  name: string
  description: string | null
  /** URL of an image: the thumbnail of the cover, else the uploaded thumbnail, else that of the newest file that you can see. */
  thumbnail: string | null
  /** The file chosen as cover; null if there is none or you cannot see it. */
  cover: {
    file: {
      /** File ID. */
      id: string
    }
  } | null
  /** Who can see the project: only its members, or also everybody in the workspace except guests, as reviewers. */
  accessRange: AccessRange
  deadline: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  /** When the project will be deleted; null unless its deletion is scheduled. */
  destroyedAt: string | null
  /** When the project was archived. Lists show archived projects on request only. */
  archivedAt: string | null
  /** The review rule of versions without a rule of their own. */
  reviewRule: ReviewRule
  /** Whether verdicts that tools give for people count towards the review rule. */
  agentVerdictsCount: boolean
}

export interface ProjectListItem {
  /** Project ID. */
  id: string
  name: string
  description: string | null
  /** URL of an image: the thumbnail of the cover, else the uploaded thumbnail, else that of the newest file that you can see. */
  thumbnail: string | null
  /** The file chosen as cover; null if there is none or you cannot see it. */
  cover: {
    file: {
      /** File ID. */
      id: string
    }
  } | null
  /** Who can see the project: only its members, or also everybody in the workspace except guests, as reviewers. */
  accessRange: AccessRange
  deadline: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  /** When the project will be deleted; null unless its deletion is scheduled. */
  destroyedAt: string | null
  /** When the project was archived. Lists show archived projects on request only. */
  archivedAt: string | null
  /** When the project, or a file, comment or version that you can see, was last added or changed. */
  lastActivityAt: string
  files: {
    /** Files that you can see; the revisions of one file count once. Counts up to 1000. */
    total: number
  }
  /** null if your credential lacks the scope comments:read. */
  comments: {
    /** Unresolved top-level comments that you can see. Counts up to 1000. */
    open: number
  } | null
  /** null if your credential lacks the scope project-members:read. */
  members: {
    /** Counts up to 1000. */
    total: number
    /** The first 4 to join. */
    first: {
      /** User ID. */
      id: string
      /** Display name in the workspace; the account name when none is set. */
      name: string
      avatarUrl: string | null
    }[]
  } | null
}

export interface ProjectMember {
  /** Project member ID. */
  id: string
  role: ProjectRole
  user: UserSummary
}

export interface Reaction {
  /** One emoji. */
  type: string
  /** Number of users who added this reaction. */
  count: number
  /** The users who added this reaction, in the order in which they added it. */
  users: {
    /** User ID. */
    id: string
  }[]
}

export interface Rendition {
  /** 540p, 1080p or 2160p: the short side has at most so many pixels. */
  name: '540p' | '1080p' | '2160p'
  width: number
  height: number
  /** Bits per second on average, audio included. */
  bitRate: number
  url: string
}

export interface ReviewBudget {
  /** Limit of a calendar month (UTC); null for none. */
  monthlyUsd: number | null
  /** Spent this month, and reserved for reviews that are under way. */
  spentUsd: number
  /** This month, `YYYY-MM`. */
  month: string
}

export interface ReviewItem {
  /** Version ID. */
  id: string
  name: string
  status: VersionStatus
  project: {
    /** Project ID. */
    id: string
    name: string
  }
  /** Files that you can see. */
  fileCount: number
  /** Unresolved comments on them; null without the scope comments:read. */
  openComments: number | null
  /** People who were asked for a verdict. */
  asked: number
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  statusChangedAt: string | null
}

export interface ReviewRequest {
  /** Review request ID. */
  id: string
  user: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  }
  /** A valid verdict, else whether the reviewer has opened the version. */
  state: ReviewState
  /** The last verdict of the reviewer, which may be stale; null for none. */
  verdict: {
    verdict: Verdict
    note: string | null
    agent: boolean
    /** Why the verdict no longer counts; null while it does. */
    stale: StaleReason | null
    /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
    givenAt: string
  } | null
  message: string | null
  dueAt: string | null
  /** null if the account is deleted. */
  requestedBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  seenAt: string | null
  remindedAt: string | null
}

export interface ReviewRule {
  /** ANY_ONE: one approval is enough. ALL_REQUESTED: everybody who was asked must approve. NAMED_PERSON: only the verdict of `user` counts. */
  type: ReviewRuleType
  /** The named person; null for the other types. */
  user: {
    /** User ID. */
    id: string
  } | null
}

export interface SearchResults {
  /** null if not searched: see `leftOut`. */
  projects: FoundProject[] | null
  /** The latest revisions of files. null if not searched: see `leftOut`. */
  files: FoundFile[] | null
  /** Comments and replies, newest first. null if not searched: see `leftOut`. */
  comments: FoundComment[] | null
  /** Words in captions of videos and audio. null if not searched: see `leftOut`. */
  captions: FoundCaption[] | null
  /** null if not searched: see `leftOut`. */
  skills: FoundSkill[] | null
  /** Kinds with more matches than `limit`. */
  more: SearchKind[]
  /** Kinds that were asked for and not searched. */
  leftOut: {
    kind: SearchKind
    /** MISSING_SCOPE: your credential lacks `scope`. KEYWORD_TOO_SHORT: files, comments and captions take three letters or digits in a row, or one ideograph. */
    reason: 'MISSING_SCOPE' | 'KEYWORD_TOO_SHORT'
    /** The scope that your credential lacks; null for none. */
    scope: string | null
  }[]
}

export interface Session {
  /** Session ID. */
  id: string
  /** Whether this is the session of the request. */
  current: boolean
  workspace: {
    /** Workspace ID. */
    id: string
    name: string
  }
  /** Network address at sign-in. */
  address: string | null
  /** User-Agent header of the browser. */
  userAgent: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** Time of the last use, to the minute. */
  seenAt: string
  /** When the session expires if it is not used. */
  expiresAt: string
}

export interface Share {
  /** Share ID. */
  id: string
  name: string
  /** What is shown, in this order. Deleted records are left out. */
  items: ShareItem[]
  /** COMMENT: guests can comment. VIEW: they can only look. */
  access: ShareAccess
  /** Comments that a guest sees. ALL: those of the team and of other guests of this share. OWN: the threads that they began, with the replies of the team. */
  comments: ShareComments
  /** Whether guests can give verdicts on the shared versions. */
  verdicts: boolean
  /** What guests can download. PROXY: the copy that plays in a browser. */
  downloads: ShareDownloads
  /** Where and what guests can upload; null for nothing. */
  upload: {
    folder: {
      /** Folder ID. */
      id: string
      name: string
    }
    /** Bytes that all guests together can upload; null for no limit of this share. */
    maxBytes: number | null
    /** Kinds of files that guests can upload; null for all. */
    kinds: MediaKind[] | null
  } | null
  /** LATEST: always the latest complete revision of each file, and what is in a folder or version now. FROZEN: the files as they were when they were chosen. */
  revisions: ShareRevisions
  /** Whether opening takes a password. */
  hasPassword: boolean
  /** When the share ends by itself; null if it does not. */
  expiresAt: string | null
  /** Text that guests read first. */
  welcome: string | null
  /** Whether guests are asked for their e-mail address besides their name. */
  email: ShareEmail
  watermark: Watermark | null
  /** The link for guests; null without the scope `shares:write`. */
  url: string | null
  /** When a manager ended it; null if none did. */
  endedAt: string | null
  /** People who opened it. */
  guestCount: number
  /** When a guest last used it, to the minute; null if none did. */
  lastOpenedAt: string | null
  project: {
    id: string
  }
  /** null if the account is deleted. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
}

export interface ShareBrand {
  name: string
  /** The logo; null for none. */
  avatarUrl: string | null
  /** null for the colour of the app. */
  accentColor: string | null
}

export interface ShareFile {
  /** File ID. */
  id: string
  name: string
  description: string | null
  /** Origin of the file. LOCAL: an upload. YOUTUBE: a link to a video. GENERATED: made by a model. More values may be added. */
  mode: FileMode
  mimeType: string | null
  /** Size in bytes; 0 if unknown. */
  size: number
  /** Size in bytes; null if it is not stored here. */
  byteSize: number | null
  /** Number of the file in its revision stack, from 1. */
  revision: number
  /** null if the share does not show its folder. */
  folder: {
    /** Folder ID. */
    id: string
  } | null
  /** The shared version that it belongs to. */
  version: {
    /** Version ID. */
    id: string
  } | null
  /** Whether you uploaded it. */
  own: boolean
  /** Name of the person who uploaded it; null if the account is deleted. */
  author: string | null
  /** Threads that you see. */
  commentCount: number
  /** Facts about the media; null for files without previews. */
  media: {
    /** PENDING: waiting in the queue. FAILED: see `failure`; derivatives made before the failure are available. */
    state: MediaState
    /** Kind of media. This and the fields below are null until the file is probed, and where they do not apply. */
    kind: MediaKind | null
    /** Width in pixels as displayed: upright, with square pixels. */
    width: number | null
    height: number | null
    durationMs: number | null
    /** Frames per second as an exact fraction, such as 24000/1001; the average if the frame rate varies. */
    frameRate: string | null
    /** Exact number of frames. */
    frames: number | null
    pages: number | null
    hasAudio: boolean | null
  } | null
  /** URL of a thumbnail, valid for minutes; null until there is one. */
  thumbnail: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
}

export interface ShareGuest {
  /** Share guest ID. */
  id: string
  /** As the guest gave it; nobody has checked it. */
  name: string
  /** As the guest gave it; nobody has checked it. null if they gave none. */
  email: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  firstOpenedAt: string
  /** When the guest last used the share, to the minute. */
  lastOpenedAt: string
  /** When a manager ended the share for this guest; null if none did. */
  endedAt: string | null
  /** The files that the guest opened, the last one first. */
  files: {
    /** File ID. */
    id: string
    name: string
    /** How often the guest opened the file. */
    opens: number
    /** The farthest place that the guest reached, from 0 to 1. */
    watched: number
    /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
    firstAt: string
    /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
    lastAt: string
  }[]
  /** The verdicts that the guest gave on versions. */
  verdicts: {
    version: {
      id: string
      name: string
    }
    verdict: Verdict
    /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
    givenAt: string
  }[]
  /** Comments and replies that the guest wrote. */
  commentCount: number
  /** Files that the guest uploaded. */
  uploadCount: number
}

export interface ShareItem {
  kind: ShareItemKind
  /** File, folder or version ID. Of a file whose latest revision is shown: the ID of that revision. */
  id: string
  name: string
}

export interface Skill {
  /** Skill ID. */
  id: string
  /** WORKSPACE: created in this workspace. BUILT_IN: part of the service and read-only. */
  source: 'WORKSPACE' | 'BUILT_IN'
  name: string
  description: string
  metadata: Record<string, string> | null
  allowedTools: string[] | null
  license: string | null
  /** The default version; null until a version is published. */
  default: {
    /** Skill version ID. */
    id: string
  } | null
  /** In the order in which they were written. Tools see no drafts. */
  versions: {
    /** Skill version ID. */
    id: string
    /** Number of the version, counted from 1. A number is never reused. */
    version: number
    note: string | null
    /** Whether the version waits for a person to publish it: an agent wrote it. */
    draft: boolean
    /** Whether a tool wrote the version for the person. */
    agent: boolean
    /** null if the account is deleted. */
    createdBy: {
      /** User ID. */
      id: string
      /** Display name in the workspace; the account name when none is set. */
      name: string
      avatarUrl: string | null
    } | null
    /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
    createdAt: string
  }[]
  /** Changes of the details that a tool has made, until a person decides: a person who sets one of these fields removes it from the proposal. null for none, and for tools. */
  proposal: {
    changes: {
      name?: string | undefined
      description?: string | undefined
      metadata?: Record<string, string> | null | undefined
      allowedTools?: string[] | null | undefined
      license?: string | null | undefined
    }
    /** Person for whom the tool acted; null if the account is deleted. */
    user: {
      /** User ID. */
      id: string
      /** Display name in the workspace; the account name when none is set. */
      name: string
      avatarUrl: string | null
    } | null
    /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
    proposedAt: string
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
}

export interface SkillEvaluation {
  /** Skill evaluation ID. */
  id: string
  skill: {
    /** Skill ID. */
    id: string
  }
  /** null for a text that is not published yet. */
  skillVersion: {
    /** Skill version ID. */
    id: string
    version: number
    draft: boolean
  } | null
  /** CHECKS: the checks in the front matter. RECORDED: recorded answers. LIVE: asks the configured model, which costs money. */
  source: EvaluationSource
  model: string | null
  state: EvaluationState
  failure: {
    code: string
    message: string
  } | null
  /** Examples of the evaluation. */
  exampleCount: number
  /** Examples that have a result. Only these count. */
  readyCount: number
  /** Expected notes. */
  expected: number
  /** Notes that the skill has found. */
  found: number
  /** Expected notes that the skill has found. */
  matched: number
  /** Part of the found notes that was expected; null if none was found. */
  precision: number | null
  /** Part of the expected notes that was found; null if none was expected. */
  recall: number | null
  /** Cost in US dollars; null if nothing was paid. */
  costUsd: number | null
  /** null if the account is deleted. */
  createdBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  endedAt: string | null
}

export interface SkillEvaluationDetails {
  /** Skill evaluation ID. */
  id: string
  skill: {
    /** Skill ID. */
    id: string
  }
  /** null for a text that is not published yet. */
  skillVersion: {
    /** Skill version ID. */
    id: string
    version: number
    draft: boolean
  } | null
  /** CHECKS: the checks in the front matter. RECORDED: recorded answers. LIVE: asks the configured model, which costs money. */
  source: EvaluationSource
  model: string | null
  state: EvaluationState
  failure: {
    code: string
    message: string
  } | null
  /** Examples of the evaluation. */
  exampleCount: number
  /** Examples that have a result. Only these count. */
  readyCount: number
  /** Expected notes. */
  expected: number
  /** Notes that the skill has found. */
  found: number
  /** Expected notes that the skill has found. */
  matched: number
  /** Part of the found notes that was expected; null if none was found. */
  precision: number | null
  /** Part of the expected notes that was found; null if none was expected. */
  recall: number | null
  /** Cost in US dollars; null if nothing was paid. */
  costUsd: number | null
  /** null if the account is deleted. */
  createdBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  endedAt: string | null
  /** The text that was evaluated, if it is not published yet. null for tools. */
  content: string | null
  /** Results for the examples whose files you can see. */
  examples: SkillExampleResult[]
}

export interface SkillExample {
  /** Skill example ID. */
  id: string
  skill: {
    /** Skill ID. */
    id: string
  }
  name: string
  file: {
    /** File ID. */
    id: string
    name: string
    project: {
      /** Project ID. */
      id: string
    }
  }
  /** The notes that a good review of the file has. */
  expected: PlacedNote[]
  /** Whether an answer to any text of the skill is recorded. */
  recorded: boolean
  /** Recorded answers, newest first. */
  recordings: {
    /** Versions with this text. */
    skillVersions: {
      /** Skill version ID. */
      id: string
      version: number
    }[]
    /** Model that gave the answer; null if that is not known. */
    model: string | null
    noteCount: number
    /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
    createdAt: string
  }[]
  /** null if the account is deleted. */
  createdBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
}

export interface SkillExampleResult {
  example: {
    /** Skill example ID. */
    id: string
    name: string
    file: {
      /** File ID. */
      id: string
      name: string
      project: {
        /** Project ID. */
        id: string
      }
      /** Frames per second as an exact fraction; null if unknown or variable. */
      frameRate: string | null
    }
  }
  state: CaptionState
  failure: {
    code: string
    message: string
  } | null
  expected: number
  found: number
  matched: number
  /** Part of the found notes that was expected; null if none was found. */
  precision: number | null
  /** Part of the expected notes that was found; null if none was expected. */
  recall: number | null
  /** Expected notes with the notes that the skill has found for them. */
  matches: {
    expected: PlacedNote
    found: PlacedNote
  }[]
  /** Expected notes that the skill has not found. */
  missed: PlacedNote[]
  /** Notes that the skill has found and nobody expected. */
  extra: PlacedNote[]
}

export interface SkillReview {
  /** Skill review ID. */
  id: string
  file: {
    /** File ID. */
    id: string
  }
  /** null if it was deleted. */
  skillReviewer: {
    /** Skill reviewer ID. */
    id: string
  } | null
  skill: {
    /** Skill ID. */
    id: string
    name: string
  }
  /** The published version that was used; null until it is chosen. */
  skillVersion: {
    /** Skill version ID. */
    id: string
    version: number
  } | null
  /** null: by the checks alone. */
  model: string | null
  /** PREPARING: frames and texts are collected. SENDING: the model is asked, and may be paid. */
  state: SkillReviewState
  failure: {
    code: string
    message: string
    /** Whether the same review is likely to succeed later. */
    retryable: boolean
  } | null
  /** What the model charged, by the configured prices; null if it is not known. */
  costUsd: number | null
  inputTokens: number | null
  outputTokens: number | null
  /** Frames of a video, or pages of a document, whose images the model got. */
  frames: number[]
  /** What became of the open comments on the revision before. */
  notes: {
    comment: {
      /** Comment ID. */
      id: string
    }
    outcome: NoteOutcome
    reason: string
  }[]
  /** Notes that the skill drafted, decided or not. */
  draftCount: number
  /** null if a new revision started it, or if the account is deleted. */
  createdBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  endedAt: string | null
}

export interface SkillReviewer {
  /** Skill reviewer ID. */
  id: string
  project: {
    /** Project ID. */
    id: string
  }
  skill: {
    /** Skill ID. */
    id: string
    name: string
  }
  /** Kinds of files that it reviews. */
  kinds: MediaKind[]
  /** NEW_REVISIONS: also reviews each new file and revision by itself. */
  trigger: ReviewTrigger
  /** The vision model, as REVIEW_MODEL names it. null: uses the checks alone, without cost. */
  model: string | null
  /** What the files should achieve, for the model. */
  brief: string | null
  /** null if the account is deleted. */
  createdBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
}

export interface SkillVersion {
  /** Skill version ID. */
  id: string
  /** Number of the version, counted from 1. A number is never reused. */
  version: number
  note: string | null
  /** Whether the version waits for a person to publish it: an agent wrote it. */
  draft: boolean
  /** Whether a tool wrote the version for the person. */
  agent: boolean
  /** null if the account is deleted. */
  createdBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** Content of the version, in Markdown. */
  markdown: string
  skill: {
    /** Skill ID. */
    id: string
  }
}

export interface SourceTimecode {
  /** Of the first frame, such as 10:00:00:00, or 10:00:00;00 with drop frames. On audio, 10:00:00.000. */
  start: string
  /** Whether the timecode skips numbers to stay in step with the clock. */
  dropFrame: boolean
  /** Frames from 00:00:00:00 to the first frame; null for audio. */
  startFrame: number | null
  /** Milliseconds from midnight to the first sample; null for video. */
  startMs: number | null
  /** Samples since midnight (Broadcast Wave). */
  startSample: number | null
}

export interface TrashEntry {
  /** ID of an entry of the trash. */
  id: string
  kind: 'FILE' | 'FOLDER' | 'COMMENT' | 'VERSION' | 'SKILL'
  /** The deleted file, folder, comment, version or skill. Restore it by this ID. */
  record: {
    id: string
  }
  /** The name when it was deleted; for a comment, the beginning of its text. */
  name: string
  /** The folder that contained it; null for the root. It may be deleted by now. */
  folder: {
    /** Folder ID. */
    id: string
  } | null
  /** The names of that folder and of those above it, `Shots / Day 1`; null for the root. */
  path: string | null
  /** The file that a comment was on. */
  file: {
    /** File ID. */
    id: string
  } | null
  /** Number of files that were deleted with it. */
  files: number
  /** Number of comments that were deleted with it. */
  comments: number
  /** Bytes of its files or attachments. They count until it is purged. */
  size: number
  /** null if the account is deleted. */
  deletedBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** Whether a tool deleted it for the person. */
  agent: boolean
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  deletedAt: string
  /** When it is deleted for good. */
  purgesAt: string
}

export interface UnreadSignal {
  type: 'unread'
  /** Number of unread notifications; counts up to 100. */
  unread: number
  /** When the newest of them changed; null if there are none. */
  newest: string | null
}

export interface Usage {
  /** What the workspace stores. */
  storage: {
    /** Bytes of files as they were uploaded or generated. */
    originals: number
    /** Bytes of attachments of comments, and of references for generation. */
    attachments: number
    /** Bytes of previews and proxies. */
    derivatives: number
    /** Bytes of files in the trash, with their previews. */
    trash: number
    /** All of these together. */
    total: number
  }
  /** null without a quota. An upload that does not fit is refused with 409 `quota_exceeded`. */
  quota: {
    /** How much the workspace may store. */
    bytes: number
    /** How much of it is used: everything but previews, the trash included. */
    used: number
  } | null
  /** Projects, the largest first. */
  projects: {
    /** null for uploads that belong to no project yet. */
    project: {
      /** Project ID. */
      id: string
      /** null for a deleted project. */
      name: string | null
    } | null
    /** Bytes of files as they were uploaded or generated. */
    originals: number
    /** Bytes of attachments of comments, and of references for generation. */
    attachments: number
    /** Bytes of previews and proxies. */
    derivatives: number
    /** Bytes of files in the trash, with their previews. */
    trash: number
    /** All of these together. */
    total: number
  }[]
  /** The rest, when there are more than 100; null if there is none. */
  otherProjects: {
    count: number
    total: number
  } | null
  /** People by what they have uploaded and generated, the largest first. */
  people: {
    /** null for files whose author is not known. */
    user: {
      /** User ID. */
      id: string
      /** null for a deleted account. */
      name: string | null
    } | null
    /** Bytes of files as they were uploaded or generated. */
    originals: number
    /** Bytes of attachments of comments, and of references for generation. */
    attachments: number
    /** Bytes of previews and proxies. */
    derivatives: number
    /** Bytes of files in the trash, with their previews. */
    trash: number
    /** All of these together. */
    total: number
  }[]
  /** The rest, when there are more than 100; null if there is none. */
  otherPeople: {
    count: number
    total: number
  } | null
  /** Generations of the last 12 months by provider, newest month first. Those of deleted files count. */
  generations: {
    /** `YYYY-MM`, in UTC. */
    month: string
    /** Provider of the models; `local` for drafts. */
    provider: string
    /** Generations that made a file. */
    done: number
    failed: number
    cancelled: number
  }[]
  /** true while files from before an upgrade are still being counted: the numbers are too low. */
  counting: boolean
}

export interface UserSummary {
  /** User ID. */
  id: string
  email: string
  /** Display name in the workspace; the account name when none is set. */
  name: string
  avatarUrl: string | null
}

export interface VerdictRecord {
  /** Verdict ID. */
  id: string
  /** null if the account is deleted. */
  user: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** Name of the person when they gave the verdict. */
  name: string
  /** Role of the person when they gave the verdict; null if unknown. */
  role: ProjectRole | null
  verdict: Verdict
  note: string | null
  /** Whether a tool gave it for the person. */
  agent: boolean
  /** Why the verdict no longer counts; null while it does. */
  stale: StaleReason | null
  /** The files that the verdict is about; null if they were not recorded. */
  files:
    | {
        /** File ID. */
        id: string
        /** Number of the file in its revision stack. */
        revision: number
      }[]
    | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  givenAt: string
}

export interface Version {
  /** Version ID. */
  id: string
  name: string
  description: string | null
  status: VersionStatus
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  project: {
    /** Project ID. */
    id: string
  }
  /** When the status last changed; null if it never changed. */
  statusChangedAt: string | null
  /** User who last changed the status. For APPROVED, NEED_EDIT and REJECTED: the user whose verdict decided. null if it never changed or the account is deleted. */
  statusChangedBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** Whether a tool gave the verdict that decided, for the user of `statusChangedBy`. */
  decidedByAgent: boolean
}

export interface VersionDetails {
  /** Version ID. */
  id: string
  name: string
  description: string | null
  status: VersionStatus
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
  project: {
    /** Project ID. */
    id: string
  }
  /** When the status last changed; null if it never changed. */
  statusChangedAt: string | null
  /** User who last changed the status. For APPROVED, NEED_EDIT and REJECTED: the user whose verdict decided. null if it never changed or the account is deleted. */
  statusChangedBy: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** Whether a tool gave the verdict that decided, for the user of `statusChangedBy`. */
  decidedByAgent: boolean
  /** Whether restricted reviewers can see it. */
  allowRestricted: boolean
  /** The files under review, in order. Restricted reviewers see only the files marked for them. */
  files: {
    /** File ID. */
    id: string
    name: string
    /** Content type; null until the upload is complete. */
    mimeType: string | null
    /** URL of a thumbnail; null until there is one. */
    thumbnail: string | null
  }[]
  /** null if the account is deleted. */
  author: {
    /** User ID. */
    id: string
    /** Display name in the workspace; the account name when none is set. */
    name: string
    avatarUrl: string | null
  } | null
  /** The review rule of this version; null for that of the project, and for guests of a share. */
  reviewRule: ReviewRule | null
  /** Whether approval needs checks of its files without open problems. */
  requireNoProblems: boolean
  /** The files that keep the version from approval, in order; null for guests of a share. */
  blockers: ApprovalBlocker[] | null
}

export interface ViewImage {
  /** The image as JPEG, in base64. */
  data: string
  width: number
  height: number
  /** What the image shows, such as `frame 120, 00:00:04:20`. */
  shows: string
  /** Frame of a video, counted from 0. */
  frame: number | null
  timecode: string | null
  /** First millisecond in which the frame is shown. */
  ms: number | null
  page: number | null
  /** Comments on what the image shows. Drawings are numbered in this order, from 1. */
  commentIds: string[]
  /** Text of the page of a document, at most 6,000 characters. */
  text: string | null
}

/** Text that is drawn into everything that guests see. It deters from passing copies on, and does not prevent it. */
export interface Watermark {
  /** Text of the watermark, in which {name}, {email} and {date} are replaced. */
  text: string
  /** Place of the text. TILED: all over the image. */
  position: WatermarkPosition
  /** Size of the letters. */
  size: WatermarkSize
  /** From barely visible, 0.05, to opaque, 1. */
  opacity: number
}

export interface Webhook {
  /** Webhook ID. */
  id: string
  url: string
  /** standard: signed requests with the event as JSON. The others post readable messages to a chat. */
  format: WebhookFormat
  /** `*`, all events of a resource (`file.*`), or single event types. */
  events: string[]
  description: string | null
  /** Whether events are delivered to it. */
  active: boolean
  /** Why the service disabled it. GONE: the endpoint answered 410. FAILING: no delivery succeeded for three days. OWNER_REMOVED: its owner may no longer manage webhooks. */
  disabledReason: 'GONE' | 'FAILING' | 'OWNER_REMOVED' | null
  /** The user who created it, or last changed its URL or enabled it. The webhook is disabled when this user may no longer manage webhooks. */
  owner: {
    /** User ID. */
    id: string
    name: string
  } | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  updatedAt: string
}

export interface WebhookDelivery {
  /** Webhook delivery ID. */
  id: string
  event: {
    id: string
    type: string
  }
  /** SKIPPED: not sent to the chat, because its subject was deleted or the owner of the webhook may not see it. */
  state: DeliveryState
  /** Why there are no more attempts. EXHAUSTED: the last attempt failed. GONE: the endpoint answered 410. INACTIVE: the webhook was disabled. */
  failure: 'EXHAUSTED' | 'GONE' | 'INACTIVE' | null
  /** The delivery whose chat message reports this event, too; null if the event has its own request. */
  sentWith: {
    /** Webhook delivery ID. */
    id: string
  } | null
  /** Number of events of the message, including those left out since; 1 in the standard format. */
  eventCount: number
  /** The request. The same at every attempt, which adds headers for time and signature; a chat message is written anew for each attempt, and this is the last one. Until then, `body` is the event. */
  request: {
    headers: Record<string, string>
    body: string
  }
  attempts: {
    /** Counts from 1. A number is missing if a server stopped during the attempt. */
    number: number
    url: string
    /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
    startedAt: string
    durationMs: number
    /** Status of the response; null without a response. */
    status: number | null
    /** Why there was no response, or an incomplete one. */
    error: string | null
    /** The first 4,096 bytes of the response. */
    response: string | null
  }[]
  /** null if no attempt is left, and while the event waits for others of the same chat message. */
  nextAttemptAt: string | null
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  createdAt: string
  endedAt: string | null
}

export interface WorkspaceMember {
  /** Workspace member ID. */
  id: string
  /** Role in the workspace. */
  role: WorkspaceRole
  user: UserSummary
}

/** The fields that `client.accessLinks.create` takes. */
export interface CreateAccessLinkFields {
  /** Project role of people who join with the link. */
  role: AccessLinkRole
  /** Purpose of the link. */
  description?: string | null | undefined
  /** When the link stops working: UTC, `YYYY-MM-DD HH:MM:SS.ffffff`, in the future; null for no expiry. */
  expiresAt?: string | null | undefined
  /** Password required to join; null for none. */
  password?: string | null | undefined
  /**
   * Whether guests who join with the link may download files.
   * Default: `true`.
   */
  allowDownload?: boolean | undefined
}

/** The result of `client.accessLinks.create`. */
export interface CreateAccessLinkResult {
  /** Access link ID. */
  id: string
}

/** The fields that `client.accessLinks.join` takes. */
export interface JoinAccessLinkFields {
  /** Key of the access link. */
  accessKey: string
  /** Password of the access link, if it has one. */
  password?: string | null | undefined
  /** Name of the guest. Required without a credential, ignored with one. */
  name?: string | null | undefined
}

/** The result of `client.accessLinks.join`. */
export interface JoinAccessLinkResult {
  project: {
    /** Project ID. */
    id: string
  }
  member: {
    /** Project member ID. */
    id: string
  }
  /** Role in the project after joining: the role of the link, or a stronger one held before. */
  role: ProjectRole
  /** API key of a new guest, shown only once; null for a caller with a credential. */
  accessToken: string | null
}

/** The fields that `client.account.removeAvatar` takes. */
export interface RemoveAvatarFields {
  /**
   * true: change the avatar in this workspace only, not that of the account.
   * Default: `false`.
   */
  thisWorkspaceOnly?: boolean | undefined
}

/** The fields that `client.account.update` takes. */
export interface UpdateAccountFields {
  /** Name that others see unless a display name is set. */
  name?: string | undefined
  /** Display name in this workspace; null or an empty string to show `name`. */
  displayName?: string | null | undefined
  /** New address. It takes effect when the link sent to it is opened, or when the operator of the server confirms it; until then it is `pendingEmail`. Sending the current address cancels a pending change. */
  email?: string | undefined
  /** 10 to 128 characters. */
  password?: string | undefined
  /** Required to change the address or the password of an account that has a password. */
  currentPassword?: string | undefined
}

/** The fields that `client.apiKeys.create` takes. */
export interface CreateApiKeyFields {
  /** Name of the key, for example its purpose. */
  name: string
  /** Scopes of the key: what it may do. */
  scopes: Scope[]
  /** Days until the key expires; null for no expiry. */
  expiresInDays?: number | null | undefined
  /** Whether it may spend money: generate files. */
  maySpend?: boolean | undefined
  /** Whether it may give and withdraw verdicts on versions. */
  mayGiveVerdicts?: boolean | undefined
  /** Whether it may let people in: add members to projects, create and renew access links. */
  mayAddPeople?: boolean | undefined
}

/** The result of `client.apiKeys.create`. */
export interface CreateApiKeyResult {
  /** API key ID. */
  id: string
  /** Store it now: the service does not keep it. */
  key: string
}

/** The fields that `client.apiKeys.update` takes. */
export interface UpdateApiKeyFields {
  /** Whether it may spend money: generate files. */
  maySpend?: boolean | undefined
  /** Whether it may give and withdraw verdicts on versions. */
  mayGiveVerdicts?: boolean | undefined
  /** Whether it may let people in: add members to projects, create and renew access links. */
  mayAddPeople?: boolean | undefined
}

/** The fields that `client.archives.create` takes. */
export interface CreateArchiveFields {
  /** Files of the project, each once. */
  files?:
    | {
        /** File ID. */
        id: string
      }[]
    | null
    | undefined
  /** Folders: the latest revision of each file in them, at any depth. */
  folders?:
    | {
        /** Folder ID. */
        id: string
      }[]
    | null
    | undefined
  /** A version: all of its files. */
  version?:
    | {
        /** Version ID. */
        id: string
      }
    | null
    | undefined
  /**
   * ORIGINAL: the files as they were uploaded or generated. PROXY: the proxies of video and audio, and the previews of images; other files are left out.
   * Default: `"ORIGINAL"`.
   */
  variant?: ArchiveVariant | undefined
  /**
   * true: add a CSV of the comments on the files. Needs the scope comments:download.
   * Default: `false`.
   */
  comments?: boolean | undefined
}

/** The fields that `client.audit.export` takes. */
export interface ExportAuditEntriesFields {
  /**
   * csv: for a spreadsheet. jsonl: one entry as JSON on each line, as List Audit Entries returns it.
   * Default: `"csv"`.
   */
  format?: 'csv' | 'jsonl' | undefined
  /** Only what this user did. */
  actor?: string | null | undefined
  /** Only this action, or all actions with the same beginning: `session.*`. */
  action?: AuditFilter | null | undefined
  /** Only entries about the user, file or other record with this ID. */
  target?: string | null | undefined
  /** Only entries about this project and records in it. */
  project?: string | null | undefined
  /** true: only what tools did for people; false: only what people did. */
  agent?: boolean | null | undefined
  /** Only entries from this time on. */
  from?: string | null | undefined
  /** Only entries before this time. */
  to?: string | null | undefined
}

/** The result of `client.audit.export`. */
export interface ExportAuditEntriesResult {
  url: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  expiresAt: string
  /** Name of the exported file. */
  name: string
}

/** The fields that `client.audit.list` takes. */
export interface ListAuditEntriesFields {
  /** Only what this user did. */
  actor?: string | null | undefined
  /** Only this action, or all actions with the same beginning: `session.*`. */
  action?: AuditFilter | null | undefined
  /** Only entries about the user, file or other record with this ID. */
  target?: string | null | undefined
  /** Only entries about this project and records in it. */
  project?: string | null | undefined
  /** true: only what tools did for people; false: only what people did. */
  agent?: boolean | null | undefined
  /** Only entries from this time on. */
  from?: string | null | undefined
  /** Only entries before this time. */
  to?: string | null | undefined
}

/** The fields that `client.captions.create` takes. */
export interface CreateCaptionsFields {
  /** The whole caption file: SRT, WebVTT or TTML. */
  text: string
  /** Language tag, such as en or pt-BR. Default: that of a TTML file, else `und`. */
  language?: string | null | undefined
  /** Name beside the language, such as SDH. */
  label?: string | null | undefined
}

/** The result of `client.captions.create`. */
export interface CreateCaptionsResult {
  /** Id of captions. */
  id: string
}

/** The fields that `client.captions.getText` takes. */
export interface GetCaptionsTextFields {
  /**
   * vtt: WebVTT. srt: SubRip. txt: the words alone, a line for each cue.
   * Default: `"vtt"`.
   */
  format?: 'vtt' | 'srt' | 'txt' | undefined
}

/** The result of `client.captions.getText`. */
export interface GetCaptionsTextResult {
  language: string
  mimeType: string
  /** The whole file. */
  text: string
}

/** The result of `client.captions.list`. */
export interface ListCaptionsResult {
  captions: Captions[]
  /** Whether this server has speech-to-text, and the caller is no share guest. */
  canTranscribe: boolean
}

/** The fields that `client.captions.transcribe` takes. */
export interface TranscribeFileFields {
  /** Language tag of what is spoken. Default: detected. */
  language?: string | null | undefined
  /** true: also after a failed transcription that may have been charged. */
  payAgain?: boolean | null | undefined
}

/** The result of `client.captions.transcribe`. */
export interface TranscribeFileResult {
  /** Id of captions. */
  id: string
}

/** The fields that `client.checkProfiles.create` takes. */
export interface CreateCheckProfileFields {
  /** Name, unique in the workspace or project. */
  name: string
  /** A rule that is missing is not checked. */
  rules: {
    black?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Shorter stretches are allowed. */
          seconds: number
          /**
           * Seconds allowed at the start.
           * Default: `0`.
           */
          allowedHead?: number | undefined
          /**
           * Seconds allowed at the end.
           * Default: `0`.
           */
          allowedTail?: number | undefined
        }
      | undefined
    frozen?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Shorter stretches are allowed. */
          seconds: number
          /**
           * Seconds allowed at the start.
           * Default: `0`.
           */
          allowedHead?: number | undefined
          /**
           * Seconds allowed at the end.
           * Default: `0`.
           */
          allowedTail?: number | undefined
        }
      | undefined
    singleColour?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Shorter stretches are allowed. */
          seconds: number
          /**
           * Seconds allowed at the start.
           * Default: `0`.
           */
          allowedHead?: number | undefined
          /**
           * Seconds allowed at the end.
           * Default: `0`.
           */
          allowedTail?: number | undefined
        }
      | undefined
    duplicatedFrames?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
        }
      | undefined
    droppedFrames?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
        }
      | undefined
    bars?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** The declared matte, such as 2.39; null for an image without bars. */
          aspect?: number | null | undefined
        }
      | undefined
    levels?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * Part of the image that may be out of range.
           * Default: `0.01`.
           */
          share?: number | undefined
        }
      | undefined
    flashes?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * Flashes in one second that are allowed.
           * Default: `3`.
           */
          perSecond?: number | undefined
        }
      | undefined
    redFlashes?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * Flashes in one second that are allowed.
           * Default: `3`.
           */
          perSecond?: number | undefined
        }
      | undefined
    interlacing?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * How frames are taken: whole, or as two fields, of which the top or the bottom one is first.
           * Default: `"PROGRESSIVE"`.
           */
          expected?: FieldOrder | undefined
        }
      | undefined
    decodeErrors?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
        }
      | undefined
    truncated?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
        }
      | undefined
    firstFrame?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * CONTENT: neither black nor a single colour.
           * Default: `"CONTENT"`.
           */
          is?: EdgeFrame | undefined
        }
      | undefined
    lastFrame?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * CONTENT: neither black nor a single colour.
           * Default: `"CONTENT"`.
           */
          is?: EdgeFrame | undefined
        }
      | undefined
    silence?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Shorter stretches are allowed. */
          seconds: number
          /**
           * dBFS: quieter audio is silent.
           * Default: `-60`.
           */
          level_dB?: number | undefined
          /**
           * Seconds allowed at the start.
           * Default: `0`.
           */
          allowedHead?: number | undefined
          /**
           * Seconds allowed at the end.
           * Default: `0`.
           */
          allowedTail?: number | undefined
        }
      | undefined
    clipping?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * Clipped samples in 10 ms that are a finding.
           * Default: `1`.
           */
          samples?: number | undefined
        }
      | undefined
    phase?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Shorter stretches are allowed. */
          seconds: number
          /**
           * Of left and right: less is out of phase.
           * Default: `-0.5`.
           */
          correlation?: number | undefined
        }
      | undefined
    oneSided?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Shorter stretches are allowed. */
          seconds: number
          /**
           * Difference of left and right.
           * Default: `40`.
           */
          decibels?: number | undefined
        }
      | undefined
    loudness?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** LUFS. */
          target: number
          /** LU. */
          tolerance: number
          /**
           * A dialogue-gated target is shown, never passed.
           * Default: `"PROGRAMME"`.
           */
          gating?: LoudnessGating | undefined
          /** LUFS, of the loudest 400 ms. */
          mostMomentary?: number | undefined
          /** LUFS, of the loudest 3 seconds. */
          mostShortTerm?: number | undefined
        }
      | undefined
    truePeak?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** dBTP. */
          most: number
        }
      | undefined
    channels?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Allowed layouts, such as stereo. */
          layouts: string[]
        }
      | undefined
    missingAudio?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
        }
      | undefined
    lateAudio?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Seconds that are allowed. */
          seconds: number
        }
      | undefined
    size?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Allowed sizes, such as 1920x1080. */
          sizes: string[]
        }
      | undefined
    frameRate?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Allowed rates, such as 25 or 24000/1001. */
          rates: string[]
        }
      | undefined
    codec?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Of the video; of the audio if there is no video. */
          codecs: string[]
          /** Of each audio track. */
          audioCodecs?: string[] | undefined
        }
      | undefined
    duration?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Seconds. */
          least?: number | undefined
          /** Seconds. */
          most?: number | undefined
        }
      | undefined
    colourTags?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Allowed primaries. */
          primaries?: string[] | undefined
          /** Allowed transfers. */
          transfers?: string[] | undefined
          /** Allowed matrices. */
          matrices?: string[] | undefined
          /** Allowed ranges. */
          ranges?: CheckColourRange[] | undefined
        }
      | undefined
    imageSize?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** The sizes that are allowed, such as 1920x1080. */
          sizes?: string[] | undefined
          /** The shorter side has at least this many pixels. */
          least?: number | undefined
          /** The longer side has at most this many pixels. */
          most?: number | undefined
        }
      | undefined
    colourProfile?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Allowed colour spaces. */
          spaces: CheckColourSpace[]
        }
      | undefined
    transparency?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * FORBIDDEN: no alpha channel. UNUSED: an alpha channel may exist if every pixel is opaque. REQUIRED: some pixels are transparent.
           * Default: `"UNUSED"`.
           */
          alpha?: AlphaUse | undefined
        }
      | undefined
    sharpness?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * From 0 (blurred) to 100 (sharp), in the sharpest part of the image. Indicative.
           * Default: `40`.
           */
          least?: number | undefined
        }
      | undefined
    resolution?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Pixels per inch. */
          least: number
        }
      | undefined
    fonts?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
        }
      | undefined
    pageSize?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Allowed sizes: names such as A4, or width x height such as 210x99mm. Either orientation. */
          sizes?: string[] | undefined
          /**
           * Whether pages may have different sizes.
           * Default: `false`.
           */
          mixed?: boolean | undefined
        }
      | undefined
    links?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
        }
      | undefined
    spelling?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * Such as en_GB or de; auto takes the installed dictionary that knows most of the words.
           * Default: `"auto"`.
           */
          language?: string | undefined
          /** Words that are right, such as names. */
          words?: string[] | undefined
        }
      | undefined
    modelSize?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * Metres, of the longest side.
           * Default: `0.01`.
           */
          least?: number | undefined
          /**
           * Metres, of the longest side.
           * Default: `100`.
           */
          most?: number | undefined
        }
      | undefined
    normals?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * Part of the triangles that may face inwards.
           * Default: `0.01`.
           */
          flipped?: number | undefined
        }
      | undefined
    textures?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * The longer side of a texture, in pixels.
           * Default: `4096`.
           */
          most?: number | undefined
          /**
           * Whether both sides must be powers of two.
           * Default: `false`.
           */
          powerOfTwo?: boolean | undefined
          /**
           * Of all textures together, as stored.
           * Default: `50`.
           */
          megabytes?: number | undefined
        }
      | undefined
    triangles?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Triangles that are allowed. */
          most: number
        }
      | undefined
    validator?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * The least severity of the messages of the glTF Validator that are findings.
           * Default: `"ERROR"`.
           */
          severity?: ValidatorSeverity | undefined
        }
      | undefined
  }
  /** Project that alone can use it; by default, all projects can. */
  projectId?: string | null | undefined
}

/** The result of `client.checkProfiles.create`. */
export interface CreateCheckProfileResult {
  /** Check profile ID: CP…, or the name of a built-in one, such as `web`. */
  id: string
  version: number
}

/** The fields that `client.checkProfiles.delete` takes. */
export interface DeleteCheckProfileFields {
  /** Check profile that the projects and the workspace use instead: a built-in one or another one of the same workspace or project. */
  replaceWith?: string | null | undefined
}

/** The fields that `client.checkProfiles.get` takes. */
export interface GetCheckProfileFields {
  /** Version to read; the latest by default. */
  version?: number | null | undefined
}

/** The fields that `client.checkProfiles.list` takes. */
export interface ListCheckProfilesFields {
  /** Include the check profiles of this project. */
  projectId?: string | null | undefined
}

/** The fields that `client.checkProfiles.listVersions` takes. */
export type ListCheckProfileVersionsFields = Record<never, never>

/** The fields that `client.checkProfiles.update` takes. */
export interface UpdateCheckProfileFields {
  /** New name, unique in the workspace or project. */
  name?: string | undefined
  /** All rules of the new version; requires `version`. */
  rules?:
    | {
        black?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Shorter stretches are allowed. */
              seconds: number
              /**
               * Seconds allowed at the start.
               * Default: `0`.
               */
              allowedHead?: number | undefined
              /**
               * Seconds allowed at the end.
               * Default: `0`.
               */
              allowedTail?: number | undefined
            }
          | undefined
        frozen?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Shorter stretches are allowed. */
              seconds: number
              /**
               * Seconds allowed at the start.
               * Default: `0`.
               */
              allowedHead?: number | undefined
              /**
               * Seconds allowed at the end.
               * Default: `0`.
               */
              allowedTail?: number | undefined
            }
          | undefined
        singleColour?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Shorter stretches are allowed. */
              seconds: number
              /**
               * Seconds allowed at the start.
               * Default: `0`.
               */
              allowedHead?: number | undefined
              /**
               * Seconds allowed at the end.
               * Default: `0`.
               */
              allowedTail?: number | undefined
            }
          | undefined
        duplicatedFrames?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
            }
          | undefined
        droppedFrames?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
            }
          | undefined
        bars?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** The declared matte, such as 2.39; null for an image without bars. */
              aspect?: number | null | undefined
            }
          | undefined
        levels?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /**
               * Part of the image that may be out of range.
               * Default: `0.01`.
               */
              share?: number | undefined
            }
          | undefined
        flashes?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /**
               * Flashes in one second that are allowed.
               * Default: `3`.
               */
              perSecond?: number | undefined
            }
          | undefined
        redFlashes?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /**
               * Flashes in one second that are allowed.
               * Default: `3`.
               */
              perSecond?: number | undefined
            }
          | undefined
        interlacing?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /**
               * How frames are taken: whole, or as two fields, of which the top or the bottom one is first.
               * Default: `"PROGRESSIVE"`.
               */
              expected?: FieldOrder | undefined
            }
          | undefined
        decodeErrors?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
            }
          | undefined
        truncated?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
            }
          | undefined
        firstFrame?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /**
               * CONTENT: neither black nor a single colour.
               * Default: `"CONTENT"`.
               */
              is?: EdgeFrame | undefined
            }
          | undefined
        lastFrame?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /**
               * CONTENT: neither black nor a single colour.
               * Default: `"CONTENT"`.
               */
              is?: EdgeFrame | undefined
            }
          | undefined
        silence?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Shorter stretches are allowed. */
              seconds: number
              /**
               * dBFS: quieter audio is silent.
               * Default: `-60`.
               */
              level_dB?: number | undefined
              /**
               * Seconds allowed at the start.
               * Default: `0`.
               */
              allowedHead?: number | undefined
              /**
               * Seconds allowed at the end.
               * Default: `0`.
               */
              allowedTail?: number | undefined
            }
          | undefined
        clipping?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /**
               * Clipped samples in 10 ms that are a finding.
               * Default: `1`.
               */
              samples?: number | undefined
            }
          | undefined
        phase?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Shorter stretches are allowed. */
              seconds: number
              /**
               * Of left and right: less is out of phase.
               * Default: `-0.5`.
               */
              correlation?: number | undefined
            }
          | undefined
        oneSided?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Shorter stretches are allowed. */
              seconds: number
              /**
               * Difference of left and right.
               * Default: `40`.
               */
              decibels?: number | undefined
            }
          | undefined
        loudness?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** LUFS. */
              target: number
              /** LU. */
              tolerance: number
              /**
               * A dialogue-gated target is shown, never passed.
               * Default: `"PROGRAMME"`.
               */
              gating?: LoudnessGating | undefined
              /** LUFS, of the loudest 400 ms. */
              mostMomentary?: number | undefined
              /** LUFS, of the loudest 3 seconds. */
              mostShortTerm?: number | undefined
            }
          | undefined
        truePeak?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** dBTP. */
              most: number
            }
          | undefined
        channels?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Allowed layouts, such as stereo. */
              layouts: string[]
            }
          | undefined
        missingAudio?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
            }
          | undefined
        lateAudio?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Seconds that are allowed. */
              seconds: number
            }
          | undefined
        size?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Allowed sizes, such as 1920x1080. */
              sizes: string[]
            }
          | undefined
        frameRate?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Allowed rates, such as 25 or 24000/1001. */
              rates: string[]
            }
          | undefined
        codec?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Of the video; of the audio if there is no video. */
              codecs: string[]
              /** Of each audio track. */
              audioCodecs?: string[] | undefined
            }
          | undefined
        duration?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Seconds. */
              least?: number | undefined
              /** Seconds. */
              most?: number | undefined
            }
          | undefined
        colourTags?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Allowed primaries. */
              primaries?: string[] | undefined
              /** Allowed transfers. */
              transfers?: string[] | undefined
              /** Allowed matrices. */
              matrices?: string[] | undefined
              /** Allowed ranges. */
              ranges?: CheckColourRange[] | undefined
            }
          | undefined
        imageSize?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** The sizes that are allowed, such as 1920x1080. */
              sizes?: string[] | undefined
              /** The shorter side has at least this many pixels. */
              least?: number | undefined
              /** The longer side has at most this many pixels. */
              most?: number | undefined
            }
          | undefined
        colourProfile?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Allowed colour spaces. */
              spaces: CheckColourSpace[]
            }
          | undefined
        transparency?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /**
               * FORBIDDEN: no alpha channel. UNUSED: an alpha channel may exist if every pixel is opaque. REQUIRED: some pixels are transparent.
               * Default: `"UNUSED"`.
               */
              alpha?: AlphaUse | undefined
            }
          | undefined
        sharpness?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /**
               * From 0 (blurred) to 100 (sharp), in the sharpest part of the image. Indicative.
               * Default: `40`.
               */
              least?: number | undefined
            }
          | undefined
        resolution?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Pixels per inch. */
              least: number
            }
          | undefined
        fonts?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
            }
          | undefined
        pageSize?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Allowed sizes: names such as A4, or width x height such as 210x99mm. Either orientation. */
              sizes?: string[] | undefined
              /**
               * Whether pages may have different sizes.
               * Default: `false`.
               */
              mixed?: boolean | undefined
            }
          | undefined
        links?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
            }
          | undefined
        spelling?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /**
               * Such as en_GB or de; auto takes the installed dictionary that knows most of the words.
               * Default: `"auto"`.
               */
              language?: string | undefined
              /** Words that are right, such as names. */
              words?: string[] | undefined
            }
          | undefined
        modelSize?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /**
               * Metres, of the longest side.
               * Default: `0.01`.
               */
              least?: number | undefined
              /**
               * Metres, of the longest side.
               * Default: `100`.
               */
              most?: number | undefined
            }
          | undefined
        normals?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /**
               * Part of the triangles that may face inwards.
               * Default: `0.01`.
               */
              flipped?: number | undefined
            }
          | undefined
        textures?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /**
               * The longer side of a texture, in pixels.
               * Default: `4096`.
               */
              most?: number | undefined
              /**
               * Whether both sides must be powers of two.
               * Default: `false`.
               */
              powerOfTwo?: boolean | undefined
              /**
               * Of all textures together, as stored.
               * Default: `50`.
               */
              megabytes?: number | undefined
            }
          | undefined
        triangles?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /** Triangles that are allowed. */
              most: number
            }
          | undefined
        validator?:
          | {
              /** How a finding of this rule counts. */
              level: CheckLevel
              /**
               * The least severity of the messages of the glTF Validator that are findings.
               * Default: `"ERROR"`.
               */
              severity?: ValidatorSeverity | undefined
            }
          | undefined
      }
    | undefined
  /** The version that you have read and changed. If somebody has written a newer one, nothing changes. */
  version?: number | undefined
}

/** The result of `client.checkProfiles.update`. */
export interface UpdateCheckProfileResult {
  /** The latest version. */
  version: number
}

/** The fields that `client.checkSettings.set` takes. */
export interface SetCheckSettingsFields {
  /** A built-in check profile, or one of the workspace or the project; null: the project follows the workspace. */
  profileId: string | null
  /** true: new files are not checked. */
  off: boolean
}

/** The fields that `client.checkSettings.setWorkspace` takes. */
export interface SetWorkspaceCheckSettingsFields {
  /** A built-in check profile, or one of the workspace; null for the built-in `web`. */
  profileId: string | null
  /** true: new files are not checked. */
  off: boolean
}

/** The fields that `client.checks.comment` takes. */
export interface CreateFindingCommentFields {
  /** Text of the comment. Default: the sentence of the finding. */
  content?: string | null | undefined
}

/** The result of `client.checks.comment`. */
export interface CreateFindingCommentResult {
  /** Comment ID. */
  id: string
}

/** The fields that `client.checks.export` takes. */
export interface ExportChecksFields {
  /**
   * junit: JUnit XML, a test suite for each file and a test case for each rule. sarif: SARIF 2.1.0. json: the results with timecodes.
   * Default: `"junit"`.
   */
  format?: CheckFormat | undefined
}

/** The result of `client.checks.export`. */
export interface ExportChecksResult {
  /** Name of the exported file. */
  name: string
  mimeType: string
  /** The export. */
  content: string
}

/** The fields that `client.checks.exportVersion` takes. */
export interface ExportVersionChecksFields {
  /**
   * junit: JUnit XML, a test suite for each file and a test case for each rule. sarif: SARIF 2.1.0. json: the results with timecodes.
   * Default: `"junit"`.
   */
  format?: CheckFormat | undefined
}

/** The result of `client.checks.exportVersion`. */
export interface ExportVersionChecksResult {
  /** Name of the exported file. */
  name: string
  mimeType: string
  /** The export. */
  content: string
}

/** The fields that `client.checks.preview` takes. */
export interface PreviewChecksFields {
  rules: {
    black?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Shorter stretches are allowed. */
          seconds: number
          /**
           * Seconds allowed at the start.
           * Default: `0`.
           */
          allowedHead?: number | undefined
          /**
           * Seconds allowed at the end.
           * Default: `0`.
           */
          allowedTail?: number | undefined
        }
      | undefined
    frozen?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Shorter stretches are allowed. */
          seconds: number
          /**
           * Seconds allowed at the start.
           * Default: `0`.
           */
          allowedHead?: number | undefined
          /**
           * Seconds allowed at the end.
           * Default: `0`.
           */
          allowedTail?: number | undefined
        }
      | undefined
    singleColour?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Shorter stretches are allowed. */
          seconds: number
          /**
           * Seconds allowed at the start.
           * Default: `0`.
           */
          allowedHead?: number | undefined
          /**
           * Seconds allowed at the end.
           * Default: `0`.
           */
          allowedTail?: number | undefined
        }
      | undefined
    duplicatedFrames?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
        }
      | undefined
    droppedFrames?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
        }
      | undefined
    bars?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** The declared matte, such as 2.39; null for an image without bars. */
          aspect?: number | null | undefined
        }
      | undefined
    levels?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * Part of the image that may be out of range.
           * Default: `0.01`.
           */
          share?: number | undefined
        }
      | undefined
    flashes?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * Flashes in one second that are allowed.
           * Default: `3`.
           */
          perSecond?: number | undefined
        }
      | undefined
    redFlashes?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * Flashes in one second that are allowed.
           * Default: `3`.
           */
          perSecond?: number | undefined
        }
      | undefined
    interlacing?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * How frames are taken: whole, or as two fields, of which the top or the bottom one is first.
           * Default: `"PROGRESSIVE"`.
           */
          expected?: FieldOrder | undefined
        }
      | undefined
    decodeErrors?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
        }
      | undefined
    truncated?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
        }
      | undefined
    firstFrame?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * CONTENT: neither black nor a single colour.
           * Default: `"CONTENT"`.
           */
          is?: EdgeFrame | undefined
        }
      | undefined
    lastFrame?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * CONTENT: neither black nor a single colour.
           * Default: `"CONTENT"`.
           */
          is?: EdgeFrame | undefined
        }
      | undefined
    silence?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Shorter stretches are allowed. */
          seconds: number
          /**
           * dBFS: quieter audio is silent.
           * Default: `-60`.
           */
          level_dB?: number | undefined
          /**
           * Seconds allowed at the start.
           * Default: `0`.
           */
          allowedHead?: number | undefined
          /**
           * Seconds allowed at the end.
           * Default: `0`.
           */
          allowedTail?: number | undefined
        }
      | undefined
    clipping?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * Clipped samples in 10 ms that are a finding.
           * Default: `1`.
           */
          samples?: number | undefined
        }
      | undefined
    phase?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Shorter stretches are allowed. */
          seconds: number
          /**
           * Of left and right: less is out of phase.
           * Default: `-0.5`.
           */
          correlation?: number | undefined
        }
      | undefined
    oneSided?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Shorter stretches are allowed. */
          seconds: number
          /**
           * Difference of left and right.
           * Default: `40`.
           */
          decibels?: number | undefined
        }
      | undefined
    loudness?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** LUFS. */
          target: number
          /** LU. */
          tolerance: number
          /**
           * A dialogue-gated target is shown, never passed.
           * Default: `"PROGRAMME"`.
           */
          gating?: LoudnessGating | undefined
          /** LUFS, of the loudest 400 ms. */
          mostMomentary?: number | undefined
          /** LUFS, of the loudest 3 seconds. */
          mostShortTerm?: number | undefined
        }
      | undefined
    truePeak?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** dBTP. */
          most: number
        }
      | undefined
    channels?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Allowed layouts, such as stereo. */
          layouts: string[]
        }
      | undefined
    missingAudio?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
        }
      | undefined
    lateAudio?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Seconds that are allowed. */
          seconds: number
        }
      | undefined
    size?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Allowed sizes, such as 1920x1080. */
          sizes: string[]
        }
      | undefined
    frameRate?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Allowed rates, such as 25 or 24000/1001. */
          rates: string[]
        }
      | undefined
    codec?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Of the video; of the audio if there is no video. */
          codecs: string[]
          /** Of each audio track. */
          audioCodecs?: string[] | undefined
        }
      | undefined
    duration?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Seconds. */
          least?: number | undefined
          /** Seconds. */
          most?: number | undefined
        }
      | undefined
    colourTags?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Allowed primaries. */
          primaries?: string[] | undefined
          /** Allowed transfers. */
          transfers?: string[] | undefined
          /** Allowed matrices. */
          matrices?: string[] | undefined
          /** Allowed ranges. */
          ranges?: CheckColourRange[] | undefined
        }
      | undefined
    imageSize?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** The sizes that are allowed, such as 1920x1080. */
          sizes?: string[] | undefined
          /** The shorter side has at least this many pixels. */
          least?: number | undefined
          /** The longer side has at most this many pixels. */
          most?: number | undefined
        }
      | undefined
    colourProfile?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Allowed colour spaces. */
          spaces: CheckColourSpace[]
        }
      | undefined
    transparency?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * FORBIDDEN: no alpha channel. UNUSED: an alpha channel may exist if every pixel is opaque. REQUIRED: some pixels are transparent.
           * Default: `"UNUSED"`.
           */
          alpha?: AlphaUse | undefined
        }
      | undefined
    sharpness?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * From 0 (blurred) to 100 (sharp), in the sharpest part of the image. Indicative.
           * Default: `40`.
           */
          least?: number | undefined
        }
      | undefined
    resolution?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Pixels per inch. */
          least: number
        }
      | undefined
    fonts?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
        }
      | undefined
    pageSize?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Allowed sizes: names such as A4, or width x height such as 210x99mm. Either orientation. */
          sizes?: string[] | undefined
          /**
           * Whether pages may have different sizes.
           * Default: `false`.
           */
          mixed?: boolean | undefined
        }
      | undefined
    links?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
        }
      | undefined
    spelling?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * Such as en_GB or de; auto takes the installed dictionary that knows most of the words.
           * Default: `"auto"`.
           */
          language?: string | undefined
          /** Words that are right, such as names. */
          words?: string[] | undefined
        }
      | undefined
    modelSize?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * Metres, of the longest side.
           * Default: `0.01`.
           */
          least?: number | undefined
          /**
           * Metres, of the longest side.
           * Default: `100`.
           */
          most?: number | undefined
        }
      | undefined
    normals?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * Part of the triangles that may face inwards.
           * Default: `0.01`.
           */
          flipped?: number | undefined
        }
      | undefined
    textures?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * The longer side of a texture, in pixels.
           * Default: `4096`.
           */
          most?: number | undefined
          /**
           * Whether both sides must be powers of two.
           * Default: `false`.
           */
          powerOfTwo?: boolean | undefined
          /**
           * Of all textures together, as stored.
           * Default: `50`.
           */
          megabytes?: number | undefined
        }
      | undefined
    triangles?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /** Triangles that are allowed. */
          most: number
        }
      | undefined
    validator?:
      | {
          /** How a finding of this rule counts. */
          level: CheckLevel
          /**
           * The least severity of the messages of the glTF Validator that are findings.
           * Default: `"ERROR"`.
           */
          severity?: ValidatorSeverity | undefined
        }
      | undefined
  }
}

/** The fields that `client.checks.run` takes. */
export interface RunChecksFields {
  /** web, ebu, social, vfx or the ID of a check profile. Default: the one of the project. */
  profileId?: string | null | undefined
}

/** The fields that `client.checks.waive` takes. */
export interface WaiveFindingFields {
  /** Why the finding is accepted. */
  reason: string
}

/** The fields that `client.commentAttachments.complete` takes. */
export interface CompleteCommentAttachmentFields {
  /** Every part of the file, in order. */
  parts: {
    /** Number of the part, from 1. */
    partNumber: number
    /** ETag header of the response to the PUT of this part, with or without quotes. */
    eTag: string
  }[]
}

/** The result of `client.commentAttachments.download`. */
export interface DownloadCommentAttachmentResult {
  url: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  expiresAt: string
}

/** The fields that `client.commentAttachments.startOnFile` takes. */
export interface StartFileCommentAttachmentFields {
  /** Name of the file, with its extension. */
  name: string
  /** Size in bytes, from 0 to 1 GiB. */
  size: number
}

/** The result of `client.commentAttachments.startOnFile`. */
export interface StartFileCommentAttachmentResult {
  /** Comment attachment ID. */
  id: string
  /** Every part of the file, in order. */
  parts: {
    /** Number of the part, from 1. */
    partNumber: number
    /** URL to PUT the part to, valid for 24 hours. */
    url: string
  }[]
}

/** The fields that `client.commentAttachments.startOnProject` takes. */
export interface StartProjectCommentAttachmentFields {
  /** Name of the file, with its extension. */
  name: string
  /** Size in bytes, from 0 to 1 GiB. */
  size: number
}

/** The result of `client.commentAttachments.startOnProject`. */
export interface StartProjectCommentAttachmentResult {
  /** Comment attachment ID. */
  id: string
  /** Every part of the file, in order. */
  parts: {
    /** Number of the part, from 1. */
    partNumber: number
    /** URL to PUT the part to, valid for 24 hours. */
    url: string
  }[]
}

/** The fields that `client.comments.createOnFile` takes. */
export interface CreateFileCommentFields {
  /** Text. Optional if there are attachments or, on a file, a place or a drawing. `@[name](user:id)` mentions a person who can see the comment, `@[everyone](review:everyone)` everyone (managers only). */
  content?: string | null | undefined
  /** The top-level comment to reply to; null or omitted for a new top-level comment. */
  parent?:
    | {
        /** Comment ID. */
        id: string
      }
    | null
    | undefined
  /** @deprecated Use `parent.id` instead. If both are given, they must be equal. */
  parentId?: string | null | undefined
  /** Comment attachments that you uploaded completely, each once. */
  attachments?:
    | {
        /** Comment attachment ID. */
        id: string
      }[]
    | null
    | undefined
  /** Milliseconds on video and audio, rounded to an integer; the page from 1 on documents. Ignored on images and 3D models. */
  anchor?: number | null | undefined
  /** Length of the range, in the unit of the anchor. */
  duration?: number | null | undefined
  /** Exact frame of a video, counted from 0. */
  frame?: number | null | undefined
  /** Instead of `frame`: source timecode, such as 10:00:05:00. */
  timecode?: string | null | undefined
  annotation?:
    | {
        /** Shapes in drawing order. */
        shapes: {
          /** Kind of shape. */
          kind: ShapeKind
          /** Points `[x, y]`, from 0 at the left and the top to 1. pen: the line; arrow: tail and tip; box, ellipse: two opposite corners; text: top left corner. */
          points: number[][]
          /** Colour as `#rrggbb`, in lower case. */
          colour: string
          /** Line width, or line height of a text, as a fraction of the height of the image. */
          width: number
          /** Text of a shape of kind text; other kinds have none. */
          text?: string | null | undefined
        }[]
        camera?:
          | {
              /** Position `[x, y, z]` in the coordinates of the model. */
              position: number[]
              /** Point that the camera looks at, `[x, y, z]`. */
              target: number[]
              /** Vertical field of view in degrees. */
              fieldOfView: number
            }
          | null
          | undefined
      }
    | null
    | undefined
}

/** The result of `client.comments.createOnFile`. */
export interface CreateFileCommentResult {
  /** Comment ID. */
  id: string
}

/** The fields that `client.comments.createOnProject` takes. */
export interface CreateProjectCommentFields {
  /** Text. Optional if there are attachments or, on a file, a place or a drawing. `@[name](user:id)` mentions a person who can see the comment, `@[everyone](review:everyone)` everyone (managers only). */
  content?: string | null | undefined
  /** The top-level comment to reply to; null or omitted for a new top-level comment. */
  parent?:
    | {
        /** Comment ID. */
        id: string
      }
    | null
    | undefined
  /** @deprecated Use `parent.id` instead. If both are given, they must be equal. */
  parentId?: string | null | undefined
  /** Comment attachments that you uploaded completely, each once. */
  attachments?:
    | {
        /** Comment attachment ID. */
        id: string
      }[]
    | null
    | undefined
}

/** The result of `client.comments.createOnProject`. */
export interface CreateProjectCommentResult {
  /** Comment ID. */
  id: string
}

/** The fields that `client.comments.delete` takes. */
export interface DeleteCommentFields {
  /**
   * Whether to delete for good, without the trash. Only managers can, in the web app.
   * Default: `false`.
   */
  permanent?: boolean | undefined
}

/** The fields that `client.comments.export` takes. */
export interface ExportCommentsFields {
  /** Format of the export. csv, txt, json and pdf are for all files, the others for video and audio. pdf needs the scope files:read, too. */
  format:
    | 'csv'
    | 'edl'
    | 'fcpxml'
    | 'otio'
    | 'srt'
    | 'json'
    | 'xmeml'
    | 'avid'
    | 'avid-xml'
    | 'otio-rv'
    | 'vtt'
    | 'txt'
    | 'pdf'
  /** Frames per second, such as 25 or 24000/1001. Defaults to the frame rate of the video, or 24. */
  frameRate?: string | null | undefined
  /** Timecode of the first frame, such as 01:00:00:00. Defaults to the source timecode of the file; without one, to 01:00:00:00 in formats of editing programs and 00:00:00:00 in others. srt, vtt and json always count from the start of the file. */
  startTimecode?: string | null | undefined
  /** Whether timecodes of 29.97 and 59.94 frames per second skip numbers. Defaults to that of the file, or true. */
  dropFrame?: boolean | null | undefined
  /** true: only resolved threads; false: only open ones. */
  resolved?: boolean | null | undefined
  /** Only threads that one of these people started. */
  authors?: string[] | null | undefined
  /** Only threads with a comment or reply since this time. */
  since?: string | null | undefined
  /**
   * true: return the export as `content`, too.
   * Default: `false`.
   */
  content?: boolean | undefined
}

/** The result of `client.comments.export`. */
export interface ExportCommentsResult {
  url: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  expiresAt: string
  /** Name of the exported file. */
  name: string
  /** The export, if asked for; null if not, if it has more than 500000 characters, and for pdf. */
  content: string | null
}

/** The fields that `client.comments.exportVersion` takes. */
export interface ExportVersionCommentsFields {
  /** edl: markers for DaVinci Resolve. xmeml: Premiere Pro. otio: OpenTimelineIO. otio-rv: the same for RV, with drawings. pdf: a report with stills to print and sign, which needs the scope files:read, too. */
  format: 'edl' | 'otio' | 'otio-rv' | 'xmeml' | 'pdf'
  /** Frames per second of the timeline, such as 25 or 24000/1001. Defaults to the frame rate of the first file, or 24. */
  frameRate?: string | null | undefined
  /** Timecode of the first frame, such as 01:00:00:00. Defaults to the source timecode of the file; without one, to 01:00:00:00 in formats of editing programs and 00:00:00:00 in others. srt, vtt and json always count from the start of the file. */
  startTimecode?: string | null | undefined
  /** Whether timecodes of 29.97 and 59.94 frames per second skip numbers. Defaults to that of the file, or true. */
  dropFrame?: boolean | null | undefined
  /** true: only resolved threads; false: only open ones. */
  resolved?: boolean | null | undefined
  /** Only threads that one of these people started. */
  authors?: string[] | null | undefined
  /** Only threads with a comment or reply since this time. */
  since?: string | null | undefined
  /**
   * true: return the export as `content`, too.
   * Default: `false`.
   */
  content?: boolean | undefined
}

/** The result of `client.comments.exportVersion`. */
export interface ExportVersionCommentsResult {
  url: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  expiresAt: string
  /** Name of the exported file. */
  name: string
  /** The export, if asked for; null if not, if it has more than 500000 characters, and for pdf. */
  content: string | null
}

/** The fields that `client.comments.import` takes. */
export interface ImportCommentsFields {
  /** The text of the marker file, with at most 1,000 markers. */
  content: string
  /** edl: DaVinci Resolve. xmeml, premiere-csv: Premiere Pro. avid, avid-xml: Media Composer. fcpxml: Final Cut Pro. otio: OpenTimelineIO. srt: subtitles. Defaults to what the text looks like. */
  format?: MarkerFormat | null | undefined
  /**
   * true: only say what would be imported.
   * Default: `false`.
   */
  preview?: boolean | undefined
  /** Frames per second of the timecodes, such as 25 or 24000/1001. Defaults to the frame rate of the video, or 24. */
  frameRate?: string | null | undefined
  /** Timecode at which the file starts on the timeline. Defaults to that with which most markers are on the file: its source timecode, 01:00:00:00 or 00:00:00:00. */
  startTimecode?: string | null | undefined
  /** Whether timecodes of 29.97 and 59.94 frames per second skip numbers. Defaults to what the marker file says. */
  dropFrame?: boolean | null | undefined
  /**
   * What the names of markers are. AUTHOR: the people who wrote them. TEXT: a part of the text. AUTO: people if a member or an author of comments on the file has that name.
   * Default: `"AUTO"`.
   */
  names?: 'AUTO' | 'AUTHOR' | 'TEXT' | undefined
  /**
   * Markers of this colour are resolved, in formats without a field for it; null for none.
   * Default: `"GREEN"`.
   */
  resolvedColour?: string | null | undefined
}

/** The result of `client.comments.import`. */
export interface ImportCommentsResult {
  format: MarkerFormat
  /** Frame rate with which the file was read. */
  frameRate: string
  dropFrame: boolean
  /** Timecode at which the file starts on the timeline. */
  startTimecode: string
  markers: {
    /** NEW: becomes a comment. EXISTS: is on the file already. OUTSIDE: not within the file. */
    state: 'NEW' | 'EXISTS' | 'OUTSIDE'
    /** Frame of the video, counted from 0; null on audio. */
    frame: number | null
    /** The same in milliseconds. */
    anchor: number
    /** Length of the range in milliseconds; null for a single frame. */
    duration: number | null
    /** Timecode of the marker. */
    timecode: string
    /** The text of the comment; null for a marker without text. */
    content: string | null
    /** Who wrote it, as the file says; null if it does not. */
    author: string | null
    resolved: boolean
    /** Whether it has a drawing. */
    drawing: boolean
    /** Whether the text was cut to the 5,000 characters of a comment. */
    shortened: boolean
    /** The new comment; null in a preview and unless NEW. */
    comment: {
      /** Comment ID. */
      id: string
    } | null
  }[]
  /** Number of new comments; 0 in a preview. */
  created: number
  /** Markers of the file that cannot be read. */
  unreadable: number
  /** What this format cannot hold. AUTHORS: who wrote a comment, except before its text. RESOLVED: whether it is. LINE_BREAKS. REPLIES: as comments of their own. DRAWINGS. ATTACHMENTS. ONE_PER_FRAME: comments on one frame are one marker. SINGLE_FRAMES: whether a comment is on one frame. */
  losses: (
    | 'AUTHORS'
    | 'RESOLVED'
    | 'LINE_BREAKS'
    | 'REPLIES'
    | 'DRAWINGS'
    | 'ATTACHMENTS'
    | 'ONE_PER_FRAME'
    | 'SINGLE_FRAMES'
  )[]
}

/** The fields that `client.comments.listOnFile` takes. */
export interface ListFileCommentsFields {
  /** null is the same as omitted. */
  sort?:
    | {
        /**
         * By creation time, or by anchor; comments without an anchor and deleted comments come last.
         * Default: `"createdAt"`.
         */
        type?: CommentSort | undefined
        /**
         * `asc` by `createdAt` starts at the newest page, like a chat.
         * Default: `"asc"`.
         */
        direction?: SortDirection | undefined
      }
    | null
    | undefined
  /** true: only resolved comments. false: only unresolved comments. */
  resolved?: boolean | null | undefined
}

/** The fields that `client.comments.listOnProject` takes. */
export interface ListProjectCommentsFields {
  /** null is the same as omitted. */
  sort?:
    | {
        /**
         * By creation time, or by anchor; comments without an anchor and deleted comments come last.
         * Default: `"createdAt"`.
         */
        type?: CommentSort | undefined
        /**
         * `asc` by `createdAt` starts at the newest page, like a chat.
         * Default: `"asc"`.
         */
        direction?: SortDirection | undefined
      }
    | null
    | undefined
  /** true: only resolved comments. false: only unresolved comments. */
  resolved?: boolean | null | undefined
}

/** The fields that `client.comments.listReplies` takes. */
export type ListRepliesFields = Record<never, never>

/** The fields that `client.comments.listThreads` takes. */
export interface ListThreadsFields {
  /** true: only resolved comments. false: only unresolved comments. */
  resolved?: boolean | null | undefined
}

/** The fields that `client.comments.update` takes. */
export interface UpdateCommentFields {
  /** Text, with mentions as in a new comment. Can be cleared if the comment has attachments, a place or a drawing. */
  content?: string | null | undefined
  /** Milliseconds on video and audio, rounded to an integer; the page from 1 on documents. Ignored on images and 3D models. */
  anchor?: number | null | undefined
  /** Length of the range, in the unit of the anchor. */
  duration?: number | null | undefined
  /** Exact frame of a video, counted from 0. */
  frame?: number | null | undefined
  /** Instead of `frame`: source timecode, such as 10:00:05:00. */
  timecode?: string | null | undefined
  annotation?:
    | {
        /** Shapes in drawing order. */
        shapes: {
          /** Kind of shape. */
          kind: ShapeKind
          /** Points `[x, y]`, from 0 at the left and the top to 1. pen: the line; arrow: tail and tip; box, ellipse: two opposite corners; text: top left corner. */
          points: number[][]
          /** Colour as `#rrggbb`, in lower case. */
          colour: string
          /** Line width, or line height of a text, as a fraction of the height of the image. */
          width: number
          /** Text of a shape of kind text; other kinds have none. */
          text?: string | null | undefined
        }[]
        camera?:
          | {
              /** Position `[x, y, z]` in the coordinates of the model. */
              position: number[]
              /** Point that the camera looks at, `[x, y, z]`. */
              target: number[]
              /** Vertical field of view in degrees. */
              fieldOfView: number
            }
          | null
          | undefined
      }
    | null
    | undefined
}

/** The fields that `client.connectedApps.update` takes. */
export interface UpdateConnectedAppFields {
  /** Whether it may spend money: generate files. */
  maySpend?: boolean | undefined
  /** Whether it may give and withdraw verdicts on versions. */
  mayGiveVerdicts?: boolean | undefined
  /** Whether it may let people in: add members to projects, create and renew access links. */
  mayAddPeople?: boolean | undefined
}

/** The fields that `client.connections.activity` takes. */
export type ListConnectionActivityFields = Record<never, never>

/** The fields that `client.draftNotes.accept` takes. */
export interface AcceptDraftNoteFields {
  /** Text of the comment. Default: that of the draft note. */
  text?: string | null | undefined
}

/** The result of `client.draftNotes.acceptAll`. */
export interface AcceptDraftNotesResult {
  /** The new comments; none if all were decided. */
  comments: Comment[]
}

/** The fields that `client.draftNotes.dismiss` takes. */
export interface DismissDraftNoteFields {
  /** Why the note is not right, for people and for the skill. */
  reason: string
}

/** The fields that `client.events.changes` takes. */
export interface ListChangesFields {
  /** The `cursor` of an earlier call: only later events. Without it, the newest events. */
  after?: number | null | undefined
  /** Only events since this time: UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  since?: string | null | undefined
  /** Only these event types: single types such as `comment.created`, all of a resource (`comment.*`), or `*`. */
  types?: EventFilter[] | null | undefined
  /** Only events of this project. */
  projectId?: string | null | undefined
  /** Only events about this file and its comments. */
  fileId?: string | null | undefined
  /** Only events about this version and its reviews. */
  versionId?: string | null | undefined
  /**
   * Only events about you: review requests to you, verdicts of yours, comments that mention you.
   * Default: `false`.
   */
  forMe?: boolean | undefined
  /**
   * Maximum number of events.
   * Default: `50`.
   */
  limit?: number | undefined
}

/** The result of `client.events.changes`. */
export interface ListChangesResult {
  /** Only events of records that the credential has the scope to read. */
  changes: Change[]
  /** Everything up to this event number was read. */
  cursor: number
  /** Whether to call again now, with `cursor` as `after`. */
  more: boolean
  /** Whether events after `after` are missing, because they are no longer stored. */
  missed: boolean
}

/** The fields that `client.events.list` takes. */
export interface ListEventsFields {
  /** Only these event types: single types such as `comment.created`, all of a resource (`comment.*`), or `*`. */
  types?: EventFilter[] | null | undefined
  /** Only events after the event with this number. Defaults to the oldest stored event. */
  after?: number | null | undefined
}

/** The fields that `client.files.completeUpload` takes. */
export interface CompleteUploadFields {
  /** Every part of the file, in order. */
  parts: {
    /** Number of the part, from 1. */
    partNumber: number
    /** ETag header of the response to the PUT of this part, with or without quotes. */
    eTag: string
  }[]
}

/** The fields that `client.files.completeUploads` takes. */
export interface CompleteUploadsFields {
  /** Up to 100 files, each with its parts. */
  files: {
    /** ID of a file of this project. */
    id: string
    /** Every part of the file, in order. */
    parts: {
      /** Number of the part, from 1. */
      partNumber: number
      /** ETag header of the response to the PUT of this part, with or without quotes. */
      eTag: string
    }[]
  }[]
}

/** The result of `client.files.completeUploads`. */
export type CompleteUploadsResult = {
  /** File ID. */
  id: string
  /** Why the upload could not be completed; null on success. */
  error: BatchError | null
}[]

/** The fields that `client.files.delete` takes. */
export interface DeleteFileFields {
  /**
   * Whether to delete for good, without the trash. Only managers can, in the web app.
   * Default: `false`.
   */
  permanent?: boolean | undefined
}

/** The fields that `client.files.deleteMany` takes. */
export interface DeleteFilesFields {
  /** Files of this project, each once. Their other revisions stay. */
  files: {
    /** File ID. */
    id: string
  }[]
  /**
   * Whether to delete for good, without the trash. Only managers can, in the web app.
   * Default: `false`.
   */
  permanent?: boolean | undefined
}

/** The fields that `client.files.generate` takes. */
export interface GenerateFileFields {
  /** Type of the file to generate. */
  outputType: OutputType
  /** A model for this output type; see List Models. */
  outputModel: ModelId
  /** Description of the file to generate. `<#id>` refers to an attachment. Some providers accept shorter prompts only; see `limits` in List Models. */
  prompt: string
  /** The folder to put the file in; null for the project root. */
  folder: {
    /** Folder ID. */
    id: string
  } | null
  /** References for the model, each once; null or [] for none. Some providers accept fewer, or images only; see `limits` in List Models. */
  attachments:
    | {
        /** Project file ID (FX…) or generation attachment ID (GA…). */
        id: string
      }[]
    | null
  /** Settings of video models; other models accept none. The model chooses what is omitted. */
  configs?:
    | {
        /** Whether to generate audio, if the model can. */
        generateAudio?: boolean | null | undefined
        /** Resolution, such as `720p`; see List Models for the values of each model. */
        resolution?: string | null | undefined
        /** Length in whole seconds, within the range of the model. */
        durationSeconds?: number | null | undefined
        /** Aspect ratio, such as `16:9`; see List Models for the values of each model. */
        aspectRatio?: string | null | undefined
      }
    | null
    | undefined
}

/** The result of `client.files.generate`. */
export interface GenerateFileResult {
  /** File ID. */
  id: string
}

/** The result of `client.files.getDownloadUrl`. */
export interface DownloadFileResult {
  url: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  expiresAt: string
}

/** The fields that `client.files.linkYoutube` takes. */
export interface LinkYoutubeFields {
  /** URL of the video as YouTube shows it: watch?v=, youtu.be/, shorts/, embed/ or live/ with the id of the video. */
  url: string
  /** Name of the file; null for `YouTube` and the id of the video. */
  name?: string | null | undefined
  /** The folder to put it in; null for the project root. */
  folder?:
    | {
        /** Folder ID. */
        id: string
      }
    | null
    | undefined
}

/** The result of `client.files.linkYoutube`. */
export interface LinkYoutubeResult {
  /** File ID. */
  id: string
}

/** The fields that `client.files.list` takes. */
export interface QueryFilesFields {
  /** Matches part of the name. Unless sorted otherwise, equal names come first, then names that begin with it, then others; one typo in the name is tolerated when nothing else matches. Empty or omitted: no filter. */
  keyword?: string | null | undefined
  /** Only files directly in this folder; null for the project root; omitted for all folders. */
  folder?:
    | {
        /** Folder ID. */
        id: string
      }
    | null
    | undefined
  /** Only files with this tag, or with one of these tags. */
  tag?: VersionStatus | VersionStatus[] | null | undefined
  /** Only files of this kind, or of one of these kinds. */
  kind?: FileKind | FileKind[] | null | undefined
  /** Only files that this user added. */
  author?:
    | {
        /** User ID. */
        id: string
      }
    | null
    | undefined
  /** Only files with this status. */
  status?: FileStatus | null | undefined
  /** Only the revisions of one file, by their `stack.id`, newest first. */
  stack?:
    | {
        /** File ID. */
        id: string
      }
    | null
    | undefined
  /** true: only the latest revision of each file that you can see. Otherwise all revisions. */
  latest?: boolean | null | undefined
  /** Defaults to newest first or, with a keyword, to best match first. */
  sort?:
    | {
        /**
         * Field to sort by. `name` ignores case and compares numbers by value: shot2 comes before shot10. `tag` follows the order of the tags, `size` treats unknown sizes as smallest; files with the same tag or kind are sorted by name.
         * Default: `"createdAt"`.
         */
        type?: 'createdAt' | 'updatedAt' | 'name' | 'size' | 'tag' | 'kind' | undefined
        /**
         * Ascending or descending.
         * Default: `"desc"`.
         */
        direction?: SortDirection | undefined
      }
    | null
    | undefined
}

/** The result of `client.files.restore`. */
export interface RestoreFileResult {
  /** File ID. */
  id: string
  name: string
  /** Where it is now; null for the root. */
  folder: {
    /** Folder ID. */
    id: string
  } | null
}

/** The fields that `client.files.restoreMany` takes. */
export interface RestoreFilesFields {
  /** Deleted files of this project, each once. */
  files: {
    /** File ID. */
    id: string
  }[]
}

/** The result of `client.files.restoreMany`. */
export type RestoreFilesResult = {
  /** File ID. */
  id: string
  name: string
  /** Where it is now; null for the root. */
  folder: {
    /** Folder ID. */
    id: string
  } | null
}[]

/** The result of `client.files.resumeUpload`. */
export interface ResumeUploadResult {
  /** Every part of the file, in order. */
  parts: {
    /** Number of the part, from 1. */
    partNumber: number
    /** URL to PUT the part to, valid for 24 hours. */
    url: string
  }[]
  /** The parts that are already stored. */
  stored: {
    /** Number of the part, from 1. */
    partNumber: number
    eTag: string
    /** In bytes. */
    size: number
  }[]
}

/** The result of `client.files.retryGeneration`. */
export interface RetryGenerationResult {
  /** File ID. */
  id: string
}

/** The result of `client.files.retryProcessing`. */
export interface RetryProcessingResult {
  /** File ID. */
  id: string
}

/** The fields that `client.files.setTag` takes. */
export interface SetFileTagFields {
  /** Review status of the file. */
  tag: VersionStatus
}

/** The fields that `client.files.startUpload` takes. */
export interface StartUploadFields {
  /** Name of the file, with its extension. */
  name: string
  /** Size in bytes, from 0 to 5 TiB. An empty file has one empty part. */
  size: number
  /** Folder to put the file in; null for the folder of the file that it replaces, or the project root. */
  folder?:
    | {
        /** Folder ID. */
        id: string
      }
    | null
    | undefined
  /** File of this project that the upload is a new revision of. */
  replaces?:
    | {
        /** File ID. */
        id: string
      }
    | null
    | undefined
}

/** The result of `client.files.startUpload`. */
export interface StartUploadResult {
  /** File ID. */
  id: string
  /** Every part of the file, in order. */
  parts: {
    /** Number of the part, from 1. */
    partNumber: number
    /** URL to PUT the part to, valid for 24 hours. */
    url: string
  }[]
}

/** The fields that `client.files.startUploads` takes. */
export interface StartUploadsFields {
  /** Up to 100 files with at most 10,000 parts in total. Start larger files one by one. */
  files: {
    /** Name of the file, with its extension: 1 to 255 characters. */
    name: string
    /** Size in bytes, from 0 to 5 TiB. */
    size: number
    /** Folder to put the file in; null for the folder of the file that it replaces, or the project root. */
    folder?:
      | {
          /** Folder ID. */
          id: string
        }
      | null
      | undefined
    /** File of this project that the upload is a new revision of. */
    replaces?:
      | {
          /** File ID. */
          id: string
        }
      | null
      | undefined
  }[]
}

/** The result of `client.files.startUploads`. */
export type StartUploadsResult = {
  /** The started upload; null if the file was refused. */
  file: {
    /** File ID. */
    id: string
    /** Every part of the file, in order. */
    parts: {
      /** Number of the part, from 1. */
      partNumber: number
      /** URL to PUT the part to, valid for 24 hours. */
      url: string
    }[]
  } | null
  /** Why the file was refused; null on success. */
  error: BatchError | null
}[]

/** The fields that `client.files.update` takes. */
export interface UpdateFileFields {
  /** Name of the file. */
  name?: string | undefined
  /** Description; null clears it. */
  description?: string | null | undefined
  /** The folder to move it to; null for the project root; omitted to leave it where it is. */
  folder?:
    | {
        /** Folder ID. */
        id: string
      }
    | null
    | undefined
  /** Position among the other files, ascending. */
  order?: number | undefined
  /** Whether restricted reviewers can see it. */
  allowRestricted?: boolean | undefined
}

/** The fields that `client.files.updateMany` takes. */
export interface UpdateFilesFields {
  /** Files of this project, each once. */
  files: {
    /** File ID. */
    id: string
  }[]
  /** Review status of the files. */
  tag?: VersionStatus | undefined
  /** The folder to move them to; null for the project root; omitted to leave them where they are. */
  folder?:
    | {
        /** Folder ID. */
        id: string
      }
    | null
    | undefined
  /** Whether restricted reviewers can see them. */
  allowRestricted?: boolean | undefined
}

/** The fields that `client.files.uploadFromUrl` takes. */
export interface UploadFromUrlFields {
  /** Address of the file, http or https; up to 5 redirects are followed. */
  url: string
  /** Name of the file, with its extension; null for the name that the server of the address gives. */
  name?: string | null | undefined
  /** Folder to put the file in; null for the folder of the file that it replaces, or the project root. */
  folder?:
    | {
        /** Folder ID. */
        id: string
      }
    | null
    | undefined
  /** File of this project that the upload is a new revision of. */
  replaces?:
    | {
        /** File ID. */
        id: string
      }
    | null
    | undefined
}

/** The result of `client.files.uploadFromUrl`. */
export interface UploadFromUrlResult {
  /** File ID. */
  id: string
}

/** The fields that `client.files.view` takes. */
export interface ViewFileFields {
  /** Places to look at, at most 8: a frame such as `120`, a timecode such as `00:00:05:00`, a time such as `5000ms`, a page such as `page 3`, or `contact_sheet`. Defaults to a contact sheet or, with `drawings`, to the places that were drawn on. */
  at?: string[] | null | undefined
  /** Another file or revision of the same kind, shown on the right at the same places. */
  compareWith?:
    | {
        /** File ID. */
        id: string
      }
    | null
    | undefined
  /** true: draw the drawings of comments on the images. Needs the scope comments:read. */
  drawings?: boolean | null | undefined
}

/** The result of `client.files.view`. */
export interface ViewFileResult {
  /** At most 8, with a longest edge of at most 1,568 pixels and 700 KB of base64 together. */
  images: ViewImage[]
}

/** The fields that `client.folders.create` takes. */
export interface CreateFolderFields {
  /** Name, unique among its siblings and case-insensitive. */
  name: string
  /** The folder to put it in; null for the project root. */
  parent?:
    | {
        /** Folder ID. */
        id: string
      }
    | null
    | undefined
}

/** The result of `client.folders.create`. */
export interface CreateFolderResult {
  /** Folder ID. */
  id: string
}

/** The fields that `client.folders.delete` takes. */
export interface DeleteFolderFields {
  /**
   * Whether to delete the contents of the folder too.
   * Default: `false`.
   */
  recursive?: boolean | undefined
  /**
   * Whether to delete for good, without the trash. Only managers can, in the web app.
   * Default: `false`.
   */
  permanent?: boolean | undefined
}

/** The result of `client.folders.restore`. */
export interface RestoreFolderResult {
  /** Folder ID. */
  id: string
  name: string
  /** Where it is now; null for the root. */
  parent: {
    /** Folder ID. */
    id: string
  } | null
}

/** The fields that `client.folders.update` takes. */
export interface UpdateFolderFields {
  /** Name, unique among its siblings and case-insensitive. */
  name?: string | undefined
  /** The folder to move it to; null for the project root; omitted to leave it where it is. */
  parent?:
    | {
        /** Folder ID. */
        id: string
      }
    | null
    | undefined
}

/** The fields that `client.generationAttachments.complete` takes. */
export interface CompleteGenerationAttachmentFields {
  /** Every part of the file, in order. */
  parts: {
    /** Number of the part, from 1. */
    partNumber: number
    /** ETag header of the response to the PUT of this part, with or without quotes. */
    eTag: string
  }[]
}

/** The fields that `client.generationAttachments.start` takes. */
export interface StartGenerationAttachmentFields {
  /** Name of the file, with its extension. */
  name: string
  /** Size in bytes, from 1 to 1 GiB. */
  size: number
}

/** The result of `client.generationAttachments.start`. */
export interface StartGenerationAttachmentResult {
  /** Generation attachment ID. */
  id: string
  /** Every part of the file, in order. */
  parts: {
    /** Number of the part, from 1. */
    partNumber: number
    /** URL to PUT the part to, valid for 24 hours. */
    url: string
  }[]
}

/** The fields that `client.invitations.create` takes. */
export interface CreateInvitationFields {
  /** Address to invite. */
  email: string
  /** Role in the workspace. */
  role: InvitedRole
}

/** The result of `client.invitations.create`. */
export interface CreateInvitationResult {
  /** Invitation ID. */
  id: string
  /** Link to pass on, shown only once and valid for 14 days; null if it was sent by e-mail. */
  url: string | null
}

/** The fields that `client.members.add` takes. */
export interface AddMembersFields {
  /** Up to 100 users to add, each once. */
  members: {
    user: {
      /** User ID. */
      id: string
    }
    /** Role in the project. */
    role: AssignableRole
  }[]
}

/** The result of `client.members.add`. */
export type AddMembersResult = {
  /** Project member ID. */
  id: string
}[]

/** The fields that `client.members.update` takes. */
export interface UpdateMemberFields {
  /** New role in the project. */
  role: AssignableRole
}

/** The result of `client.notifications.count`. */
export interface CountNotificationsResult {
  /** Counts up to 100. */
  unread: number
}

/** The result of `client.notifications.getLevel`. */
export interface GetNotificationLevelResult {
  level: NotificationLevel
}

/** The result of `client.notifications.getMute`. */
export interface GetMuteResult {
  muted: boolean
}

/** The fields that `client.notifications.list` takes. */
export interface ListNotificationsFields {
  /**
   * true: only unread ones.
   * Default: `false`.
   */
  unread?: boolean | undefined
  /** Only this kind. */
  kind?: NotificationKind | null | undefined
  /** Only this project. */
  project?:
    | {
        /** Project ID. */
        id: string
      }
    | null
    | undefined
}

/** The fields that `client.notifications.read` takes. */
export interface ReadNotificationsFields {
  /** Unknown ids are ignored. */
  ids?: string[] | null | undefined
  /** All notifications about this file. */
  file?:
    | {
        /** File ID. */
        id: string
      }
    | null
    | undefined
  /** All notifications up to this time. */
  before?: string | null | undefined
}

/** The fields that `client.notifications.setLevel` takes. */
export interface SetNotificationLevelFields {
  /** CONCERNS_ME is the default; MENTIONS leaves out everything else. */
  level: NotificationLevel
}

/** The fields that `client.notifications.updateSettings` takes. */
export interface UpdateNotificationSettingsFields {
  /** SOON: 10 minutes after an event that was not seen. HOURLY: at the full hour. DAILY: at 9:00. WEEKLY: on Monday at 9:00. */
  mail?: MailFrequency | undefined
  /** IANA name, such as Europe/Berlin. Daily and weekly mails are sent at 9:00 there. */
  timeZone?: string | undefined
  /** null: send mail to the address again after it was rejected. */
  mailStopped?: null | undefined
  /** Only for guests by link: the address for mail. It is used when the link sent to it is opened; null removes it. Others change the address of their account. */
  email?: string | null | undefined
}

/** The fields that `client.openShare.createArchive` takes. */
export interface CreateShareArchiveFields {
  /** Files of the share, each once; null for all of them. */
  files?:
    | {
        /** File ID. */
        id: string
      }[]
    | null
    | undefined
  /** ORIGINAL, where the share offers originals, or PROXY: the proxies of video and audio, and the previews of images. Defaults to what the share offers. */
  variant?: ArchiveVariant | null | undefined
}

/** The fields that `client.openShare.reportView` takes. */
export interface ReportShareViewFields {
  /** File ID. */
  fileId: string
  /** The farthest place so far, from 0 to 1. Omit it when the file is opened. */
  watched?: number | undefined
}

/** The fields that `client.passkeys.create` takes. */
export interface CreatePasskeyFields {
  /** Name of the passkey, such as the device that stores it. */
  name: string
  /** Result of `navigator.credentials.create`, as its `toJSON` returns it. */
  response: Record<string, unknown>
}

/** The result of `client.passkeys.create`. */
export interface CreatePasskeyResult {
  /** Passkey ID. */
  id: string
}

/** The fields that `client.passkeys.rename` takes. */
export interface RenamePasskeyFields {
  /** Name of the passkey, such as the device that stores it. */
  name: string
}

/** The result of `client.passkeys.start`. */
export interface StartPasskeyResult {
  /** Challenge that the new passkey signs. Valid for 5 minutes and for one use. */
  challenge: string
}

/** The result of `client.ping`. */
export interface PingResult {
  pong: true
  workspace: {
    /** Workspace ID. */
    id: string
    name: string
    avatarUrl: string | null
  }
  scopes: ReferenceScope[]
}

/** The fields that `client.presence.report` takes. */
export interface ReportPresenceFields {
  /** A random name that the tab has given itself. A tab shows one file at a time. */
  tab: string
  /** Where the person is typing; null or omitted when they are not. */
  typing?:
    | {
        /** The thread that the person replies in; null for a new comment. */
        parent: {
          /** Comment ID. */
          id: string
        } | null
      }
    | null
    | undefined
  /** true: the tab no longer shows the file. */
  leave?: boolean | null | undefined
}

/** The fields that `client.projects.create` takes. */
export interface CreateProjectFields {
  /** Name of the project. */
  name: string
  /** Who can see the project: only its members, or also everybody in the workspace except guests, as reviewers. */
  accessRange: AccessRange
  /** Description. */
  description?: string | null | undefined
  /** Due date, `YYYY-MM-DD`. */
  deadline?: string | null | undefined
  /** Up to 100 users of the workspace to add, each once. An entry for yourself is ignored. */
  members?:
    | {
        user: {
          /** User ID. */
          id: string
        }
        /** Role in the project. PROJECT_OWNER is accepted only for yourself. */
        role: ProjectRole
      }[]
    | null
    | undefined
}

/** The result of `client.projects.create`. */
export interface CreateProjectResult {
  /** Project ID. */
  id: string
}

/** The fields that `client.projects.list` takes. */
export interface ListProjectsFields {
  /** Matches part of the name or the description. Unless sorted otherwise, equal names come first, then names that begin with it, then others; one typo in the name is tolerated when nothing else matches. Empty or omitted: no filter. */
  keyword?: string | null | undefined
  /**
   * true: only archived projects. Otherwise only projects that are not archived.
   * Default: `false`.
   */
  archived?: boolean | undefined
  /** Defaults to newest first or, with a keyword, to best match first. */
  sort?:
    | {
        /**
         * Field to sort by. `name` ignores case and compares numbers by value; `activity` is `lastActivityAt`.
         * Default: `"createdAt"`.
         */
        type?: ProjectSort | undefined
        /**
         * Ascending or descending.
         * Default: `"desc"`.
         */
        direction?: SortDirection | undefined
      }
    | null
    | undefined
}

/** The fields that `client.projects.search` takes. */
export interface SearchProjectsFields {
  /** Matches part of the name or the description. Unless sorted otherwise, equal names come first, then names that begin with it, then others; one typo in the name is tolerated when nothing else matches. Empty or omitted: no filter. */
  query?: string | null | undefined
  /**
   * true: only archived projects. Otherwise only projects that are not archived.
   * Default: `false`.
   */
  archived?: boolean | undefined
  /** Defaults to best match first, newest first among equal matches. A direction alone sorts by `createdAt`. */
  sort?:
    | {
        /** Field to sort by. `name` ignores case and compares numbers by value; `activity` is `lastActivityAt`. */
        type?: ProjectSort | undefined
        /** Ascending or descending; defaults to descending. */
        direction?: SortDirection | undefined
      }
    | undefined
}

/** The fields that `client.projects.update` takes. */
export interface UpdateProjectFields {
  /** Name of the project. */
  name?: string | undefined
  /** Description; null clears it. */
  description?: string | null | undefined
  /** URL of an image; null clears it. */
  thumbnail?: string | null | undefined
  /** A file of the project whose thumbnail represents it; null for the newest file with a thumbnail. */
  cover?:
    | {
        file: {
          /** File ID. */
          id: string
        }
      }
    | null
    | undefined
  /** Who can see the project: only its members, or also everybody in the workspace except guests, as reviewers. */
  accessRange?: AccessRange | undefined
  /** Due date, `YYYY-MM-DD`; null clears it. */
  deadline?: string | null | undefined
  /** true archives the project: it stays usable, and lists omit it. false unarchives it. */
  archived?: boolean | undefined
  /** Review rule of versions without a rule of their own; null for ANY_ONE. */
  reviewRule?:
    | {
        /** ANY_ONE: one approval is enough. ALL_REQUESTED: everybody who was asked must approve. NAMED_PERSON: only the verdict of `user` counts. */
        type: ReviewRuleType
        /** The named person; only for NAMED_PERSON. */
        user?:
          | {
              /** User ID. */
              id: string
            }
          | null
          | undefined
      }
    | null
    | undefined
  /** Whether verdicts that tools give for people count towards the review rule. */
  agentVerdictsCount?: boolean | undefined
}

/** The result of `client.pushSubscription.get`. */
export interface GetPushSubscriptionResult {
  /** The `applicationServerKey` of this server (VAPID), in base64url. It rarely changes. */
  publicKey: string
  /** The endpoint that notifications of this session are sent to; null if push is off. */
  endpoint: string | null
}

/** The fields that `client.pushSubscription.set` takes. */
export interface SetPushSubscriptionFields {
  /** URL at the push service of the browser: https, on a public address. */
  endpoint: string
  /** As `toJSON()` of the PushSubscription returns them. */
  keys: {
    /** Public key of the browser. */
    p256dh: string
    /** Secret of the subscription. */
    auth: string
  }
}

/** The fields that `client.reactions.create` takes. */
export interface CreateReactionFields {
  /** Exactly one emoji. Variation selectors make no difference. */
  type: string
}

/** The fields that `client.reactions.delete` takes. */
export interface DeleteReactionFields {
  /** Exactly one emoji. Variation selectors make no difference. */
  type: string
}

/** The fields that `client.reviewRequests.create` takes. */
export interface CreateReviewRequestsFields {
  /** Users who can see the version. */
  users?:
    | {
        /** User ID. */
        id: string
      }[]
    | undefined
  /** Access links of the project. */
  links?:
    | {
        /** Access link ID. */
        id: string
      }[]
    | undefined
  /** Due date: UTC, `YYYY-MM-DD HH:MM:SS.ffffff`; null for none. */
  dueAt?: string | null | undefined
  /** A message to the reviewers; null for none. */
  message?: string | null | undefined
}

/** The result of `client.reviewRequests.create`. */
export interface CreateReviewRequestsResult {
  /** The requests to these users and to those who have joined by these links. */
  requests: {
    /** Review request ID. */
    id: string
    user: {
      /** User ID. */
      id: string
    }
  }[]
}

/** The fields that `client.reviews.list` takes. */
export interface ListReviewsFields {
  /**
   * Only versions with this status.
   * Default: `"NEED_REVIEW"`.
   */
  status?: VersionStatus | undefined
}

/** The fields that `client.search.find` takes. */
export interface SearchFields {
  /** Part of a name, a description of a project or skill, or the text of a comment or captions. Case and accents do not matter; one typo in the name of a project or file is tolerated when nothing else matches. */
  keyword: string
  /** What to search; defaults to everything, or with `project` to files, comments and captions. */
  kinds?: SearchKind[] | null | undefined
  /** Only this project and what is in it. Skills belong to the workspace. */
  project?:
    | {
        /** Project ID. */
        id: string
      }
    | null
    | undefined
  /**
   * true: search archived projects as well.
   * Default: `false`.
   */
  archived?: boolean | undefined
  /**
   * Matches of each kind.
   * Default: `10`.
   */
  limit?: number | undefined
}

/** The fields that `client.shares.create` takes. */
export interface CreateShareFields {
  /** Name of the share, which guests see. */
  name: string
  /** Files, folders and versions of the project, in the order in which guests see them; each once. */
  items: {
    /** What the ID is of. */
    kind: ShareItemKind
    /** File ID (FX…), folder ID (DX…) or version ID (a UUID). */
    id: string
  }[]
  /**
   * COMMENT: guests can comment. VIEW: they can only look.
   * Default: `"COMMENT"`.
   */
  access?: ShareAccess | undefined
  /**
   * Comments that a guest sees. ALL: those of the team and of other guests of this share. OWN: the threads that they began, with the replies of the team.
   * Default: `"OWN"`.
   */
  comments?: ShareComments | undefined
  /**
   * Whether guests can give verdicts. It takes a version among the items.
   * Default: `false`.
   */
  verdicts?: boolean | undefined
  /**
   * What guests can download. PROXY: the copy that plays in a browser.
   * Default: `"NONE"`.
   */
  downloads?: ShareDownloads | undefined
  /** Where and what guests can upload; null for nothing. */
  upload?:
    | {
        /** The folder that uploads go to. */
        folder: {
          /** Folder ID. */
          id: string
        }
        /** Bytes that all guests together can upload; null for no limit of this share. */
        maxBytes?: number | null | undefined
        /** Kinds of files that guests can upload; null for all. */
        kinds?: MediaKind[] | null | undefined
      }
    | null
    | undefined
  /**
   * LATEST: always the latest complete revision of each file, and what is in a folder or version now. FROZEN: the files as they were when they were chosen.
   * Default: `"LATEST"`.
   */
  revisions?: ShareRevisions | undefined
  /** Password that opening takes; null for none. */
  password?: string | null | undefined
  /** When the share ends: UTC, `YYYY-MM-DD HH:MM:SS.ffffff`, in the future; null if it does not end by itself. */
  expiresAt?: string | null | undefined
  /** Text that guests read first; null for none. */
  welcome?: string | null | undefined
  /**
   * Whether guests are asked for their e-mail address besides their name.
   * Default: `"NONE"`.
   */
  email?: ShareEmail | undefined
  /** Text drawn into what guests see; null for none. */
  watermark?:
    | {
        /** Text of the watermark, in which {name}, {email} and {date} are replaced. */
        text: string
        /** Place of the text. TILED: all over the image. */
        position: WatermarkPosition
        /** Size of the letters. */
        size: WatermarkSize
        /** From barely visible, 0.05, to opaque, 1. */
        opacity: number
      }
    | null
    | undefined
}

/** The fields that `client.shares.listGuests` takes. */
export type ListShareGuestsFields = Record<never, never>

/** The fields that `client.shares.look` takes. */
export interface LookAtShareFields {
  /** Key of the share: the last part of its link. */
  key: string
}

/** The result of `client.shares.look`. */
export interface LookAtShareResult {
  /** PASSWORD: opening takes a password. ENDED: it has ended, or there never was such a share. */
  state: 'OPEN' | 'PASSWORD' | 'ENDED'
  /** Who shares; null if the state is ENDED. */
  workspace: ShareBrand | null
  /** Name of the share; null unless the state is OPEN. */
  name: string | null
  /** Welcome text; null for none, and unless the state is OPEN. */
  welcome: string | null
  /** Whether an e-mail address is asked for; null if the state is ENDED. */
  email: ShareEmail | null
  /** Whether you are a member of the project: opening then shows what guests see, without a trace. */
  member: boolean
}

/** The fields that `client.shares.open` takes. */
export interface OpenShareFields {
  /** Key of the share: the last part of its link. */
  key: string
  /** Password of the share, if it has one. */
  password?: string | null | undefined
  /** Name of the guest, which others see. Members may omit it. */
  name?: string | null | undefined
  /** E-mail address of the guest, for the people who share, if they ask for it. */
  email?: string | null | undefined
}

/** The result of `client.shares.open`. */
export interface OpenShareResult {
  /** The guest's credential, shown only once. Send it as a bearer token. */
  token: string
  /** When the token stops working if it is not used before. */
  expiresAt: string
  guest: {
    /** Share guest ID. */
    id: string
    name: string
    /** Whether a member of the project looks as a guest, without a trace. */
    preview: boolean
  }
}

/** The result of `client.shares.preview`. */
export interface PreviewShareResult {
  token: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  expiresAt: string
}

/** The fields that `client.shares.update` takes. */
export interface UpdateShareFields {
  /** Name of the share, which guests see. */
  name?: string | undefined
  /** Files, folders and versions of the project, in the order in which guests see them; each once. */
  items?:
    | {
        /** What the ID is of. */
        kind: ShareItemKind
        /** File ID (FX…), folder ID (DX…) or version ID (a UUID). */
        id: string
      }[]
    | undefined
  /** COMMENT: guests can comment. VIEW: they can only look. */
  access?: ShareAccess | undefined
  /** Comments that a guest sees. ALL: those of the team and of other guests of this share. OWN: the threads that they began, with the replies of the team. */
  comments?: ShareComments | undefined
  /** Whether guests can give verdicts. It takes a version among the items. */
  verdicts?: boolean | undefined
  /** What guests can download. PROXY: the copy that plays in a browser. */
  downloads?: ShareDownloads | undefined
  /** Where and what guests can upload; null for nothing. */
  upload?:
    | {
        /** The folder that uploads go to. */
        folder: {
          /** Folder ID. */
          id: string
        }
        /** Bytes that all guests together can upload; null for no limit of this share. */
        maxBytes?: number | null | undefined
        /** Kinds of files that guests can upload; null for all. */
        kinds?: MediaKind[] | null | undefined
      }
    | null
    | undefined
  /** LATEST: always the latest complete revision of each file, and what is in a folder or version now. FROZEN: the files as they were when they were chosen. */
  revisions?: ShareRevisions | undefined
  /** Password that opening takes; null for none. */
  password?: string | null | undefined
  /** When the share ends: UTC, `YYYY-MM-DD HH:MM:SS.ffffff`, in the future; null if it does not end by itself. */
  expiresAt?: string | null | undefined
  /** Text that guests read first; null for none. */
  welcome?: string | null | undefined
  /** Whether guests are asked for their e-mail address besides their name. */
  email?: ShareEmail | undefined
  /** Text drawn into what guests see; null for none. */
  watermark?:
    | {
        /** Text of the watermark, in which {name}, {email} and {date} are replaced. */
        text: string
        /** Place of the text. TILED: all over the image. */
        position: WatermarkPosition
        /** Size of the letters. */
        size: WatermarkSize
        /** From barely visible, 0.05, to opaque, 1. */
        opacity: number
      }
    | null
    | undefined
}

/** The result of `client.skillEvaluations.list`. */
export interface ListSkillEvaluationsResult {
  evaluations: SkillEvaluation[]
  /** The model that LIVE asks; null if none is configured. */
  model: string | null
}

/** The fields that `client.skillEvaluations.run` takes. */
export interface RunSkillEvaluationFields {
  /** A version of the skill, also a draft. */
  skillVersionId?: string | null | undefined
  /** Instead of a version: a text that is not published yet. */
  content?: string | null | undefined
  /** CHECKS: the checks in the front matter. RECORDED: recorded answers. LIVE: asks the configured model, which costs money. */
  source: EvaluationSource
}

/** The result of `client.skillEvaluations.run`. */
export interface RunSkillEvaluationResult {
  /** Skill evaluation ID. */
  id: string
}

/** The fields that `client.skillExamples.create` takes. */
export interface CreateSkillExampleFields {
  /** Name of the example. */
  name: string
  /** A file that you can see. */
  fileId: string
  /** Expected notes. None for a file without faults. */
  expected: {
    /** First frame of a video, counted from 0. */
    firstFrame?: number | null | undefined
    /** Last frame; default: `firstFrame`. */
    lastFrame?: number | null | undefined
    /** Start in milliseconds, for audio. */
    firstMs?: number | null | undefined
    /** End in milliseconds; default: `firstMs`. */
    lastMs?: number | null | undefined
    /** Page of a document, from 1. */
    page?: number | null | undefined
    area?:
      | {
          /** Left edge. */
          x: number
          /** Top edge. */
          y: number
          /** Part of the width of the image. */
          width: number
          /** Part of the height of the image. */
          height: number
        }
      | null
      | undefined
    /** What the note says. */
    text: string
  }[]
}

/** The result of `client.skillExamples.create`. */
export interface CreateSkillExampleResult {
  /** Skill example ID. */
  id: string
}

/** The result of `client.skillExamples.list`. */
export interface ListSkillExamplesResult {
  examples: SkillExample[]
}

/** The fields that `client.skillExamples.recordAnswer` takes. */
export interface RecordSkillAnswerFields {
  /** A version of the skill, also a draft. */
  skillVersionId?: string | null | undefined
  /** Instead of a version: a text that is not published yet. */
  content?: string | null | undefined
  /** Name of the model or agent that gave the answer. */
  model?: string | null | undefined
  /** The notes of the answer. */
  notes: {
    /** First frame of a video, counted from 0. */
    firstFrame?: number | null | undefined
    /** Last frame; default: `firstFrame`. */
    lastFrame?: number | null | undefined
    /** Start in milliseconds, for audio. */
    firstMs?: number | null | undefined
    /** End in milliseconds; default: `firstMs`. */
    lastMs?: number | null | undefined
    /** Page of a document, from 1. */
    page?: number | null | undefined
    area?:
      | {
          /** Left edge. */
          x: number
          /** Top edge. */
          y: number
          /** Part of the width of the image. */
          width: number
          /** Part of the height of the image. */
          height: number
        }
      | null
      | undefined
    /** What the note says. */
    text: string
  }[]
}

/** The fields that `client.skillExamples.update` takes. */
export interface UpdateSkillExampleFields {
  /** Name of the example. */
  name?: string | undefined
  /** Expected notes, all of them. */
  expected?:
    | {
        /** First frame of a video, counted from 0. */
        firstFrame?: number | null | undefined
        /** Last frame; default: `firstFrame`. */
        lastFrame?: number | null | undefined
        /** Start in milliseconds, for audio. */
        firstMs?: number | null | undefined
        /** End in milliseconds; default: `firstMs`. */
        lastMs?: number | null | undefined
        /** Page of a document, from 1. */
        page?: number | null | undefined
        area?:
          | {
              /** Left edge. */
              x: number
              /** Top edge. */
              y: number
              /** Part of the width of the image. */
              width: number
              /** Part of the height of the image. */
              height: number
            }
          | null
          | undefined
        /** What the note says. */
        text: string
      }[]
    | undefined
}

/** The fields that `client.skillReviewers.create` takes. */
export interface CreateSkillReviewerFields {
  /** A skill of the workspace, with a published version. */
  skillId: string
  /** Kinds of files that it reviews. */
  kinds: MediaKind[]
  /** NEW_REVISIONS: reviews each new file and revision by itself. Default: ON_REQUEST. */
  trigger?: ReviewTrigger | null | undefined
  /** The model of this server, which List Skill Reviewers shows. Default: null, the checks alone, without cost. */
  model?: string | null | undefined
  /** What the files should achieve, for the model. */
  brief?: string | null | undefined
}

/** The result of `client.skillReviewers.list`. */
export interface ListSkillReviewersResult {
  skillReviewers: SkillReviewer[]
  budget: ReviewBudget
  /** The vision model of this server; null if none is configured: skills use the checks alone. */
  model: string | null
}

/** The fields that `client.skillReviewers.setBudget` takes. */
export interface SetReviewBudgetFields {
  /** US dollars, rounded to cents; 0 stops paid reviews, null is no limit. */
  monthlyUsd: number | null
}

/** The fields that `client.skillReviewers.update` takes. */
export interface UpdateSkillReviewerFields {
  /** Kinds of files that it reviews. */
  kinds?: MediaKind[] | undefined
  /** NEW_REVISIONS: reviews each new file and revision by itself. */
  trigger?: ReviewTrigger | undefined
  /** null: the checks alone, without cost. */
  model?: string | null | undefined
  /** null clears it. */
  brief?: string | null | undefined
}

/** The result of `client.skillReviews.list`. */
export interface ListSkillReviewsResult {
  /** The newest 100. */
  skillReviews: SkillReview[]
  /** Of these reviews, in their order and that of the file. */
  draftNotes: DraftNote[]
}

/** The fields that `client.skillReviews.retry` takes. */
export interface RetrySkillReviewFields {
  /** true: also after a request that may have been charged. */
  payAgain?: boolean | null | undefined
}

/** The fields that `client.skillReviews.start` takes. */
export interface StartSkillReviewFields {
  /** A skill reviewer of the project of the file. */
  skillReviewerId: string
}

/** The fields that `client.skillVersions.publish` takes. */
export interface PublishSkillVersionFields {
  /** Markdown. */
  content: string
  /** Note about this version. */
  note?: string | null | undefined
  /** Whether the version becomes the default. */
  isDefault?: boolean | null | undefined
}

/** The result of `client.skillVersions.publish`. */
export interface PublishSkillVersionResult {
  /** Skill version ID. */
  id: string
  /** Number of the version, one more than the last. */
  version: number
  /** Whether a person has to publish it: a tool wrote it. */
  draft: boolean
}

/** The fields that `client.skills.create` takes. */
export interface CreateSkillFields {
  /** Name of the skill. */
  name: string
  /** What the skill does and when to use it. */
  description: string
  /** Custom names and values. */
  metadata?: Record<string, string> | null | undefined
  /** Tools that the skill may use. */
  allowedTools?: string[] | null | undefined
  /** License of the skill. */
  license?: string | null | undefined
  /** Content of the first version, in Markdown. */
  content?: string | null | undefined
  /** Note about the first version; requires `content`. */
  note?: string | null | undefined
}

/** The result of `client.skills.create`. */
export interface CreateSkillResult {
  /** Skill ID. */
  id: string
}

/** The fields that `client.skills.delete` takes. */
export interface DeleteSkillFields {
  /**
   * Whether to delete for good, without the trash. Only managers can, in the web app.
   * Default: `false`.
   */
  permanent?: boolean | undefined
}

/** The fields that `client.skills.update` takes. */
export interface UpdateSkillFields {
  /** Name of the skill. */
  name?: string | undefined
  /** What the skill does and when to use it. */
  description?: string | undefined
  /** Custom names and values; null clears them. */
  metadata?: Record<string, string> | null | undefined
  /** Tools that the skill may use; null clears them. */
  allowedTools?: string[] | null | undefined
  /** License of the skill; null clears it. */
  license?: string | null | undefined
  /** New default version. */
  default?:
    | {
        /** Skill version ID. */
        id: string
      }
    | null
    | undefined
}

/** The fields that `client.trash.list` takes. */
export interface ListTrashFields {
  /** Only this kind. */
  kind?: 'FILE' | 'FOLDER' | 'COMMENT' | 'VERSION' | null | undefined
}

/** The fields that `client.verdicts.give` takes. */
export interface GiveVerdictFields {
  /** APPROVED, NEED_EDIT to request changes, or REJECTED. */
  verdict: Verdict
  /** What should change, or why; null for none. */
  note?: string | null | undefined
}

/** The fields that `client.verdicts.receipt` takes. */
export interface GetReceiptFields {
  /**
   * json, or pdf: a page for people that contains the JSON.
   * Default: `"json"`.
   */
  format?: 'json' | 'pdf' | undefined
}

/** The result of `client.verdicts.receipt`. */
export interface GetReceiptResult {
  url: string
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  expiresAt: string
}

/** The fields that `client.versions.create` takes. */
export interface CreateVersionFields {
  /** Name of the version. */
  name: string
  /** Description. */
  description?: string | null | undefined
  /** Files of this project to review, in this order, each once. They cannot be changed later. */
  files?:
    | {
        /** File ID. */
        id: string
      }[]
    | null
    | undefined
  /**
   * Whether restricted reviewers can see it.
   * Default: `false`.
   */
  allowRestricted?: boolean | undefined
  /** Review rule of this version; null for that of the project. */
  reviewRule?:
    | {
        /** ANY_ONE: one approval is enough. ALL_REQUESTED: everybody who was asked must approve. NAMED_PERSON: only the verdict of `user` counts. */
        type: ReviewRuleType
        /** The named person; only for NAMED_PERSON. */
        user?:
          | {
              /** User ID. */
              id: string
            }
          | null
          | undefined
      }
    | null
    | undefined
  /**
   * Whether approval needs checks without open problems.
   * Default: `false`.
   */
  requireNoProblems?: boolean | undefined
}

/** The result of `client.versions.create`. */
export interface CreateVersionResult {
  /** Version ID. */
  id: string
}

/** The fields that `client.versions.delete` takes. */
export interface DeleteVersionFields {
  /**
   * Whether to delete for good, without the trash. Only managers can, in the web app.
   * Default: `false`.
   */
  permanent?: boolean | undefined
}

/** The fields that `client.versions.list` takes. */
export interface ListVersionsFields {
  /** Only versions that contain this file. */
  file?:
    | {
        /** File ID. */
        id: string
      }
    | null
    | undefined
  sort?:
    | {
        /**
         * Field to sort by.
         * Default: `"createdAt"`.
         */
        type?: 'name' | 'createdAt' | undefined
        /**
         * Ascending or descending.
         * Default: `"desc"`.
         */
        direction?: SortDirection | undefined
      }
    | undefined
}

/** The fields that `client.versions.setStatus` takes. */
export interface SetVersionStatusFields {
  /** New review status. */
  status: VersionStatus
}

/** The fields that `client.versions.update` takes. */
export interface UpdateVersionFields {
  /** Name of the version. */
  name?: string | undefined
  /** Description; null clears it. */
  description?: string | null | undefined
  /** Whether restricted reviewers can see it. */
  allowRestricted?: boolean | undefined
  /** Review rule of this version; null for that of the project. */
  reviewRule?:
    | {
        /** ANY_ONE: one approval is enough. ALL_REQUESTED: everybody who was asked must approve. NAMED_PERSON: only the verdict of `user` counts. */
        type: ReviewRuleType
        /** The named person; only for NAMED_PERSON. */
        user?:
          | {
              /** User ID. */
              id: string
            }
          | null
          | undefined
      }
    | null
    | undefined
  /** Whether approval needs checks without open problems. */
  requireNoProblems?: boolean | undefined
}

/** The fields that `client.webhookDeliveries.list` takes. */
export interface ListWebhookDeliveriesFields {
  /** Only deliveries in this state. */
  state?: DeliveryState | null | undefined
}

/** The result of `client.webhookDeliveries.redeliver`. */
export interface RedeliverWebhookResult {
  /** Webhook delivery ID. */
  id: string
}

/** The fields that `client.webhooks.create` takes. */
export interface CreateWebhookFields {
  /** URL that receives the events: https, on a public address. */
  url: string
  /**
   * standard: signed requests with the event as JSON. slack, teams, discord, ntfy: messages to a chat, with names, excerpts of comments and a still of what the creator may see. It cannot be changed later.
   * Default: `"standard"`.
   */
  format?: WebhookFormat | undefined
  /** Events to send: `*`, all events of a resource (`file.*`), or single event types. */
  events: EventFilter[]
  /** Purpose, for your own reference. */
  description?: string | null | undefined
}

/** The result of `client.webhooks.create`. */
export interface CreateWebhookResult {
  /** Webhook ID. */
  id: string
  /** Secret that verifies deliveries of the standard format (Standard Webhooks). Store it now: it is not shown again. */
  secret: string
}

/** The result of `client.webhooks.rotateSecret`. */
export interface RotateWebhookSecretResult {
  /** New secret. Store it now: it is not shown again. */
  secret: string
}

/** The result of `client.webhooks.test`. */
export interface TestWebhookResult {
  /** Webhook delivery ID. */
  id: string
}

/** The fields that `client.webhooks.update` takes. */
export interface UpdateWebhookFields {
  /** New URL for events. */
  url?: string | undefined
  /** New event filters. */
  events?: EventFilter[] | undefined
  /** Purpose, for your own reference; null clears it. */
  description?: string | null | undefined
  /** false: nothing is sent any more, including pending deliveries. true: events are sent from now on. */
  active?: boolean | undefined
}

/** The fields that `client.workspace.trash` takes. */
export type ListWorkspaceTrashFields = Record<never, never>

/** The fields that `client.workspace.update` takes. */
export interface UpdateWorkspaceFields {
  /** New name of the workspace. */
  name?: string | undefined
  /** Colour of buttons and links on pages for guests, as `#rrggbb`; null for that of the app. */
  accentColor?: string | null | undefined
}

/** The fields that `client.workspaceMembers.list` takes. */
export interface ListWorkspaceMembersFields {
  /** Matches part of the name or the e-mail address. Unless sorted otherwise, equal names come first, then names that begin with it, then others; one typo in the name is tolerated when nothing else matches. Empty or omitted: no filter. */
  keyword?: string | null | undefined
}

/** The fields that `client.workspaceMembers.remove` takes. */
export interface RemoveWorkspaceMemberFields {
  /**
   * true: replace the key of every access link of the projects that they own or manage, so that they cannot join with a key that they have seen.
   * Default: `false`.
   */
  renewLinks?: boolean | undefined
}

/** The fields that `client.workspaceMembers.update` takes. */
export interface UpdateWorkspaceMemberFields {
  /** New role in the workspace. */
  role: WorkspaceRole
}
