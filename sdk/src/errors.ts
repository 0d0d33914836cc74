// The error classes of the SDK. An aborted call throws the reason of its signal instead.
import type { ErrorCode } from './generated/catalogue.ts'

/** One invalid field; `path` is a JSON pointer into the input. */
export interface FieldError {
  path: string
  code: string
  message: string
}

export interface Problem {
  status: number
  code: ErrorCode | 'unexpected_answer'
  message: string
  authenticated?: boolean | undefined
  requestId?: string | undefined
  errors?: FieldError[] | undefined
  retryAfter?: number | undefined
}

/** The server rejected the request or failed to process it. */
export class DailiesError extends Error {
  override name = 'DailiesError'
  /** The HTTP status. */
  readonly status: number
  /** The stable error code; `unexpected_answer`: the response does not come from Dailies. */
  readonly code: ErrorCode | 'unexpected_answer'
  /**
   * Whether the server accepted the credential of the request: false without one, with a wrong one, and when the request
   * was rejected before its credential was read. Undefined when the response does not come from Dailies.
   */
  readonly authenticated: boolean | undefined
  /** The ID of the request in the log of the server. */
  readonly requestId: string | undefined
  /** Every invalid field. */
  readonly errors: FieldError[]
  /** The seconds to wait before a retry, as the server asks. */
  readonly retryAfter: number | undefined

  constructor(problem: Problem) {
    super(problem.message)
    this.status = problem.status
    this.code = problem.code
    this.authenticated = problem.authenticated
    this.requestId = problem.requestId
    this.errors = problem.errors ?? []
    this.retryAfter = problem.retryAfter
  }
}

/** No response: the server could not be reached, or the connection was lost. See `cause`. */
export class DailiesConnectionError extends Error {
  override name = 'DailiesConnectionError'
}

/** No response within the time limit. */
export class DailiesTimeoutError extends DailiesConnectionError {
  override name = 'DailiesTimeoutError'
}
