// Made by `npm run generate` from the list of operations.

import type { CursorList, CursorPage, CursorQuery, NumberedList, NumberedPage } from '../lists.ts'
import type { CallOptions } from '../options.ts'
import type { Event } from './events.ts'
import type {
  AccessLink,
  Account,
  AddMembersFields,
  AddMembersResult,
  ApiKey,
  Comment,
  CompleteCommentAttachmentFields,
  CompleteGenerationAttachmentFields,
  CompleteUploadFields,
  CompleteUploadsFields,
  CompleteUploadsResult,
  ConnectedApp,
  CreateAccessLinkFields,
  CreateAccessLinkResult,
  CreateApiKeyFields,
  CreateApiKeyResult,
  CreateFileCommentFields,
  CreateFileCommentResult,
  CreateFolderFields,
  CreateFolderResult,
  CreateInvitationFields,
  CreateInvitationResult,
  CreatePasskeyFields,
  CreatePasskeyResult,
  CreateProjectCommentFields,
  CreateProjectCommentResult,
  CreateProjectFields,
  CreateProjectResult,
  CreateReactionFields,
  CreateSkillFields,
  CreateSkillResult,
  CreateVersionFields,
  CreateVersionResult,
  CreateWebhookFields,
  CreateWebhookResult,
  DeleteFilesFields,
  DeleteFolderFields,
  DeleteReactionFields,
  DownloadCommentAttachmentResult,
  DownloadFileResult,
  ExportCommentsFields,
  ExportCommentsResult,
  File,
  FileDetails,
  FileListItem,
  Folder,
  GenerateFileFields,
  GenerateFileResult,
  Invitation,
  JoinAccessLinkFields,
  JoinAccessLinkResult,
  LinkYoutubeFields,
  LinkYoutubeResult,
  ListEventsFields,
  ListFileCommentsFields,
  ListProjectCommentsFields,
  ListProjectsFields,
  ListRepliesFields,
  ListVersionsFields,
  ListWebhookDeliveriesFields,
  ListWorkspaceMembersFields,
  Model,
  Passkey,
  PingResult,
  Project,
  ProjectListItem,
  ProjectMember,
  PublishSkillVersionFields,
  PublishSkillVersionResult,
  QueryFilesFields,
  Reaction,
  RedeliverWebhookResult,
  RemoveAvatarFields,
  RemoveWorkspaceMemberFields,
  RenamePasskeyFields,
  ResumeUploadResult,
  RetryGenerationResult,
  RetryProcessingResult,
  RotateWebhookSecretResult,
  SearchProjectsFields,
  Session,
  SetFileTagFields,
  SetVersionStatusFields,
  Skill,
  SkillVersion,
  StartFileCommentAttachmentFields,
  StartFileCommentAttachmentResult,
  StartGenerationAttachmentFields,
  StartGenerationAttachmentResult,
  StartPasskeyResult,
  StartProjectCommentAttachmentFields,
  StartProjectCommentAttachmentResult,
  StartUploadFields,
  StartUploadResult,
  StartUploadsFields,
  StartUploadsResult,
  TestWebhookResult,
  UpdateAccountFields,
  UpdateCommentFields,
  UpdateFileFields,
  UpdateFilesFields,
  UpdateFolderFields,
  UpdateMemberFields,
  UpdateProjectFields,
  UpdateSkillFields,
  UpdateVersionFields,
  UpdateWebhookFields,
  UpdateWorkspaceFields,
  UpdateWorkspaceMemberFields,
  Version,
  VersionDetails,
  Webhook,
  WebhookDelivery,
  WorkspaceMember,
} from './records.ts'

export interface AccessLinksMethods {
  /**
   * Create a link with which people join a project. Read it to get its key.
   *
   * Scope `access-links:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `POST /api/projects/:projectId/access-links`
   */
  create(
    projectId: string,
    fields: CreateAccessLinkFields,
    options?: CallOptions,
  ): Promise<CreateAccessLinkResult>

  /**
   * Delete an access link: nobody can join with it any more. Who has joined stays.
   *
   * Scope `access-links:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `DELETE /api/project-access-links/:linkId`
   */
  delete(linkId: string, options?: CallOptions): Promise<void>

  /**
   * Read an access link. Its key takes the scope `access-links:read.key` too.
   *
   * Scope `access-links:read`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit default.
   * `GET /api/project-access-links/:linkId`
   */
  get(linkId: string, options?: CallOptions): Promise<AccessLink>

  /**
   * Join a project with the key of an access link: as yourself, or without a credential as a guest.
   *
   * Scope `project-members:write`; rate limit tier 3.
   * `POST /api/access-links/join`
   */
  join(fields: JoinAccessLinkFields, options?: CallOptions): Promise<JoinAccessLinkResult>

  /**
   * List every access link of a project, in the order they were made.
   *
   * Scope `access-links:read`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit default.
   * `GET /api/projects/:projectId/access-links`
   */
  list(projectId: string, options?: CallOptions): Promise<AccessLink[]>

  /**
   * Give an access link a new key: nobody can join with the old one any more. Who has joined stays. Read it to get the new key.
   *
   * Scope `access-links:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `POST /api/project-access-links/:linkId/renew`
   */
  renew(linkId: string, options?: CallOptions): Promise<void>
}

export interface AccountMethods {
  /**
   * Read who is signed in, and where.
   *
   * A browser session only; rate limit default.
   * `GET /api/account`
   */
  get(options?: CallOptions): Promise<Account>

  /**
   * Remove the own avatar.
   *
   * A browser session only; rate limit tier 3.
   * `DELETE /api/account/avatar`
   */
  removeAvatar(fields?: RemoveAvatarFields, options?: CallOptions): Promise<void>

  /**
   * Change the own names or password, or ask for another e-mail address. A new password ends all other sessions.
   *
   * A browser session only; rate limit tier 2.
   * `PATCH /api/account`
   */
  update(fields?: UpdateAccountFields, options?: CallOptions): Promise<void>
}

export interface ApiKeysMethods {
  /**
   * Make an API key with which a program acts as you in this workspace. It is shown this once.
   *
   * A browser session only; rate limit tier 3.
   * `POST /api/api-keys`
   */
  create(fields: CreateApiKeyFields, options?: CallOptions): Promise<CreateApiKeyResult>

  /**
   * List the API keys of the workspace, or the own ones for those below ADMIN; never the keys themselves.
   *
   * A browser session only; rate limit tier 3.
   * `GET /api/api-keys`
   */
  list(options?: CallOptions): Promise<ApiKey[]>

  /**
   * Revoke an API key, the own one or for ADMIN and above any: within a second no server takes it any more.
   *
   * A browser session only; rate limit tier 3.
   * `DELETE /api/api-keys/:apiKeyId`
   */
  revoke(apiKeyId: string, options?: CallOptions): Promise<void>
}

export interface CommentAttachmentsMethods {
  /**
   * Make an attachment of its uploaded parts. Can be repeated with the same parts.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `POST /api/comment-attachments/:attachmentId/upload.complete`
   */
  complete(
    attachmentId: string,
    fields: CompleteCommentAttachmentFields,
    options?: CallOptions,
  ): Promise<void>

  /**
   * Delete your own attachment, complete or not, that no comment uses.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `DELETE /api/comment-attachments/:attachmentId`
   */
  delete(attachmentId: string, options?: CallOptions): Promise<void>

  /**
   * Get a URL to download an attachment from, for an hour. Until a comment uses it, only its uploader sees it.
   *
   * Scope `comments:download`; any project role; rate limit tier 4.
   * `GET /api/comment-attachments/:attachmentId/download`
   */
  download(attachmentId: string, options?: CallOptions): Promise<DownloadCommentAttachmentResult>

  /**
   * Start the upload of an attachment for a comment on a file: PUT each of its parts, then complete it.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `POST /api/files/:fileId/comment-attachments/upload.multipart`
   */
  startOnFile(
    fileId: string,
    fields: StartFileCommentAttachmentFields,
    options?: CallOptions,
  ): Promise<StartFileCommentAttachmentResult>

  /**
   * Start the upload of an attachment for a comment on a project: PUT each of its parts, then complete it.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `POST /api/projects/:projectId/comment-attachments/upload.multipart`
   */
  startOnProject(
    projectId: string,
    fields: StartProjectCommentAttachmentFields,
    options?: CallOptions,
  ): Promise<StartProjectCommentAttachmentResult>
}

export interface CommentsMethods {
  /**
   * Comment on a file, at a moment, a page or a range of it, with a drawing; or reply to a comment on it.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `POST /api/files/:fileId/comments`
   */
  createOnFile(
    fileId: string,
    fields?: CreateFileCommentFields,
    options?: CallOptions,
  ): Promise<CreateFileCommentResult>

  /**
   * Comment on a project, or reply to a comment on it.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `POST /api/projects/:projectId/comments`
   */
  createOnProject(
    projectId: string,
    fields?: CreateProjectCommentFields,
    options?: CallOptions,
  ): Promise<CreateProjectCommentResult>

  /**
   * Delete a comment. Where it has replies, the thread stays and what it said is gone.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `DELETE /api/comments/:commentId`
   */
  delete(commentId: string, options?: CallOptions): Promise<void>

  /**
   * Get a URL, for 5 minutes, of all comments on a file as a file for a spreadsheet (csv), an editing program (edl, fcpxml), a player (srt) or a program of your own (json).
   *
   * Scope `comments:download`; any project role; rate limit default.
   * `GET /api/files/:fileId/comments.export`
   */
  export(fileId: string, fields: ExportCommentsFields, options?: CallOptions): Promise<ExportCommentsResult>

  /**
   * Read a comment. One that was deleted while it had replies is still there, empty.
   *
   * Scope `comments:read`; any project role; rate limit tier 4.
   * `GET /api/comments/:commentId`
   */
  get(commentId: string, options?: CallOptions): Promise<Comment>

  /**
   * List the top-level comments on a file, by time or by what they point to.
   *
   * Sorted by ascending time, the list starts at the newest page and continues to older ones, like a chat.
   *
   * Scope `comments:read`; any project role; rate limit tier 4.
   * `QUERY /api/files/:fileId/comments`
   */
  listOnFile(fileId: string, fields?: ListFileCommentsFields, options?: CallOptions): CursorList<Comment>

  /**
   * List the top-level comments on a project itself. Those on its files are listed by file.
   *
   * Sorted by ascending time, the list starts at the newest page and continues to older ones, like a chat.
   *
   * Scope `comments:read`; any project role; rate limit tier 4.
   * `QUERY /api/projects/:projectId/comments`
   */
  listOnProject(
    projectId: string,
    fields?: ListProjectCommentsFields,
    options?: CallOptions,
  ): CursorList<Comment>

  /**
   * List the replies to a comment: the newest page first, in the order they were written.
   *
   * Sorted by ascending time, the list starts at the newest page and continues to older ones, like a chat.
   *
   * Scope `comments:read`; any project role; rate limit tier 4.
   * `QUERY /api/comments/:commentId/replies`
   */
  listReplies(commentId: string, fields?: ListRepliesFields, options?: CallOptions): CursorList<Comment>

  /**
   * Reopen a thread that was resolved. One that is open stays so.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `POST /api/comments/:commentId/reopen`
   */
  reopen(commentId: string, options?: CallOptions): Promise<void>

  /**
   * Resolve a thread, by its top-level comment. One that is resolved stays so.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `POST /api/comments/:commentId/resolve`
   */
  resolve(commentId: string, options?: CallOptions): Promise<void>

  /**
   * Change what your own comment says, points to or shows. null clears a field.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `PATCH /api/comments/:commentId`
   */
  update(commentId: string, fields?: UpdateCommentFields, options?: CallOptions): Promise<void>
}

export interface ConnectedAppsMethods {
  /**
   * Disconnect an app: within a second no server takes its tokens any more.
   *
   * A browser session only; rate limit tier 3.
   * `DELETE /api/connected-apps/:connectedAppId`
   */
  disconnect(connectedAppId: string, options?: CallOptions): Promise<void>

  /**
   * List the apps that act for the account, in all workspaces; what was used last comes first.
   *
   * A browser session only; rate limit default.
   * `GET /api/connected-apps`
   */
  list(options?: CallOptions): Promise<ConnectedApp[]>
}

export interface EventsMethods {
  /**
   * List what happened in a project, the oldest first. To hear of it as it happens, GET it as a stream.
   *
   * Scope `projects:read`; any project role; rate limit default.
   * `QUERY /api/projects/:projectId/events`
   */
  list(projectId: string, fields?: ListEventsFields, options?: CallOptions): CursorList<Event>
}

export interface FilesMethods {
  /**
   * Give an upload up: its parts and the file are gone.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/files/:fileId/upload.abort`
   */
  abortUpload(fileId: string, options?: CallOptions): Promise<void>

  /**
   * Stop the generation of a file. What the provider still makes of it is thrown away.
   *
   * Scope `ai:generate`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 2.
   * `POST /api/files/:fileId/generate.cancel`
   */
  cancelGeneration(fileId: string, options?: CallOptions): Promise<void>

  /**
   * Make a file of its uploaded parts. Can be repeated with the same parts.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/files/:fileId/upload.complete`
   */
  completeUpload(fileId: string, fields: CompleteUploadFields, options?: CallOptions): Promise<void>

  /**
   * Complete up to 100 uploads. Each file has its own outcome. Can be repeated with the same parts.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/projects/:projectId/files/upload.complete.batch`
   */
  completeUploads(
    projectId: string,
    fields: CompleteUploadsFields,
    options?: CallOptions,
  ): Promise<CompleteUploadsResult>

  /**
   * Delete a file with its comments. Other revisions of it stay.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit default.
   * `DELETE /api/files/:fileId`
   */
  delete(fileId: string, options?: CallOptions): Promise<void>

  /**
   * Delete up to 100 files with their comments: all of them, or none when one is unknown.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit default.
   * `POST /api/projects/:projectId/files/delete`
   */
  deleteMany(projectId: string, fields: DeleteFilesFields, options?: CallOptions): Promise<void>

  /**
   * Generate a file with a model. It is there at once, without bytes: Get File tells how far it is.
   *
   * Scope `ai:generate`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 2.
   * `POST /api/projects/:projectId/files/upload.generate`
   */
  generate(projectId: string, fields: GenerateFileFields, options?: CallOptions): Promise<GenerateFileResult>

  /**
   * Read a file: its state, what it shows, who made it and which revision it is.
   *
   * Scope `files:read`; any project role; rate limit tier 4.
   * `GET /api/files/:fileId`
   */
  get(fileId: string, options?: CallOptions): Promise<FileDetails>

  /**
   * Get a URL to download a file from, for an hour. It takes ranges and keeps the name.
   *
   * Scope `files:download`; any project role; rate limit default.
   * `GET /api/files/:fileId/download`
   */
  getDownloadUrl(fileId: string, options?: CallOptions): Promise<DownloadFileResult>

  /**
   * Add a video on YouTube as a file. Its bytes stay there.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/projects/:projectId/files/upload.youtube`
   */
  linkYoutube(projectId: string, fields: LinkYoutubeFields, options?: CallOptions): Promise<LinkYoutubeResult>

  /**
   * List the files of a project in pages, newest first or sorted; with a keyword, the best matches first.
   *
   * Scope `files:read`; any project role; rate limit default.
   * `QUERY /api/projects/:projectId/files`
   */
  list(projectId: string, fields?: QueryFilesFields, options?: CallOptions): CursorList<FileListItem>

  /**
   * List every file of a project at once, by `order`. To filter and to page, use QUERY.
   *
   * Scope `files:read`; any project role; rate limit default.
   * `GET /api/projects/:projectId/files`
   */
  listAll(projectId: string, options?: CallOptions): Promise<File[]>

  /**
   * Go on with an upload: fresh URLs for all its parts, and the parts that are stored already.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/files/:fileId/upload.resume`
   */
  resumeUpload(fileId: string, options?: CallOptions): Promise<ResumeUploadResult>

  /**
   * Try a failed or cancelled generation again, with the same prompt, attachments and settings.
   *
   * Scope `ai:generate`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 2.
   * `POST /api/files/:fileId/generate.retry`
   */
  retryGeneration(fileId: string, options?: CallOptions): Promise<RetryGenerationResult>

  /**
   * Try again to make the previews of a file, after that has failed. It goes on with what is missing.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 2.
   * `POST /api/files/:fileId/process.retry`
   */
  retryProcessing(fileId: string, options?: CallOptions): Promise<RetryProcessingResult>

  /**
   * Set the tag of a file. It moves freely between all of them.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit default.
   * `PATCH /api/files/:fileId/tag`
   */
  setTag(fileId: string, fields: SetFileTagFields, options?: CallOptions): Promise<void>

  /**
   * Start the upload of a file: PUT each of its parts, of ceil(size / parts) bytes but for the last, then complete it.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/projects/:projectId/files/upload.multipart`
   */
  startUpload(projectId: string, fields: StartUploadFields, options?: CallOptions): Promise<StartUploadResult>

  /**
   * Start the upload of up to 100 files. Each file has its own outcome: a file that is refused leaves the others alone.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/projects/:projectId/files/upload.batch`
   */
  startUploads(
    projectId: string,
    fields: StartUploadsFields,
    options?: CallOptions,
  ): Promise<StartUploadsResult>

  /**
   * Rename, describe, move or reorder a file, or change who sees it.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit default.
   * `PATCH /api/files/:fileId`
   */
  update(fileId: string, fields?: UpdateFileFields, options?: CallOptions): Promise<void>

  /**
   * Tag or move up to 100 files at once, or change who sees them: all of them, or none when one is unknown.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit default.
   * `PATCH /api/projects/:projectId/files`
   */
  updateMany(projectId: string, fields: UpdateFilesFields, options?: CallOptions): Promise<void>
}

export interface FoldersMethods {
  /**
   * Create a folder at the project root or inside another folder.
   *
   * Scope `folders:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/projects/:projectId/folders`
   */
  create(projectId: string, fields: CreateFolderFields, options?: CallOptions): Promise<CreateFolderResult>

  /**
   * Delete an empty folder, or with `recursive` a folder with all folders and files in it.
   *
   * Scope `folders:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `DELETE /api/folders/:folderId`
   */
  delete(folderId: string, fields?: DeleteFolderFields, options?: CallOptions): Promise<void>

  /**
   * List every folder of a project: parents before what they hold, siblings by name. A restricted reviewer receives those that lead to files marked for them.
   *
   * Scope `folders:read`; any project role; rate limit default.
   * `GET /api/projects/:projectId/folders`
   */
  list(projectId: string, options?: CallOptions): Promise<Folder[]>

  /**
   * Rename a folder, or move it with all it holds.
   *
   * Scope `folders:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `PATCH /api/folders/:folderId`
   */
  update(folderId: string, fields?: UpdateFolderFields, options?: CallOptions): Promise<void>
}

export interface GenerationAttachmentsMethods {
  /**
   * Make a reference for generation of its uploaded parts. Can be repeated with the same parts.
   *
   * Scope `ai:generate`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/generation-attachments/:generationAttachmentId/upload.complete`
   */
  complete(
    generationAttachmentId: string,
    fields: CompleteGenerationAttachmentFields,
    options?: CallOptions,
  ): Promise<void>

  /**
   * Start the upload of a reference for generation that is no file of the project: PUT each of its parts, then complete it. One that is not used goes after 7 days.
   *
   * Scope `ai:generate`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/projects/:projectId/generation-attachments/upload.multipart`
   */
  start(
    projectId: string,
    fields: StartGenerationAttachmentFields,
    options?: CallOptions,
  ): Promise<StartGenerationAttachmentResult>
}

export interface InvitationsMethods {
  /**
   * Invite somebody into the workspace. A new invitation takes the place of an older one to the address.
   *
   * A browser session only; workspace role `ADMIN` or above; rate limit tier 3.
   * `POST /api/workspace/invitations`
   */
  create(fields: CreateInvitationFields, options?: CallOptions): Promise<CreateInvitationResult>

  /**
   * Take an invitation back: its link is no longer good.
   *
   * A browser session only; workspace role `ADMIN` or above; rate limit tier 3.
   * `DELETE /api/workspace/invitations/:invitationId`
   */
  delete(invitationId: string, options?: CallOptions): Promise<void>

  /**
   * List the invitations to the workspace that wait for an answer, in the order they were made.
   *
   * A browser session only; workspace role `ADMIN` or above; rate limit default.
   * `GET /api/workspace/invitations`
   */
  list(options?: CallOptions): Promise<Invitation[]>
}

export interface MembersMethods {
  /**
   * Add users of the workspace to a project: all of them, or none.
   *
   * Scope `project-members:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `POST /api/projects/:projectId/members`
   */
  add(projectId: string, fields: AddMembersFields, options?: CallOptions): Promise<AddMembersResult>

  /**
   * List every member of a project, in the order they joined.
   *
   * Scope `project-members:read`; any project role; rate limit default.
   * `GET /api/projects/:projectId/members`
   */
  list(projectId: string, options?: CallOptions): Promise<ProjectMember[]>

  /**
   * Remove a member from a project, or leave it oneself. The owner stays.
   *
   * Scope `project-members:write`; any project role; rate limit tier 3.
   * `DELETE /api/project-members/:memberId`
   */
  remove(memberId: string, options?: CallOptions): Promise<void>

  /**
   * Give a project member another role.
   *
   * Scope `project-members:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `PATCH /api/project-members/:memberId`
   */
  update(memberId: string, fields: UpdateMemberFields, options?: CallOptions): Promise<void>
}

export interface ModelsMethods {
  /**
   * List the models that files are generated with, and their settings.
   *
   * Scope `ai:generate`; rate limit default.
   * `GET /api/models`
   */
  list(options?: CallOptions): Promise<Model[]>
}

export interface PasskeysMethods {
  /**
   * Add the passkey that the browser has made, to sign in with.
   *
   * A browser session only; rate limit tier 3.
   * `POST /api/account/passkeys`
   */
  create(fields: CreatePasskeyFields, options?: CallOptions): Promise<CreatePasskeyResult>

  /**
   * Delete a passkey: nobody can sign in with it any more. Sessions that it began go on.
   *
   * A browser session only; rate limit tier 3.
   * `DELETE /api/account/passkeys/:passkeyId`
   */
  delete(passkeyId: string, options?: CallOptions): Promise<void>

  /**
   * List the passkeys of the account, in the order they were added.
   *
   * A browser session only; rate limit default.
   * `GET /api/account/passkeys`
   */
  list(options?: CallOptions): Promise<Passkey[]>

  /**
   * Rename a passkey.
   *
   * A browser session only; rate limit tier 3.
   * `PATCH /api/account/passkeys/:passkeyId`
   */
  rename(passkeyId: string, fields: RenamePasskeyFields, options?: CallOptions): Promise<void>

  /**
   * Begin to add a passkey: what the browser needs to make one.
   *
   * A browser session only; rate limit tier 3.
   * `POST /api/account/passkeys.start`
   */
  start(options?: CallOptions): Promise<StartPasskeyResult>
}

export interface ProjectsMethods {
  /**
   * Cancel the scheduled deletion of a project.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`; rate limit tier 3.
   * `POST /api/projects/:projectId/delete.cancel`
   */
  cancelDeletion(projectId: string, options?: CallOptions): Promise<void>

  /**
   * Create a project. You become its owner.
   *
   * Scope `projects:write`; workspace role `MEMBER` or above; rate limit tier 3.
   * `POST /api/projects`
   */
  create(fields: CreateProjectFields, options?: CallOptions): Promise<CreateProjectResult>

  /**
   * Get a project.
   *
   * Scope `projects:read`; any project role; rate limit default.
   * `GET /api/projects/:projectId`
   */
  get(projectId: string, options?: CallOptions): Promise<Project>

  /**
   * List the projects that you can see, newest first or sorted; with a keyword, the best matches first.
   *
   * Scope `projects:read`; rate limit default.
   * `QUERY /api/projects`
   */
  list(fields?: ListProjectsFields, options?: CallOptions): CursorList<ProjectListItem>

  /**
   * Delete a project in 7 days, with everything in it. Until then it works as before.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`; rate limit tier 3.
   * `POST /api/projects/:projectId/delete`
   */
  scheduleDeletion(projectId: string, options?: CallOptions): Promise<void>

  /**
   * Search the projects that you can see by part of their name or description. An empty query lists all of them.
   *
   * Scope `projects:read`; rate limit default.
   * `GET /api/projects/search`
   */
  search(fields?: SearchProjectsFields, options?: CallOptions): NumberedList<ProjectListItem>

  /**
   * Change a project. What is not given stays as it is; null clears.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit default.
   * `PATCH /api/projects/:projectId`
   */
  update(projectId: string, fields?: UpdateProjectFields, options?: CallOptions): Promise<void>
}

export interface ReactionsMethods {
  /**
   * React to a comment with an emoji: each emoji once.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `POST /api/comments/:commentId/reactions`
   */
  create(commentId: string, fields: CreateReactionFields, options?: CallOptions): Promise<void>

  /**
   * Take back your own reaction to a comment.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `DELETE /api/comments/:commentId/reactions`
   */
  delete(commentId: string, fields: DeleteReactionFields, options?: CallOptions): Promise<void>

  /**
   * List the reactions to a comment, each emoji with those who gave it.
   *
   * Scope `comments:read`; any project role; rate limit tier 4.
   * `GET /api/comments/:commentId/reactions`
   */
  list(commentId: string, options?: CallOptions): Promise<Reaction[]>
}

export interface SessionsMethods {
  /**
   * Sign a browser out: within a second no server takes its session any more.
   *
   * A browser session only; rate limit tier 3.
   * `DELETE /api/account/sessions/:sessionId`
   */
  end(sessionId: string, options?: CallOptions): Promise<void>

  /**
   * List where the account is signed in, in all workspaces; the newest first.
   *
   * A browser session only; rate limit default.
   * `GET /api/account/sessions`
   */
  list(options?: CallOptions): Promise<Session[]>
}

export interface SkillVersionsMethods {
  /**
   * Delete a version of a skill that is not its default. Its number is not given again.
   *
   * Scope `skills:write`; workspace role `MEMBER` or above; rate limit default.
   * `DELETE /api/skill-versions/:skillVersionId`
   */
  delete(skillVersionId: string, options?: CallOptions): Promise<void>

  /**
   * Read a version of a skill with its content.
   *
   * Scope `skills:read`; rate limit default.
   * `GET /api/skill-versions/:skillVersionId`
   */
  get(skillVersionId: string, options?: CallOptions): Promise<SkillVersion>

  /**
   * Publish a version of a skill. The first one becomes the default.
   *
   * Scope `skills:write`; workspace role `MEMBER` or above; rate limit tier 3.
   * `POST /api/skills/:skillId/versions`
   */
  publish(
    skillId: string,
    fields: PublishSkillVersionFields,
    options?: CallOptions,
  ): Promise<PublishSkillVersionResult>
}

export interface SkillsMethods {
  /**
   * Create a skill. With content, its first version is published as the default.
   *
   * Scope `skills:write`; workspace role `MEMBER` or above; rate limit tier 3.
   * `POST /api/skills`
   */
  create(fields: CreateSkillFields, options?: CallOptions): Promise<CreateSkillResult>

  /**
   * Delete a skill with all its versions.
   *
   * Scope `skills:write`; workspace role `MEMBER` or above; rate limit tier 3.
   * `DELETE /api/skills/:skillId`
   */
  delete(skillId: string, options?: CallOptions): Promise<void>

  /**
   * Read a skill. Its ETag goes into If-Match of an update.
   *
   * Scope `skills:read`; rate limit default.
   * `GET /api/skills/:skillId`
   */
  get(skillId: string, options?: CallOptions): Promise<Skill>

  /**
   * List every skill of the workspace, by name.
   *
   * Scope `skills:read`; rate limit default.
   * `GET /api/skills`
   */
  list(options?: CallOptions): Promise<Skill[]>

  /**
   * Change a skill, or which of its versions is the default. What is left out stays. Honours If-Match.
   *
   * Scope `skills:write`; workspace role `MEMBER` or above; rate limit default.
   * `PATCH /api/skills/:skillId`
   */
  update(skillId: string, fields?: UpdateSkillFields, options?: CallOptions): Promise<void>
}

export interface VersionsMethods {
  /**
   * Create a version: a named review round over a fixed set of files. Its status is NEED_REVIEW.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/projects/:projectId/versions`
   */
  create(projectId: string, fields: CreateVersionFields, options?: CallOptions): Promise<CreateVersionResult>

  /**
   * Delete a version.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `DELETE /api/versions/:versionId`
   */
  delete(versionId: string, options?: CallOptions): Promise<void>

  /**
   * Read a version. Its ETag goes into If-Match of an update.
   *
   * Scope `projects:read`; any project role; rate limit default.
   * `GET /api/versions/:versionId`
   */
  get(versionId: string, options?: CallOptions): Promise<VersionDetails>

  /**
   * List the versions of a project. A restricted reviewer receives only those marked for them.
   *
   * Scope `projects:read`; any project role; rate limit tier 4.
   * `GET /api/projects/:projectId/versions`
   */
  list(projectId: string, fields?: ListVersionsFields, options?: CallOptions): NumberedList<Version>

  /**
   * Move a version to another review status. Reviewers may give a verdict (APPROVED, NEED_EDIT or REJECTED) and take back their own by NEED_REVIEW.
   *
   * Scope `projects:write`; any project role; rate limit tier 3.
   * `PATCH /api/versions/:versionId/status`
   */
  setStatus(versionId: string, fields: SetVersionStatusFields, options?: CallOptions): Promise<void>

  /**
   * Change the name, the description or the visibility of a version. Honours If-Match.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `PATCH /api/versions/:versionId`
   */
  update(versionId: string, fields?: UpdateVersionFields, options?: CallOptions): Promise<void>
}

export interface WebhookDeliveriesMethods {
  /**
   * List what was sent to a webhook in pages, newest first, with every attempt and what came of it.
   *
   * Scope `projects:read`; workspace role `ADMIN` or above; rate limit default.
   * `QUERY /api/webhooks/:webhookId/deliveries`
   */
  list(
    webhookId: string,
    fields?: ListWebhookDeliveriesFields,
    options?: CallOptions,
  ): CursorList<WebhookDelivery>

  /**
   * Send the same event to its webhook once more, now, and again if it fails. The log keeps what was.
   *
   * Scope `projects:write`; workspace role `ADMIN` or above; rate limit tier 3.
   * `POST /api/webhook-deliveries/:deliveryId/redeliver`
   */
  redeliver(deliveryId: string, options?: CallOptions): Promise<RedeliverWebhookResult>
}

export interface WebhooksMethods {
  /**
   * Make a webhook: what happens in the workspace is sent to its URL. The secret is shown this once.
   *
   * Scope `projects:write`; workspace role `ADMIN` or above; rate limit tier 3.
   * `POST /api/webhooks`
   */
  create(fields: CreateWebhookFields, options?: CallOptions): Promise<CreateWebhookResult>

  /**
   * Delete a webhook with its log. Nothing is sent to it any more.
   *
   * Scope `projects:write`; workspace role `ADMIN` or above; rate limit tier 3.
   * `DELETE /api/webhooks/:webhookId`
   */
  delete(webhookId: string, options?: CallOptions): Promise<void>

  /**
   * Read a webhook. Its secret is not shown again.
   *
   * Scope `projects:read`; workspace role `ADMIN` or above; rate limit default.
   * `GET /api/webhooks/:webhookId`
   */
  get(webhookId: string, options?: CallOptions): Promise<Webhook>

  /**
   * List every webhook of the workspace, in the order they were made.
   *
   * Scope `projects:read`; workspace role `ADMIN` or above; rate limit default.
   * `GET /api/webhooks`
   */
  list(options?: CallOptions): Promise<Webhook[]>

  /**
   * Give a webhook a new secret, shown this once. For 24 hours the one before it signs as well.
   *
   * Scope `projects:write`; workspace role `ADMIN` or above; rate limit tier 3.
   * `POST /api/webhooks/:webhookId/secret.rotate`
   */
  rotateSecret(webhookId: string, options?: CallOptions): Promise<RotateWebhookSecretResult>

  /**
   * Send the event `webhook.test` to this webhook, whatever its filters. The log shows what comes of it.
   *
   * Scope `projects:write`; workspace role `ADMIN` or above; rate limit tier 3.
   * `POST /api/webhooks/:webhookId/test`
   */
  test(webhookId: string, options?: CallOptions): Promise<TestWebhookResult>

  /**
   * Change a webhook, or switch it on or off. What is left out stays; what waits goes to the new URL. Whoever changes the URL or switches it on becomes its owner.
   *
   * Scope `projects:write`; workspace role `ADMIN` or above; rate limit tier 3.
   * `PATCH /api/webhooks/:webhookId`
   */
  update(webhookId: string, fields?: UpdateWebhookFields, options?: CallOptions): Promise<void>
}

export interface WorkspaceMethods {
  /**
   * Remove the avatar of the workspace.
   *
   * A browser session only; workspace role `ADMIN` or above; rate limit tier 3.
   * `DELETE /api/workspace/avatar`
   */
  removeAvatar(options?: CallOptions): Promise<void>

  /**
   * Rename the workspace.
   *
   * A browser session only; workspace role `ADMIN` or above; rate limit tier 3.
   * `PATCH /api/workspace`
   */
  update(fields?: UpdateWorkspaceFields, options?: CallOptions): Promise<void>
}

export interface WorkspaceMembersMethods {
  /**
   * List the members of the workspace in the order in which they joined; with a keyword, the best matches first.
   *
   * Scope `workspace-members:read`; workspace role `MEMBER` or above; rate limit default.
   * `QUERY /api/workspace-members`
   */
  list(fields?: ListWorkspaceMembersFields, options?: CallOptions): CursorList<WorkspaceMember>

  /**
   * Remove a member from the workspace, with their keys, sessions, memberships and open invitations. Their webhooks are paused, and projects that they own become yours.
   *
   * A browser session only; workspace role `ADMIN` or above; rate limit tier 3.
   * `DELETE /api/workspace-members/:workspaceMemberId`
   */
  remove(
    workspaceMemberId: string,
    fields?: RemoveWorkspaceMemberFields,
    options?: CallOptions,
  ): Promise<void>

  /**
   * Give a member of the workspace another role. Only owners make owners, and one owner stays. Below ADMIN, their webhooks are paused and their open invitations end.
   *
   * A browser session only; workspace role `ADMIN` or above; rate limit tier 3.
   * `PATCH /api/workspace-members/:workspaceMemberId`
   */
  update(workspaceMemberId: string, fields: UpdateWorkspaceMemberFields, options?: CallOptions): Promise<void>
}

/** The methods of the client by resource. */
export interface Resources {
  readonly accessLinks: AccessLinksMethods
  readonly account: AccountMethods
  readonly apiKeys: ApiKeysMethods
  readonly commentAttachments: CommentAttachmentsMethods
  readonly comments: CommentsMethods
  readonly connectedApps: ConnectedAppsMethods
  readonly events: EventsMethods
  readonly files: FilesMethods
  readonly folders: FoldersMethods
  readonly generationAttachments: GenerationAttachmentsMethods
  readonly invitations: InvitationsMethods
  readonly members: MembersMethods
  readonly models: ModelsMethods
  readonly passkeys: PasskeysMethods
  readonly projects: ProjectsMethods
  readonly reactions: ReactionsMethods
  readonly sessions: SessionsMethods
  readonly skillVersions: SkillVersionsMethods
  readonly skills: SkillsMethods
  readonly versions: VersionsMethods
  readonly webhookDeliveries: WebhookDeliveriesMethods
  readonly webhooks: WebhooksMethods
  readonly workspace: WorkspaceMethods
  readonly workspaceMembers: WorkspaceMembersMethods

  /**
   * Check the credential and read its workspace and scopes.
   *
   * Any credential; rate limit default.
   * `GET /api/ping`
   */
  ping(options?: CallOptions): Promise<PingResult>
}

/** The input and output of `client.call` by the name of the operation. */
export interface Calls {
  createAccessLink: { input: { projectId: string } & CreateAccessLinkFields; output: CreateAccessLinkResult }
  deleteAccessLink: { input: { linkId: string }; output: void }
  getAccessLink: { input: { linkId: string }; output: AccessLink }
  joinAccessLink: { input: JoinAccessLinkFields; output: JoinAccessLinkResult }
  listAccessLinks: { input: { projectId: string }; output: AccessLink[] }
  renewAccessLink: { input: { linkId: string }; output: void }
  getAccount: { input: Record<never, never>; output: Account }
  removeAvatar: { input: RemoveAvatarFields; output: void }
  updateAccount: { input: UpdateAccountFields; output: void }
  createApiKey: { input: CreateApiKeyFields; output: CreateApiKeyResult }
  listApiKeys: { input: Record<never, never>; output: ApiKey[] }
  revokeApiKey: { input: { apiKeyId: string }; output: void }
  completeCommentAttachment: {
    input: { attachmentId: string } & CompleteCommentAttachmentFields
    output: void
  }
  deleteCommentAttachment: { input: { attachmentId: string }; output: void }
  downloadCommentAttachment: { input: { attachmentId: string }; output: DownloadCommentAttachmentResult }
  startFileCommentAttachment: {
    input: { fileId: string } & StartFileCommentAttachmentFields
    output: StartFileCommentAttachmentResult
  }
  startProjectCommentAttachment: {
    input: { projectId: string } & StartProjectCommentAttachmentFields
    output: StartProjectCommentAttachmentResult
  }
  createFileComment: { input: { fileId: string } & CreateFileCommentFields; output: CreateFileCommentResult }
  createProjectComment: {
    input: { projectId: string } & CreateProjectCommentFields
    output: CreateProjectCommentResult
  }
  deleteComment: { input: { commentId: string }; output: void }
  exportComments: { input: { fileId: string } & ExportCommentsFields; output: ExportCommentsResult }
  getComment: { input: { commentId: string }; output: Comment }
  listFileComments: {
    input: { fileId: string } & ListFileCommentsFields & CursorQuery
    output: CursorPage<Comment>
  }
  listProjectComments: {
    input: { projectId: string } & ListProjectCommentsFields & CursorQuery
    output: CursorPage<Comment>
  }
  listReplies: { input: { commentId: string } & ListRepliesFields & CursorQuery; output: CursorPage<Comment> }
  reopenComment: { input: { commentId: string }; output: void }
  resolveComment: { input: { commentId: string }; output: void }
  updateComment: { input: { commentId: string } & UpdateCommentFields; output: void }
  disconnectApp: { input: { connectedAppId: string }; output: void }
  listConnectedApps: { input: Record<never, never>; output: ConnectedApp[] }
  listEvents: { input: { projectId: string } & ListEventsFields & CursorQuery; output: CursorPage<Event> }
  abortUpload: { input: { fileId: string }; output: void }
  cancelGeneration: { input: { fileId: string }; output: void }
  completeUpload: { input: { fileId: string } & CompleteUploadFields; output: void }
  completeUploads: { input: { projectId: string } & CompleteUploadsFields; output: CompleteUploadsResult }
  deleteFile: { input: { fileId: string }; output: void }
  deleteFiles: { input: { projectId: string } & DeleteFilesFields; output: void }
  generateFile: { input: { projectId: string } & GenerateFileFields; output: GenerateFileResult }
  getFile: { input: { fileId: string }; output: FileDetails }
  downloadFile: { input: { fileId: string }; output: DownloadFileResult }
  linkYoutube: { input: { projectId: string } & LinkYoutubeFields; output: LinkYoutubeResult }
  queryFiles: {
    input: { projectId: string } & QueryFilesFields & CursorQuery
    output: CursorPage<FileListItem>
  }
  listFiles: { input: { projectId: string }; output: File[] }
  resumeUpload: { input: { fileId: string }; output: ResumeUploadResult }
  retryGeneration: { input: { fileId: string }; output: RetryGenerationResult }
  retryProcessing: { input: { fileId: string }; output: RetryProcessingResult }
  setFileTag: { input: { fileId: string } & SetFileTagFields; output: void }
  startUpload: { input: { projectId: string } & StartUploadFields; output: StartUploadResult }
  startUploads: { input: { projectId: string } & StartUploadsFields; output: StartUploadsResult }
  updateFile: { input: { fileId: string } & UpdateFileFields; output: void }
  updateFiles: { input: { projectId: string } & UpdateFilesFields; output: void }
  createFolder: { input: { projectId: string } & CreateFolderFields; output: CreateFolderResult }
  deleteFolder: { input: { folderId: string } & DeleteFolderFields; output: void }
  listFolders: { input: { projectId: string }; output: Folder[] }
  updateFolder: { input: { folderId: string } & UpdateFolderFields; output: void }
  completeGenerationAttachment: {
    input: { generationAttachmentId: string } & CompleteGenerationAttachmentFields
    output: void
  }
  startGenerationAttachment: {
    input: { projectId: string } & StartGenerationAttachmentFields
    output: StartGenerationAttachmentResult
  }
  createInvitation: { input: CreateInvitationFields; output: CreateInvitationResult }
  deleteInvitation: { input: { invitationId: string }; output: void }
  listInvitations: { input: Record<never, never>; output: Invitation[] }
  addMembers: { input: { projectId: string } & AddMembersFields; output: AddMembersResult }
  listMembers: { input: { projectId: string }; output: ProjectMember[] }
  removeMember: { input: { memberId: string }; output: void }
  updateMember: { input: { memberId: string } & UpdateMemberFields; output: void }
  listModels: { input: Record<never, never>; output: Model[] }
  createPasskey: { input: CreatePasskeyFields; output: CreatePasskeyResult }
  deletePasskey: { input: { passkeyId: string }; output: void }
  listPasskeys: { input: Record<never, never>; output: Passkey[] }
  renamePasskey: { input: { passkeyId: string } & RenamePasskeyFields; output: void }
  startPasskey: { input: Record<never, never>; output: StartPasskeyResult }
  ping: { input: Record<never, never>; output: PingResult }
  cancelProjectDeletion: { input: { projectId: string }; output: void }
  createProject: { input: CreateProjectFields; output: CreateProjectResult }
  getProject: { input: { projectId: string }; output: Project }
  listProjects: { input: ListProjectsFields & CursorQuery; output: CursorPage<ProjectListItem> }
  scheduleProjectDeletion: { input: { projectId: string }; output: void }
  searchProjects: {
    input: SearchProjectsFields & { page?: number | undefined }
    output: NumberedPage<ProjectListItem>
  }
  updateProject: { input: { projectId: string } & UpdateProjectFields; output: void }
  createReaction: { input: { commentId: string } & CreateReactionFields; output: void }
  deleteReaction: { input: { commentId: string } & DeleteReactionFields; output: void }
  listReactions: { input: { commentId: string }; output: Reaction[] }
  endSession: { input: { sessionId: string }; output: void }
  listSessions: { input: Record<never, never>; output: Session[] }
  deleteSkillVersion: { input: { skillVersionId: string }; output: void }
  getSkillVersion: { input: { skillVersionId: string }; output: SkillVersion }
  publishSkillVersion: {
    input: { skillId: string } & PublishSkillVersionFields
    output: PublishSkillVersionResult
  }
  createSkill: { input: CreateSkillFields; output: CreateSkillResult }
  deleteSkill: { input: { skillId: string }; output: void }
  getSkill: { input: { skillId: string }; output: Skill }
  listSkills: { input: Record<never, never>; output: Skill[] }
  updateSkill: { input: { skillId: string } & UpdateSkillFields; output: void }
  createVersion: { input: { projectId: string } & CreateVersionFields; output: CreateVersionResult }
  deleteVersion: { input: { versionId: string }; output: void }
  getVersion: { input: { versionId: string }; output: VersionDetails }
  listVersions: {
    input: { projectId: string } & ListVersionsFields & { page?: number | undefined }
    output: NumberedPage<Version>
  }
  setVersionStatus: { input: { versionId: string } & SetVersionStatusFields; output: void }
  updateVersion: { input: { versionId: string } & UpdateVersionFields; output: void }
  listWebhookDeliveries: {
    input: { webhookId: string } & ListWebhookDeliveriesFields & CursorQuery
    output: CursorPage<WebhookDelivery>
  }
  redeliverWebhook: { input: { deliveryId: string }; output: RedeliverWebhookResult }
  createWebhook: { input: CreateWebhookFields; output: CreateWebhookResult }
  deleteWebhook: { input: { webhookId: string }; output: void }
  getWebhook: { input: { webhookId: string }; output: Webhook }
  listWebhooks: { input: Record<never, never>; output: Webhook[] }
  rotateWebhookSecret: { input: { webhookId: string }; output: RotateWebhookSecretResult }
  testWebhook: { input: { webhookId: string }; output: TestWebhookResult }
  updateWebhook: { input: { webhookId: string } & UpdateWebhookFields; output: void }
  removeWorkspaceAvatar: { input: Record<never, never>; output: void }
  updateWorkspace: { input: UpdateWorkspaceFields; output: void }
  listWorkspaceMembers: {
    input: ListWorkspaceMembersFields & CursorQuery
    output: CursorPage<WorkspaceMember>
  }
  removeWorkspaceMember: { input: { workspaceMemberId: string } & RemoveWorkspaceMemberFields; output: void }
  updateWorkspaceMember: { input: { workspaceMemberId: string } & UpdateWorkspaceMemberFields; output: void }
}
