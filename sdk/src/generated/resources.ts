// Made by `npm run generate` from the list of operations.

import type { CursorList, CursorPage, CursorQuery, NumberedList, NumberedPage } from '../lists.ts'
import type { CallOptions } from '../options.ts'
import type { Event } from './events.ts'
import type {
  AcceptDraftNoteFields,
  AcceptDraftNotesResult,
  AccessLink,
  Account,
  AddMembersFields,
  AddMembersResult,
  ApiKey,
  Archive,
  AuditEntry,
  CaptionsDetails,
  CheckPreview,
  CheckProfile,
  CheckProfileVersion,
  CheckSettings,
  Checks,
  Comment,
  CommentThread,
  CompleteCommentAttachmentFields,
  CompleteGenerationAttachmentFields,
  CompleteUploadFields,
  CompleteUploadsFields,
  CompleteUploadsResult,
  ConnectedApp,
  ConnectionActivity,
  CountNotificationsResult,
  CreateAccessLinkFields,
  CreateAccessLinkResult,
  CreateApiKeyFields,
  CreateApiKeyResult,
  CreateArchiveFields,
  CreateCaptionsFields,
  CreateCaptionsResult,
  CreateCheckProfileFields,
  CreateCheckProfileResult,
  CreateFileCommentFields,
  CreateFileCommentResult,
  CreateFindingCommentFields,
  CreateFindingCommentResult,
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
  CreateReviewRequestsFields,
  CreateReviewRequestsResult,
  CreateShareArchiveFields,
  CreateShareFields,
  CreateSkillExampleFields,
  CreateSkillExampleResult,
  CreateSkillFields,
  CreateSkillResult,
  CreateSkillReviewerFields,
  CreateVersionFields,
  CreateVersionResult,
  CreateWebhookFields,
  CreateWebhookResult,
  DeleteCheckProfileFields,
  DeleteCommentFields,
  DeleteFileFields,
  DeleteFilesFields,
  DeleteFolderFields,
  DeleteReactionFields,
  DeleteSkillFields,
  DeleteVersionFields,
  DismissDraftNoteFields,
  DownloadCommentAttachmentResult,
  DownloadFileResult,
  ExportAuditEntriesFields,
  ExportAuditEntriesResult,
  ExportChecksFields,
  ExportChecksResult,
  ExportCommentsFields,
  ExportCommentsResult,
  ExportVersionChecksFields,
  ExportVersionChecksResult,
  ExportVersionCommentsFields,
  ExportVersionCommentsResult,
  File,
  FileDetails,
  FileListItem,
  Folder,
  GenerateFileFields,
  GenerateFileResult,
  GetCaptionsTextFields,
  GetCaptionsTextResult,
  GetCheckProfileFields,
  GetMuteResult,
  GetNotificationLevelResult,
  GetPushSubscriptionResult,
  GetReceiptFields,
  GetReceiptResult,
  GiveVerdictFields,
  ImportCommentsFields,
  ImportCommentsResult,
  Inbox,
  Invitation,
  JoinAccessLinkFields,
  JoinAccessLinkResult,
  LinkYoutubeFields,
  LinkYoutubeResult,
  ListAuditEntriesFields,
  ListCaptionsResult,
  ListChangesFields,
  ListChangesResult,
  ListCheckProfilesFields,
  ListCheckProfileVersionsFields,
  ListConnectionActivityFields,
  ListEventsFields,
  ListFileCommentsFields,
  ListNotificationsFields,
  ListProjectCommentsFields,
  ListProjectsFields,
  ListRepliesFields,
  ListReviewsFields,
  ListShareGuestsFields,
  ListSkillEvaluationsResult,
  ListSkillExamplesResult,
  ListSkillReviewersResult,
  ListSkillReviewsResult,
  ListThreadsFields,
  ListTrashFields,
  ListVersionsFields,
  ListWebhookDeliveriesFields,
  ListWorkspaceMembersFields,
  ListWorkspaceTrashFields,
  LookAtShareFields,
  LookAtShareResult,
  Model,
  Notification,
  NotificationSettings,
  OpenShare,
  OpenShareFields,
  OpenShareResult,
  Passkey,
  PingResult,
  PreviewChecksFields,
  PreviewShareResult,
  Project,
  ProjectListItem,
  ProjectMember,
  PublishSkillVersionFields,
  PublishSkillVersionResult,
  QueryFilesFields,
  Reaction,
  ReadNotificationsFields,
  RecordSkillAnswerFields,
  RedeliverWebhookResult,
  RemoveAvatarFields,
  RemoveWorkspaceMemberFields,
  RenamePasskeyFields,
  ReportPresenceFields,
  ReportShareViewFields,
  RestoreFileResult,
  RestoreFilesFields,
  RestoreFilesResult,
  RestoreFolderResult,
  ResumeUploadResult,
  RetryGenerationResult,
  RetryProcessingResult,
  RetrySkillReviewFields,
  ReviewBudget,
  ReviewItem,
  ReviewRequest,
  RotateWebhookSecretResult,
  RunChecksFields,
  RunSkillEvaluationFields,
  RunSkillEvaluationResult,
  SearchFields,
  SearchProjectsFields,
  SearchResults,
  Session,
  SetCheckSettingsFields,
  SetFileTagFields,
  SetNotificationLevelFields,
  SetPushSubscriptionFields,
  SetReviewBudgetFields,
  SetVersionStatusFields,
  SetWorkspaceCheckSettingsFields,
  Share,
  ShareGuest,
  Skill,
  SkillEvaluationDetails,
  SkillReview,
  SkillReviewer,
  SkillVersion,
  StartFileCommentAttachmentFields,
  StartFileCommentAttachmentResult,
  StartGenerationAttachmentFields,
  StartGenerationAttachmentResult,
  StartPasskeyResult,
  StartProjectCommentAttachmentFields,
  StartProjectCommentAttachmentResult,
  StartSkillReviewFields,
  StartUploadFields,
  StartUploadResult,
  StartUploadsFields,
  StartUploadsResult,
  TestWebhookResult,
  TranscribeFileFields,
  TranscribeFileResult,
  TrashEntry,
  UpdateAccountFields,
  UpdateApiKeyFields,
  UpdateCheckProfileFields,
  UpdateCheckProfileResult,
  UpdateCommentFields,
  UpdateConnectedAppFields,
  UpdateFileFields,
  UpdateFilesFields,
  UpdateFolderFields,
  UpdateMemberFields,
  UpdateNotificationSettingsFields,
  UpdateProjectFields,
  UpdateShareFields,
  UpdateSkillExampleFields,
  UpdateSkillFields,
  UpdateSkillReviewerFields,
  UpdateVersionFields,
  UpdateWebhookFields,
  UpdateWorkspaceFields,
  UpdateWorkspaceMemberFields,
  UploadFromUrlFields,
  UploadFromUrlResult,
  Usage,
  VerdictRecord,
  Version,
  VersionDetails,
  ViewFileFields,
  ViewFileResult,
  WaiveFindingFields,
  Webhook,
  WebhookDelivery,
  WorkspaceMember,
} from './records.ts'

export interface AccessLinksMethods {
  /**
   * Create an access link that lets people join a project. Get the link to read its key.
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
   * Delete an access link. Nobody can join with it afterwards; guests who already joined keep their access.
   *
   * Scope `access-links:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `DELETE /api/project-access-links/:linkId`
   */
  delete(linkId: string, options?: CallOptions): Promise<void>

  /**
   * Get an access link. Its key is included if the credential also has the scope `access-links:read.key`.
   *
   * Scope `access-links:read`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit default.
   * `GET /api/project-access-links/:linkId`
   */
  get(linkId: string, options?: CallOptions): Promise<AccessLink>

  /**
   * Join a project with the key of an access link: as yourself, or as a guest if you send no credential.
   *
   * Scope `project-members:write`; rate limit tier 3.
   * `POST /api/access-links/join`
   */
  join(fields: JoinAccessLinkFields, options?: CallOptions): Promise<JoinAccessLinkResult>

  /**
   * List the access links of a project, oldest first.
   *
   * Scope `access-links:read`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit default.
   * `GET /api/projects/:projectId/access-links`
   */
  list(projectId: string, options?: CallOptions): Promise<AccessLink[]>

  /**
   * Replace the key of an access link. The old key stops working; guests who already joined keep their access. Get the link to read the new key.
   *
   * Scope `access-links:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `POST /api/project-access-links/:linkId/renew`
   */
  renew(linkId: string, options?: CallOptions): Promise<void>
}

export interface AccountMethods {
  /**
   * Get the account of the session and its workspaces.
   *
   * A browser session only; rate limit default.
   * `GET /api/account`
   */
  get(options?: CallOptions): Promise<Account>

  /**
   * Remove your avatar.
   *
   * A browser session only; rate limit tier 3.
   * `DELETE /api/account/avatar`
   */
  removeAvatar(fields?: RemoveAvatarFields, options?: CallOptions): Promise<void>

  /**
   * Change your names or password, or request another e-mail address. A new password ends all other sessions.
   *
   * A browser session only; rate limit tier 2.
   * `PATCH /api/account`
   */
  update(fields?: UpdateAccountFields, options?: CallOptions): Promise<void>
}

export interface ApiKeysMethods {
  /**
   * Create an API key. A program that uses it acts as you in this workspace. The key is shown only once.
   *
   * A browser session only; rate limit tier 3.
   * `POST /api/api-keys`
   */
  create(fields: CreateApiKeyFields, options?: CallOptions): Promise<CreateApiKeyResult>

  /**
   * List your API keys; administrators see those of the whole workspace. The keys themselves are never included.
   *
   * A browser session only; rate limit tier 3.
   * `GET /api/api-keys`
   */
  list(options?: CallOptions): Promise<ApiKey[]>

  /**
   * Revoke an API key of your own; administrators can revoke any key. All servers refuse it within a second.
   *
   * A browser session only; rate limit tier 3.
   * `DELETE /api/api-keys/:apiKeyId`
   */
  revoke(apiKeyId: string, options?: CallOptions): Promise<void>

  /**
   * Forbid or allow an API key to spend money, give verdicts or let people in. Administrators can forbid it for any key. All servers apply it within a second.
   *
   * A browser session only; rate limit tier 3.
   * `PATCH /api/api-keys/:apiKeyId`
   */
  update(apiKeyId: string, fields?: UpdateApiKeyFields, options?: CallOptions): Promise<void>
}

export interface ArchivesMethods {
  /**
   * Get a URL, valid for 24 hours, that downloads files, folders or a version as one ZIP. Its contents are fixed now.
   *
   * Scope `files:download`; any project role; rate limit tier 2.
   * `POST /api/projects/:projectId/archives`
   */
  create(projectId: string, fields?: CreateArchiveFields, options?: CallOptions): Promise<Archive>
}

export interface AuditMethods {
  /**
   * Get a URL, valid for 5 minutes, that exports the audit log of the workspace, oldest entry first, as CSV or as JSON lines. The export is itself an entry of the log.
   *
   * Scope `audit:read`; workspace role `ADMIN` or above; rate limit default.
   * `GET /api/audit/export`
   */
  export(fields?: ExportAuditEntriesFields, options?: CallOptions): Promise<ExportAuditEntriesResult>

  /**
   * List the audit log of the workspace in pages, newest first: who signed in, changed access or settings, deleted or downloaded something, from which address.
   *
   * Scope `audit:read`; workspace role `ADMIN` or above; rate limit default.
   * `GET /api/audit`
   */
  list(fields?: ListAuditEntriesFields, options?: CallOptions): CursorList<AuditEntry>
}

export interface CaptionsMethods {
  /**
   * Add captions to a video or audio file, from SRT, WebVTT or TTML.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/files/:fileId/captions`
   */
  create(fileId: string, fields: CreateCaptionsFields, options?: CallOptions): Promise<CreateCaptionsResult>

  /**
   * Delete captions for good. Those found in the file come back when it is processed again.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `DELETE /api/files/:fileId/captions/:captionId`
   */
  delete(fileId: string, captionId: string, options?: CallOptions): Promise<void>

  /**
   * Get captions with all their cues.
   *
   * Scope `files:read`; any project role; rate limit tier 4.
   * `GET /api/files/:fileId/captions/:captionId`
   */
  get(fileId: string, captionId: string, options?: CallOptions): Promise<CaptionsDetails>

  /**
   * Get captions as one text: WebVTT, SRT, or only the words.
   *
   * Scope `files:read`; any project role; rate limit tier 4.
   * `GET /api/files/:fileId/captions/:captionId/text`
   */
  getText(
    fileId: string,
    captionId: string,
    fields?: GetCaptionsTextFields,
    options?: CallOptions,
  ): Promise<GetCaptionsTextResult>

  /**
   * List the captions of a video or audio file: uploaded, found in the file, or transcribed.
   *
   * Scope `files:read`; any project role; rate limit tier 4.
   * `GET /api/files/:fileId/captions`
   */
  list(fileId: string, options?: CallOptions): Promise<ListCaptionsResult>

  /**
   * Transcribe a video or audio file by speech-to-text. Returns the id of the captions at once; List Captions shows their state.
   *
   * Scope `ai:generate`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 2.
   * `POST /api/files/:fileId/captions.transcribe`
   */
  transcribe(
    fileId: string,
    fields?: TranscribeFileFields,
    options?: CallOptions,
  ): Promise<TranscribeFileResult>
}

export interface CheckProfilesMethods {
  /**
   * Create a check profile for the workspace, by its administrators, or for one project, by its managers. Its rules are version 1.
   *
   * Scope `projects:write`; rate limit tier 3.
   * `POST /api/check-profiles`
   */
  create(fields: CreateCheckProfileFields, options?: CallOptions): Promise<CreateCheckProfileResult>

  /**
   * Delete a check profile. While projects or the workspace use it, name a replacement for them. Results of earlier checks stay.
   *
   * Scope `projects:write`; rate limit tier 3.
   * `DELETE /api/check-profiles/:profileId`
   */
  delete(profileId: string, fields?: DeleteCheckProfileFields, options?: CallOptions): Promise<void>

  /**
   * Get a check profile with its rules, also those of an earlier version.
   *
   * Scope `projects:read`; rate limit default.
   * `GET /api/check-profiles/:profileId`
   */
  get(profileId: string, fields?: GetCheckProfileFields, options?: CallOptions): Promise<CheckProfile>

  /**
   * List the check profiles that can be chosen: the built-in ones, those of the workspace by name and, with `projectId`, those of the project.
   *
   * Scope `projects:read`; rate limit default.
   * `GET /api/check-profiles`
   */
  list(fields?: ListCheckProfilesFields, options?: CallOptions): Promise<CheckProfile[]>

  /**
   * List the versions of a check profile, newest first. Built-in ones have none.
   *
   * Scope `projects:read`; rate limit default.
   * `GET /api/check-profiles/:profileId/versions`
   */
  listVersions(
    profileId: string,
    fields?: ListCheckProfileVersionsFields,
    options?: CallOptions,
  ): NumberedList<CheckProfileVersion>

  /**
   * Rename a check profile, or change its rules as a new version. Files that are already checked keep their findings until their checks run again.
   *
   * Scope `projects:write`; rate limit tier 3.
   * `PATCH /api/check-profiles/:profileId`
   */
  update(
    profileId: string,
    fields?: UpdateCheckProfileFields,
    options?: CallOptions,
  ): Promise<UpdateCheckProfileResult>
}

export interface CheckSettingsMethods {
  /**
   * Read which check profile judges the new files of a project, and where that is set.
   *
   * Scope `projects:read`; any project role; rate limit default.
   * `GET /api/projects/:projectId/check-settings`
   */
  get(projectId: string, options?: CallOptions): Promise<CheckSettings>

  /**
   * Read which check profile judges the new files of projects that have not chosen one.
   *
   * Scope `projects:read`; rate limit default.
   * `GET /api/workspace/check-settings`
   */
  getWorkspace(options?: CallOptions): Promise<CheckSettings>

  /**
   * Choose the check profile of a project, or switch its checks off.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `PUT /api/projects/:projectId/check-settings`
   */
  set(projectId: string, fields: SetCheckSettingsFields, options?: CallOptions): Promise<void>

  /**
   * Choose the check profile for projects that have not chosen one, or switch checks off for them.
   *
   * Scope `projects:write`; workspace role `ADMIN` or above; rate limit tier 3.
   * `PUT /api/workspace/check-settings`
   */
  setWorkspace(fields: SetWorkspaceCheckSettingsFields, options?: CallOptions): Promise<void>
}

export interface ChecksMethods {
  /**
   * Make a finding a comment on its frames, time or page.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `POST /api/files/:fileId/findings/:findingId/comment`
   */
  comment(
    fileId: string,
    findingId: string,
    fields?: CreateFindingCommentFields,
    options?: CallOptions,
  ): Promise<CreateFindingCommentResult>

  /**
   * Export the checks of a file for pipelines, as JUnit XML, SARIF or JSON.
   *
   * Scope `files:read`; any project role; rate limit default.
   * `GET /api/files/:fileId/checks.export`
   */
  export(fileId: string, fields?: ExportChecksFields, options?: CallOptions): Promise<ExportChecksResult>

  /**
   * Export the checks of all files of a version for pipelines, as JUnit XML, SARIF or JSON.
   *
   * Scope `files:read`; any project role; rate limit default.
   * `GET /api/versions/:versionId/checks.export`
   */
  exportVersion(
    versionId: string,
    fields?: ExportVersionChecksFields,
    options?: CallOptions,
  ): Promise<ExportVersionChecksResult>

  /**
   * Get the automatic checks of a file: outcome of each rule, and findings with frames and waivers.
   *
   * Scope `files:read`; any project role; rate limit tier 4.
   * `GET /api/files/:fileId/checks`
   */
  get(fileId: string, options?: CallOptions): Promise<Checks>

  /**
   * Judge a measured file by the given rules, without storing the result.
   *
   * Scope `files:read`; any project role; rate limit tier 3.
   * `POST /api/files/:fileId/checks.preview`
   */
  preview(fileId: string, fields: PreviewChecksFields, options?: CallOptions): Promise<CheckPreview>

  /**
   * Check a file again, by the check profile of its project or another one. A measured file is judged at once; another one is measured first.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 2.
   * `POST /api/files/:fileId/checks.run`
   */
  run(fileId: string, fields?: RunChecksFields, options?: CallOptions): Promise<Checks>

  /**
   * Delete the waivers of a finding. It is open again, on all revisions for which they held.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `DELETE /api/files/:fileId/findings/:findingId/waive`
   */
  unwaive(fileId: string, findingId: string, options?: CallOptions): Promise<void>

  /**
   * Accept a finding, with a reason. The waiver holds for later revisions of the file where the same finding stands.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/files/:fileId/findings/:findingId/waive`
   */
  waive(fileId: string, findingId: string, fields: WaiveFindingFields, options?: CallOptions): Promise<void>
}

export interface CommentAttachmentsMethods {
  /**
   * Complete the upload of an attachment from its parts. Can be repeated with the same parts.
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
   * Delete an attachment that you uploaded, complete or not, and that no comment uses.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `DELETE /api/comment-attachments/:attachmentId`
   */
  delete(attachmentId: string, options?: CallOptions): Promise<void>

  /**
   * Get a download URL for an attachment, valid for at least an hour, for guests of a share for minutes. Until a comment uses the attachment, only its uploader can see it.
   *
   * Scope `comments:download`; any project role; rate limit tier 4.
   * `GET /api/comment-attachments/:attachmentId/download`
   */
  download(attachmentId: string, options?: CallOptions): Promise<DownloadCommentAttachmentResult>

  /**
   * Start the upload of an attachment for a comment on a file. PUT each part, then complete the upload.
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
   * Start the upload of an attachment for a comment on a project. PUT each part, then complete the upload.
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
   * Comment on a file, optionally at a time, a page or a range and with a drawing, or reply to a comment on the file.
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
   * Move a comment to the trash. If it has replies, the thread stays and only the content of the comment is deleted. It can be restored until it is purged, 30 days later by default.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `DELETE /api/comments/:commentId`
   */
  delete(commentId: string, fields?: DeleteCommentFields, options?: CallOptions): Promise<void>

  /**
   * Get a URL, valid for 5 minutes, that exports the comments of a file for DaVinci Resolve (edl), Premiere Pro (xmeml), Media Composer (avid, avid-xml), Final Cut Pro (fcpxml), OpenTimelineIO (otio), RV (otio-rv), players (srt, vtt), spreadsheets (csv), programs (json) or people (txt, pdf).
   *
   * Scope `comments:download`; any project role; rate limit default.
   * `GET /api/files/:fileId/comments.export`
   */
  export(fileId: string, fields: ExportCommentsFields, options?: CallOptions): Promise<ExportCommentsResult>

  /**
   * Get a URL, valid for 5 minutes, that exports the comments on the videos and audio of a version as one timeline, in the order of its files, or those on all its files as a PDF report.
   *
   * Scope `comments:download`; any project role; rate limit default.
   * `GET /api/versions/:versionId/comments.export`
   */
  exportVersion(
    versionId: string,
    fields: ExportVersionCommentsFields,
    options?: CallOptions,
  ): Promise<ExportVersionCommentsResult>

  /**
   * Get a comment. A comment that was deleted while it had replies is still returned, without content.
   *
   * Scope `comments:read`; any project role; rate limit tier 4.
   * `GET /api/comments/:commentId`
   */
  get(commentId: string, options?: CallOptions): Promise<Comment>

  /**
   * Import the markers of an editing program as comments on a video or audio file, or preview what an import would do. A marker that is on the file already is not imported again.
   *
   * Scope `comments:write`; any project role; rate limit tier 2.
   * `POST /api/files/:fileId/comments.import`
   */
  import(fileId: string, fields: ImportCommentsFields, options?: CallOptions): Promise<ImportCommentsResult>

  /**
   * List the top-level comments on a file, by creation time or by anchor.
   *
   * Sorted by ascending time, the list starts at the newest page and continues to older ones, like a chat.
   *
   * Scope `comments:read`; any project role; rate limit tier 4.
   * `QUERY /api/files/:fileId/comments`
   */
  listOnFile(fileId: string, fields?: ListFileCommentsFields, options?: CallOptions): CursorList<Comment>

  /**
   * List the top-level comments on a project. Comments on its files are listed by file.
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
   * List the replies to a comment, oldest first, starting at the newest page.
   *
   * Sorted by ascending time, the list starts at the newest page and continues to older ones, like a chat.
   *
   * Scope `comments:read`; any project role; rate limit tier 4.
   * `QUERY /api/comments/:commentId/replies`
   */
  listReplies(commentId: string, fields?: ListRepliesFields, options?: CallOptions): CursorList<Comment>

  /**
   * List the comments on a file with their newest replies, in the order of the file.
   *
   * Scope `comments:read`; any project role; rate limit tier 4.
   * `QUERY /api/files/:fileId/threads`
   */
  listThreads(fileId: string, fields?: ListThreadsFields, options?: CallOptions): CursorList<CommentThread>

  /**
   * Reopen a resolved thread. An open thread stays open.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `POST /api/comments/:commentId/reopen`
   */
  reopen(commentId: string, options?: CallOptions): Promise<void>

  /**
   * Resolve a thread by its top-level comment. A resolved thread stays resolved.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `POST /api/comments/:commentId/resolve`
   */
  resolve(commentId: string, options?: CallOptions): Promise<void>

  /**
   * Restore a deleted comment, with its attachments and reactions. A reply returns to its thread. Its author and managers may.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `POST /api/comments/:trashedCommentId/restore`
   */
  restore(trashedCommentId: string, options?: CallOptions): Promise<void>

  /**
   * Change the text, the place or the drawing of your own comment. null clears a field.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `PATCH /api/comments/:commentId`
   */
  update(commentId: string, fields?: UpdateCommentFields, options?: CallOptions): Promise<void>
}

export interface ConnectedAppsMethods {
  /**
   * Disconnect an app. All servers refuse its tokens within a second.
   *
   * A browser session only; rate limit tier 3.
   * `DELETE /api/connected-apps/:connectedAppId`
   */
  disconnect(connectedAppId: string, options?: CallOptions): Promise<void>

  /**
   * List the apps that are connected to the account in all workspaces, most recently used first.
   *
   * A browser session only; rate limit default.
   * `GET /api/connected-apps`
   */
  list(options?: CallOptions): Promise<ConnectedApp[]>

  /**
   * Forbid or allow an app to spend money, give verdicts or let people in. All servers apply it within a second.
   *
   * A browser session only; rate limit tier 3.
   * `PATCH /api/connected-apps/:connectedAppId`
   */
  update(connectedAppId: string, fields?: UpdateConnectedAppFields, options?: CallOptions): Promise<void>
}

export interface ConnectionsMethods {
  /**
   * List what an API key or a connected app did, newest first, for as long as events are stored. Administrators see the keys of the whole workspace; of other people, only what happened in projects that they see.
   *
   * A browser session only; rate limit default.
   * `GET /api/connections/:connectionId/activity`
   */
  activity(
    connectionId: string,
    fields?: ListConnectionActivityFields,
    options?: CallOptions,
  ): CursorList<ConnectionActivity>
}

export interface DraftNotesMethods {
  /**
   * Accept a draft note: it becomes a comment by the caller, marked with the skill and its version. Connected apps cannot.
   *
   * Scope `comments:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 4.
   * `POST /api/draft-notes/:draftNoteId/accept`
   */
  accept(draftNoteId: string, fields?: AcceptDraftNoteFields, options?: CallOptions): Promise<Comment>

  /**
   * Accept all draft notes of a review that are not decided yet, as they are. Connected apps cannot.
   *
   * Scope `comments:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/skill-reviews/:skillReviewId/accept`
   */
  acceptAll(skillReviewId: string, options?: CallOptions): Promise<AcceptDraftNotesResult>

  /**
   * Dismiss a draft note. The skill reads the reason with the next revision. Connected apps cannot.
   *
   * Scope `comments:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 4.
   * `POST /api/draft-notes/:draftNoteId/dismiss`
   */
  dismiss(draftNoteId: string, fields: DismissDraftNoteFields, options?: CallOptions): Promise<void>
}

export interface EventsMethods {
  /**
   * List what happened in all projects that you see, oldest first, with a sentence and a link for each event. Pass `cursor` on as `after` to continue.
   *
   * Scope `projects:read`; rate limit default.
   * `QUERY /api/events`
   */
  changes(fields?: ListChangesFields, options?: CallOptions): Promise<ListChangesResult>

  /**
   * List the events of a project, oldest first. To receive events as they happen, GET the same path as a stream.
   *
   * Scope `projects:read`; any project role; rate limit default.
   * `QUERY /api/projects/:projectId/events`
   */
  list(projectId: string, fields?: ListEventsFields, options?: CallOptions): CursorList<Event>
}

export interface FilesMethods {
  /**
   * Abort an upload. Deletes its parts and the file.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/files/:fileId/upload.abort`
   */
  abortUpload(fileId: string, options?: CallOptions): Promise<void>

  /**
   * Cancel the generation of a file, unless its result is already being stored. A result that the provider still delivers is discarded.
   *
   * Scope `ai:generate`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 2.
   * `POST /api/files/:fileId/generate.cancel`
   */
  cancelGeneration(fileId: string, options?: CallOptions): Promise<void>

  /**
   * Complete the upload of a file from its parts. Can be repeated with the same parts.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/files/:fileId/upload.complete`
   */
  completeUpload(fileId: string, fields: CompleteUploadFields, options?: CallOptions): Promise<void>

  /**
   * Complete up to 100 uploads. Each file succeeds or fails on its own. Can be repeated with the same parts.
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
   * Move a file and its comments to the trash. Other revisions of the file stay. It can be restored until it is purged, 30 days later by default.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit default.
   * `DELETE /api/files/:fileId`
   */
  delete(fileId: string, fields?: DeleteFileFields, options?: CallOptions): Promise<void>

  /**
   * Move up to 100 files and their comments to the trash. Deletes nothing if one of the files is unknown. They can be restored until they are purged, 30 days later by default.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit default.
   * `POST /api/projects/:projectId/files/delete`
   */
  deleteMany(projectId: string, fields: DeleteFilesFields, options?: CallOptions): Promise<void>

  /**
   * Generate a file with a model. Returns the id of the file at once; Get File shows the progress.
   *
   * Scope `ai:generate`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 2.
   * `POST /api/projects/:projectId/files/upload.generate`
   */
  generate(projectId: string, fields: GenerateFileFields, options?: CallOptions): Promise<GenerateFileResult>

  /**
   * Get a file with its status, previews, author and revision.
   *
   * Scope `files:read`; any project role; rate limit tier 4.
   * `GET /api/files/:fileId`
   */
  get(fileId: string, options?: CallOptions): Promise<FileDetails>

  /**
   * Get a download URL for a file, valid for at least an hour, for guests of a share for minutes. It supports range requests and keeps the file name.
   *
   * Scope `files:download`; any project role; rate limit default.
   * `GET /api/files/:fileId/download`
   */
  getDownloadUrl(fileId: string, options?: CallOptions): Promise<DownloadFileResult>

  /**
   * Add a YouTube video as a file. The video stays on YouTube.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/projects/:projectId/files/upload.youtube`
   */
  linkYoutube(projectId: string, fields: LinkYoutubeFields, options?: CallOptions): Promise<LinkYoutubeResult>

  /**
   * List the files of a project in pages, newest first or sorted. With a keyword, the best matches come first.
   *
   * Scope `files:read`; any project role; rate limit default.
   * `QUERY /api/projects/:projectId/files`
   */
  list(projectId: string, fields?: QueryFilesFields, options?: CallOptions): CursorList<FileListItem>

  /**
   * List all files of a project, sorted by `order`. Use QUERY to filter or to read pages.
   *
   * Scope `files:read`; any project role; rate limit default.
   * `GET /api/projects/:projectId/files`
   */
  listAll(projectId: string, options?: CallOptions): Promise<File[]>

  /**
   * Restore a deleted file with its comments, to its folder and its versions. If the folder is gone, it returns to the root of the project.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit default.
   * `POST /api/files/:trashedFileId/restore`
   */
  restore(trashedFileId: string, options?: CallOptions): Promise<RestoreFileResult>

  /**
   * Restore up to 100 deleted files with their comments, to their folders and versions. If a folder is gone, its files return to the root of the project. Restores nothing if one of the files is not in the trash.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit default.
   * `POST /api/projects/:projectId/files/restore`
   */
  restoreMany(
    projectId: string,
    fields: RestoreFilesFields,
    options?: CallOptions,
  ): Promise<RestoreFilesResult>

  /**
   * Resume an upload. Returns new URLs for all parts, and the parts that are already stored.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/files/:fileId/upload.resume`
   */
  resumeUpload(fileId: string, options?: CallOptions): Promise<ResumeUploadResult>

  /**
   * Retry a failed or cancelled generation with the same prompt, attachments and settings.
   *
   * Scope `ai:generate`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 2.
   * `POST /api/files/:fileId/generate.retry`
   */
  retryGeneration(fileId: string, options?: CallOptions): Promise<RetryGenerationResult>

  /**
   * Retry failed processing of a file. Makes only the previews that are missing.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 2.
   * `POST /api/files/:fileId/process.retry`
   */
  retryProcessing(fileId: string, options?: CallOptions): Promise<RetryProcessingResult>

  /**
   * Set the tag of a file. Every tag can change to every other.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit default.
   * `PATCH /api/files/:fileId/tag`
   */
  setTag(fileId: string, fields: SetFileTagFields, options?: CallOptions): Promise<void>

  /**
   * Start the upload of a file. PUT each part, ceil(size / parts) bytes except for the last, then complete the upload.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/projects/:projectId/files/upload.multipart`
   */
  startUpload(projectId: string, fields: StartUploadFields, options?: CallOptions): Promise<StartUploadResult>

  /**
   * Start the upload of up to 100 files. Each file succeeds or fails on its own.
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
   * Rename, describe, move or reorder a file, or change whether restricted reviewers can see it.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit default.
   * `PATCH /api/files/:fileId`
   */
  update(fileId: string, fields?: UpdateFileFields, options?: CallOptions): Promise<void>

  /**
   * Tag or move up to 100 files, or change whether restricted reviewers can see them. Changes nothing if one of the files is unknown.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit default.
   * `PATCH /api/projects/:projectId/files`
   */
  updateMany(projectId: string, fields: UpdateFilesFields, options?: CallOptions): Promise<void>

  /**
   * Add a file from an address on the public network. The server downloads it in the background: the file is UPLOADING until it is complete, or FAILED with the reason.
   *
   * Scope `files:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 2.
   * `POST /api/projects/:projectId/files/upload.url`
   */
  uploadFromUrl(
    projectId: string,
    fields: UploadFromUrlFields,
    options?: CallOptions,
  ): Promise<UploadFromUrlResult>

  /**
   * Look at a file: exact frames of a video, pages of a document with their text, an image, the waveform of audio, a 3D model from six sides. Returns JPEG images in base64.
   *
   * Scope `files:read`; any project role; rate limit tier 2.
   * `QUERY /api/files/:fileId/view`
   */
  view(fileId: string, fields?: ViewFileFields, options?: CallOptions): Promise<ViewFileResult>
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
   * Move an empty folder to the trash or, with `recursive`, a folder and everything in it. It can be restored until it is purged, 30 days later by default.
   *
   * Scope `folders:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `DELETE /api/folders/:folderId`
   */
  delete(folderId: string, fields?: DeleteFolderFields, options?: CallOptions): Promise<void>

  /**
   * List all folders of a project: parents before children, siblings by name. Restricted reviewers see only the folders that lead to files marked for them.
   *
   * Scope `folders:read`; any project role; rate limit default.
   * `GET /api/projects/:projectId/folders`
   */
  list(projectId: string, options?: CallOptions): Promise<Folder[]>

  /**
   * Restore a deleted folder with everything in it. It returns to its place, or to the root of the project when that is gone; if its name was taken meanwhile, it gets a number.
   *
   * Scope `folders:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/folders/:trashedFolderId/restore`
   */
  restore(trashedFolderId: string, options?: CallOptions): Promise<RestoreFolderResult>

  /**
   * Rename a folder, or move it with everything in it.
   *
   * Scope `folders:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `PATCH /api/folders/:folderId`
   */
  update(folderId: string, fields?: UpdateFolderFields, options?: CallOptions): Promise<void>
}

export interface GenerationAttachmentsMethods {
  /**
   * Complete the upload of a generation attachment from its parts. Can be repeated with the same parts.
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
   * Start the upload of a reference for generation that is not a file of the project. PUT each part, then complete the upload. Unused references are deleted after 7 days.
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

export interface InboxMethods {
  /**
   * Read what waits for you: reviews to give a verdict on, unresolved mentions, unanswered comments on your uploads, running generations, and your recent projects.
   *
   * Scope `projects:read`; rate limit default.
   * `GET /api/inbox`
   */
  get(options?: CallOptions): Promise<Inbox>
}

export interface InvitationsMethods {
  /**
   * Invite someone to the workspace by e-mail address. A new invitation replaces an older one to the same address.
   *
   * A browser session only; workspace role `ADMIN` or above; rate limit tier 3.
   * `POST /api/workspace/invitations`
   */
  create(fields: CreateInvitationFields, options?: CallOptions): Promise<CreateInvitationResult>

  /**
   * Withdraw an invitation. Its link stops working.
   *
   * A browser session only; workspace role `ADMIN` or above; rate limit tier 3.
   * `DELETE /api/workspace/invitations/:invitationId`
   */
  delete(invitationId: string, options?: CallOptions): Promise<void>

  /**
   * List the pending invitations to the workspace, oldest first.
   *
   * A browser session only; workspace role `ADMIN` or above; rate limit default.
   * `GET /api/workspace/invitations`
   */
  list(options?: CallOptions): Promise<Invitation[]>
}

export interface MembersMethods {
  /**
   * Add users of the workspace to a project. Adds nobody if one of them cannot be added.
   *
   * Scope `project-members:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `POST /api/projects/:projectId/members`
   */
  add(projectId: string, fields: AddMembersFields, options?: CallOptions): Promise<AddMembersResult>

  /**
   * List all members of a project in the order in which they joined.
   *
   * Scope `project-members:read`; any project role; rate limit default.
   * `GET /api/projects/:projectId/members`
   */
  list(projectId: string, options?: CallOptions): Promise<ProjectMember[]>

  /**
   * Remove a member from a project, or leave the project yourself. The owner cannot be removed.
   *
   * Scope `project-members:write`; any project role; rate limit tier 3.
   * `DELETE /api/project-members/:memberId`
   */
  remove(memberId: string, options?: CallOptions): Promise<void>

  /**
   * Change the role of a project member.
   *
   * Scope `project-members:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `PATCH /api/project-members/:memberId`
   */
  update(memberId: string, fields: UpdateMemberFields, options?: CallOptions): Promise<void>
}

export interface ModelsMethods {
  /**
   * List the models that generate files, with their settings and limits.
   *
   * Scope `ai:generate`; rate limit default.
   * `GET /api/models`
   */
  list(options?: CallOptions): Promise<Model[]>
}

export interface NotificationsMethods {
  /**
   * Count your unread notifications.
   *
   * Scope `projects:read`; rate limit tier 4.
   * `GET /api/notifications/count`
   */
  count(options?: CallOptions): Promise<CountNotificationsResult>

  /**
   * Read what you hear of in a project.
   *
   * Scope `projects:read`; any project role; rate limit default.
   * `GET /api/projects/:projectId/notification-level`
   */
  getLevel(projectId: string, options?: CallOptions): Promise<GetNotificationLevelResult>

  /**
   * Read whether you have muted a file.
   *
   * Scope `projects:read`; any project role; rate limit default.
   * `GET /api/files/:fileId/mute`
   */
  getMute(fileId: string, options?: CallOptions): Promise<GetMuteResult>

  /**
   * Read how often you get mail about notifications, and where it goes.
   *
   * Scope `projects:read`; rate limit tier 4.
   * `GET /api/notification-settings`
   */
  getSettings(options?: CallOptions): Promise<NotificationSettings>

  /**
   * List your notifications, newest first. What you may no longer see is left out.
   *
   * Scope `projects:read`; rate limit default.
   * `QUERY /api/notifications`
   */
  list(fields?: ListNotificationsFields, options?: CallOptions): CursorList<Notification>

  /**
   * Stop notifications about a file and all of its revisions, also of mentions.
   *
   * Scope `projects:write`; any project role; rate limit tier 4.
   * `PUT /api/files/:fileId/mute`
   */
  muteFile(fileId: string, options?: CallOptions): Promise<void>

  /**
   * Mark your notifications as read: single ones, those about a file, or all up to a time.
   *
   * Scope `projects:write`; rate limit tier 4.
   * `POST /api/notifications/read`
   */
  read(fields?: ReadNotificationsFields, options?: CallOptions): Promise<void>

  /**
   * Choose what you hear of in a project.
   *
   * Scope `projects:write`; any project role; rate limit tier 4.
   * `PUT /api/projects/:projectId/notification-level`
   */
  setLevel(projectId: string, fields: SetNotificationLevelFields, options?: CallOptions): Promise<void>

  /**
   * Receive notifications about a file again.
   *
   * Scope `projects:write`; any project role; rate limit tier 4.
   * `DELETE /api/files/:fileId/mute`
   */
  unmuteFile(fileId: string, options?: CallOptions): Promise<void>

  /**
   * Choose how often you get mail about notifications.
   *
   * Scope `projects:write`; rate limit tier 4.
   * `PATCH /api/notification-settings`
   */
  updateSettings(fields?: UpdateNotificationSettingsFields, options?: CallOptions): Promise<void>
}

export interface OpenShareMethods {
  /**
   * Get a URL, valid for 24 hours, that downloads files of the share, or all of them, as one ZIP. It ends when the share ends or changes.
   *
   * A token of a share guest only; rate limit tier 2.
   * `POST /api/share/archives`
   */
  createArchive(fields?: CreateShareArchiveFields, options?: CallOptions): Promise<Archive>

  /**
   * Get the share that you have opened: what it shows, in order, and what you may do.
   *
   * A token of a share guest only; rate limit default.
   * `GET /api/share`
   */
  get(options?: CallOptions): Promise<OpenShare>

  /**
   * Report that you opened a file of the share or, with `watched`, how far you got in it.
   *
   * A token of a share guest only; rate limit default.
   * `POST /api/share/views`
   */
  reportView(fields: ReportShareViewFields, options?: CallOptions): Promise<void>
}

export interface PasskeysMethods {
  /**
   * Add a passkey that the browser created, for signing in.
   *
   * A browser session only; rate limit tier 3.
   * `POST /api/account/passkeys`
   */
  create(fields: CreatePasskeyFields, options?: CallOptions): Promise<CreatePasskeyResult>

  /**
   * Delete a passkey. It can no longer be used to sign in; sessions started with it continue.
   *
   * A browser session only; rate limit tier 3.
   * `DELETE /api/account/passkeys/:passkeyId`
   */
  delete(passkeyId: string, options?: CallOptions): Promise<void>

  /**
   * List the passkeys of the account, oldest first.
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
   * Start adding a passkey. Returns the options that the browser needs to create it.
   *
   * A browser session only; rate limit tier 3.
   * `POST /api/account/passkeys.start`
   */
  start(options?: CallOptions): Promise<StartPasskeyResult>
}

export interface PresenceMethods {
  /**
   * Report that a person is looking at a file, every 5 seconds, or has left it. The event streams of the people who look at the same file get a `presence` signal.
   *
   * A browser session only; any project role; rate limit default.
   * `PUT /api/files/:fileId/presence`
   */
  report(fileId: string, fields: ReportPresenceFields, options?: CallOptions): Promise<void>
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
   * List the projects that you can see, newest first or sorted. With a keyword, the best matches come first.
   *
   * Scope `projects:read`; rate limit default.
   * `QUERY /api/projects`
   */
  list(fields?: ListProjectsFields, options?: CallOptions): CursorList<ProjectListItem>

  /**
   * Schedule the deletion of a project and everything in it in 7 days. Until then the project works as before.
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
   * Change a project. Omitted fields stay as they are; null clears a field.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit default.
   * `PATCH /api/projects/:projectId`
   */
  update(projectId: string, fields?: UpdateProjectFields, options?: CallOptions): Promise<void>
}

export interface PushSubscriptionMethods {
  /**
   * Send no more notifications to this browser.
   *
   * A browser session only; rate limit tier 4.
   * `DELETE /api/push-subscription`
   */
  delete(options?: CallOptions): Promise<void>

  /**
   * Get the push subscription of this browser, and the key to create one with.
   *
   * A browser session only; rate limit default.
   * `GET /api/push-subscription`
   */
  get(options?: CallOptions): Promise<GetPushSubscriptionResult>

  /**
   * Send notifications to this browser. Replaces its earlier subscription; it ends with the session. A person has at most 20: the one that was set first is deleted.
   *
   * A browser session only; rate limit tier 4.
   * `PUT /api/push-subscription`
   */
  set(fields: SetPushSubscriptionFields, options?: CallOptions): Promise<void>
}

export interface ReactionsMethods {
  /**
   * React to a comment with an emoji. Each user can add an emoji to a comment once.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `POST /api/comments/:commentId/reactions`
   */
  create(commentId: string, fields: CreateReactionFields, options?: CallOptions): Promise<void>

  /**
   * Remove your own reaction from a comment.
   *
   * Scope `comments:write`; any project role; rate limit tier 4.
   * `DELETE /api/comments/:commentId/reactions`
   */
  delete(commentId: string, fields: DeleteReactionFields, options?: CallOptions): Promise<void>

  /**
   * List the reactions to a comment: each emoji with the users who added it.
   *
   * Scope `comments:read`; any project role; rate limit tier 4.
   * `GET /api/comments/:commentId/reactions`
   */
  list(commentId: string, options?: CallOptions): Promise<Reaction[]>
}

export interface ReviewRequestsMethods {
  /**
   * Ask people for their verdict on a version: users, or everybody who joined by an access link or will. Asking again changes the due date and the message.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/versions/:versionId/review-requests`
   */
  create(
    versionId: string,
    fields?: CreateReviewRequestsFields,
    options?: CallOptions,
  ): Promise<CreateReviewRequestsResult>

  /**
   * Stop asking a person to review a version, or decline a review that you were asked for. A verdict stays.
   *
   * Scope `projects:write`; any project role; rate limit tier 3.
   * `DELETE /api/review-requests/:reviewRequestId`
   */
  delete(reviewRequestId: string, options?: CallOptions): Promise<void>

  /**
   * List the people who were asked to review a version, with the state of each.
   *
   * Scope `projects:read`; any project role; rate limit default.
   * `GET /api/versions/:versionId/review-requests`
   */
  list(versionId: string, options?: CallOptions): Promise<ReviewRequest[]>

  /**
   * Record that you have opened a version that you were asked to review. Without a request it changes nothing.
   *
   * Scope `projects:write`; any project role; rate limit tier 4.
   * `POST /api/versions/:versionId/seen`
   */
  markSeen(versionId: string, options?: CallOptions): Promise<void>

  /**
   * Remind a reviewer of a review, at most once an hour.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/review-requests/:reviewRequestId/remind`
   */
  remind(reviewRequestId: string, options?: CallOptions): Promise<void>
}

export interface ReviewsMethods {
  /**
   * List the versions of all projects that you can see by status, the newest first: what waits for a review everywhere.
   *
   * Scope `projects:read`; rate limit default.
   * `GET /api/reviews`
   */
  list(fields?: ListReviewsFields, options?: CallOptions): Promise<ReviewItem[]>
}

export interface SearchMethods {
  /**
   * Search projects, files, comments, captions and skills by keyword, among all that you can see. Archived projects and what is in them are not searched unless you ask for it.
   *
   * Scope `projects:read`; rate limit default.
   * `QUERY /api/search`
   */
  find(fields: SearchFields, options?: CallOptions): Promise<SearchResults>
}

export interface SessionsMethods {
  /**
   * End a session. All servers refuse it within a second.
   *
   * A browser session only; rate limit tier 3.
   * `DELETE /api/account/sessions/:sessionId`
   */
  end(sessionId: string, options?: CallOptions): Promise<void>

  /**
   * List the sessions of the account in all workspaces, newest first.
   *
   * A browser session only; rate limit default.
   * `GET /api/account/sessions`
   */
  list(options?: CallOptions): Promise<Session[]>
}

export interface SharesMethods {
  /**
   * Create a share: one link that shows chosen files, folders and versions to anybody who has it.
   *
   * Scope `shares:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `POST /api/projects/:projectId/shares`
   */
  create(projectId: string, fields: CreateShareFields, options?: CallOptions): Promise<Share>

  /**
   * Delete a share with the record of who opened it. It ends for all guests; what they wrote and uploaded stays.
   *
   * Scope `shares:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `DELETE /api/shares/:shareId`
   */
  delete(shareId: string, options?: CallOptions): Promise<void>

  /**
   * End a share for all guests at once. Its link shows nothing any more; what guests wrote and uploaded stays.
   *
   * Scope `shares:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `POST /api/shares/:shareId/end`
   */
  end(shareId: string, options?: CallOptions): Promise<void>

  /**
   * End a share for one guest at once. What they wrote and uploaded stays. They can open the link again unless it has a password that they do not know, or is ended.
   *
   * Scope `shares:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `DELETE /api/shares/:shareId/guests/:guestId`
   */
  endForGuest(shareId: string, guestId: string, options?: CallOptions): Promise<void>

  /**
   * Get a share. Its link is included if the credential also has the scope `shares:write`.
   *
   * Scope `shares:read`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit default.
   * `GET /api/shares/:shareId`
   */
  get(shareId: string, options?: CallOptions): Promise<Share>

  /**
   * List the shares of a project, newest first, with those that have ended.
   *
   * Scope `shares:read`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit default.
   * `GET /api/projects/:projectId/shares`
   */
  list(projectId: string, options?: CallOptions): Promise<Share[]>

  /**
   * List who opened a share, what they opened, when, and how far they watched. Newest guests first.
   *
   * Scope `shares:read`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit default.
   * `GET /api/shares/:shareId/guests`
   */
  listGuests(shareId: string, fields?: ListShareGuestsFields, options?: CallOptions): NumberedList<ShareGuest>

  /**
   * Find out what opening a share takes. It shows nothing of the content, and counts as no view.
   *
   * Any credential, or none; rate limit default.
   * `POST /api/share-links/look`
   */
  look(fields: LookAtShareFields, options?: CallOptions): Promise<LookAtShareResult>

  /**
   * Open a share with the key of its link, as a new guest. With the credential of a member of the project: look at it as a guest would, without a trace.
   *
   * Any credential, or none; rate limit tier 3.
   * `POST /api/share-links/open`
   */
  open(fields: OpenShareFields, options?: CallOptions): Promise<OpenShareResult>

  /**
   * Get a token to look at a share as its guests see it. It reads only, leaves no trace among the guests, and works for 12 hours.
   *
   * Scope `shares:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `POST /api/shares/:shareId/preview`
   */
  preview(shareId: string, options?: CallOptions): Promise<PreviewShareResult>

  /**
   * Change a share. Guests see the change at once. Omitted fields stay as they are.
   *
   * Scope `shares:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `PATCH /api/shares/:shareId`
   */
  update(shareId: string, fields?: UpdateShareFields, options?: CallOptions): Promise<Share>
}

export interface SkillEvaluationsMethods {
  /**
   * Cancel an evaluation. A request that the model is answering may still be charged; no other is sent.
   *
   * Scope `skills:write`; workspace role `MEMBER` or above; rate limit tier 3.
   * `POST /api/skill-evaluations/:skillEvaluationId/cancel`
   */
  cancel(skillEvaluationId: string, options?: CallOptions): Promise<void>

  /**
   * Get an evaluation of a skill: the notes that were found, missed and extra, for each example.
   *
   * Scope `skills:read`; workspace role `MEMBER` or above; rate limit default.
   * `GET /api/skill-evaluations/:skillEvaluationId`
   */
  get(skillEvaluationId: string, options?: CallOptions): Promise<SkillEvaluationDetails>

  /**
   * List the last 100 evaluations of a skill, newest first, with precision and recall of each.
   *
   * Scope `skills:read`; workspace role `MEMBER` or above; rate limit default.
   * `GET /api/skills/:skillId/evaluations`
   */
  list(skillId: string, options?: CallOptions): Promise<ListSkillEvaluationsResult>

  /**
   * Evaluate a version of a skill, or a text that is not published yet, with the examples that you can see. Returns at once; Get Skill Evaluation shows the result.
   *
   * Scope `skills:write`; workspace role `MEMBER` or above; rate limit tier 2.
   * `POST /api/skills/:skillId/evaluations`
   */
  run(
    skillId: string,
    fields: RunSkillEvaluationFields,
    options?: CallOptions,
  ): Promise<RunSkillEvaluationResult>
}

export interface SkillExamplesMethods {
  /**
   * Add an example to a skill: a file, and the notes that a good review of it has.
   *
   * Scope `skills:write`; workspace role `MEMBER` or above; rate limit tier 3.
   * `POST /api/skills/:skillId/examples`
   */
  create(
    skillId: string,
    fields: CreateSkillExampleFields,
    options?: CallOptions,
  ): Promise<CreateSkillExampleResult>

  /**
   * Delete an example with its recorded answers and its results in all evaluations.
   *
   * Scope `skills:write`; workspace role `MEMBER` or above; rate limit tier 3.
   * `DELETE /api/skill-examples/:skillExampleId`
   */
  delete(skillExampleId: string, options?: CallOptions): Promise<void>

  /**
   * List the examples of a skill, oldest first: files with the notes that a good review has. Only those whose files you can see.
   *
   * Scope `skills:read`; workspace role `MEMBER` or above; rate limit default.
   * `GET /api/skills/:skillId/examples`
   */
  list(skillId: string, options?: CallOptions): Promise<ListSkillExamplesResult>

  /**
   * Record the answer of a model or an agent to an example, for one text of the skill. Replaces the answer that is recorded for this text.
   *
   * Scope `skills:write`; workspace role `MEMBER` or above; rate limit tier 3.
   * `PUT /api/skill-examples/:skillExampleId/answer`
   */
  recordAnswer(skillExampleId: string, fields: RecordSkillAnswerFields, options?: CallOptions): Promise<void>

  /**
   * Change the name or the expected notes of an example. Evaluations that exist keep their results.
   *
   * Scope `skills:write`; workspace role `MEMBER` or above; rate limit tier 3.
   * `PATCH /api/skill-examples/:skillExampleId`
   */
  update(skillExampleId: string, fields?: UpdateSkillExampleFields, options?: CallOptions): Promise<void>
}

export interface SkillReviewersMethods {
  /**
   * Make a published skill a reviewer of a project: it drafts notes, which people accept or dismiss.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `POST /api/projects/:projectId/skill-reviewers`
   */
  create(projectId: string, fields: CreateSkillReviewerFields, options?: CallOptions): Promise<SkillReviewer>

  /**
   * Remove a skill reviewer from its project. Its reviews and draft notes stay.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `DELETE /api/skill-reviewers/:skillReviewerId`
   */
  delete(skillReviewerId: string, options?: CallOptions): Promise<void>

  /**
   * List the skills that review the files of a project, sorted by name, with the budget of the month.
   *
   * Scope `projects:read`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit default.
   * `GET /api/projects/:projectId/skill-reviewers`
   */
  list(projectId: string, options?: CallOptions): Promise<ListSkillReviewersResult>

  /**
   * Set how much reviews by skills may cost in a project in a calendar month.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `PUT /api/projects/:projectId/review-budget`
   */
  setBudget(projectId: string, fields: SetReviewBudgetFields, options?: CallOptions): Promise<ReviewBudget>

  /**
   * Change a skill reviewer. Omitted fields stay as they are. Reviews under way are not changed.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `PATCH /api/skill-reviewers/:skillReviewerId`
   */
  update(
    skillReviewerId: string,
    fields?: UpdateSkillReviewerFields,
    options?: CallOptions,
  ): Promise<SkillReviewer>
}

export interface SkillReviewsMethods {
  /**
   * Cancel a review by a skill: it drafts no notes. A request that the model has already received may still be charged.
   *
   * Scope `ai:generate`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/skill-reviews/:skillReviewId/cancel`
   */
  cancel(skillReviewId: string, options?: CallOptions): Promise<void>

  /**
   * List the reviews of a file by skills, newest first, and the notes that they drafted. Only members see them.
   *
   * Scope `comments:read`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 4.
   * `GET /api/files/:fileId/skill-reviews`
   */
  list(fileId: string, options?: CallOptions): Promise<ListSkillReviewsResult>

  /**
   * Retry a review by a skill that failed or was cancelled, with the current version of the skill.
   *
   * Scope `ai:generate`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 2.
   * `POST /api/skill-reviews/:skillReviewId/retry`
   */
  retry(skillReviewId: string, fields?: RetrySkillReviewFields, options?: CallOptions): Promise<SkillReview>

  /**
   * Let a skill reviewer of the project review a file. It drafts notes; it never gives a verdict.
   *
   * Scope `ai:generate`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 2.
   * `POST /api/files/:fileId/skill-reviews`
   */
  start(fileId: string, fields: StartSkillReviewFields, options?: CallOptions): Promise<SkillReview>
}

export interface SkillVersionsMethods {
  /**
   * Delete a version of a skill that is not its default. Its number is not reused.
   *
   * Scope `skills:write`; workspace role `MEMBER` or above; rate limit default.
   * `DELETE /api/skill-versions/:skillVersionId`
   */
  delete(skillVersionId: string, options?: CallOptions): Promise<void>

  /**
   * Get a version of a skill with its content. Tools get published versions only.
   *
   * Scope `skills:read`; rate limit default.
   * `GET /api/skill-versions/:skillVersionId`
   */
  get(skillVersionId: string, options?: CallOptions): Promise<SkillVersion>

  /**
   * Publish a version of a skill. The first version becomes the default. A version by a tool is a draft until a person makes it the default in the web app.
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
   * Move a skill and all its versions to the trash. It can be restored until it is purged, 30 days later by default.
   *
   * Scope `skills:write`; workspace role `MEMBER` or above; rate limit tier 3.
   * `DELETE /api/skills/:skillId`
   */
  delete(skillId: string, fields?: DeleteSkillFields, options?: CallOptions): Promise<void>

  /**
   * Get a skill. Send its ETag as If-Match with an update.
   *
   * Scope `skills:read`; rate limit default.
   * `GET /api/skills/:skillId`
   */
  get(skillId: string, options?: CallOptions): Promise<Skill>

  /**
   * List all skills of the workspace, sorted by name.
   *
   * Scope `skills:read`; rate limit default.
   * `GET /api/skills`
   */
  list(options?: CallOptions): Promise<Skill[]>

  /**
   * Restore a deleted skill with all its versions.
   *
   * Scope `skills:write`; workspace role `MEMBER` or above; rate limit tier 3.
   * `POST /api/skills/:trashedSkillId/restore`
   */
  restore(trashedSkillId: string, options?: CallOptions): Promise<void>

  /**
   * Change a skill or its default version. Omitted fields stay as they are. Supports If-Match.
   *
   * Scope `skills:write`; workspace role `MEMBER` or above; rate limit default.
   * `PATCH /api/skills/:skillId`
   */
  update(skillId: string, fields?: UpdateSkillFields, options?: CallOptions): Promise<void>
}

export interface TrashMethods {
  /**
   * Delete a record in the trash for good, with everything that was deleted with it. Nothing can restore it; its bytes follow with the clean-up of the storage.
   *
   * A browser session only; roles `PROJECT_OWNER`, `PROJECT_MANAGER`; rate limit tier 3.
   * `DELETE /api/trash/:trashId`
   */
  delete(trashId: string, options?: CallOptions): Promise<void>

  /**
   * List what was deleted in a project and can be restored, newest first.
   *
   * Scope `projects:read`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit default.
   * `QUERY /api/projects/:projectId/trash`
   */
  list(projectId: string, fields?: ListTrashFields, options?: CallOptions): CursorList<TrashEntry>
}

export interface VerdictsMethods {
  /**
   * Give your verdict on a version, or replace it: approve, request changes or reject. The review rule makes the status of all verdicts.
   *
   * Scope `projects:write`; any project role; rate limit tier 3.
   * `PUT /api/versions/:versionId/verdict`
   */
  give(versionId: string, fields: GiveVerdictFields, options?: CallOptions): Promise<void>

  /**
   * List the verdicts on a version, one for each person, oldest first.
   *
   * Scope `projects:read`; any project role; rate limit default.
   * `GET /api/versions/:versionId/verdicts`
   */
  list(versionId: string, options?: CallOptions): Promise<VerdictRecord[]>

  /**
   * Get a URL, valid for 5 minutes, of the signed receipt of a review: who gave which verdict when, the rule, and the SHA-256 of each original. `dailies verify` checks it without the server.
   *
   * Scope `projects:read`; any project role; rate limit default.
   * `GET /api/versions/:versionId/receipt`
   */
  receipt(versionId: string, fields?: GetReceiptFields, options?: CallOptions): Promise<GetReceiptResult>

  /**
   * Withdraw your verdict on a version, if you gave one. The status then follows from the remaining verdicts.
   *
   * Scope `projects:write`; any project role; rate limit tier 3.
   * `DELETE /api/versions/:versionId/verdict`
   */
  withdraw(versionId: string, options?: CallOptions): Promise<void>
}

export interface VersionsMethods {
  /**
   * Create a version: a named review of a fixed set of files. Its status is NEED_REVIEW.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/projects/:projectId/versions`
   */
  create(projectId: string, fields: CreateVersionFields, options?: CallOptions): Promise<CreateVersionResult>

  /**
   * Move a version to the trash. Its files stay. It can be restored until it is purged, 30 days later by default.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `DELETE /api/versions/:versionId`
   */
  delete(versionId: string, fields?: DeleteVersionFields, options?: CallOptions): Promise<void>

  /**
   * Get a version. Send its ETag as If-Match with an update.
   *
   * Scope `projects:read`; any project role; rate limit default.
   * `GET /api/versions/:versionId`
   */
  get(versionId: string, options?: CallOptions): Promise<VersionDetails>

  /**
   * List the versions of a project. Restricted reviewers see only the versions marked for them.
   *
   * Scope `projects:read`; any project role; rate limit tier 4.
   * `GET /api/projects/:projectId/versions`
   */
  list(projectId: string, fields?: ListVersionsFields, options?: CallOptions): NumberedList<Version>

  /**
   * Restore a deleted version with its files, review requests and verdicts.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `POST /api/versions/:trashedVersionId/restore`
   */
  restore(trashedVersionId: string, options?: CallOptions): Promise<void>

  /**
   * Change the review status of a version. APPROVED, NEED_EDIT and REJECTED count as your verdict, and the review rule makes the status of all verdicts. Reviewers may only give a verdict and withdraw their own with NEED_REVIEW.
   *
   * Scope `projects:write`; any project role; rate limit tier 3.
   * `PATCH /api/versions/:versionId/status`
   */
  setStatus(versionId: string, fields: SetVersionStatusFields, options?: CallOptions): Promise<void>

  /**
   * Change the name, the description, the visibility, the review rule or the required checks of a version. Supports If-Match.
   *
   * Scope `projects:write`; roles `PROJECT_OWNER`, `PROJECT_MANAGER`, `PROJECT_MEMBER`; rate limit tier 3.
   * `PATCH /api/versions/:versionId`
   */
  update(versionId: string, fields?: UpdateVersionFields, options?: CallOptions): Promise<void>
}

export interface WebhookDeliveriesMethods {
  /**
   * List the deliveries of a webhook in pages, newest first, with every attempt and its result.
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
   * Deliver the same event to its webhook again, with the usual retries. The log keeps the earlier attempts. In a chat format, the message is written anew.
   *
   * Scope `projects:write`; workspace role `ADMIN` or above; rate limit tier 3.
   * `POST /api/webhook-deliveries/:deliveryId/redeliver`
   */
  redeliver(deliveryId: string, options?: CallOptions): Promise<RedeliverWebhookResult>
}

export interface WebhooksMethods {
  /**
   * Create a webhook. Events of the workspace are sent to its URL, as signed JSON or as messages to a chat. The secret is shown only once.
   *
   * Scope `projects:write`; workspace role `ADMIN` or above; rate limit tier 3.
   * `POST /api/webhooks`
   */
  create(fields: CreateWebhookFields, options?: CallOptions): Promise<CreateWebhookResult>

  /**
   * Delete a webhook and its delivery log. Nothing is sent to it afterwards.
   *
   * Scope `projects:write`; workspace role `ADMIN` or above; rate limit tier 3.
   * `DELETE /api/webhooks/:webhookId`
   */
  delete(webhookId: string, options?: CallOptions): Promise<void>

  /**
   * Get a webhook. Its secret is not included.
   *
   * Scope `projects:read`; workspace role `ADMIN` or above; rate limit default.
   * `GET /api/webhooks/:webhookId`
   */
  get(webhookId: string, options?: CallOptions): Promise<Webhook>

  /**
   * List all webhooks of the workspace, oldest first.
   *
   * Scope `projects:read`; workspace role `ADMIN` or above; rate limit default.
   * `GET /api/webhooks`
   */
  list(options?: CallOptions): Promise<Webhook[]>

  /**
   * Replace the secret of a webhook. The new secret is shown only once. For 24 hours the previous secret signs as well.
   *
   * Scope `projects:write`; workspace role `ADMIN` or above; rate limit tier 3.
   * `POST /api/webhooks/:webhookId/secret.rotate`
   */
  rotateSecret(webhookId: string, options?: CallOptions): Promise<RotateWebhookSecretResult>

  /**
   * Send the event `webhook.test` to a webhook, regardless of its filters. The delivery log shows the result.
   *
   * Scope `projects:write`; workspace role `ADMIN` or above; rate limit tier 3.
   * `POST /api/webhooks/:webhookId/test`
   */
  test(webhookId: string, options?: CallOptions): Promise<TestWebhookResult>

  /**
   * Change a webhook, or enable or disable it. Omitted fields stay as they are; pending deliveries go to the new URL. The user who changes the URL or enables the webhook becomes its owner.
   *
   * Scope `projects:write`; workspace role `ADMIN` or above; rate limit tier 3.
   * `PATCH /api/webhooks/:webhookId`
   */
  update(webhookId: string, fields?: UpdateWebhookFields, options?: CallOptions): Promise<void>
}

export interface WorkspaceMethods {
  /**
   * Get how much the workspace stores, by project and by person, its quota, and how many files it has generated with each provider.
   *
   * Scope `usage:read`; workspace role `ADMIN` or above; rate limit default.
   * `GET /api/workspace/usage`
   */
  getUsage(options?: CallOptions): Promise<Usage>

  /**
   * Delete a skill in the trash for good, with all its versions. Nothing can restore it.
   *
   * A browser session only; workspace role `ADMIN` or above; rate limit tier 3.
   * `DELETE /api/workspace/trash/:trashId`
   */
  purgeTrash(trashId: string, options?: CallOptions): Promise<void>

  /**
   * Remove the avatar of the workspace.
   *
   * A browser session only; workspace role `ADMIN` or above; rate limit tier 3.
   * `DELETE /api/workspace/avatar`
   */
  removeAvatar(options?: CallOptions): Promise<void>

  /**
   * List the deleted skills of the workspace that can be restored, newest first.
   *
   * Scope `skills:read`; workspace role `MEMBER` or above; rate limit default.
   * `QUERY /api/workspace/trash`
   */
  trash(fields?: ListWorkspaceTrashFields, options?: CallOptions): CursorList<TrashEntry>

  /**
   * Rename the workspace, or change its accent colour.
   *
   * A browser session only; workspace role `ADMIN` or above; rate limit tier 3.
   * `PATCH /api/workspace`
   */
  update(fields?: UpdateWorkspaceFields, options?: CallOptions): Promise<void>
}

export interface WorkspaceMembersMethods {
  /**
   * List the members of the workspace in the order in which they joined. With a keyword, the best matches come first.
   *
   * Scope `workspace-members:read`; workspace role `MEMBER` or above; rate limit default.
   * `QUERY /api/workspace-members`
   */
  list(fields?: ListWorkspaceMembersFields, options?: CallOptions): CursorList<WorkspaceMember>

  /**
   * Remove a member from the workspace, with their keys, sessions, memberships and pending invitations. Their webhooks are disabled, and you become the owner of their projects.
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
   * Change the role of a workspace member. Only owners can make owners, and one owner must stay. Below ADMIN, their webhooks are disabled and their pending invitations are withdrawn.
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
  readonly archives: ArchivesMethods
  readonly audit: AuditMethods
  readonly captions: CaptionsMethods
  readonly checkProfiles: CheckProfilesMethods
  readonly checkSettings: CheckSettingsMethods
  readonly checks: ChecksMethods
  readonly commentAttachments: CommentAttachmentsMethods
  readonly comments: CommentsMethods
  readonly connectedApps: ConnectedAppsMethods
  readonly connections: ConnectionsMethods
  readonly draftNotes: DraftNotesMethods
  readonly events: EventsMethods
  readonly files: FilesMethods
  readonly folders: FoldersMethods
  readonly generationAttachments: GenerationAttachmentsMethods
  readonly inbox: InboxMethods
  readonly invitations: InvitationsMethods
  readonly members: MembersMethods
  readonly models: ModelsMethods
  readonly notifications: NotificationsMethods
  readonly openShare: OpenShareMethods
  readonly passkeys: PasskeysMethods
  readonly presence: PresenceMethods
  readonly projects: ProjectsMethods
  readonly pushSubscription: PushSubscriptionMethods
  readonly reactions: ReactionsMethods
  readonly reviewRequests: ReviewRequestsMethods
  readonly reviews: ReviewsMethods
  readonly search: SearchMethods
  readonly sessions: SessionsMethods
  readonly shares: SharesMethods
  readonly skillEvaluations: SkillEvaluationsMethods
  readonly skillExamples: SkillExamplesMethods
  readonly skillReviewers: SkillReviewersMethods
  readonly skillReviews: SkillReviewsMethods
  readonly skillVersions: SkillVersionsMethods
  readonly skills: SkillsMethods
  readonly trash: TrashMethods
  readonly verdicts: VerdictsMethods
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
  updateApiKey: { input: { apiKeyId: string } & UpdateApiKeyFields; output: void }
  createArchive: { input: { projectId: string } & CreateArchiveFields; output: Archive }
  exportAuditEntries: { input: ExportAuditEntriesFields; output: ExportAuditEntriesResult }
  listAuditEntries: { input: ListAuditEntriesFields & CursorQuery; output: CursorPage<AuditEntry> }
  createCaptions: { input: { fileId: string } & CreateCaptionsFields; output: CreateCaptionsResult }
  deleteCaptions: { input: { fileId: string; captionId: string }; output: void }
  getCaptions: { input: { fileId: string; captionId: string }; output: CaptionsDetails }
  getCaptionsText: {
    input: { fileId: string; captionId: string } & GetCaptionsTextFields
    output: GetCaptionsTextResult
  }
  listCaptions: { input: { fileId: string }; output: ListCaptionsResult }
  transcribeFile: { input: { fileId: string } & TranscribeFileFields; output: TranscribeFileResult }
  createCheckProfile: { input: CreateCheckProfileFields; output: CreateCheckProfileResult }
  deleteCheckProfile: { input: { profileId: string } & DeleteCheckProfileFields; output: void }
  getCheckProfile: { input: { profileId: string } & GetCheckProfileFields; output: CheckProfile }
  listCheckProfiles: { input: ListCheckProfilesFields; output: CheckProfile[] }
  listCheckProfileVersions: {
    input: { profileId: string } & ListCheckProfileVersionsFields & { page?: number | undefined }
    output: NumberedPage<CheckProfileVersion>
  }
  updateCheckProfile: {
    input: { profileId: string } & UpdateCheckProfileFields
    output: UpdateCheckProfileResult
  }
  getCheckSettings: { input: { projectId: string }; output: CheckSettings }
  getWorkspaceCheckSettings: { input: Record<never, never>; output: CheckSettings }
  setCheckSettings: { input: { projectId: string } & SetCheckSettingsFields; output: void }
  setWorkspaceCheckSettings: { input: SetWorkspaceCheckSettingsFields; output: void }
  createFindingComment: {
    input: { fileId: string; findingId: string } & CreateFindingCommentFields
    output: CreateFindingCommentResult
  }
  exportChecks: { input: { fileId: string } & ExportChecksFields; output: ExportChecksResult }
  exportVersionChecks: {
    input: { versionId: string } & ExportVersionChecksFields
    output: ExportVersionChecksResult
  }
  getChecks: { input: { fileId: string }; output: Checks }
  previewChecks: { input: { fileId: string } & PreviewChecksFields; output: CheckPreview }
  runChecks: { input: { fileId: string } & RunChecksFields; output: Checks }
  unwaiveFinding: { input: { fileId: string; findingId: string }; output: void }
  waiveFinding: { input: { fileId: string; findingId: string } & WaiveFindingFields; output: void }
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
  deleteComment: { input: { commentId: string } & DeleteCommentFields; output: void }
  exportComments: { input: { fileId: string } & ExportCommentsFields; output: ExportCommentsResult }
  exportVersionComments: {
    input: { versionId: string } & ExportVersionCommentsFields
    output: ExportVersionCommentsResult
  }
  getComment: { input: { commentId: string }; output: Comment }
  importComments: { input: { fileId: string } & ImportCommentsFields; output: ImportCommentsResult }
  listFileComments: {
    input: { fileId: string } & ListFileCommentsFields & CursorQuery
    output: CursorPage<Comment>
  }
  listProjectComments: {
    input: { projectId: string } & ListProjectCommentsFields & CursorQuery
    output: CursorPage<Comment>
  }
  listReplies: { input: { commentId: string } & ListRepliesFields & CursorQuery; output: CursorPage<Comment> }
  listThreads: {
    input: { fileId: string } & ListThreadsFields & CursorQuery
    output: CursorPage<CommentThread>
  }
  reopenComment: { input: { commentId: string }; output: void }
  resolveComment: { input: { commentId: string }; output: void }
  restoreComment: { input: { trashedCommentId: string }; output: void }
  updateComment: { input: { commentId: string } & UpdateCommentFields; output: void }
  disconnectApp: { input: { connectedAppId: string }; output: void }
  listConnectedApps: { input: Record<never, never>; output: ConnectedApp[] }
  updateConnectedApp: { input: { connectedAppId: string } & UpdateConnectedAppFields; output: void }
  listConnectionActivity: {
    input: { connectionId: string } & ListConnectionActivityFields & CursorQuery
    output: CursorPage<ConnectionActivity>
  }
  acceptDraftNote: { input: { draftNoteId: string } & AcceptDraftNoteFields; output: Comment }
  acceptDraftNotes: { input: { skillReviewId: string }; output: AcceptDraftNotesResult }
  dismissDraftNote: { input: { draftNoteId: string } & DismissDraftNoteFields; output: void }
  listChanges: { input: ListChangesFields; output: ListChangesResult }
  listEvents: { input: { projectId: string } & ListEventsFields & CursorQuery; output: CursorPage<Event> }
  abortUpload: { input: { fileId: string }; output: void }
  cancelGeneration: { input: { fileId: string }; output: void }
  completeUpload: { input: { fileId: string } & CompleteUploadFields; output: void }
  completeUploads: { input: { projectId: string } & CompleteUploadsFields; output: CompleteUploadsResult }
  deleteFile: { input: { fileId: string } & DeleteFileFields; output: void }
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
  restoreFile: { input: { trashedFileId: string }; output: RestoreFileResult }
  restoreFiles: { input: { projectId: string } & RestoreFilesFields; output: RestoreFilesResult }
  resumeUpload: { input: { fileId: string }; output: ResumeUploadResult }
  retryGeneration: { input: { fileId: string }; output: RetryGenerationResult }
  retryProcessing: { input: { fileId: string }; output: RetryProcessingResult }
  setFileTag: { input: { fileId: string } & SetFileTagFields; output: void }
  startUpload: { input: { projectId: string } & StartUploadFields; output: StartUploadResult }
  startUploads: { input: { projectId: string } & StartUploadsFields; output: StartUploadsResult }
  updateFile: { input: { fileId: string } & UpdateFileFields; output: void }
  updateFiles: { input: { projectId: string } & UpdateFilesFields; output: void }
  uploadFromUrl: { input: { projectId: string } & UploadFromUrlFields; output: UploadFromUrlResult }
  viewFile: { input: { fileId: string } & ViewFileFields; output: ViewFileResult }
  createFolder: { input: { projectId: string } & CreateFolderFields; output: CreateFolderResult }
  deleteFolder: { input: { folderId: string } & DeleteFolderFields; output: void }
  listFolders: { input: { projectId: string }; output: Folder[] }
  restoreFolder: { input: { trashedFolderId: string }; output: RestoreFolderResult }
  updateFolder: { input: { folderId: string } & UpdateFolderFields; output: void }
  completeGenerationAttachment: {
    input: { generationAttachmentId: string } & CompleteGenerationAttachmentFields
    output: void
  }
  startGenerationAttachment: {
    input: { projectId: string } & StartGenerationAttachmentFields
    output: StartGenerationAttachmentResult
  }
  getInbox: { input: Record<never, never>; output: Inbox }
  createInvitation: { input: CreateInvitationFields; output: CreateInvitationResult }
  deleteInvitation: { input: { invitationId: string }; output: void }
  listInvitations: { input: Record<never, never>; output: Invitation[] }
  addMembers: { input: { projectId: string } & AddMembersFields; output: AddMembersResult }
  listMembers: { input: { projectId: string }; output: ProjectMember[] }
  removeMember: { input: { memberId: string }; output: void }
  updateMember: { input: { memberId: string } & UpdateMemberFields; output: void }
  listModels: { input: Record<never, never>; output: Model[] }
  countNotifications: { input: Record<never, never>; output: CountNotificationsResult }
  getNotificationLevel: { input: { projectId: string }; output: GetNotificationLevelResult }
  getMute: { input: { fileId: string }; output: GetMuteResult }
  getNotificationSettings: { input: Record<never, never>; output: NotificationSettings }
  listNotifications: { input: ListNotificationsFields & CursorQuery; output: CursorPage<Notification> }
  muteFile: { input: { fileId: string }; output: void }
  readNotifications: { input: ReadNotificationsFields; output: void }
  setNotificationLevel: { input: { projectId: string } & SetNotificationLevelFields; output: void }
  unmuteFile: { input: { fileId: string }; output: void }
  updateNotificationSettings: { input: UpdateNotificationSettingsFields; output: void }
  createShareArchive: { input: CreateShareArchiveFields; output: Archive }
  getOpenShare: { input: Record<never, never>; output: OpenShare }
  reportShareView: { input: ReportShareViewFields; output: void }
  createPasskey: { input: CreatePasskeyFields; output: CreatePasskeyResult }
  deletePasskey: { input: { passkeyId: string }; output: void }
  listPasskeys: { input: Record<never, never>; output: Passkey[] }
  renamePasskey: { input: { passkeyId: string } & RenamePasskeyFields; output: void }
  startPasskey: { input: Record<never, never>; output: StartPasskeyResult }
  ping: { input: Record<never, never>; output: PingResult }
  reportPresence: { input: { fileId: string } & ReportPresenceFields; output: void }
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
  deletePushSubscription: { input: Record<never, never>; output: void }
  getPushSubscription: { input: Record<never, never>; output: GetPushSubscriptionResult }
  setPushSubscription: { input: SetPushSubscriptionFields; output: void }
  createReaction: { input: { commentId: string } & CreateReactionFields; output: void }
  deleteReaction: { input: { commentId: string } & DeleteReactionFields; output: void }
  listReactions: { input: { commentId: string }; output: Reaction[] }
  createReviewRequests: {
    input: { versionId: string } & CreateReviewRequestsFields
    output: CreateReviewRequestsResult
  }
  deleteReviewRequest: { input: { reviewRequestId: string }; output: void }
  listReviewRequests: { input: { versionId: string }; output: ReviewRequest[] }
  markVersionSeen: { input: { versionId: string }; output: void }
  remindReviewer: { input: { reviewRequestId: string }; output: void }
  listReviews: { input: ListReviewsFields; output: ReviewItem[] }
  search: { input: SearchFields; output: SearchResults }
  endSession: { input: { sessionId: string }; output: void }
  listSessions: { input: Record<never, never>; output: Session[] }
  createShare: { input: { projectId: string } & CreateShareFields; output: Share }
  deleteShare: { input: { shareId: string }; output: void }
  endShare: { input: { shareId: string }; output: void }
  endShareForGuest: { input: { shareId: string; guestId: string }; output: void }
  getShare: { input: { shareId: string }; output: Share }
  listShares: { input: { projectId: string }; output: Share[] }
  listShareGuests: {
    input: { shareId: string } & ListShareGuestsFields & { page?: number | undefined }
    output: NumberedPage<ShareGuest>
  }
  lookAtShare: { input: LookAtShareFields; output: LookAtShareResult }
  openShare: { input: OpenShareFields; output: OpenShareResult }
  previewShare: { input: { shareId: string }; output: PreviewShareResult }
  updateShare: { input: { shareId: string } & UpdateShareFields; output: Share }
  cancelSkillEvaluation: { input: { skillEvaluationId: string }; output: void }
  getSkillEvaluation: { input: { skillEvaluationId: string }; output: SkillEvaluationDetails }
  listSkillEvaluations: { input: { skillId: string }; output: ListSkillEvaluationsResult }
  runSkillEvaluation: {
    input: { skillId: string } & RunSkillEvaluationFields
    output: RunSkillEvaluationResult
  }
  createSkillExample: {
    input: { skillId: string } & CreateSkillExampleFields
    output: CreateSkillExampleResult
  }
  deleteSkillExample: { input: { skillExampleId: string }; output: void }
  listSkillExamples: { input: { skillId: string }; output: ListSkillExamplesResult }
  recordSkillAnswer: { input: { skillExampleId: string } & RecordSkillAnswerFields; output: void }
  updateSkillExample: { input: { skillExampleId: string } & UpdateSkillExampleFields; output: void }
  createSkillReviewer: { input: { projectId: string } & CreateSkillReviewerFields; output: SkillReviewer }
  deleteSkillReviewer: { input: { skillReviewerId: string }; output: void }
  listSkillReviewers: { input: { projectId: string }; output: ListSkillReviewersResult }
  setReviewBudget: { input: { projectId: string } & SetReviewBudgetFields; output: ReviewBudget }
  updateSkillReviewer: {
    input: { skillReviewerId: string } & UpdateSkillReviewerFields
    output: SkillReviewer
  }
  cancelSkillReview: { input: { skillReviewId: string }; output: void }
  listSkillReviews: { input: { fileId: string }; output: ListSkillReviewsResult }
  retrySkillReview: { input: { skillReviewId: string } & RetrySkillReviewFields; output: SkillReview }
  startSkillReview: { input: { fileId: string } & StartSkillReviewFields; output: SkillReview }
  deleteSkillVersion: { input: { skillVersionId: string }; output: void }
  getSkillVersion: { input: { skillVersionId: string }; output: SkillVersion }
  publishSkillVersion: {
    input: { skillId: string } & PublishSkillVersionFields
    output: PublishSkillVersionResult
  }
  createSkill: { input: CreateSkillFields; output: CreateSkillResult }
  deleteSkill: { input: { skillId: string } & DeleteSkillFields; output: void }
  getSkill: { input: { skillId: string }; output: Skill }
  listSkills: { input: Record<never, never>; output: Skill[] }
  restoreSkill: { input: { trashedSkillId: string }; output: void }
  updateSkill: { input: { skillId: string } & UpdateSkillFields; output: void }
  purgeTrash: { input: { trashId: string }; output: void }
  listTrash: { input: { projectId: string } & ListTrashFields & CursorQuery; output: CursorPage<TrashEntry> }
  giveVerdict: { input: { versionId: string } & GiveVerdictFields; output: void }
  listVerdicts: { input: { versionId: string }; output: VerdictRecord[] }
  getReceipt: { input: { versionId: string } & GetReceiptFields; output: GetReceiptResult }
  withdrawVerdict: { input: { versionId: string }; output: void }
  createVersion: { input: { projectId: string } & CreateVersionFields; output: CreateVersionResult }
  deleteVersion: { input: { versionId: string } & DeleteVersionFields; output: void }
  getVersion: { input: { versionId: string }; output: VersionDetails }
  listVersions: {
    input: { projectId: string } & ListVersionsFields & { page?: number | undefined }
    output: NumberedPage<Version>
  }
  restoreVersion: { input: { trashedVersionId: string }; output: void }
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
  getUsage: { input: Record<never, never>; output: Usage }
  purgeWorkspaceTrash: { input: { trashId: string }; output: void }
  removeWorkspaceAvatar: { input: Record<never, never>; output: void }
  listWorkspaceTrash: { input: ListWorkspaceTrashFields & CursorQuery; output: CursorPage<TrashEntry> }
  updateWorkspace: { input: UpdateWorkspaceFields; output: void }
  listWorkspaceMembers: {
    input: ListWorkspaceMembersFields & CursorQuery
    output: CursorPage<WorkspaceMember>
  }
  removeWorkspaceMember: { input: { workspaceMemberId: string } & RemoveWorkspaceMemberFields; output: void }
  updateWorkspaceMember: { input: { workspaceMemberId: string } & UpdateWorkspaceMemberFields; output: void }
}
