// The changes that write no entry into the audit log, each with the reason. The log is about access, credentials, settings, deletions
// and downloads. The work of people in a project is the subject of the events, which are stored for a month, and of the
// records themselves, which name their author; these calls are also the frequent ones. A test compares the list with the
// declarations.

const content = 'Work on content: the events and the record say who did it.'
const upload = 'A step of an upload: the file names its author, and its event follows.'
const decision = 'The record of the review, and its signed receipt, say who decided what.'
const personal = 'A setting of one person that concerns nobody else.'
const money = 'The file names who generated it, and the usage counts the generations of each provider.'
const delivery = 'Sends an event again: the delivery log of the webhook shows it.'
const visit = 'The list of the guests of a share shows it.'
const look = 'It shows nothing of a share; opening it is audited, and so is a look at one that has ended.'

export const unaudited: Readonly<Record<string, string>> = {
  createFolder: content,
  updateFolder: content,
  updateFile: content,
  updateFiles: content,
  setFileTag: content,
  linkYoutube: content,
  retryProcessing: content,
  createCaptions: content,
  deleteCaptions: content,
  runChecks: content,
  createFindingComment: content,
  previewChecks: 'It changes nothing.',
  createVersion: content,
  updateVersion: content,
  createFileComment: content,
  createProjectComment: content,
  importComments: content,
  updateComment: content,
  resolveComment: content,
  reopenComment: content,
  createReaction: content,
  deleteReaction: content,

  createSkillExample: content,
  updateSkillExample: content,
  deleteSkillExample: content,
  recordSkillAnswer: content,
  runSkillEvaluation: 'The evaluation names who started it, its model and its cost.',
  cancelSkillEvaluation: 'The evaluation says that it was cancelled.',

  startUpload: upload,
  startUploads: upload,
  uploadFromUrl: upload,
  resumeUpload: upload,
  completeUpload: upload,
  completeUploads: upload,
  abortUpload: upload,
  startFileCommentAttachment: upload,
  startProjectCommentAttachment: upload,
  completeCommentAttachment: upload,
  deleteCommentAttachment: upload,
  startGenerationAttachment: upload,
  completeGenerationAttachment: upload,

  lookAtShare: look,
  reportShareView: visit,

  setVersionStatus: decision,
  giveVerdict: decision,
  withdrawVerdict: decision,
  createReviewRequests: decision,
  deleteReviewRequest: decision,
  remindReviewer: decision,
  markVersionSeen: decision,

  generateFile: money,
  retryGeneration: money,
  cancelGeneration: money,
  startSkillReview: 'The review names who started it, and its cost.',
  retrySkillReview: 'The review shows its state and its cost.',
  cancelSkillReview: 'The review shows its state and its cost.',
  acceptDraftNote: content,
  acceptDraftNotes: content,
  dismissDraftNote: content,
  transcribeFile: 'The captions name who asked for them.',

  readNotifications: personal,
  setNotificationLevel: personal,
  updateNotificationSettings: personal,
  setPushSubscription: personal,
  deletePushSubscription: personal,
  muteFile: personal,
  unmuteFile: personal,

  reportPresence: 'Presence is not stored.',
  startPasskey: 'Only asks for a challenge: Create Passkey adds the passkey.',
  testWebhook: delivery,
  redeliverWebhook: delivery,
}
