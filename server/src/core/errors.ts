// One table of error codes for HTTP, MCP, the SDK and the docs.
// `message` is for people and says what to do next; a throw site may give a better one.

export const errorCodes = {
  invalid_request: [
    400,
    'The request is not valid. Each entry of `errors` names a field and what is wrong with it.',
  ],
  invalid_http: [400, 'That is not HTTP as we understand it.'],
  invalid_json: [400, 'The body is not valid JSON.'],
  invalid_cursor: [
    400,
    'The cursor is not one of ours for this request. Send it unchanged, with the same filters and sort.',
  ],
  invalid_idempotency_key: [400, 'An Idempotency-Key is 1 to 255 visible ASCII characters.'],
  unauthenticated: [
    401,
    'Send a valid API key or access token in the header `Authorization: Bearer <token>`.',
  ],
  insufficient_scope: [403, 'The credential lacks the scope that this operation needs.'],
  insufficient_role: [403, 'Your role does not allow this operation.'],
  session_required: [403, 'Only people who are signed in with a browser can do this, no API key and no app.'],
  foreign_origin: [403, 'With a session cookie, changes are taken only from pages of this server.'],
  host_refused: [
    403,
    'The Host header names another server. BASE_URL must be the address under which this one is reached.',
  ],
  metrics_closed: [
    403,
    'Metrics are for direct requests from this machine. For others, set METRICS_TOKEN and send it as a bearer token.',
  ],
  origin_refused: [403, 'Pages of other sites may not call this. Programs send no Origin header.'],
  url_invalid: [
    403,
    'This is not a URL that we have signed. Use it exactly as you got it, or ask for a new one.',
  ],
  url_expired: [403, 'This URL has expired. Ask for a new one.'],
  link_refused: [403, 'The link does not let you in: the key or the password is wrong, or it has expired.'],
  passkey_refused: [403, 'This passkey does not let you in. Try again, or sign in another way.'],
  password_refused: [403, 'The current password is wrong.'],
  not_found: [404, 'There is nothing here that you can see.'],
  method_not_allowed: [405, 'This path does not take that method. The Allow header lists those it takes.'],
  request_timeout: [408, 'The request did not arrive in time.'],
  email_taken: [409, 'There is an account with this e-mail address already.'],
  already_member: [
    409,
    'At least one of these users is a member of the project already. Nothing was changed.',
  ],
  last_owner: [409, 'A workspace keeps at least one owner. Make somebody else an owner first.'],
  owner_is_fixed: [409, 'The owner of a project can be neither removed nor given another role.'],
  illegal_transition: [409, 'The version cannot move from its present status to that one.'],
  deletion_already_scheduled: [409, 'The deletion of this project is scheduled already.'],
  deletion_not_scheduled: [409, 'The deletion of this project is not scheduled.'],
  folder_name_taken: [
    409,
    'A folder of that name is there already. Names are compared without regard to case.',
  ],
  folder_too_deep: [409, 'Folders can be nested 20 deep at the most.'],
  folder_cycle: [409, 'A folder cannot be moved into itself or below itself.'],
  folder_not_empty: [409, 'The folder is not empty. Empty it first, or delete it with `recursive=true`.'],
  upload_incomplete: [
    409,
    'The parts do not make up the file: `errors` says which. Upload what is missing and complete it again.',
  ],
  quota_exceeded: [409, 'The file does not fit into the storage quota. Delete files first, or ask for more.'],
  upload_not_open: [409, 'This upload is complete or was aborted.'],
  file_not_ready: [409, 'The file has no bytes to download yet.'],
  attachment_not_ready: [409, 'An attachment must be uploaded completely before it can be used.'],
  attachment_used: [409, 'The attachment belongs to a comment already.'],
  model_unavailable: [
    409,
    'The provider of this model is not configured on this server, and drafts are switched off. List Models says which are available.',
  ],
  generation_ended: [409, 'The file is not being generated: there is nothing to cancel.'],
  generation_not_failed: [409, 'Only a generation that has failed or was cancelled can be tried again.'],
  processing_not_failed: [
    409,
    'There is nothing to try again: the previews of this file are there or on their way, or none are made of it.',
  ],
  comment_is_reply: [
    409,
    'Threads are resolved and reopened by their top-level comment; this one is a reply.',
  ],
  already_reacted: [409, 'You have this reaction on the comment already.'],
  skill_version_is_default: [
    409,
    'The default version of a skill cannot be deleted. Make another one the default first.',
  ],
  webhook_inactive: [409, 'The webhook is switched off. Switch it on first, with `active: true`.'],
  too_many_api_keys: [
    409,
    'A person has at most 100 API keys that work. Revoke one that is not needed, then try again.',
  ],
  too_many_webhooks: [409, 'A workspace has 50 webhooks at the most. Delete one first.'],
  events_forgotten: [
    409,
    'Events that followed are no longer kept. Read the present state, and go on without `after` and `next`.',
  ],
  conflict: [409, 'Another request changed the same thing at the same time. Read it again and retry.'],
  idempotency_in_progress: [
    409,
    'The first request with this Idempotency-Key is still being worked on. Retry in a moment.',
  ],
  precondition_failed: [
    412,
    'The record has changed since you read it: `If-Match` does not match its ETag. Read it again.',
  ],
  body_too_large: [413, 'The body is larger than this server takes.'],
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
  headers_too_large: [431, 'The headers are larger than this server takes.'],
  internal: [500, 'Something went wrong on our side. It has been logged under the request id.'],
  restored_copy: [
    503,
    'This server runs on a restored copy: it sends nothing, generates nothing and stores no files until an administrator runs `admin restore --go-live`.',
  ],
  unavailable: [
    503,
    'The service cannot answer right now. Wait as many seconds as Retry-After says, then retry.',
  ],
  disk_full: [
    507,
    'The disk of this server is full, so nothing was stored. Delete files, or ask whoever runs the server for more space; then retry.',
  ],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof errorCodes

/** One invalid field; `path` is a JSON pointer into the input. */
export type FieldError = { path: string; code: string; message: string }

/** An answer lists at most this many errors, so that it stays small whatever was sent. */
export const maxErrors = 100

export type ErrorDetails = {
  message?: string
  /** Only the first `maxErrors` are reported; the message says how many more there are. */
  errors?: FieldError[]
  /** How many errors there are besides those in `errors`. */
  moreErrors?: number
  /** Extra response headers, such as Allow or Retry-After. */
  headers?: Record<string, string>
  /** What really happened, for the log only. */
  cause?: unknown
}

export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly errors: FieldError[]
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const { message = errorCodes[code][1], errors = [], moreErrors = 0 } = details
    const unlisted = Math.max(0, errors.length - maxErrors) + moreErrors
    super(unlisted === 0 ? message : `${message} ${unlisted} more are not listed.`, { cause: details.cause })
    this.code = code
    this.status = errorCodes[code][0]
    this.errors = errors.slice(0, maxErrors)
    this.headers = details.headers ?? {}
  }
}

/** The body that every error is answered with: ours, and a valid RFC 9457 problem. */
export function problem(error: ApiError, requestId: string, baseUrl: string) {
  return {
    status: error.status,
    code: error.code,
    message: error.message,
    requestId,
    type: `${baseUrl}/docs/errors#${error.code}`,
    errors: error.errors,
  }
}

/** An id in a body that names nothing: answered alike whether it is malformed, unknown or out of sight. */
export function unknownReference(path: string): FieldError {
  return { path, code: 'not_found', message: 'There is nothing with this id that you can use here.' }
}

/** How an operation names the violation of a database constraint: a code, or a reference that names nothing. */
export type Violation = ErrorCode | { reference: string }

export function violationError(violation: Violation): ApiError {
  if (typeof violation === 'string') return new ApiError(violation)
  return new ApiError('invalid_request', { errors: [unknownReference(violation.reference)] })
}
