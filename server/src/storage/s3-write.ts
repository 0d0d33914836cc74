import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { S3Place } from './s3-uploads.ts'

const firstBlock = 8 * 2 ** 20

/** Block sizes double after every 2,000 blocks, so that the 10,000 parts of S3 hold 480 GiB of unknown length. */
export function blockSize(index: number): number {
  return firstBlock * 2 ** Math.floor(index / 2_000)
}

/** Stores a stream of unknown length: in one request when it is short, else in parts, with one block in memory. */
export async function writeObject(
  client: S3Client,
  place: S3Place,
  source: AsyncIterable<Buffer>,
): Promise<{ size: number }> {
  const blocks = inBlocks(source)
  const first = (await blocks.next()).value ?? Buffer.alloc(0)
  if (first.length < blockSize(0)) {
    await client.send(new PutObjectCommand({ ...place, Body: first }))
    return { size: first.length }
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place))
  const upload = { ...place, UploadId }
  try {
    return await writeParts(client, upload, first, blocks)
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }
}

async function writeParts(
  client: S3Client,
  upload: S3Place & { UploadId: string | undefined },
  first: Buffer,
  rest: AsyncIterable<Buffer>,
): Promise<{ size: number }> {
  const Parts: { PartNumber: number; ETag: string | undefined }[] = []
  let size = 0
  async function add(Body: Buffer): Promise<void> {
    const PartNumber = Parts.length + 1
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }))
    Parts.push({ PartNumber, ETag })
    size += Body.length
  }
  await add(first)
  for await (const block of rest) await add(block)
  await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
  return { size }
}

/**
 * Yields full blocks, and the rest as the last one. All share one buffer: be done with a block before requesting the
 * next.
 */
export async function* inBlocks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let block = Buffer.allocUnsafeSlow(blockSize(0))
  let used = 0
  let index = 0
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length; ) {
      const copied = chunk.copy(block, used, from)
      from += copied
      used += copied
      if (used < block.length) continue
      yield block
      used = 0
      index++
      if (block.length !== blockSize(index)) block = Buffer.allocUnsafeSlow(blockSize(index))
    }
  }
  if (used > 0) yield block.subarray(0, used)
}
