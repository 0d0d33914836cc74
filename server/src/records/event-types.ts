// The table of events: every type with its description and the schema of its `data`. The server, OpenAPI, the SDK,
// webhooks and the web app derive from it. `data` holds ids, names of changed fields and enumerated values, never content.
import { z } from 'zod'
import { failureCodes } from '../core/provider.ts'
import {
  AccessLinkId,
  CommentId,
  FileId,
  FolderId,
  MemberId,
  ProjectRole,
  ReviewRequestId,
  ShareGuestId,
  ShareId,
  SkillEvaluationId,
  SkillId,
  SkillReviewId,
  SkillVersionId,
  Timestamp,
  TrashId,
  UserId,
  VersionId,
} from '../core/schemas.ts'
import { CheckCounts } from './checks.ts'
import { FileMode, FileStatus, FileTag } from './file.ts'
import { TrashKind } from './trash-kind.ts'
import { Verdict, VersionStatus } from './version.ts'

const folder = z.object({
  folder: z.object({ id: FolderId }),
  parent: z.object({ id: FolderId }).nullable().describe('The parent folder; null for the root.'),
})
const fileReference = z.object({ id: FileId })
const file = z.object({ file: fileReference })
const version = z.object({ version: z.object({ id: VersionId }) })
const member = z.object({
  member: z.object({ id: MemberId }),
  user: z.object({ id: UserId }),
  role: ProjectRole.describe('The current role; for a removed member, the last role.'),
})
const share = z.object({ share: z.object({ id: ShareId }) })
const shareGuest = share.extend({ guest: z.object({ id: ShareGuestId }) })
const reviewRequest = version.extend({
  reviewRequest: z.object({ id: ReviewRequestId }),
  user: z.object({ id: UserId }).describe('The reviewer.'),
})
const verdict = version.extend({
  user: z.object({ id: UserId }).describe('The person who gave the verdict.'),
  verdict: Verdict,
  agent: z.boolean().describe('Whether a tool gave it for the person.'),
})
const comment = z.object({
  comment: z.object({ id: CommentId }),
  file: fileReference.nullable().describe('null for a comment on the project itself.'),
  parent: z
    .object({ id: CommentId })
    .nullable()
    .describe('The comment that this one replies to; null for the first comment of a thread.'),
})
const mentions = {
  mentions: z
    .array(z.object({ id: UserId }))
    .min(1)
    .optional()
    .describe('The people whom the comment mentions for the first time; absent when there are none.'),
  mentionsEveryone: z
    .boolean()
    .optional()
    .describe('true when the comment mentions everyone for the first time; absent otherwise.'),
}
const reaction = comment.omit({ parent: true }).extend({ type: z.string().describe('One emoji.') })
const accessLink = z.object({ accessLink: z.object({ id: AccessLinkId }) })
const skill = z.object({ skill: z.object({ id: SkillId }) })
const skillVersion = skill.extend({
  skillVersion: z.object({ id: SkillVersionId, version: z.int() }),
})

/** At least one field, each once. An update that changes nothing emits no event. */
function changed<const Field extends string>(...fields: Field[]) {
  return z.array(z.enum(fields)).min(1).describe('The fields whose value has changed.')
}

function move<Value extends z.ZodType>(value: Value) {
  return z.object({ from: value, to: value })
}

const allowRestricted = z
  .boolean()
  .optional()
  .describe('Present when it changed: whether restricted reviewers can see it.')

export const eventTypes = {
  'project.created': { description: 'A project was created.', data: z.object({}) },
  'project.updated': {
    description:
      'The name, description, access, deadline, cover, archive state, review rule or skill reviewers of a project have changed.',
    data: z.object({
      changed: changed(
        'name',
        'description',
        'thumbnail',
        'cover',
        'accessRange',
        'deadline',
        'archivedAt',
        'reviewRule',
        'agentVerdictsCount',
        'skillReviewers',
      ),
    }),
  },
  'project.deletion_scheduled': {
    description: 'A project was scheduled for deletion.',
    data: z.object({ destroyedAt: Timestamp }),
  },
  'project.deletion_cancelled': {
    description: 'The scheduled deletion of a project was cancelled.',
    data: z.object({}),
  },
  'project.deleted': {
    description: 'A project was deleted, with everything in it.',
    data: z.object({}),
  },
  'folder.created': { description: 'A folder was created.', data: folder },
  'folder.updated': {
    description: 'A folder was renamed or moved.',
    data: folder.extend({ changed: changed('name', 'parent') }),
  },
  'folder.deleted': { description: 'A folder was moved to the trash.', data: folder },
  'folder.restored': { description: 'A folder was restored from the trash.', data: folder },
  'file.created': {
    description: 'A file was created: its upload or generation has started, or a video was linked.',
    data: file.extend({ mode: FileMode }),
  },
  'file.uploaded': { description: 'The upload of a file is complete, or a video was linked.', data: file },
  'file.generated': { description: 'A model has generated a file.', data: file },
  'file.failed': {
    description: 'The upload or generation of a file failed, or its generation was cancelled.',
    data: file.extend({ failure: z.object({ code: z.enum(failureCodes) }) }),
  },
  'file.processed': {
    description: 'The previews of a file are ready, or processing failed.',
    data: file.extend({ media: z.object({ state: z.enum(['READY', 'FAILED']) }) }),
  },
  'file.checked': {
    description:
      'The checks of a file have ended or were requested, or a finding was waived, reopened or made a comment.',
    data: file.extend({
      state: z.enum(['QUEUED', 'MEASURING', 'READY', 'FAILED']),
      counts: z.object(CheckCounts.shape).describe('Open findings by level, and waived ones.'),
    }),
  },
  'file.updated': {
    description:
      'The name, description, folder, order, tag, thumbnail, captions, renditions, skill reviews or visibility of a file have changed, or its generation was retried.',
    data: file.extend({
      changed: changed(
        'name',
        'description',
        'folder',
        'order',
        'allowRestricted',
        'tag',
        'status',
        'thumbnail',
        'captions',
        'renditions',
        'skillReviews',
      ),
      allowRestricted,
      tag: move(FileTag).optional().describe('Present when the tag changed.'),
      status: move(FileStatus).optional().describe('Present when the generation was retried.'),
    }),
  },
  'file.reviewed_by_skill': {
    description: 'A skill has reviewed a file and drafted notes, or its review failed.',
    data: file.extend({
      skillReview: z.object({ id: SkillReviewId, state: z.enum(['READY', 'FAILED']) }),
    }),
  },
  'file.deleted': { description: 'A file was moved to the trash.', data: file },
  'file.restored': { description: 'A file was restored from the trash.', data: file },
  'version.created': { description: 'A version was created.', data: version },
  'version.updated': {
    description:
      'The name, description, visibility or review rule of a version has changed, or one of its files was deleted or restored.',
    data: version.extend({
      changed: changed('name', 'description', 'allowRestricted', 'reviewRule', 'requireNoProblems', 'files'),
      allowRestricted,
    }),
  },
  'version.status_changed': {
    description: 'The status of a version has changed, for example because it was approved or rejected.',
    data: version.extend({ status: move(VersionStatus) }),
  },
  'version.deleted': { description: 'A version was moved to the trash.', data: version },
  'version.restored': { description: 'A version was restored from the trash.', data: version },
  'review_request.created': {
    description: 'A person was asked to review a version.',
    data: reviewRequest.extend({
      dueAt: Timestamp.optional().describe('Present when the review has a due date.'),
    }),
  },
  'review_request.reminded': { description: 'A reviewer was reminded of a review.', data: reviewRequest },
  'review_request.seen': {
    description: 'A reviewer has opened a version that they were asked to review.',
    data: reviewRequest,
  },
  'review_request.deleted': {
    description: 'A person is no longer asked to review a version.',
    data: reviewRequest,
  },
  'verdict.given': {
    description: 'A person has given a verdict on a version, or changed it.',
    data: verdict,
  },
  'verdict.withdrawn': { description: 'A person has withdrawn their verdict on a version.', data: verdict },
  'member.added': { description: 'A person became a member of a project.', data: member },
  'member.updated': {
    description: 'The role, name or avatar of a project member has changed.',
    data: member,
  },
  'member.removed': { description: 'A person is no longer a member of a project.', data: member },
  'comment.created': { description: 'A comment or reply was posted.', data: comment.extend(mentions) },
  'comment.updated': {
    description: 'A comment was edited.',
    data: comment.extend({
      changed: changed('content', 'anchor', 'duration', 'frame', 'annotation'),
      ...mentions,
    }),
  },
  'comment.deleted': {
    description: 'A comment was moved to the trash. A comment with replies keeps its place in the thread.',
    data: comment,
  },
  'comment.restored': { description: 'A comment was restored from the trash.', data: comment },
  'comment.resolved': { description: 'A thread was resolved.', data: comment },
  'comment.reopened': { description: 'A thread was reopened.', data: comment },
  'reaction.created': { description: 'A person reacted to a comment.', data: reaction },
  'reaction.deleted': {
    description: 'A reaction was removed. Deleting a comment removes its reactions without this event.',
    data: reaction,
  },
  'access_link.created': { description: 'An access link was created.', data: accessLink },
  'access_link.renewed': {
    description: 'An access link has a new key; the old key no longer works.',
    data: accessLink,
  },
  'access_link.deleted': { description: 'An access link was deleted and no longer works.', data: accessLink },
  'share.created': { description: 'A share was created.', data: share },
  'share.updated': {
    description: 'The settings or the items of a share have changed.',
    data: share.extend({
      changed: changed(
        'name',
        'items',
        'access',
        'comments',
        'verdicts',
        'downloads',
        'upload',
        'revisions',
        'password',
        'expiresAt',
        'welcome',
        'email',
        'watermark',
      ),
    }),
  },
  'share.opened': { description: 'A guest has opened a share for the first time.', data: shareGuest },
  'share.guest_ended': { description: 'A share was ended for one guest.', data: shareGuest },
  'share.ended': { description: 'A share was ended for all guests.', data: share },
  'share.deleted': { description: 'A share was deleted.', data: share },
  'skill.created': { description: 'A skill was created.', data: skill },
  'skill.updated': {
    description:
      'A skill or its examples were edited, or its default version has changed, or a tool has proposed an edit.',
    data: skill.extend({
      changed: changed(
        'name',
        'description',
        'metadata',
        'allowedTools',
        'license',
        'default',
        'proposal',
        'examples',
      ),
    }),
  },
  'skill.deleted': { description: 'A skill was moved to the trash, with all of its versions.', data: skill },
  'skill.restored': { description: 'A skill was restored from the trash.', data: skill },
  'skill.version_drafted': {
    description: 'A tool wrote a version of a skill. It is a draft until a person publishes it.',
    data: skillVersion,
  },
  'skill.version_published': { description: 'A version of a skill was published.', data: skillVersion },
  'skill.version_deleted': { description: 'A version of a skill was deleted.', data: skillVersion },
  'skill.evaluated': {
    description: 'An evaluation of a skill was started, has ended or was cancelled.',
    data: skill.extend({ evaluation: z.object({ id: SkillEvaluationId }) }),
  },
  'trash.purged': {
    description:
      'A record in the trash was deleted for good, by a manager or because its time was over, with everything that was deleted with it.',
    data: z.object({
      trash: z.object({ id: TrashId }),
      kind: TrashKind,
      record: z
        .object({ id: z.string() })
        .describe('The file, folder, comment, version or skill that was deleted.'),
    }),
  },
} as const satisfies Record<string, { description: string; data: z.ZodObject }>

export type EventType = keyof typeof eventTypes

/** The `data` of an event of this type. */
export type EventData<Type extends EventType> = Type extends EventType
  ? z.output<(typeof eventTypes)[Type]['data']>
  : never

export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]]

/** The resource that a type is about: `access_link` for `access_link.created`. */
export type EventResource = EventType extends `${infer Resource}.${string}` ? Resource : never

/** Only managers of a project hear of these. */
export const managersResources: readonly EventResource[] = ['access_link', 'share']

/** All types about a resource. */
export type EventTypeOf<Resource extends EventResource> = Extract<EventType, `${Resource}.${string}`>

export function resourceOf(type: EventType): EventResource {
  return type.slice(0, type.indexOf('.')) as EventResource
}
