// Errors of providers, in the server's own words. The provider's messages are never passed on: they may
// repeat a prompt, a key or a URL.
import { type FailureCode, GenerationFailure, TryLater } from '../../core/provider.ts'

const words: Partial<Record<FailureCode, [message: string, retryable: boolean]>> = {
  provider_rejected_key: ['rejects the configured API key. Ask an administrator to check it.', true],
  provider_balance: ['has no balance or quota left. Ask an administrator to top it up, then retry.', true],
  content_policy: [
    'rejects this content because of its content policy. Change the prompt or the references.',
    false,
  ],
  provider_refused: ['rejects the request. Change the prompt, the references or the settings.', false],
  provider_failed: ['failed to generate the file. Retry, or try another model.', true],
  provider_invalid_answer: ['returned an invalid response. Retry later.', true],
  result_too_large: ['generated a file that is larger than this server accepts.', false],
  result_host_refused: ['stores the result at a host that this server does not trust.', false],
  start_unknown: [
    'may or may not have started the generation; it was not started a second time. Retry to pay for a new one.',
    true,
  ],
  unsupported_setting: ['does not support one of the settings. Leave it out, or try another model.', false],
}

export function failure(label: string, code: FailureCode): GenerationFailure {
  const [message, retryable] = words[code] ?? words.provider_failed!
  return new GenerationFailure(code, `${label} ${message}`, retryable)
}

/**
 * A response that is not a success. The body may be interpreted by the provider's adapter, but never logged.
 */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  readonly retryAfterSeconds: number | null
  /** Private, because a logger that prints every property would print the body. */
  readonly #body: unknown

  constructor(label: string, status: number, body: unknown, retryAfterSeconds: number | null = null) {
    super(`${label} refused: ${status}`)
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
    this.#body = body
  }

  get body(): unknown {
    return this.#body
  }
}

/** The connection was never established: the provider received nothing. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

/** The connection was lost after the request was sent: the provider may have received it. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
}

export class Malformed extends Error {
  override name = 'Malformed'
}

export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'
}

/** The meaning of a refused start: a failure, a later retry, or that the result is unknown. */
export type StartOutcome = FailureCode | 'later' | 'unknown'
/** Interprets a provider's own error codes; null: decide by the HTTP status. */
export type Meaning = (refused: Refused) => StartOutcome | null

const laterSeconds = 30
const maxBackoffSeconds = 3600

/** Makes a paid start and translates its error; see `Provider.start`. */
export async function startPaid<T>(label: string, meaning: Meaning, start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    throw startError(label, meaning, error)
  }
}

function startError(label: string, meaning: Meaning, error: unknown): unknown {
  if (error instanceof GenerationFailure || error instanceof TryLater) return error
  if (error instanceof Unreachable) return new TryLater(`${label} cannot be reached.`, laterSeconds)
  if (error instanceof AnswerTooLarge) return failure(label, 'result_too_large')
  if (error instanceof ConnectionLost) return error
  if (!(error instanceof Refused)) return failure(label, 'provider_invalid_answer')
  const verdict = meaning(error) ?? outcomeOfStatus(error.status)
  if (verdict === 'unknown') return error
  if (verdict !== 'later') return failure(label, verdict)
  const seconds = Math.min(error.retryAfterSeconds ?? laterSeconds, maxBackoffSeconds)
  return new TryLater(`${label} accepts no more requests for now.`, seconds)
}

function outcomeOfStatus(status: number): StartOutcome {
  if (status === 401 || status === 403) return 'provider_rejected_key'
  if (status === 402) return 'provider_balance'
  if (status === 429) return 'later'
  // A 5xx may come from a proxy, while the generation runs behind it.
  return status >= 400 && status < 500 && status !== 408 ? 'provider_refused' : 'unknown'
}

/**
 * Makes a call that costs nothing. Its errors do not end a generation; their messages are the server's own.
 */
export async function callUnpaid<T>(label: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof GenerationFailure || error instanceof Refused || error instanceof Unreachable)
      throw error
    if (error instanceof ConnectionLost || error instanceof Malformed) throw error
    throw new Malformed(`${label} returned an invalid response.`)
  }
}

/** Providers report a content-policy refusal in many ways, and all of them use one of these words. */
export function failedFor(label: string, ...reasons: unknown[]): GenerationFailure {
  const policy = /sensitive|moderat|policy|policies|nsfw|safety|illegal|prohibited|violat|risk/i
  const refused = reasons.some((reason) => typeof reason === 'string' && policy.test(reason))
  return failure(label, refused ? 'content_policy' : 'provider_failed')
}
