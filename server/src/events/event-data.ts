// What the `data` of each event holds: ids, which fields changed, and values of enumerations; never content.
import { z } from 'zod'
import { failureCodes } from '../core/provider.ts'
import {
  AccessLinkId,
  CommentId,
  FileId,
  FolderId,
  MemberId,
  ProjectRole,
  SkillId,
  SkillVersionId,
  Timestamp,
  UserId,
  VersionId,
} from '../core/schemas.ts'
import { FileMode, FileStatus, FileTag } from '../records/file.ts'
import { VersionStatus } from '../records/version.ts'
import type { EventType } from './catalogue.ts'

const file = z.strictObject({ id: FileId })
const comment = z.strictObject({
  comment: z.strictObject({ id: CommentId }),
  file: file.nullable().describe('null: it is on the project itself.'),
  parent: z.strictObject({ id: CommentId }).nullable().describe('The comment that it replies to.'),
})
const reaction = comment.omit({ parent: true }).extend({ type: z.string().describe('One emoji.') })
const member = z.strictObject({
  member: z.strictObject({ id: MemberId }),
  user: z.strictObject({ id: UserId }),
  role: ProjectRole.describe('The role they have; when they are removed, the one they had.'),
})
const accessLink = z.strictObject({ accessLink: z.strictObject({ id: AccessLinkId }) })
const folder = z.strictObject({
  folder: z.strictObject({ id: FolderId }),
  parent: z.strictObject({ id: FolderId }).nullable().describe('The folder it lies in; null: the root.'),
})
const aboutFile = z.strictObject({ file })
const aboutVersion = z.strictObject({ version: z.strictObject({ id: VersionId }) })
const aboutSkill = z.strictObject({ skill: z.strictObject({ id: SkillId }) })
const aboutSkillVersion = aboutSkill.extend({
  skillVersion: z.strictObject({ id: SkillVersionId, version: z.int() }),
})

/** Each once, and at least one: what did not change is not told. */
function changed<const Field extends string>(...fields: Field[]) {
  return z.array(z.enum(fields)).min(1).describe('The fields that have another value now.')
}

function move<Value extends z.ZodType>(value: Value) {
  return z.strictObject({ from: value, to: value })
}

const shown = z.boolean().optional().describe('Whether restricted reviewers see it, where that changed.')

export const eventData = {
  'project.created': z.strictObject({}),
  'project.updated': z.strictObject({
    changed: changed('name', 'description', 'thumbnail', 'cover', 'accessRange', 'deadline', 'archivedAt'),
  }),
  'project.deletion_scheduled': z.strictObject({ destroyedAt: Timestamp }),
  'project.deletion_cancelled': z.strictObject({}),
  'project.deleted': z.strictObject({}),
  'folder.created': folder,
  'folder.updated': folder.extend({ changed: changed('name', 'parent') }),
  'folder.deleted': folder,
  'file.created': aboutFile.extend({ mode: FileMode }),
  'file.uploaded': aboutFile,
  'file.generated': aboutFile,
  'file.failed': aboutFile.extend({ failure: z.strictObject({ code: z.enum(failureCodes) }) }),
  'file.processed': aboutFile.extend({ media: z.strictObject({ state: z.enum(['READY', 'FAILED']) }) }),
  'file.updated': aboutFile.extend({
    changed: changed(
      'name',
      'description',
      'folder',
      'order',
      'allowRestricted',
      'tag',
      'status',
      'thumbnail',
    ),
    allowRestricted: shown,
    tag: move(FileTag).optional().describe('Where it was tagged.'),
    status: move(FileStatus).optional().describe('Where its generation is tried again.'),
  }),
  'file.deleted': aboutFile,
  'version.created': aboutVersion,
  'version.updated': aboutVersion.extend({
    changed: changed('name', 'description', 'allowRestricted', 'files'),
    allowRestricted: shown,
  }),
  'version.status_changed': aboutVersion.extend({ status: move(VersionStatus) }),
  'version.deleted': aboutVersion,
  'member.added': member,
  'member.updated': member,
  'member.removed': member,
  'comment.created': comment,
  'comment.updated': comment.extend({
    changed: changed('content', 'anchor', 'duration', 'frame', 'annotation'),
  }),
  'comment.deleted': comment,
  'comment.resolved': comment,
  'comment.reopened': comment,
  'reaction.created': reaction,
  'reaction.deleted': reaction,
  'access_link.created': accessLink,
  'access_link.renewed': accessLink,
  'access_link.deleted': accessLink,
  'skill.created': aboutSkill,
  'skill.updated': aboutSkill.extend({
    changed: changed('name', 'description', 'metadata', 'allowedTools', 'license', 'default'),
  }),
  'skill.deleted': aboutSkill,
  'skill.version_published': aboutSkillVersion,
  'skill.version_deleted': aboutSkillVersion,
} satisfies Record<EventType, z.ZodObject>
