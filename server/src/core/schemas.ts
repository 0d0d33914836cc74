// Shared parts of input and output schemas.
import { z } from 'zod'
import { projectRoles, workspaceRoles } from './access.ts'
import { isPrefixedId, isUuid, type Prefix } from './ids.ts'

/**
 * Text of `min` to `max` Unicode code points (zod and JavaScript count UTF-16 units). Postgres cannot store NUL, and
 * half a surrogate pair is not a character.
 */
export function text(min: number, max: number) {
  return z
    .string()
    .check((context) => {
      const { value } = context
      const length = codePoints(value)
      if (length < min) {
        const message = min === 1 ? 'Must not be empty.' : `Must have at least ${min} characters.`
        context.issues.push({ code: 'too_small', origin: 'string', minimum: min, input: value, message })
      } else if (length > max) {
        const message = `Must have at most ${max} characters; it has ${length}.`
        context.issues.push({ code: 'too_big', origin: 'string', maximum: max, input: value, message })
      } else if (!value.isWellFormed() || value.includes('\0')) {
        const message = 'Must not contain NUL or unpaired surrogates.'
        context.issues.push({ code: 'invalid_format', format: 'text', input: value, message })
      }
    })
    .meta({ minLength: min, maxLength: max })
}

const surrogate = /[\ud800-\udfff]/

function codePoints(value: string): number {
  // Most texts have none, and V8 knows so without a look at a text in Latin-1.
  if (!surrogate.test(value)) return value.length
  let count = 0
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i)
    // The second half of a pair is not counted.
    if (unit < 0xdc00 || unit > 0xdfff || i === 0 || (value.charCodeAt(i - 1) & 0xfc00) !== 0xd800) count++
  }
  return count
}

/** An object with keys chosen by the caller, at most `max` of them. */
export function mapOf<Key extends z.ZodType<string, string>, Value extends z.ZodType>(
  key: Key,
  value: Value,
  max: number,
) {
  return z
    .record(key, value)
    .refine((map) => Object.keys(map).length <= max, `At most ${max} entries.`)
    .meta({ maxProperties: max })
}

/** The issue for a malformed id, which gets the same answer as an unknown id. */
export const malformedId = 'malformed_id'

function id(valid: (value: string) => boolean, meta: Record<string, unknown>) {
  return z
    .string()
    .check((context) => {
      if (valid(context.value)) return
      context.issues.push({ code: 'custom', input: context.value, params: { code: malformedId } })
    })
    .meta(meta)
}

function uuid(description: string) {
  return id(isUuid, { format: 'uuid', maxLength: 36, description })
}

function prefixed(prefix: Prefix, description: string) {
  const accepts = (value: string) => isPrefixedId(prefix, value)
  return id(accepts, { pattern: `^${prefix}[0-9A-Za-z]{22,40}$`, description })
}

export const WorkspaceId = uuid('Workspace ID.')
export const WorkspaceMemberId = uuid('Workspace member ID.')
export const UserId = uuid('User ID.')
export const ProjectId = uuid('Project ID.')
export const MemberId = uuid('Project member ID.')
export const VersionId = uuid('Version ID.')
export const ReviewRequestId = uuid('Review request ID.')
export const VerdictId = uuid('Verdict ID.')
export const CommentId = uuid('Comment ID.')
export const AccessLinkId = uuid('Access link ID.')
export const ShareId = uuid('Share ID.')
export const ShareGuestId = uuid('Share guest ID.')
export const ApiKeyId = uuid('API key ID.')
export const SessionId = uuid('Session ID.')
export const ConnectionId = uuid('ID of an API key or of a connected app.')
export const ConnectedAppId = uuid('Connected app ID.')
export const PasskeyId = uuid('Passkey ID.')
export const InvitationId = uuid('Invitation ID.')
export const NotificationId = uuid('Notification ID.')
export const TrashId = uuid('ID of an entry of the trash.')
export const WebhookId = uuid('Webhook ID.')
export const WebhookDeliveryId = uuid('Webhook delivery ID.')
export const SkillReviewerId = uuid('Skill reviewer ID.')
export const SkillReviewId = uuid('Skill review ID.')
export const DraftNoteId = uuid('Draft note ID.')
export const FolderId = prefixed('DX', 'Folder ID.')
export const FileId = prefixed('FX', 'File ID.')
export const CommentAttachmentId = prefixed('CA', 'Comment attachment ID.')
export const GenerationAttachmentId = prefixed('GA', 'Generation attachment ID.')
export const SkillId = prefixed('SK', 'Skill ID.')
export const SkillVersionId = prefixed('SV', 'Skill version ID.')
export const SkillExampleId = uuid('Skill example ID.')
export const SkillEvaluationId = uuid('Skill evaluation ID.')

/** The short names of those that every installation has, or an id of the table. */
export const CheckProfileId = id((value) => /^[a-z]{1,20}$/.test(value) || isPrefixedId('CP', value), {
  pattern: '^([a-z]{1,20}|CP[0-9A-Za-z]{22,40})$',
  description: 'Check profile ID: CP…, or the name of a built-in one, such as `web`.',
})

/** A file of the project, or an attachment that was uploaded for generation. */
export const ReferenceId = id((value) => isPrefixedId('FX', value) || isPrefixedId('GA', value), {
  pattern: '^(FX|GA)[0-9A-Za-z]{22,40}$',
  description: 'Project file ID (FX…) or generation attachment ID (GA…).',
})

/** The part of a project that a share shows. */
export const ShareItemId = id(
  (value) => isPrefixedId('FX', value) || isPrefixedId('DX', value) || isUuid(value),
  {
    pattern:
      '^((FX|DX)[0-9A-Za-z]{22,40}|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12})$',
    description: 'File ID (FX…), folder ID (DX…) or version ID (a UUID).',
  },
)

export const Timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
  .describe('UTC, `YYYY-MM-DD HH:MM:SS.ffffff`.')

/** A time in a request. */
export const RealTime = Timestamp.refine((time) => {
  const millis = millisOf(time)
  // Date.parse accepts days that do not exist, such as February 30. Postgres has no year 0.
  return !Number.isNaN(millis) && new Date(millis).toISOString().slice(0, 19) === asIso(time).slice(0, 19)
}, 'Must be a time that exists.').refine((time) => !time.startsWith('0000'), 'There is no year 0.')

function asIso(time: string): string {
  return `${time.replace(' ', 'T')}Z`
}

export function millisOf(time: string): number {
  return Date.parse(asIso(time))
}

export const WorkspaceRole = z.enum(workspaceRoles)
export const ProjectRole = z.enum(projectRoles)
/** The roles that can be assigned; a project has one owner, who created it. */
export const AssignableRole = z.enum(projectRoles).exclude(['PROJECT_OWNER'])

export const SortDirection = z.enum(['asc', 'desc'])

/** A calendar day that exists. Postgres has no year 0. */
export const Day = z.iso
  .date()
  .refine((day) => !day.startsWith('0000'), 'There is no year 0.')
  .describe('A day, `YYYY-MM-DD`.')

export const UserSummary = z
  .object({
    id: UserId,
    email: z.string(),
    name: z.string().describe('Display name in the workspace; the account name when none is set.'),
    avatarUrl: z.string().nullable(),
  })
  .meta({ id: 'UserSummary' })
