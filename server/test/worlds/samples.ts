// A successful call of every operation: new records in a project, and the request. The access matrix, the order of
// checks, the 404s and the fuzzer all start from here, so none of them tests an operation without a sample.
import type { z } from 'zod'
import {
  contributors,
  type Locator,
  managers,
  type ProjectRole,
  type WorkspaceRole,
} from '../../src/core/access.ts'
import { methodAndPath, type Operation } from '../../src/core/operation.ts'
import { accessLinkSamples, newLink } from './samples/access-links.ts'
import { accountSamples } from './samples/accounts.ts'
import { archiveSamples } from './samples/archives.ts'
import { attachmentSamples, newAttachment } from './samples/attachments.ts'
import { auditSamples } from './samples/audit.ts'
import { captionSamples } from './samples/captions.ts'
import { checkProfileSamples } from './samples/check-profiles.ts'
import { checkSamples } from './samples/checks.ts'
import { commentSamples, newComment } from './samples/comments.ts'
import { eventSamples } from './samples/events.ts'
import { fileSamples, newFile } from './samples/files.ts'
import { folderSamples, newVisibleFolder } from './samples/folders.ts'
import { generationSamples, newGenerationAttachment } from './samples/generation.ts'
import { memberSamples, newMember } from './samples/members.ts'
import { notificationSamples } from './samples/notifications.ts'
import { projectSamples } from './samples/projects.ts'
import { newReviewRequest, reviewSamples } from './samples/reviews.ts'
import { newShare, shareSamples } from './samples/shares.ts'
import { skillEvaluationSamples } from './samples/skill-evaluations.ts'
import {
  newDraftNote,
  newSkillReview,
  newSkillReviewer,
  skillReviewSamples,
} from './samples/skill-reviews.ts'
import { skillSamples } from './samples/skills.ts'
import { type Sample, target } from './samples/target.ts'
import { newEntry, newTrashed, trashSamples } from './samples/trash.ts'
import { newVersion, versionSamples } from './samples/versions.ts'
import { webhookSamples } from './samples/webhooks.ts'
import type { Person, World } from './world.ts'

export { newLink } from './samples/access-links.ts'
export { newAttachment } from './samples/attachments.ts'
export { newComment } from './samples/comments.ts'
export { newFile, newObject, newUpload } from './samples/files.ts'
export { newGeneration, newGenerationAttachment } from './samples/generation.ts'
export { join, newMember } from './samples/members.ts'
export { newFolder } from './samples/new-folder.ts'
export { newShare } from './samples/shares.ts'
export { newSkill, newSkillVersion } from './samples/skills.ts'
export type { Sample, Target } from './samples/target.ts'
export { newTrashed } from './samples/trash.ts'
export { newVersion } from './samples/versions.ts'
export { newWebhook, newWebhookDelivery } from './samples/webhooks.ts'

export const samples: Record<string, Sample> = {
  ...projectSamples,
  ...memberSamples,
  ...folderSamples,
  ...eventSamples,
  ...fileSamples,
  ...archiveSamples,
  ...captionSamples,
  ...checkProfileSamples,
  ...checkSamples,
  ...generationSamples,
  ...versionSamples,
  ...reviewSamples,
  ...commentSamples,
  ...attachmentSamples,
  ...accessLinkSamples,
  ...shareSamples,
  ...skillSamples,
  ...skillEvaluationSamples,
  ...skillReviewSamples,
  ...accountSamples,
  ...webhookSamples,
  ...notificationSamples,
  ...trashSamples,
  ...auditSamples,
}

/**
 * The roles that may make the call of the sample, where the handler is stricter than its declaration: anyone may
 * leave a project, but the sample removes another member.
 */
export const narrowerRoles: Record<string, readonly ProjectRole[]> = {
  abortUpload: managers,
  completeCommentAttachment: ['PROJECT_OWNER'],
  completeGenerationAttachment: ['PROJECT_OWNER'],
  completeUpload: managers,
  deleteComment: managers,
  deleteCommentAttachment: ['PROJECT_OWNER'],
  deleteReviewRequest: contributors,
  removeMember: managers,
  reopenComment: contributors,
  resolveComment: contributors,
  restoreComment: managers,
  resumeUpload: managers,
  updateComment: ['PROJECT_OWNER'],
}

/** The least workspace role that may make the call of the sample, where the handler is stricter than its declaration. */
export const narrowerWorkspaceRoles: Record<string, WorkspaceRole> = {
  createCheckProfile: 'ADMIN',
  deleteCheckProfile: 'ADMIN',
  updateCheckProfile: 'ADMIN',
}

/**
 * Operations on records of one person: for others they do not exist, except for a workspace role that sees those of
 * all members. Records of the account are the same in every workspace.
 */
export const personalRecords: Record<string, { of: 'account' } | { of: 'workspace'; orRole: WorkspaceRole }> =
  {
    createPasskey: { of: 'account' },
    deletePasskey: { of: 'account' },
    disconnectApp: { of: 'account' },
    endSession: { of: 'account' },
    listConnectionActivity: { of: 'workspace', orRole: 'ADMIN' },
    renamePasskey: { of: 'account' },
    revokeApiKey: { of: 'workspace', orRole: 'ADMIN' },
    updateApiKey: { of: 'workspace', orRole: 'ADMIN' },
    updateConnectedApp: { of: 'account' },
  }

export function sampleFor(operation: Operation): Sample {
  const sample = samples[operation.name]
  if (sample) return sample
  const { pathKeys } = methodAndPath(operation)
  const fields = Object.entries<z.ZodType>(operation.input.shape).filter(([key]) => !pathKeys.includes(key))
  if (fields.some(([, field]) => !field.safeParse(undefined).success)) {
    throw new Error(
      `The operation ${operation.name} has no sample: add one in server/test/worlds/samples, or no suite tests it.`,
    )
  }
  return async (world, projectId, owner) => {
    const ids = pathKeys.map(async (key) => [key, await freshIds[key as Locator](world, projectId, owner)])
    return target(Object.fromEntries(await Promise.all(ids)))
  }
}

/** Creates a record for each id in a path: enough for an operation without other required input. */
const freshIds: Record<Locator, (world: World, projectId: string, owner: Person) => Promise<string>> = {
  projectId: async (_world, projectId) => projectId,
  folderId: newVisibleFolder,
  memberId: newMember,
  versionId: newVersion,
  reviewRequestId: async (world, projectId, owner) => (await newReviewRequest(world, projectId, owner)).id,
  fileId: newFile,
  commentId: newComment,
  linkId: newLink,
  shareId: async (world, projectId, owner) => (await newShare(world, projectId, owner)).id,
  attachmentId: newAttachment,
  generationAttachmentId: (world, projectId, owner) => newGenerationAttachment(world, projectId, owner),
  skillReviewerId: newSkillReviewer,
  skillReviewId: async (world, projectId, owner) =>
    (await newSkillReview(world, projectId, owner, 'READY')).id,
  draftNoteId: async (world, projectId, owner) => (await newDraftNote(world, projectId, owner)).id,
  trashId: newEntry,
  trashedFileId: async (world, projectId, owner) => (await newTrashed(world, projectId, owner, 'FILE')).id,
  trashedFolderId: async (world, projectId, owner) =>
    (await newTrashed(world, projectId, owner, 'FOLDER')).id,
  trashedCommentId: async (world, projectId, owner) =>
    (await newTrashed(world, projectId, owner, 'COMMENT')).id,
  trashedVersionId: async (world, projectId, owner) =>
    (await newTrashed(world, projectId, owner, 'VERSION')).id,
}
