// Made by `npm run generate` from the list of operations.

export type OperationInfo = {
  /** The method of the client, as in `client.folders.create`. */
  client: string
  /** Method and path, with parameters such as `:projectId`. */
  http: string
  /** Where fields that are not in the path are sent. */
  fields?: 'query' | 'body'
  /** `chat`: by cursor; a list sorted by ascending time opens at its newest page. */
  paging?: 'cursor' | 'chat' | 'number'
  /** `optional`: works without a credential; `session`: requires a signed-in browser. */
  credential?: 'optional' | 'session'
}

export const operations = {
  createAccessLink: {
    client: 'accessLinks.create',
    http: 'POST /api/projects/:projectId/access-links',
    fields: 'body',
  },
  deleteAccessLink: { client: 'accessLinks.delete', http: 'DELETE /api/project-access-links/:linkId' },
  getAccessLink: { client: 'accessLinks.get', http: 'GET /api/project-access-links/:linkId' },
  joinAccessLink: {
    client: 'accessLinks.join',
    http: 'POST /api/access-links/join',
    fields: 'body',
    credential: 'optional',
  },
  listAccessLinks: { client: 'accessLinks.list', http: 'GET /api/projects/:projectId/access-links' },
  renewAccessLink: { client: 'accessLinks.renew', http: 'POST /api/project-access-links/:linkId/renew' },
  getAccount: { client: 'account.get', http: 'GET /api/account', credential: 'session' },
  removeAvatar: {
    client: 'account.removeAvatar',
    http: 'DELETE /api/account/avatar',
    fields: 'query',
    credential: 'session',
  },
  updateAccount: {
    client: 'account.update',
    http: 'PATCH /api/account',
    fields: 'body',
    credential: 'session',
  },
  createApiKey: {
    client: 'apiKeys.create',
    http: 'POST /api/api-keys',
    fields: 'body',
    credential: 'session',
  },
  listApiKeys: { client: 'apiKeys.list', http: 'GET /api/api-keys', credential: 'session' },
  revokeApiKey: { client: 'apiKeys.revoke', http: 'DELETE /api/api-keys/:apiKeyId', credential: 'session' },
  completeCommentAttachment: {
    client: 'commentAttachments.complete',
    http: 'POST /api/comment-attachments/:attachmentId/upload.complete',
    fields: 'body',
  },
  deleteCommentAttachment: {
    client: 'commentAttachments.delete',
    http: 'DELETE /api/comment-attachments/:attachmentId',
  },
  downloadCommentAttachment: {
    client: 'commentAttachments.download',
    http: 'GET /api/comment-attachments/:attachmentId/download',
  },
  startFileCommentAttachment: {
    client: 'commentAttachments.startOnFile',
    http: 'POST /api/files/:fileId/comment-attachments/upload.multipart',
    fields: 'body',
  },
  startProjectCommentAttachment: {
    client: 'commentAttachments.startOnProject',
    http: 'POST /api/projects/:projectId/comment-attachments/upload.multipart',
    fields: 'body',
  },
  createFileComment: {
    client: 'comments.createOnFile',
    http: 'POST /api/files/:fileId/comments',
    fields: 'body',
  },
  createProjectComment: {
    client: 'comments.createOnProject',
    http: 'POST /api/projects/:projectId/comments',
    fields: 'body',
  },
  deleteComment: { client: 'comments.delete', http: 'DELETE /api/comments/:commentId' },
  exportComments: {
    client: 'comments.export',
    http: 'GET /api/files/:fileId/comments.export',
    fields: 'query',
  },
  getComment: { client: 'comments.get', http: 'GET /api/comments/:commentId' },
  listFileComments: {
    client: 'comments.listOnFile',
    http: 'QUERY /api/files/:fileId/comments',
    fields: 'body',
    paging: 'chat',
  },
  listProjectComments: {
    client: 'comments.listOnProject',
    http: 'QUERY /api/projects/:projectId/comments',
    fields: 'body',
    paging: 'chat',
  },
  listReplies: {
    client: 'comments.listReplies',
    http: 'QUERY /api/comments/:commentId/replies',
    fields: 'body',
    paging: 'chat',
  },
  reopenComment: { client: 'comments.reopen', http: 'POST /api/comments/:commentId/reopen' },
  resolveComment: { client: 'comments.resolve', http: 'POST /api/comments/:commentId/resolve' },
  updateComment: { client: 'comments.update', http: 'PATCH /api/comments/:commentId', fields: 'body' },
  disconnectApp: {
    client: 'connectedApps.disconnect',
    http: 'DELETE /api/connected-apps/:connectedAppId',
    credential: 'session',
  },
  listConnectedApps: { client: 'connectedApps.list', http: 'GET /api/connected-apps', credential: 'session' },
  listEvents: {
    client: 'events.list',
    http: 'QUERY /api/projects/:projectId/events',
    fields: 'body',
    paging: 'cursor',
  },
  abortUpload: { client: 'files.abortUpload', http: 'POST /api/files/:fileId/upload.abort' },
  cancelGeneration: { client: 'files.cancelGeneration', http: 'POST /api/files/:fileId/generate.cancel' },
  completeUpload: {
    client: 'files.completeUpload',
    http: 'POST /api/files/:fileId/upload.complete',
    fields: 'body',
  },
  completeUploads: {
    client: 'files.completeUploads',
    http: 'POST /api/projects/:projectId/files/upload.complete.batch',
    fields: 'body',
  },
  deleteFile: { client: 'files.delete', http: 'DELETE /api/files/:fileId' },
  deleteFiles: {
    client: 'files.deleteMany',
    http: 'POST /api/projects/:projectId/files/delete',
    fields: 'body',
  },
  generateFile: {
    client: 'files.generate',
    http: 'POST /api/projects/:projectId/files/upload.generate',
    fields: 'body',
  },
  getFile: { client: 'files.get', http: 'GET /api/files/:fileId' },
  downloadFile: { client: 'files.getDownloadUrl', http: 'GET /api/files/:fileId/download' },
  linkYoutube: {
    client: 'files.linkYoutube',
    http: 'POST /api/projects/:projectId/files/upload.youtube',
    fields: 'body',
  },
  queryFiles: {
    client: 'files.list',
    http: 'QUERY /api/projects/:projectId/files',
    fields: 'body',
    paging: 'cursor',
  },
  listFiles: { client: 'files.listAll', http: 'GET /api/projects/:projectId/files' },
  resumeUpload: { client: 'files.resumeUpload', http: 'POST /api/files/:fileId/upload.resume' },
  retryGeneration: { client: 'files.retryGeneration', http: 'POST /api/files/:fileId/generate.retry' },
  retryProcessing: { client: 'files.retryProcessing', http: 'POST /api/files/:fileId/process.retry' },
  setFileTag: { client: 'files.setTag', http: 'PATCH /api/files/:fileId/tag', fields: 'body' },
  startUpload: {
    client: 'files.startUpload',
    http: 'POST /api/projects/:projectId/files/upload.multipart',
    fields: 'body',
  },
  startUploads: {
    client: 'files.startUploads',
    http: 'POST /api/projects/:projectId/files/upload.batch',
    fields: 'body',
  },
  updateFile: { client: 'files.update', http: 'PATCH /api/files/:fileId', fields: 'body' },
  updateFiles: { client: 'files.updateMany', http: 'PATCH /api/projects/:projectId/files', fields: 'body' },
  createFolder: { client: 'folders.create', http: 'POST /api/projects/:projectId/folders', fields: 'body' },
  deleteFolder: { client: 'folders.delete', http: 'DELETE /api/folders/:folderId', fields: 'query' },
  listFolders: { client: 'folders.list', http: 'GET /api/projects/:projectId/folders' },
  updateFolder: { client: 'folders.update', http: 'PATCH /api/folders/:folderId', fields: 'body' },
  completeGenerationAttachment: {
    client: 'generationAttachments.complete',
    http: 'POST /api/generation-attachments/:generationAttachmentId/upload.complete',
    fields: 'body',
  },
  startGenerationAttachment: {
    client: 'generationAttachments.start',
    http: 'POST /api/projects/:projectId/generation-attachments/upload.multipart',
    fields: 'body',
  },
  createInvitation: {
    client: 'invitations.create',
    http: 'POST /api/workspace/invitations',
    fields: 'body',
    credential: 'session',
  },
  deleteInvitation: {
    client: 'invitations.delete',
    http: 'DELETE /api/workspace/invitations/:invitationId',
    credential: 'session',
  },
  listInvitations: {
    client: 'invitations.list',
    http: 'GET /api/workspace/invitations',
    credential: 'session',
  },
  addMembers: { client: 'members.add', http: 'POST /api/projects/:projectId/members', fields: 'body' },
  listMembers: { client: 'members.list', http: 'GET /api/projects/:projectId/members' },
  removeMember: { client: 'members.remove', http: 'DELETE /api/project-members/:memberId' },
  updateMember: { client: 'members.update', http: 'PATCH /api/project-members/:memberId', fields: 'body' },
  listModels: { client: 'models.list', http: 'GET /api/models' },
  createPasskey: {
    client: 'passkeys.create',
    http: 'POST /api/account/passkeys',
    fields: 'body',
    credential: 'session',
  },
  deletePasskey: {
    client: 'passkeys.delete',
    http: 'DELETE /api/account/passkeys/:passkeyId',
    credential: 'session',
  },
  listPasskeys: { client: 'passkeys.list', http: 'GET /api/account/passkeys', credential: 'session' },
  renamePasskey: {
    client: 'passkeys.rename',
    http: 'PATCH /api/account/passkeys/:passkeyId',
    fields: 'body',
    credential: 'session',
  },
  startPasskey: { client: 'passkeys.start', http: 'POST /api/account/passkeys.start', credential: 'session' },
  ping: { client: 'ping', http: 'GET /api/ping' },
  reportPresence: {
    client: 'presence.report',
    http: 'PUT /api/files/:fileId/presence',
    fields: 'body',
    credential: 'session',
  },
  cancelProjectDeletion: {
    client: 'projects.cancelDeletion',
    http: 'POST /api/projects/:projectId/delete.cancel',
  },
  createProject: { client: 'projects.create', http: 'POST /api/projects', fields: 'body' },
  getProject: { client: 'projects.get', http: 'GET /api/projects/:projectId' },
  listProjects: { client: 'projects.list', http: 'QUERY /api/projects', fields: 'body', paging: 'cursor' },
  scheduleProjectDeletion: {
    client: 'projects.scheduleDeletion',
    http: 'POST /api/projects/:projectId/delete',
  },
  searchProjects: {
    client: 'projects.search',
    http: 'GET /api/projects/search',
    fields: 'query',
    paging: 'number',
  },
  updateProject: { client: 'projects.update', http: 'PATCH /api/projects/:projectId', fields: 'body' },
  createReaction: {
    client: 'reactions.create',
    http: 'POST /api/comments/:commentId/reactions',
    fields: 'body',
  },
  deleteReaction: {
    client: 'reactions.delete',
    http: 'DELETE /api/comments/:commentId/reactions',
    fields: 'body',
  },
  listReactions: { client: 'reactions.list', http: 'GET /api/comments/:commentId/reactions' },
  endSession: {
    client: 'sessions.end',
    http: 'DELETE /api/account/sessions/:sessionId',
    credential: 'session',
  },
  listSessions: { client: 'sessions.list', http: 'GET /api/account/sessions', credential: 'session' },
  deleteSkillVersion: { client: 'skillVersions.delete', http: 'DELETE /api/skill-versions/:skillVersionId' },
  getSkillVersion: { client: 'skillVersions.get', http: 'GET /api/skill-versions/:skillVersionId' },
  publishSkillVersion: {
    client: 'skillVersions.publish',
    http: 'POST /api/skills/:skillId/versions',
    fields: 'body',
  },
  createSkill: { client: 'skills.create', http: 'POST /api/skills', fields: 'body' },
  deleteSkill: { client: 'skills.delete', http: 'DELETE /api/skills/:skillId' },
  getSkill: { client: 'skills.get', http: 'GET /api/skills/:skillId' },
  listSkills: { client: 'skills.list', http: 'GET /api/skills' },
  updateSkill: { client: 'skills.update', http: 'PATCH /api/skills/:skillId', fields: 'body' },
  createVersion: {
    client: 'versions.create',
    http: 'POST /api/projects/:projectId/versions',
    fields: 'body',
  },
  deleteVersion: { client: 'versions.delete', http: 'DELETE /api/versions/:versionId' },
  getVersion: { client: 'versions.get', http: 'GET /api/versions/:versionId' },
  listVersions: {
    client: 'versions.list',
    http: 'GET /api/projects/:projectId/versions',
    fields: 'query',
    paging: 'number',
  },
  setVersionStatus: {
    client: 'versions.setStatus',
    http: 'PATCH /api/versions/:versionId/status',
    fields: 'body',
  },
  updateVersion: { client: 'versions.update', http: 'PATCH /api/versions/:versionId', fields: 'body' },
  listWebhookDeliveries: {
    client: 'webhookDeliveries.list',
    http: 'QUERY /api/webhooks/:webhookId/deliveries',
    fields: 'body',
    paging: 'cursor',
  },
  redeliverWebhook: {
    client: 'webhookDeliveries.redeliver',
    http: 'POST /api/webhook-deliveries/:deliveryId/redeliver',
  },
  createWebhook: { client: 'webhooks.create', http: 'POST /api/webhooks', fields: 'body' },
  deleteWebhook: { client: 'webhooks.delete', http: 'DELETE /api/webhooks/:webhookId' },
  getWebhook: { client: 'webhooks.get', http: 'GET /api/webhooks/:webhookId' },
  listWebhooks: { client: 'webhooks.list', http: 'GET /api/webhooks' },
  rotateWebhookSecret: {
    client: 'webhooks.rotateSecret',
    http: 'POST /api/webhooks/:webhookId/secret.rotate',
  },
  testWebhook: { client: 'webhooks.test', http: 'POST /api/webhooks/:webhookId/test' },
  updateWebhook: { client: 'webhooks.update', http: 'PATCH /api/webhooks/:webhookId', fields: 'body' },
  removeWorkspaceAvatar: {
    client: 'workspace.removeAvatar',
    http: 'DELETE /api/workspace/avatar',
    credential: 'session',
  },
  updateWorkspace: {
    client: 'workspace.update',
    http: 'PATCH /api/workspace',
    fields: 'body',
    credential: 'session',
  },
  listWorkspaceMembers: {
    client: 'workspaceMembers.list',
    http: 'QUERY /api/workspace-members',
    fields: 'body',
    paging: 'cursor',
  },
  removeWorkspaceMember: {
    client: 'workspaceMembers.remove',
    http: 'DELETE /api/workspace-members/:workspaceMemberId',
    fields: 'query',
    credential: 'session',
  },
  updateWorkspaceMember: {
    client: 'workspaceMembers.update',
    http: 'PATCH /api/workspace-members/:workspaceMemberId',
    fields: 'body',
    credential: 'session',
  },
} as const satisfies Record<string, OperationInfo>

export type OperationName = keyof typeof operations
