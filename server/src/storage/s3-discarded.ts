// Discarded objects and the marker file of a storage in a bucket. S3 cannot rename: an object is copied, then its source is
// deleted. A crash in between leaves both, and the next move repeats the copy.
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import {
  type Discarded,
  discardedName,
  isDay,
  isKey,
  markerName,
  requireKey,
  type Storage,
} from '../core/storage.ts'
import { isS3Error, statusOf } from './s3-client.ts'
import { abortUpload, headObject, type S3Place } from './s3-uploads.ts'

type DiscardedObjects = Pick<
  Storage,
  'discardObject' | 'discarded' | 'returnObject' | 'removeDiscarded' | 'readMarker' | 'writeMarker'
>

/** Whether a key below the prefix belongs to an object: it is neither the marker file nor discarded. */
export function isObjectKey(key: string): boolean {
  return isKey(key) && key !== markerName && !key.startsWith(`${discardedName}/`)
}

export function createS3Discarded(client: S3Client, Bucket: string, prefix: string): DiscardedObjects {
  const place = (key: string): S3Place => {
    requireKey(key)
    return { Bucket, Key: prefix + key }
  }
  const discardedPlace = ({ key, day }: Discarded) => place(`${discardedName}/${day}/${key}`)
  const remove = (object: S3Place) => client.send(new DeleteObjectCommand(object))

  return {
    async discardObject(discarded) {
      const isCopied = await copyObject(client, place(discarded.key), discardedPlace(discarded))
      if (isCopied) await remove(place(discarded.key))
      return isCopied
    },
    async *discarded() {
      const start = `${prefix}${discardedName}/`
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: start })) {
        for (const { Key } of page.Contents ?? []) {
          const [day, ...rest] = Key!.slice(start.length).split('/') as [string, ...string[]]
          const key = rest.join('/')
          if (isDay(day) && isKey(key)) yield { key, day }
        }
      }
    },
    async returnObject(discarded) {
      if (await headObject(client, place(discarded.key))) return
      if (await copyObject(client, discardedPlace(discarded), place(discarded.key)))
        await remove(discardedPlace(discarded))
    },
    async removeDiscarded(discarded) {
      await remove(discardedPlace(discarded))
    },
    async readMarker() {
      try {
        const { Body } = await client.send(new GetObjectCommand(place(markerName)))
        return await Body!.transformToString()
      } catch (error) {
        if (isS3Error(error, 'NoSuchKey')) return undefined
        throw error
      }
    },
    writeMarker: (text, { replace }) => writeMarker(client, place(markerName), text, replace),
  }
}

async function writeMarker(client: S3Client, place: S3Place, Body: string, replace: boolean): Promise<void> {
  const plain = { ...place, Body, ContentType: 'application/json' }
  if (replace) return void (await client.send(new PutObjectCommand(plain)))
  // Servers that do not support the condition below ignore it.
  if (await headObject(client, place)) return
  try {
    await client.send(new PutObjectCommand({ ...plain, IfNoneMatch: '*' }))
  } catch (error) {
    const status = statusOf(error)
    // 412 and 409: another node was first. The next read of the marker file shows which database it belongs to.
    if (status === 412 || status === 409) return
    // 501: a server without conditional writes.
    if (statusOf((error as Error).cause) !== 501) throw error
    await client.send(new PutObjectCommand(plain))
  }
}

/** S3 copies at most 5 GiB per request; small pieces keep each request short. */
const pieceSize = 64 * 2 ** 20
const maxPieces = 10_000

/** Returns false when there was no object to copy. */
async function copyObject(client: S3Client, from: S3Place, to: S3Place): Promise<boolean> {
  const object = await headObject(client, from)
  if (!object) return false
  const CopySource = `${from.Bucket}/${from.Key}`
  if (object.size > pieceSize) await copyInPieces(client, CopySource, object.size, to)
  else await client.send(new CopyObjectCommand({ ...to, CopySource }))
  return true
}

async function copyInPieces(client: S3Client, CopySource: string, size: number, to: S3Place): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(to))
  const upload = { ...to, UploadId: UploadId! }
  const length = Math.max(pieceSize, Math.ceil(size / maxPieces))
  const Parts: { PartNumber: number; ETag: string | undefined }[] = []
  try {
    for (let start = 0; start < size; start += length) {
      const PartNumber = Parts.length + 1
      const CopySourceRange = `bytes=${start}-${Math.min(start + length, size) - 1}`
      const piece = new UploadPartCopyCommand({ ...upload, PartNumber, CopySource, CopySourceRange })
      const { CopyPartResult } = await client.send(piece)
      Parts.push({ PartNumber, ETag: CopyPartResult?.ETag })
    }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
  } catch (error) {
    await abortUpload(client, upload).catch(() => {})
    throw error
  }
}
