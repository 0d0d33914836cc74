// One part of an upload: PUT to its signed URL until it has arrived.

import { receive, refusal } from './answers.ts'
import { DailiesConnectionError, DailiesError, DailiesTimeoutError } from './errors.ts'
import { backoffMs, pause } from './waiting.ts'

export interface PartSender {
  fetch: typeof globalThis.fetch
  retryDelayMs: number
  /** Waits until a part may be sent; what it gives ends the turn. Without it, parts of this upload alone are counted. */
  turn?: ((signal: AbortSignal) => Promise<() => void>) | undefined
}

export interface PartToSend {
  url: () => string
  /** Gets fresh URLs after this one was refused; undefined where there are none to get. */
  renew: ((refused: string) => Promise<void>) | undefined
  body: Blob
  signal: AbortSignal
  maxRetries: number
}

/** Its ETag; undefined when the storage does not show it. */
export async function sendPart(sender: PartSender, part: PartToSend): Promise<string | undefined> {
  for (let attempt = 0; ; attempt++) {
    const url = part.url()
    try {
      return await put(sender, part, url)
    } catch (error) {
      part.signal.throwIfAborted()
      const next = whatNext(error)
      if (next === 'fail' || attempt >= part.maxRetries) throw error
      const asked = error instanceof DailiesError ? (error.retryAfter ?? 0) * 1000 : 0
      if (next === 'renew') {
        // The first refusal is mostly about the time: no need to wait.
        if (!part.renew) throw error
        if (attempt > 0) await pause(backoffMs(attempt, sender.retryDelayMs), part.signal)
        await part.renew(url)
      } else await pause(asked + backoffMs(attempt, sender.retryDelayMs), part.signal)
    }
  }
}

/** A slow line is no reason to give up; one that stands still is. */
function allowedMs(bytes: number): number {
  return 60_000 + Math.ceil(bytes / 32)
}

async function put(
  { fetch }: PartSender,
  { body, signal }: PartToSend,
  url: string,
): Promise<string | undefined> {
  const timeout = AbortSignal.timeout(allowedMs(body.size))
  let response: Response
  let received: Awaited<ReturnType<typeof receive>>
  try {
    response = await fetch(url, {
      method: 'PUT',
      body,
      signal: AbortSignal.any([signal, timeout]),
      credentials: 'omit',
    })
    received = await receive(response)
  } catch (error) {
    if (timeout.aborted)
      throw new DailiesTimeoutError('A part of the upload did not arrive in time.', { cause: error })
    throw new DailiesConnectionError('The connection for a part of the upload failed.', { cause: error })
  }
  if (response.ok) return response.headers.get('ETag') ?? undefined
  throw refusal(received)
}

function whatNext(error: unknown): 'again' | 'renew' | 'fail' {
  if (error instanceof DailiesConnectionError) return 'again'
  if (!(error instanceof DailiesError)) return 'fail'
  const { status } = error
  if (status === 408 || status === 429 || status >= 500) return 'again'
  // Expired, or signed with a key that is no longer used; buckets say it in their own words.
  return [400, 401, 403, 404].includes(status) ? 'renew' : 'fail'
}
