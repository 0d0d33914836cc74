// Writes the bytes of a result to the storage. Their row is committed with the end of the generation: a crash
// before that leaves bytes without a row, which the sweep deletes.
import { addAbortSignal, Readable } from 'node:stream'
import { newUuid } from '../core/ids.ts'
import type { OutputType } from '../core/provider.ts'
import { GenerationFailure, type Output } from '../core/provider.ts'
import type { Storage } from '../core/storage.ts'
import { sniff, sniffedBytes } from '../storage/sniff.ts'
import type { Attempt } from './generation-row.ts'
import type { ResultSpool, Spooled } from './result-spool.ts'

/** A larger result is no image, video or document of the requested kind. */
export const maxOutputSize = 4 * 2 ** 30

export type StoredOutput = { objectId: string; size: number; mimeType: string; extension: string }

export async function storeOutput(
  storage: Storage,
  { extension, body }: Output,
  outputType: OutputType,
  signal: AbortSignal,
  limit = maxOutputSize,
): Promise<StoredOutput> {
  const objectId = newUuid()
  const seen = await consume(body, signal, limit, (bytes) => storage.write(objectId, bytes))
  const mimeType = sniff(seen.head, seen.size, `output.${extension}`)
  if (fits(mimeType, outputType)) return { objectId, size: seen.size, mimeType, extension }
  await storage.remove(objectId)
  throw new GenerationFailure(
    'provider_invalid_answer',
    'The provider returned a file of another type.',
    true,
  )
}

/** Spools the bytes on this node's disk: see ResultSpool. Their type is checked when they are stored. */
export async function spoolOutput(
  results: ResultSpool,
  attempt: Attempt,
  { extension, body }: Output,
  signal: AbortSignal,
): Promise<Spooled> {
  let spooled: Spooled | undefined
  await consume(body, signal, maxOutputSize, async (bytes) => {
    spooled = await results.spool(attempt, { extension, body: bytes })
  })
  return spooled!
}

type Seen = { head: Buffer; size: number; refusal: GenerationFailure | undefined }

async function consume(
  body: Readable,
  signal: AbortSignal,
  limit: number,
  write: (bytes: Readable) => Promise<unknown>,
): Promise<Seen> {
  const seen: Seen = { head: Buffer.alloc(0), size: 0, refusal: undefined }
  const bytes = Readable.from(watched(body, seen, limit), { objectMode: false })
  // The reader handles the error; an error while nothing reads must not end the process.
  for (const stream of [body, bytes]) stream.on('error', () => {})
  // Abort the body as well: a reader that waits for its next bytes notices nothing else.
  addAbortSignal(signal, body)
  try {
    await write(addAbortSignal(signal, bytes))
    return seen
  } catch (error) {
    body.destroy()
    throw seen.refusal ?? error
  }
}

async function* watched(body: Readable, seen: Seen, limit: number) {
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk)
    if (seen.head.length < sniffedBytes) seen.head = Buffer.concat([seen.head, bytes])
    seen.size += bytes.length
    if (seen.size > limit) seen.refusal = tooLarge(limit)
    if (seen.refusal) throw seen.refusal
    yield bytes
  }
  if (seen.size > 0) return
  seen.refusal = emptyResult()
  throw seen.refusal
}

function tooLarge(limit: number): GenerationFailure {
  return new GenerationFailure('result_too_large', `The result has more than ${limit} bytes.`, false)
}

function emptyResult(): GenerationFailure {
  return new GenerationFailure('provider_invalid_answer', 'The provider returned an empty result.', true)
}

/** An error page is no image, even with status 200. */
function fits(mimeType: string, outputType: OutputType): boolean {
  if (outputType === 'IMAGE') return mimeType.startsWith('image/')
  if (outputType === 'VIDEO') return mimeType.startsWith('video/')
  if (outputType === '3D') return mimeType.startsWith('model/')
  return mimeType === 'application/pdf' || mimeType.startsWith('text/')
}
