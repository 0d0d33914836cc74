// One table of error codes for HTTP, MCP, the SDK and the docs. Clients may print `message` and `code` and nothing
// else, so each message is complete: it says what is wrong and what to do next. A throw site may give a more specific
// message; for invalid fields the message is composed of the field errors.

export const errorCodes = {
  invalid_request: [400, 'A field is missing, unknown or not valid. Correct it and send the request again.'],
  invalid_http: [400, 'This is not valid HTTP. Check the client, and any proxy in between.'],
  invalid_json: [400, 'The body is not valid JSON. Correct it and send the request again.'],
  invalid_cursor: [
    400,
    'The cursor is not valid for this request. Send it unchanged, with the same filters and sort.',
  ],
  invalid_idempotency_key: [400, 'An Idempotency-Key is 1 to 255 visible ASCII characters.'],
  unauthenticated: [
    401,
    'Send a valid API key or access token in the header `Authorization: Bearer <token>`.',
  ],
  insufficient_scope: [403, 'The credential lacks the scope that this operation needs.'],
  insufficient_role: [403, 'Your role does not allow this operation.'],
  forbidden_for_connection: [
    403,
    'The person has forbidden this to the API key or app. They can allow it in the settings of the web app.',
  ],
  not_confirmed: [
    403,
    'The person was asked and did not agree, so nothing was done. Do not try again unless they ask for it.',
  ],
  session_required: [
    403,
    'This operation needs a browser session: sign in with a browser instead of an API key or app.',
  ],
  foreign_origin: [403, 'Changes with a session cookie are accepted only from pages of this server.'],
  host_refused: [
    403,
    'The Host header names another server. BASE_URL must be the address under which this one is reached.',
  ],
  metrics_closed: [
    403,
    'Metrics are for direct requests from this machine. For others, set METRICS_TOKEN and send it as a bearer token.',
  ],
  origin_refused: [
    403,
    'Pages of other sites may not call this address. Programs should send no Origin header.',
  ],
  url_invalid: [
    403,
    'The signature of this URL is not valid. Use the URL exactly as you received it, or request a new one.',
  ],
  url_expired: [403, 'This URL has expired. Request a new one.'],
  link_refused: [403, 'The access link was not accepted: its key or password is wrong, or it has expired.'],
  share_refused: [403, 'The share was not opened: its link or password is wrong, or it has ended.'],
  share_preview: [
    403,
    'This is a preview of a share. Comments, verdicts and uploads are for people who open its link.',
  ],
  passkey_refused: [403, 'The passkey was not accepted. Try again, or sign in another way.'],
  password_refused: [403, 'The current password is wrong.'],
  not_found: [404, 'There is nothing here that you can see.'],
  method_not_allowed: [
    405,
    'This path does not support this method. The Allow header lists the methods it supports.',
  ],
  request_timeout: [408, 'The request did not arrive in time.'],
  email_taken: [
    409,
    'An account with this e-mail address already exists. Use another address, or sign in to that account.',
  ],
  already_member: [
    409,
    'At least one of these users is already a member of the project. Nothing was changed: leave them out and try again.',
  ],
  share_ended: [409, 'This share has ended. Create a new one.'],
  last_owner: [409, 'A workspace needs at least one owner. Make somebody else an owner first.'],
  owner_is_fixed: [
    409,
    'The owner of a project can neither be removed nor get another role. Choose another member.',
  ],
  illegal_transition: [
    409,
    'The version cannot move from its current status to this one. Read the version and choose another status.',
  ],
  open_problems: [
    409,
    'The checks of the files found problems, and this version needs checks without open problems. Upload better revisions, waive the problems with a reason, or turn `requireNoProblems` off.',
  ],
  not_checked: [
    409,
    'This version needs checks without open problems, and not all files are checked. Wait for the checks, run them again if they failed, or turn `requireNoProblems` off.',
  ],
  already_reminded: [
    409,
    'This reviewer was reminded less than an hour ago. Wait, or write to them in a comment.',
  ],
  receipt_not_ready: [
    409,
    'The SHA-256 of the files is being computed. Try again in a moment; large files take minutes.',
  ],
  deletion_already_scheduled: [
    409,
    'The deletion of this project is already scheduled. To change its date, cancel the deletion first.',
  ],
  deletion_not_scheduled: [
    409,
    'The deletion of this project is not scheduled, so there is nothing to cancel.',
  ],
  folder_name_taken: [
    409,
    'A folder with this name already exists in this folder (names are case-insensitive). Choose another name.',
  ],
  folder_too_deep: [409, 'Folders can be nested at most 20 deep. Choose a folder further up.'],
  folder_cycle: [
    409,
    'A folder cannot be moved into itself or into a folder below it. Choose another folder.',
  ],
  folder_not_empty: [
    409,
    'The folder is not empty. Delete it with `recursive=true`, or move its contents out first.',
  ],
  file_in_trash: [409, 'The file of this comment is in the trash. Restore the file first.'],
  upload_incomplete: [
    409,
    'The uploaded parts do not make up the file. Upload the missing parts and complete the upload again.',
  ],
  quota_exceeded: [
    409,
    'The file does not fit into the storage quota. Delete files for good, also those in the trash, or ask for more.',
  ],
  upload_kind_refused: [409, 'Files of this kind cannot be uploaded here. Choose another file.'],
  upload_not_open: [409, 'This upload is already complete or was aborted. Start a new upload.'],
  file_not_ready: [
    409,
    'The file cannot be downloaded yet: its upload or generation is not finished. Wait until it is ready.',
  ],
  nothing_to_download: [
    409,
    'None of the chosen files can be downloaded: they are links, are not ready, or have no proxy. Choose others.',
  ],
  archive_too_large: [409, 'An archive has at most 10,000 files. Choose fewer files or folders.'],
  too_many_archives: [
    409,
    'Your archives of the last 24 hours have 1,000,000 files and comments together, which is the limit. Use one of them, or wait.',
  ],
  report_too_large: [
    409,
    'A PDF report is made of at most 20,000 comments and replies, and there are more. Export csv or json instead.',
  ],
  not_viewable: [
    409,
    'There is no image of this file: its kind has no previews, or they could not be made. Download the file instead.',
  ],
  captions_not_supported: [409, 'Only video and audio can have captions. Choose another file.'],
  too_many_captions: [409, 'A file can have at most 50 captions. Delete some of them first.'],
  transcription_unavailable: [
    409,
    'This server has no speech-to-text. Upload captions, or ask an administrator to set TRANSCRIBE_URL.',
  ],
  transcription_may_be_charged: [
    409,
    'An earlier transcription of this file failed after it may have been charged. Check your account at the service, then send `payAgain: true`.',
  ],
  already_transcribed: [
    409,
    'This file is transcribed already, or is being transcribed. To pay for a new transcript, delete the old one first.',
  ],
  checks_off: [409, 'This server does not check files. Ask an administrator to set CHECKS=on.'],
  not_measured: [409, 'The file is not measured yet. Run its checks, and wait until they are ready.'],
  finding_waived: [409, 'The finding has a waiver already. Delete it first to give another reason.'],
  finding_not_waived: [409, 'The finding has no waiver.'],
  finding_has_comment: [409, 'The finding is a comment already. Reply to that comment.'],
  attachment_not_ready: [409, 'The attachment is not uploaded completely. Complete its upload first.'],
  attachment_used: [
    409,
    'The attachment already belongs to a comment. Upload the file again to attach it to another one.',
  ],
  model_unavailable: [
    409,
    'The provider of this model is not configured on this server, and drafts are switched off. Choose a model that List Models shows as available.',
  ],
  generation_ended: [409, 'The file is not being generated, so there is nothing to cancel.'],
  generation_not_failed: [
    409,
    'Only a generation that failed or was cancelled can be retried. To get another result, generate a new file.',
  ],
  processing_not_failed: [
    409,
    'There is nothing to retry: the previews of this file are ready or in progress, or files of this kind have none.',
  ],
  comment_is_reply: [409, 'This comment is a reply. Resolve or reopen its top-level comment instead.'],
  already_reacted: [409, 'You have already added this reaction to the comment. Nothing was changed.'],
  skill_version_is_default: [
    409,
    'The default version of a skill cannot be deleted. Make another one the default first.',
  ],
  skill_version_is_draft: [
    409,
    'A tool wrote this version, so it is a draft. A person makes it the default in the web app; then tools can choose it, too.',
  ],
  too_many_skill_examples: [409, 'A skill can have at most 50 examples. Delete one first.'],
  no_skill_examples: [409, 'The skill has no example that you can see. Add an example first.'],
  no_skill_checks: [
    409,
    'This text names no checks. Add `checks:` with a check profile or rules to its front matter, or choose another source.',
  ],
  evaluation_in_progress: [409, 'An evaluation of this text is in progress. Wait for it, or cancel it.'],
  evaluation_ended: [409, 'The evaluation has ended, so there is nothing to cancel.'],
  skill_not_published: [
    409,
    'The skill has no published version, so it cannot review. Publish a version of it first.',
  ],
  skill_reviewer_exists: [
    409,
    'This skill reviews the files of this project already. Change that skill reviewer instead.',
  ],
  review_model_unavailable: [
    409,
    'This server is not configured for this model. Choose the model that List Skill Reviewers shows, or null for the checks alone.',
  ],
  review_prices_unknown: [
    409,
    'A budget needs the prices of the model. Ask an administrator to set REVIEW_PRICE_INPUT and REVIEW_PRICE_OUTPUT.',
  ],
  review_budget_reached: [
    409,
    'The budget of this project for reviews by skills is spent for this month. A manager can raise it.',
  ],
  kind_not_reviewed: [
    409,
    'This skill reviewer does not review files of this kind. Choose another file, or change its kinds.',
  ],
  skill_review_running: [409, 'This skill is reviewing the file already. Wait for it, or cancel it.'],
  skill_review_ended: [409, 'This review by a skill has ended, so there is nothing to cancel.'],
  skill_review_not_failed: [
    409,
    'Only a review by a skill that failed or was cancelled can be retried. Start a new one instead.',
  ],
  review_may_be_charged: [
    409,
    'The review failed or was cancelled after the model may have been paid. Check your account there, then send `payAgain: true`.',
  ],
  draft_note_decided: [409, 'This draft note was accepted or dismissed already. Nothing was changed.'],
  webhook_inactive: [409, 'The webhook is switched off. Switch it on first, with `active: true`.'],
  too_many_api_keys: [409, 'A person can have at most 100 active API keys. Revoke one first.'],
  too_many_webhooks: [409, 'A workspace can have at most 50 webhooks. Delete one first.'],
  check_profile_changed: [
    409,
    'Somebody has changed this check profile since you read it. Read it again, then make your change in the new version.',
  ],
  check_profile_name_taken: [
    409,
    'A check profile with this name already exists here (names are case-insensitive). Choose another name.',
  ],
  check_profile_in_use: [
    409,
    'Projects or the workspace use this check profile. Choose another one there first, or name a replacement with `replaceWith`.',
  ],
  check_profile_is_built_in: [
    409,
    'Built-in check profiles cannot be changed or deleted. Create a copy of it and change that one.',
  ],
  too_many_check_profiles: [
    409,
    'A workspace or project can have at most 100 check profiles. Delete one first.',
  ],
  events_forgotten: [
    409,
    'Some events after this point are no longer stored. Read the current state, then continue without `after` and `next`.',
  ],
  conflict: [409, 'Another request changed the same record at the same time. Read it again and retry.'],
  idempotency_in_progress: [
    409,
    'The first request with this Idempotency-Key is still running. Retry in a moment.',
  ],
  precondition_failed: [
    412,
    'The record has changed since you read it: `If-Match` is not its current ETag. Read it again, then retry with the new ETag.',
  ],
  body_too_large: [413, 'The body is larger than this server accepts.'],
  unsupported_media_type: [415, 'Send the body as JSON, with `Content-Type: application/json`.'],
  range_not_satisfiable: [
    416,
    'The range begins after the end of the file. Content-Range says how long it is.',
  ],
  idempotency_key_reused: [
    422,
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  ],
  rate_limited: [429, 'Too many requests. Wait as many seconds as Retry-After says.'],
  headers_too_large: [431, 'The headers are larger than this server accepts.'],
  internal: [500, 'The server failed to handle the request. The error has been logged under the request id.'],
  restored_copy: [
    503,
    'This server runs on a restored copy: it sends nothing, generates nothing and stores no files until an administrator runs `admin restore --go-live`.',
  ],
  unavailable: [
    503,
    'The service cannot answer right now. Wait as many seconds as Retry-After says, then retry.',
  ],
  view_took_too_long: [503, 'The images were not ready in time. Ask for fewer, or try again later.'],
  disk_full: [
    507,
    'The disk of this server is full, so nothing was stored. Delete files for good, or ask the administrator of the server for more space; then retry.',
  ],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof errorCodes

/** One invalid field; `path` is a JSON pointer into the input. */
export type FieldError = { path: string; code: string; message: string }

/** A response lists at most this many errors, which bounds its size. */
export const maxErrors = 100

type Shared = {
  /** Extra response headers, such as Allow or Retry-After. */
  headers?: Record<string, string>
  /** The underlying error, for the log only. */
  cause?: unknown
}

/** Either a message or the invalid fields, from which the message is composed: no message can leave them out. */
export type ErrorDetails = Shared &
  (
    | { message?: string; errors?: never; moreErrors?: never }
    | {
        message?: never
        /** Only the first `maxErrors` are listed; the message counts them all. */
        errors: readonly FieldError[]
        /** The number of errors besides those in `errors`. */
        moreErrors?: number
      }
  )

export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly errors: FieldError[]
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const { errors = [], moreErrors = 0, message = messageOf(code, errors, moreErrors) } = details
    super(message, { cause: details.cause })
    this.code = code
    this.status = errorCodes[code][0]
    this.errors = errors.slice(0, maxErrors)
    this.headers = details.headers ?? {}
  }

  /** Recreates a stored error. */
  static restore(stored: Pick<ApiError, 'code' | 'message' | 'errors' | 'headers'>): ApiError {
    const { code, message, errors, headers } = stored
    return Object.assign(new ApiError(code, { message, headers }), { errors })
  }
}

/** A message composed of field errors is truncated here: the names of unknown fields come from the client. */
export const maxMessageLength = 300
const maxNameLength = 100

/** For example: `anchor`: must be a whole number (and 2 more, see `errors`) */
function messageOf(code: ErrorCode, [first, ...others]: readonly FieldError[], moreErrors: number): string {
  if (first === undefined) return errorCodes[code][1]
  const more = others.length + moreErrors
  const rest = more === 0 ? '' : ` (and ${more} more, see \`errors\`)`
  const problem =
    first.path === '' ? first.message : `\`${fieldName(first.path)}\`: ${inSentence(first.message)}`
  const text = more === 0 ? problem : problem.replace(/\.$/, '')
  return cut(text, maxMessageLength - rest.length) + rest
}

/** `/files/0/id` in the usual notation: `files[0].id`. */
function fieldName(pointer: string): string {
  const keys = pointer.slice(1).split('/')
  const name = keys
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((key, i) => (/^\d{1,6}$/.test(key) ? `[${key}]` : i === 0 ? key : `.${key}`))
    .join('')
  return cut(name, maxNameLength)
}

/** After a colon, a sentence begins in lower case, unless it begins with a name. */
function inSentence(message: string): string {
  return message.replace(/^(An?|At|Invalid|Must|No|Only|Part|The|There|This|Too|Unknown)\b/, (word) =>
    word.toLowerCase(),
  )
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`
}

/**
 * The body of every error response, which is also a valid RFC 9457 problem. `authenticated`: the credential of the
 * request was accepted before the error.
 */
export function problem(error: ApiError, authenticated: boolean, requestId: string, baseUrl: string) {
  return {
    status: error.status,
    code: error.code,
    message: error.message,
    authenticated,
    requestId,
    type: `${baseUrl}/docs/errors#${error.code}`,
    errors: error.errors,
  }
}

/**
 * An id in a body that refers to nothing: the same error whether the id is malformed, unknown or not visible to the
 * caller.
 */
export function unknownReference(path: string): FieldError {
  return { path, code: 'not_found', message: 'No record with this id exists that you can use here.' }
}

/** The error for a violated database constraint: a code, or the field whose reference does not exist. */
export type Violation = ErrorCode | { reference: string }

export function violationError(violation: Violation): ApiError {
  if (typeof violation === 'string') return new ApiError(violation)
  return new ApiError('invalid_request', { errors: [unknownReference(violation.reference)] })
}
