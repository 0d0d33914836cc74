// Shared by the adapters that use the AI SDK. The SDK is always called with `maxRetries: 0`: a retry after a
// lost response would pay twice.
import { Readable } from 'node:stream'
import type { GeneratedFile } from 'ai'
import type { Output } from '../../core/provider.ts'
import { failure, type Meaning, startPaid } from './failures.ts'
import type { ReferenceBytes } from './references.ts'

type Fetch = typeof fetch
type WithWarnings = { warnings: readonly { type: string }[] }

export type PaidCall<T> = {
  label: string
  meaning: Meaning
  /** The `fetch` that sends requests to the provider. */
  fetch: Fetch
  /** The smallest response of the provider that the SDK accepts. */
  rehearsal: unknown
  call(fetch: Fetch): Promise<T>
}

/**
 * Makes a paid call through the SDK. The call is first rehearsed against a fake response, because the SDK
 * reports unsupported settings only after the paid request.
 */
export function paidCall<T extends WithWarnings>(paid: PaidCall<T>): Promise<T> {
  const { label, meaning, fetch, rehearsal, call } = paid
  return startPaid(label, meaning, async () => {
    refuseWarnings(label, await call(async () => Response.json(rehearsal)))
    const result = await call(fetch)
    refuseWarnings(label, result)
    return result
  })
}

function refuseWarnings(label: string, { warnings }: WithWarnings): void {
  if (warnings.length > 0) throw failure(label, 'unsupported_setting')
}

export function imagePrompt(prompt: string, references: readonly ReferenceBytes[]) {
  return references.length === 0 ? prompt : { text: prompt, images: references.map(({ bytes }) => bytes) }
}

const extensions: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }

export function imageOutput({ mediaType, uint8Array }: GeneratedFile): Output {
  return { extension: extensions[mediaType] ?? 'png', body: Readable.from([Buffer.from(uint8Array)]) }
}

/** For models that return the result itself: there is nothing to poll, fetch or recover. */
export function nothingToPoll(): never {
  throw new Error('This provider returns the result at once: there is no handle.')
}

export type Frames = { image: Buffer; frameType: 'first_frame' | 'last_frame' }[]

export function frames(references: readonly ReferenceBytes[]): Frames {
  return references.map(({ bytes }, i) => ({
    image: bytes,
    frameType: i === 0 ? 'first_frame' : 'last_frame',
  }))
}
