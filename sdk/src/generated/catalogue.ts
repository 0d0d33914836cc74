// Made by `npm run generate` from the list of operations.

export const version = '0.1.0'

/** The stable code of each error that the server returns. */
export type ErrorCode =
  | 'invalid_request'
  | 'invalid_http'
  | 'invalid_json'
  | 'invalid_cursor'
  | 'invalid_idempotency_key'
  | 'unauthenticated'
  | 'insufficient_scope'
  | 'insufficient_role'
  | 'session_required'
  | 'foreign_origin'
  | 'host_refused'
  | 'metrics_closed'
  | 'origin_refused'
  | 'url_invalid'
  | 'url_expired'
  | 'link_refused'
  | 'passkey_refused'
  | 'password_refused'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'email_taken'
  | 'already_member'
  | 'last_owner'
  | 'owner_is_fixed'
  | 'illegal_transition'
  | 'deletion_already_scheduled'
  | 'deletion_not_scheduled'
  | 'folder_name_taken'
  | 'folder_too_deep'
  | 'folder_cycle'
  | 'folder_not_empty'
  | 'upload_incomplete'
  | 'quota_exceeded'
  | 'upload_not_open'
  | 'file_not_ready'
  | 'attachment_not_ready'
  | 'attachment_used'
  | 'model_unavailable'
  | 'generation_ended'
  | 'generation_not_failed'
  | 'processing_not_failed'
  | 'comment_is_reply'
  | 'already_reacted'
  | 'skill_version_is_default'
  | 'webhook_inactive'
  | 'too_many_api_keys'
  | 'too_many_webhooks'
  | 'events_forgotten'
  | 'conflict'
  | 'idempotency_in_progress'
  | 'precondition_failed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'headers_too_large'
  | 'internal'
  | 'restored_copy'
  | 'unavailable'
  | 'disk_full'

/** What can happen, by name. */
export interface EventTypes {
  /** A project was made. */
  'project.created': true
  /** A project was renamed, described, opened, closed or given a deadline. */
  'project.updated': true
  /** A project will be deleted, at the time told. */
  'project.deletion_scheduled': true
  /** A project will not be deleted after all. */
  'project.deletion_cancelled': true
  /** A project is gone, with everything in it. */
  'project.deleted': true
  /** A folder was made. */
  'folder.created': true
  /** A folder was renamed or moved. */
  'folder.updated': true
  /** A folder is gone. */
  'folder.deleted': true
  /** A file was begun: its upload or its generation has started, or a video was linked. */
  'file.created': true
  /** All bytes of a file have arrived, or a video was linked. */
  'file.uploaded': true
  /** A model has made a file. */
  'file.generated': true
  /** A file could not be made or uploaded, or its generation was cancelled. */
  'file.failed': true
  /** The previews of a file are ready, or could not be made. */
  'file.processed': true
  /** A file was renamed, described, moved, ordered, tagged, or shown to or hidden from restricted reviewers; its generation is tried again; or it has a thumbnail while its proxy is still being made. */
  'file.updated': true
  /** A file is gone. */
  'file.deleted': true
  /** A version was made. */
  'version.created': true
  /** A version was renamed, described, or shown to or hidden from restricted reviewers, or a file of it is gone. */
  'version.updated': true
  /** A version was approved, rejected, or moved otherwise. */
  'version.status_changed': true
  /** A version is gone. */
  'version.deleted': true
  /** Somebody became a member of a project. */
  'member.added': true
  /** A member of a project has another role, name or avatar. */
  'member.updated': true
  /** Somebody is no longer a member of a project. */
  'member.removed': true
  /** Somebody commented, or replied. */
  'comment.created': true
  /** A comment was changed. */
  'comment.updated': true
  /** A comment is gone. Where it has replies, its place in the thread stays. */
  'comment.deleted': true
  /** A thread was resolved. */
  'comment.resolved': true
  /** A thread was reopened. */
  'comment.reopened': true
  /** Somebody reacted to a comment. */
  'reaction.created': true
  /** A reaction was taken back. Those of a comment that is gone go with it. */
  'reaction.deleted': true
  /** An access link was made. */
  'access_link.created': true
  /** An access link has a new key; the old one no longer works. */
  'access_link.renewed': true
  /** An access link no longer works. */
  'access_link.deleted': true
  /** A skill was made. */
  'skill.created': true
  /** A skill was changed, or has another default version. */
  'skill.updated': true
  /** A skill is gone, with all of its versions. */
  'skill.deleted': true
  /** A version of a skill was published. */
  'skill.version_published': true
  /** A version of a skill is gone. */
  'skill.version_deleted': true
}

export type EventType = keyof EventTypes
