// What goes wrong, as classes. An aborted call is none of these: it ends with the reason of its signal.
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

/** The server has refused the request, or could not do it. */
export class DailiesError extends Error {
  override name = 'DailiesError'
  /** The status of the answer. */
  readonly status: number
  /** What is wrong, as a stable key; `unexpected_answer`: something else than Dailies has answered. */
  readonly code: ErrorCode | 'unexpected_answer'
  /**
   * Whether the server accepted the credential of the request: false without one, with a wrong one, and when the
   * request was refused before its credential was read. Undefined when something other than Dailies answered.
   */
  readonly authenticated: boolean | undefined
  /** Under which the server has logged it. */
  readonly requestId: string | undefined
  /** Every invalid field. */
  readonly errors: FieldError[]
  /** How many seconds the server asks to wait. */
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

/** No answer: the server could not be reached, or the connection was cut. `cause` says more. */
export class DailiesConnectionError extends Error {
  override name = 'DailiesConnectionError'
}

/** No answer within the time given. */
export class DailiesTimeoutError extends DailiesConnectionError {
  override name = 'DailiesTimeoutError'
}
