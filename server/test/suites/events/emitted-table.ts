// The events that each operation emits when its sample is called, in order; written by hand. `ANYONE|UNRESTRICTED`: the
// audience is ANYONE when restricted reviewers see the file, version or folder of the sample, else UNRESTRICTED. The suite
// fails for an operation that changes something and is not listed here.

const byWhatTheySee = 'ANYONE|UNRESTRICTED'

export const emittedBy: Record<string, readonly string[]> = {
  createProject: ['project.created ANYONE', 'member.added ANYONE'],
  updateProject: ['project.updated ANYONE'],
  scheduleProjectDeletion: ['project.deletion_scheduled ANYONE'],
  cancelProjectDeletion: ['project.deletion_cancelled ANYONE'],

  addMembers: ['member.added ANYONE'],
  updateMember: ['member.updated ANYONE'],
  removeMember: ['member.removed ANYONE'],

  createFolder: ['folder.created UNRESTRICTED'],
  updateFolder: [`folder.updated ${byWhatTheySee}`],
  deleteFolder: [`file.deleted ${byWhatTheySee}`, `folder.deleted ${byWhatTheySee}`],
  restoreFolder: [`folder.restored ${byWhatTheySee}`, `file.restored ${byWhatTheySee}`],

  startUpload: ['file.created UNRESTRICTED'],
  resumeUpload: [],
  completeUpload: [`file.uploaded ${byWhatTheySee}`],
  startUploads: ['file.created UNRESTRICTED'],
  completeUploads: [`file.uploaded ${byWhatTheySee}`],
  abortUpload: [`file.deleted ${byWhatTheySee}`],
  linkYoutube: ['file.created UNRESTRICTED', 'file.uploaded UNRESTRICTED'],
  uploadFromUrl: ['file.created UNRESTRICTED'],
  updateFile: [`file.updated ${byWhatTheySee}`],
  setFileTag: [`file.updated ${byWhatTheySee}`],
  deleteFile: [`file.deleted ${byWhatTheySee}`],
  updateFiles: [`file.updated ${byWhatTheySee}`, `file.updated ${byWhatTheySee}`],
  // Nothing of the project changes.
  createArchive: [],
  createShareArchive: [],
  deleteFiles: [`file.deleted ${byWhatTheySee}`, `file.deleted ${byWhatTheySee}`],
  restoreFile: [`file.restored ${byWhatTheySee}`],
  restoreFiles: [`file.restored ${byWhatTheySee}`, `file.restored ${byWhatTheySee}`],

  generateFile: ['file.created UNRESTRICTED'],
  cancelGeneration: [`file.failed ${byWhatTheySee}`],
  retryGeneration: [`file.updated ${byWhatTheySee}`],
  // Presence is no change: it is a signal of the stream.
  reportPresence: [],
  // The end of processing emits file.processed.
  retryProcessing: [],
  createCaptions: [`file.updated ${byWhatTheySee}`],
  deleteCaptions: [`file.updated ${byWhatTheySee}`],
  transcribeFile: [`file.updated ${byWhatTheySee}`],
  runChecks: [`file.checked ${byWhatTheySee}`],
  previewChecks: [],
  waiveFinding: [`file.checked ${byWhatTheySee}`],
  unwaiveFinding: [`file.checked ${byWhatTheySee}`],
  createFindingComment: [`comment.created ${byWhatTheySee}`, `file.checked ${byWhatTheySee}`],
  createSkillReviewer: ['project.updated ANYONE'],
  updateSkillReviewer: ['project.updated ANYONE'],
  deleteSkillReviewer: ['project.updated ANYONE'],
  setReviewBudget: ['project.updated ANYONE'],
  // The end of the review emits file.reviewed_by_skill.
  startSkillReview: [`file.updated ${byWhatTheySee}`],
  cancelSkillReview: [`file.updated ${byWhatTheySee}`],
  retrySkillReview: [`file.updated ${byWhatTheySee}`],
  acceptDraftNote: [`comment.created ${byWhatTheySee}`, `file.updated ${byWhatTheySee}`],
  acceptDraftNotes: [`comment.created ${byWhatTheySee}`, `file.updated ${byWhatTheySee}`],
  dismissDraftNote: [`file.updated ${byWhatTheySee}`],
  startGenerationAttachment: [],
  completeGenerationAttachment: [],

  // Settings: the audit log shows them.
  createCheckProfile: [],
  updateCheckProfile: [],
  deleteCheckProfile: [],
  setCheckSettings: [],
  setWorkspaceCheckSettings: [],

  createVersion: ['version.created UNRESTRICTED'],
  updateVersion: [`version.updated ${byWhatTheySee}`],
  setVersionStatus: [`verdict.given ${byWhatTheySee}`, `version.status_changed ${byWhatTheySee}`],
  deleteVersion: [`version.deleted ${byWhatTheySee}`],
  restoreVersion: [`version.restored ${byWhatTheySee}`],

  createReviewRequests: [`review_request.created ${byWhatTheySee}`],
  remindReviewer: [`review_request.reminded ${byWhatTheySee}`],
  deleteReviewRequest: [`review_request.deleted ${byWhatTheySee}`],
  markVersionSeen: [`review_request.seen ${byWhatTheySee}`],
  giveVerdict: [`verdict.given ${byWhatTheySee}`, `version.status_changed ${byWhatTheySee}`],
  withdrawVerdict: [`verdict.withdrawn ${byWhatTheySee}`],

  createProjectComment: ['comment.created ANYONE'],
  createFileComment: [`comment.created ${byWhatTheySee}`],
  importComments: [`comment.created ${byWhatTheySee}`],
  updateComment: [`comment.updated ${byWhatTheySee}`],
  deleteComment: [`comment.deleted ${byWhatTheySee}`],
  restoreComment: [`comment.restored ${byWhatTheySee}`],
  resolveComment: [`comment.resolved ${byWhatTheySee}`],
  reopenComment: [`comment.reopened ${byWhatTheySee}`],
  createReaction: [`reaction.created ${byWhatTheySee}`],
  deleteReaction: [`reaction.deleted ${byWhatTheySee}`],

  startProjectCommentAttachment: [],
  startFileCommentAttachment: [],
  completeCommentAttachment: [],
  deleteCommentAttachment: [],

  createAccessLink: ['access_link.created MANAGERS'],
  renewAccessLink: ['access_link.renewed MANAGERS'],
  deleteAccessLink: ['access_link.deleted MANAGERS'],
  joinAccessLink: ['member.added ANYONE'],

  createShare: ['share.created MANAGERS'],
  updateShare: ['share.updated MANAGERS'],
  endShare: ['share.ended MANAGERS'],
  endShareForGuest: ['share.guest_ended MANAGERS'],
  deleteShare: ['share.deleted MANAGERS'],
  previewShare: [],
  lookAtShare: [],
  openShare: ['share.opened MANAGERS'],
  reportShareView: [],

  createSkill: ['skill.created ANYONE', 'skill.version_published ANYONE'],
  updateSkill: ['skill.updated ANYONE'],
  deleteSkill: ['skill.deleted ANYONE'],
  restoreSkill: ['skill.restored ANYONE'],
  publishSkillVersion: ['skill.version_published ANYONE', 'skill.updated ANYONE'],
  deleteSkillVersion: ['skill.version_deleted ANYONE'],
  createSkillExample: ['skill.updated ANYONE'],
  updateSkillExample: ['skill.updated ANYONE'],
  deleteSkillExample: ['skill.updated ANYONE'],
  recordSkillAnswer: ['skill.updated ANYONE'],
  runSkillEvaluation: ['skill.evaluated ANYONE'],
  cancelSkillEvaluation: ['skill.evaluated ANYONE'],

  purgeTrash: ['trash.purged UNRESTRICTED'],
  purgeWorkspaceTrash: ['trash.purged ANYONE'],

  readNotifications: [],
  setNotificationLevel: [],
  updateNotificationSettings: [],
  setPushSubscription: [],
  deletePushSubscription: [],
  muteFile: [],
  unmuteFile: [],

  createApiKey: [],
  createInvitation: [],
  createPasskey: [],
  deleteInvitation: [],
  deletePasskey: [],
  disconnectApp: [],
  endSession: [],
  removeAvatar: ['member.updated ANYONE'],
  removeWorkspaceAvatar: [],
  removeWorkspaceMember: [],
  renamePasskey: [],
  revokeApiKey: [],
  updateApiKey: [],
  updateConnectedApp: [],
  startPasskey: [],
  updateAccount: ['member.updated ANYONE'],
  updateWorkspace: [],
  updateWorkspaceMember: [],

  createWebhook: [],
  updateWebhook: [],
  deleteWebhook: [],
  testWebhook: [],
  rotateWebhookSecret: [],
  redeliverWebhook: [],
}

/** The events of the same call when it is repeated, for operations that then create one more record. */
export const emittedOnRetryBy: Record<string, readonly string[]> = {
  createProject: emittedBy.createProject!,
  createProjectComment: emittedBy.createProjectComment!,
  createFileComment: emittedBy.createFileComment!,
  startUpload: emittedBy.startUpload!,
  startUploads: emittedBy.startUploads!,
  linkYoutube: emittedBy.linkYoutube!,
  uploadFromUrl: emittedBy.uploadFromUrl!,
  createCaptions: emittedBy.createCaptions!,
  generateFile: emittedBy.generateFile!,
  createVersion: emittedBy.createVersion!,
  createAccessLink: emittedBy.createAccessLink!,
  renewAccessLink: emittedBy.renewAccessLink!,
  createShare: emittedBy.createShare!,
  openShare: emittedBy.openShare!,
  createSkill: emittedBy.createSkill!,
  createSkillExample: emittedBy.createSkillExample!,
  // The first version is already the default.
  publishSkillVersion: ['skill.version_published ANYONE'],
}

/**
 * The events of the same call as a tool, where they differ: a verdict by an agent does not count, and a version of a skill is a
 * draft.
 */
export const emittedByAgent: Record<string, readonly string[]> = {
  giveVerdict: [`verdict.given ${byWhatTheySee}`],
  setVersionStatus: [`verdict.given ${byWhatTheySee}`],
  createSkill: ['skill.created ANYONE', 'skill.version_drafted ANYONE'],
  publishSkillVersion: ['skill.version_drafted ANYONE'],
}
