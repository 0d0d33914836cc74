// Why a file could not be fetched from its address, for people.
import { ApiError } from '../core/errors.ts'
import type { FailureCode } from '../core/provider.ts'
import { DownloadLost, DownloadRefused } from '../core/public-download.ts'

export class FetchFailure extends Error {
  override name = 'FetchFailure'
  readonly code: FailureCode
  /** Whether a later try may succeed. */
  readonly retryable: boolean

  constructor(code: FailureCode, message: string, retryable: boolean) {
    super(message)
    this.code = code
    this.retryable = retryable
  }
}

/** The failure that an error of the source, the disk or the quota is; undefined for any other error. An outage is none: see `isOutage`. */
export function failureOf(error: unknown): FetchFailure | undefined {
  if (error instanceof FetchFailure) return error
  if (error instanceof DownloadRefused) return new FetchFailure('source_refused', error.message, false)
  if (error instanceof DownloadLost) return new FetchFailure('source_unreachable', error.message, true)
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'quota_exceeded') return new FetchFailure('quota_exceeded', error.message, false)
  return new FetchFailure('storage_unavailable', error.message, true)
}

export function interrupted(): FetchFailure {
  return new FetchFailure('source_unreachable', 'The download was interrupted too often.', true)
}

export function incomplete(hostname: string): FetchFailure {
  return new FetchFailure('source_unreachable', `${hostname} sent an incomplete file.`, true)
}

export function encoded(): FetchFailure {
  const message = 'The file is only offered with a content encoding, such as gzip.'
  return new FetchFailure('source_refused', message, false)
}

export function tooLarge(bytes: number): FetchFailure {
  const message = `The file has more than ${bytes / 2 ** 30} GiB. Upload it in parts instead.`
  return new FetchFailure('source_too_large', message, false)
}

export function webPage(hostname: string): FetchFailure {
  const message = `${hostname} sent a web page, not a file. Use the address that the download itself has.`
  return new FetchFailure('source_not_a_file', message, false)
}
