// Sends the parts of an upload to its URLs, as a client does.
import assert from 'node:assert/strict'

export type PartUrl = { partNumber: number; url: string }
export type SentPart = { partNumber: number; eTag: string }

/** The bytes of one part, for a client that knows only the number of parts. */
export function partOf(bytes: Buffer, partCount: number, partNumber: number): Buffer {
  const length = Math.ceil(bytes.length / partCount)
  return bytes.subarray((partNumber - 1) * length, partNumber * length)
}

export async function sendPart({ partNumber, url }: PartUrl, part: Buffer): Promise<SentPart> {
  const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(part) })
  assert.equal(answer.status, 200, await answer.text())
  return { partNumber, eTag: answer.headers.get('etag')! }
}

export async function sendParts(parts: PartUrl[], bytes: Buffer): Promise<SentPart[]> {
  const sent: SentPart[] = []
  for (const part of parts) sent.push(await sendPart(part, partOf(bytes, parts.length, part.partNumber)))
  return sent
}
