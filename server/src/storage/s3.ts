// Files in a bucket. Clients transfer bytes directly to and from the bucket; only the server's own reads and writes
// pass through here.
import { Readable } from 'node:stream'
import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { contentDisposition, mayBeShown } from '../core/content-disposition.ts'
import { type Deadline, startDeadline as startRealDeadline } from '../core/deadline.ts'
import { browserCacheControl } from '../core/signed-urls.ts'
import {
  type ByteRange,
  type ClaimedPart,
  isKey,
  objectNotFound,
  type PartPlan,
  requireKey,
  type Storage,
  type Upload,
} from '../core/storage.ts'
import { objectETag } from './check-parts.ts'
import {
  createClient,
  isS3Error,
  orUnavailable,
  quickTimeoutMs,
  requireBucket,
  unavailable,
} from './s3-client.ts'
import { createS3Discarded, isObjectKey } from './s3-discarded.ts'
import { createPresigner } from './s3-presign.ts'
import {
  abortUpload,
  completeUpload,
  headObject,
  lastActivity,
  listParts,
  listUploads,
  type S3Upload,
} from './s3-uploads.ts'
import { writeObject } from './s3-write.ts'
import type { S3Config } from './storage-url.ts'

/** Longer than most objects take, and less than the five seconds within which a client must get an error. */
const completionWaitMs = 4_500
/** A read up to this length returns all bytes or fails. */
const shortRead = 2 ** 20

export async function createS3Storage(config: S3Config, startDeadline = startRealDeadline): Promise<Storage> {
  const client = createClient(config, config.endpoint, startDeadline)
  await requireBucket(client, config)
  const visitors =
    config.publicEndpoint === undefined ? client : createClient(config, config.publicEndpoint, startDeadline)
  const presign = createPresigner(visitors, config.bucket, config.region)
  const { bucket: Bucket, prefix } = config

  function place(key: string): { Bucket: string; Key: string } {
    requireKey(key)
    return { Bucket, Key: prefix + key }
  }

  function s3Upload({ key, uploadId }: Upload): S3Upload {
    return { ...place(key), UploadId: uploadId }
  }

  async function read(key: string, range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${Number.isFinite(range.end) ? range.end : ''}`
    const command = new GetObjectCommand({ ...place(key), ...(Range ? { Range } : {}) })
    const deadline = startDeadline(quickTimeoutMs)
    try {
      const { Body } = await client.send(command, { abortSignal: deadline.signal })
      if (range === undefined || range.end - range.start >= shortRead) return Body as Readable
      return Readable.from([Buffer.from(await Body!.transformToByteArray())], { objectMode: false })
    } catch (error) {
      if (isS3Error(error, 'NoSuchKey')) throw objectNotFound()
      if (isS3Error(error, 'InvalidRange')) return Readable.from([])
      throw orUnavailable(error)
    } finally {
      deadline.clear()
    }
  }

  // S3 may take minutes to assemble a large object, and continues after the client was asked to repeat the request.
  const completions = new Map<string, Promise<void>>()

  async function complete(upload: Upload, plan: PartPlan, parts: readonly ClaimedPart[]): Promise<void> {
    const name = `${upload.uploadId} ${objectETag(parts)}`
    const running = completions.get(name)
    // The answer may be lost although the object exists.
    if (running && (await headObject(client, place(upload.key)))?.size === plan.size) return
    if (running) return running
    const completion = completeUpload(client, s3Upload(upload), plan, parts).finally(() => {
      completions.delete(name)
    })
    completions.set(name, completion)
    await completion
  }

  return {
    async startUpload(key) {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(place(key)))
      return { key, uploadId: UploadId! }
    },
    partUrl(upload, partNumber, length, seconds) {
      const query = { partNumber: String(partNumber), uploadId: upload.uploadId }
      return presign({ method: 'PUT', key: place(upload.key).Key, query, contentLength: length, seconds })
    },
    listParts: (upload) => listParts(client, s3Upload(upload)),
    completeUpload: (upload, plan, parts) =>
      withPatience(complete(upload, plan, parts), startDeadline(completionWaitMs)),
    abortUpload: (upload) => abortUpload(client, s3Upload(upload)),
    lastActivity: (upload) => lastActivity(client, s3Upload(upload)),

    stat: (key) => headObject(client, place(key)),
    read,
    write: (key, source) => writeObject(client, place(key), source),
    downloadUrl(key, { fileName, mimeType, inline, seconds, from }) {
      const query = {
        'response-content-type': mimeType,
        'response-content-disposition': contentDisposition(fileName, inline && mayBeShown(mimeType)),
        'response-cache-control': browserCacheControl(seconds),
      }
      return presign({ method: 'GET', key: place(key).Key, query, seconds, from })
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(place(key)))
    },
    ...createS3Discarded(client, Bucket, prefix),

    async *objects() {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        for (const { Key, LastModified } of page.Contents ?? []) {
          const key = Key!.slice(prefix.length)
          if (isObjectKey(key)) yield { key, modifiedAt: LastModified! }
        }
      }
    },
    async *uploads() {
      for await (const { Key, UploadId, startedAt } of listUploads(client, Bucket, prefix)) {
        const key = Key.slice(prefix.length)
        if (isKey(key)) yield { upload: { key, uploadId: UploadId }, startedAt }
      }
    },
  }
}

async function withPatience(completion: Promise<void>, { signal, clear }: Deadline): Promise<void> {
  const late = Promise.withResolvers<never>()
  const message = 'The storage is still assembling the file. Repeat the request.'
  signal.addEventListener('abort', () => late.reject(unavailable(message)))
  try {
    await Promise.race([completion, late.promise])
  } finally {
    clear()
  }
}
