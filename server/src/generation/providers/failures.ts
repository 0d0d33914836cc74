// What goes wrong with a provider, in our words. Theirs are never passed on: they may repeat a prompt, a key or a URL.
import { type FailureCode, GenerationFailure, TryLater } from '../../core/provider.ts'

const words: Partial<Record<FailureCode, [message: string, retryable: boolean]>> = {
  provider_rejected_key: ['does not accept the configured key. Ask an administrator to check it.', true],
  provider_balance: ['has no balance or quota left. Ask an administrator to top it up, then retry.', true],
  content_policy: ['refuses this content by its policy. Change the prompt or the references.', false],
  provider_refused: ['refuses the request. Change the prompt, the references or the settings.', false],
  provider_failed: ['could not make it. Retry, or try another model.', true],
  provider_invalid_answer: ['gave an answer that makes no sense. Retry later.', true],
  result_too_large: ['made a file that is larger than this server takes.', false],
  result_host_refused: ['keeps the result at a host that this server does not trust.', false],
  start_unknown: [
    'may or may not have begun the job; it was not begun a second time. Retry to pay for a new one.',
    true,
  ],
  unsupported_setting: ['does not support one of the settings. Leave it out, or try another model.', false],
}

export function failure(label: string, code: FailureCode): GenerationFailure {
  const [message, retryable] = words[code] ?? words.provider_failed!
  return new GenerationFailure(code, `${label} ${message}`, retryable)
}

/** An answer that is not a success. The body is for the provider's own file to read, and for nobody to print. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  readonly retryAfterSeconds: number | null
  /** Not enumerable: a logger that prints every property would print the body. */
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

/** The connection was never made: the provider has seen nothing. */
export class Unreached extends Error {
  override name = 'Unreached'
}

/** The connection was lost on the way: the provider may have seen everything. */
export class Dropped extends Error {
  override name = 'Dropped'
}

export class Malformed extends Error {
  override name = 'Malformed'
}

export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'
}

/** What a refused start means: an end, a later try, or that nobody knows. */
export type Verdict = FailureCode | 'later' | 'unknown'
/** What a provider's own codes say; null leaves it to the status. */
export type Meaning = (refused: Refused) => Verdict | null

const laterSeconds = 30
const longestWaitSeconds = 3600

/** Runs a paid start and says what its failure means; see `Provider.start`. */
export async function begin<T>(label: string, meaning: Meaning, start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    throw startError(label, meaning, error)
  }
}

function startError(label: string, meaning: Meaning, error: unknown): unknown {
  if (error instanceof GenerationFailure || error instanceof TryLater) return error
  if (error instanceof Unreached) return new TryLater(`${label} cannot be reached.`, laterSeconds)
  if (error instanceof AnswerTooLarge) return failure(label, 'result_too_large')
  if (error instanceof Dropped) return error
  if (!(error instanceof Refused)) return failure(label, 'provider_invalid_answer')
  const verdict = meaning(error) ?? statusVerdict(error.status)
  if (verdict === 'unknown') return error
  if (verdict !== 'later') return failure(label, verdict)
  const seconds = Math.min(error.retryAfterSeconds ?? laterSeconds, longestWaitSeconds)
  return new TryLater(`${label} takes no more for now.`, seconds)
}

function statusVerdict(status: number): Verdict {
  if (status === 401 || status === 403) return 'provider_rejected_key'
  if (status === 402) return 'provider_balance'
  if (status === 429) return 'later'
  // A 5xx may come from a proxy in front of a job that runs.
  return status >= 400 && status < 500 && status !== 408 ? 'provider_refused' : 'unknown'
}

/** Runs a call that costs nothing. Its errors are no news and end no job; what they print is ours alone. */
export async function look<T>(label: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof GenerationFailure || error instanceof Refused || error instanceof Unreached)
      throw error
    if (error instanceof Dropped || error instanceof Malformed) throw error
    throw new Malformed(`${label} gave an answer that makes no sense.`)
  }
}

/** Providers name what they refuse for its content in many ways, and all of them use one of these words. */
export function failedFor(label: string, ...reasons: unknown[]): GenerationFailure {
  const policy = /sensitive|moderat|policy|policies|nsfw|safety|illegal|prohibited|violat|risk/i
  const refused = reasons.some((reason) => typeof reason === 'string' && policy.test(reason))
  return failure(label, refused ? 'content_policy' : 'provider_failed')
}
