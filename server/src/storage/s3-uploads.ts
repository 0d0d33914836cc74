// The lifecycle of an upload in a bucket.
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import {
  type ClaimedPart,
  type PartPlan,
  StorageRefusal,
  type StoredPart,
  uploadNotFound,
} from '../core/storage.ts'
import { bareETag, checkParts } from './check-parts.ts'
import { isS3Error, statusOf } from './s3-client.ts'

/** An upload in the terms of the SDK. */
export type S3Upload = S3Place & { UploadId: string }

export type S3Place = { Bucket: string; Key: string }

/** In pages of 1,000, the maximum of S3, or of fewer. */
async function* partsOf(client: S3Client, upload: S3Upload, MaxParts?: number) {
  let PartNumberMarker: string | undefined
  try {
    // The SDK's own paginator never ends when a server names a next part after the last page.
    do {
      const page = await client.send(new ListPartsCommand({ ...upload, MaxParts, PartNumberMarker }))
      yield* page.Parts ?? []
      PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined
    } while (PartNumberMarker !== undefined)
  } catch (error) {
    throw isS3Error(error, 'NoSuchUpload') ? uploadNotFound() : error
  }
}

export async function listParts(
  client: S3Client,
  upload: S3Upload,
  MaxParts?: number,
): Promise<StoredPart[]> {
  return Array.fromAsync(partsOf(client, upload, MaxParts), ({ PartNumber, ETag, Size }) => {
    return { partNumber: PartNumber!, eTag: bareETag(ETag!), size: Size! }
  })
}

export async function lastActivity(client: S3Client, upload: S3Upload): Promise<Date | undefined> {
  let last: Date | undefined
  try {
    for await (const { LastModified } of partsOf(client, upload)) {
      if (LastModified && (!last || LastModified > last)) last = LastModified
    }
  } catch (error) {
    if (!isGone(error)) throw error
  }
  return last
}

function isGone(error: unknown): boolean {
  return error instanceof StorageRefusal && error.reason === 'upload_not_found'
}

export async function completeUpload(
  client: S3Client,
  upload: S3Upload,
  plan: PartPlan,
  claimed: readonly ClaimedPart[],
): Promise<void> {
  const { Bucket, Key } = upload
  try {
    checkParts(plan, await listParts(client, upload), claimed)
    const Parts = claimed.map(({ partNumber, eTag }) => ({
      PartNumber: partNumber,
      ETag: `"${bareETag(eTag)}"`,
    }))
    if (plan.size === 0) await writeEmpty(client, upload)
    else await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
  } catch (error) {
    if (isS3Error(error, 'InvalidPart', 'InvalidPartOrder')) {
      throw new StorageRefusal(
        'etag_mismatch',
        'A part was uploaded again while the upload was being completed.',
      )
    }
    if (!isS3Error(error, 'NoSuchUpload') && !isGone(error)) throw error
    // Either an earlier completion whose answer was lost, or no upload at all: check the object. Its key belongs to
    // this upload only, so its size is sufficient proof; its ETag is not, since servers compute ETags differently.
    const object = await headObject(client, { Bucket, Key })
    if (object?.size !== plan.size) throw uploadNotFound()
  }
}

/** Not every server accepts an object of one empty part. */
async function writeEmpty(client: S3Client, upload: S3Upload): Promise<void> {
  const { Bucket, Key } = upload
  await client.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.alloc(0) }))
  await abortUpload(client, upload)
}

export async function abortUpload(client: S3Client, upload: S3Upload): Promise<void> {
  try {
    await client.send(new AbortMultipartUploadCommand(upload))
  } catch (error) {
    if (statusOf(error) !== 404) throw error
  }
}

export async function headObject(
  client: S3Client,
  place: S3Place,
): Promise<{ size: number; modifiedAt: Date } | undefined> {
  try {
    const { ContentLength, LastModified } = await client.send(new HeadObjectCommand(place))
    return { size: ContentLength!, modifiedAt: LastModified! }
  } catch (error) {
    if (statusOf(error) === 404) return undefined
    throw error
  }
}

export async function* listUploads(client: S3Client, Bucket: string, Prefix: string, MaxUploads?: number) {
  let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
  while (markers) {
    const input: ListMultipartUploadsCommandInput = { Bucket, Prefix, MaxUploads, ...markers }
    const page: ListMultipartUploadsCommandOutput = await client.send(new ListMultipartUploadsCommand(input))
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      yield { Key: Key!, UploadId: UploadId!, startedAt: Initiated! }
    }
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
    markers = IsTruncated && KeyMarker ? { KeyMarker, UploadIdMarker } : undefined
  }
}
