// The exports of the package.
export type { ArchiveDownloadOptions, ArchiveHelpers, SavedArchiveOptions } from './archives.ts'
export type { AccountHelpers, AvatarFields, AvatarImage, WorkspaceHelpers } from './avatars.ts'
export { type CallArguments, Dailies } from './client.ts'
export type { Download, DownloadOptions } from './downloads.ts'
export {
  DailiesConnectionError,
  DailiesError,
  DailiesTimeoutError,
  type FieldError,
  type Problem,
} from './errors.ts'
export {
  type DailiesEvent,
  type EventOf,
  type EventResource,
  isEventOf,
  type ResetEvent,
  type StreamOptions,
  type SubscribeOptions,
} from './events.ts'
export type * from './generated/catalogue.ts'
export { version } from './generated/catalogue.ts'
export type * from './generated/events.ts'
export { mentionPattern, readMentions } from './generated/mentions.ts'
export { type OperationInfo, type OperationName, operations } from './generated/operations.ts'
export type * from './generated/records.ts'
export type * from './generated/resources.ts'
export type {
  AttachmentHelpers,
  EventHelpers,
  FileHelpers,
  GenerationAttachmentHelpers,
  NotificationHelpers,
} from './helpers.ts'
export { CursorList, type CursorPage, type CursorQuery, NumberedList, type NumberedPage } from './lists.ts'
export { commentText, mention, mentionEveryone } from './mentions.ts'
export type { CallOptions, DailiesOptions, TokenSource } from './options.ts'
export type { UploadSource } from './sources.ts'
export type { UploadAllOptions, Uploader, UploaderOptions, UploadItem, UploadOutcome } from './upload-all.ts'
export type { UploadOptions } from './upload-file.ts'
export type { Progress, TransferOptions } from './uploads.ts'
export { FileFailedError, type WaitForOptions } from './wait-for-file.ts'
export {
  verifyWebhook,
  type WebhookOptions,
  type WebhookPayload,
  WebhookVerificationError,
} from './webhooks.ts'
