// Sends one part of an upload to its signed URL, and retries until it is stored.

import { receive, refusal } from './answers.ts'
import { DailiesConnectionError, DailiesError, DailiesTimeoutError } from './errors.ts'
import { backoffMs, pause } from './waiting.ts'

export interface PartSender {
  fetch: typeof globalThis.fetch
  retryDelayMs: number
  /** Waits for a slot to send a part; the returned function releases it. Without it, the limit applies to this upload alone. */
  turn?: ((signal: AbortSignal) => Promise<() => void>) | undefined
}

export interface PartToSend {
  url: () => string
  /** Requests new URLs after this one was rejected; undefined when new URLs are not available. */
  renew: ((refused: string) => Promise<void>) | undefined
  body: Blob
  signal: AbortSignal
  maxRetries: number
}

/** Returns the ETag; undefined when the storage does not expose it. */
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
        // The first rejection usually means an expired URL: retry without a wait.
        if (!part.renew) throw error
        if (attempt > 0) await pause(backoffMs(attempt, sender.retryDelayMs), part.signal)
        await part.renew(url)
      } else await pause(asked + backoffMs(attempt, sender.retryDelayMs), part.signal)
    }
  }
}

/** The time limit follows the size of the part: a slow connection may finish, a stalled one times out. */
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
    if (timeout.aborted) throw new DailiesTimeoutError('A part of the upload timed out.', { cause: error })
    throw new DailiesConnectionError('The connection failed while uploading a part.', { cause: error })
  }
  if (response.ok) return response.headers.get('ETag') ?? undefined
  throw refusal(received)
}

function whatNext(error: unknown): 'again' | 'renew' | 'fail' {
  if (error instanceof DailiesConnectionError) return 'again'
  if (!(error instanceof DailiesError)) return 'fail'
  const { status } = error
  if (status === 408 || status === 429 || status >= 500) return 'again'
  // Expired, or signed with a retired key; S3 servers use various codes for it.
  return [400, 401, 403, 404].includes(status) ? 'renew' : 'fail'
}
