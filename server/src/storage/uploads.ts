// An upload from its start to a stored object: the bytes in storage, and their row in `objects`. Records that refer
// to the object (a file, an attachment of a comment) are up to the operations.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError, type FieldError } from '../core/errors.ts'
import { newUuid } from '../core/ids.ts'
import type { ContextFields } from '../core/operation.ts'
import type { Sql } from '../core/sql.ts'
import {
  type ClaimedPart,
  type PartPlan,
  type Storage,
  StorageRefusal,
  type StoredPart,
  type Upload,
} from '../core/storage.ts'
import { bareETag } from './check-parts.ts'
import { partLength, planOf, planParts } from './part-plan.ts'
import { nameQuotaError, requireQuota, type Uploader, withinQuota } from './quotas.ts'
import { sniff, sniffedBytes } from './sniff.ts'

const urlSeconds = 24 * 60 * 60

export type PartUrl = { partNumber: number; url: string }

type ObjectRow = {
  id: string
  uploadId: string
  size: number
  partSize: number
  /** null until the object is stored. */
  mimeType: string | null
}

/** An upload that exists in the storage and not yet in the database. */
export type StartedObject = { upload: Upload; plan: PartPlan; parts: PartUrl[] }

type Accounting = Pick<ContextFields, 'sql' | 'quotas'> & { caller: Uploader }

/**
 * Begins an upload, unless the disk or a quota has no space for it. There is no row yet: a crash before
 * `insertObject` leaves an empty upload, which the clean-up removes.
 */
export async function startObject(
  { storage, ...accounting }: Accounting & { storage: Storage },
  size: number,
): Promise<StartedObject> {
  await storage.space?.require(size)
  await requireQuota(accounting.sql, accounting.quotas, accounting.caller, size)
  return beginObject(storage, size)
}

/** Begins an upload whose size was checked: see `startObject`. */
export async function beginObject(storage: Storage, size: number): Promise<StartedObject> {
  const plan = planParts(size)
  const upload = await storage.startUpload(newUuid())
  return { upload, plan, parts: await partUrls(storage, upload, plan) }
}

/**
 * Counts against the quota once more, now together with the row. The caller inserts the record that refers to the
 * object next; a crash in between leaves a row that the clean-up removes.
 */
export async function insertObject(accounting: Accounting, started: StartedObject): Promise<string> {
  await insertObjects(accounting, [started])
  return started.upload.key
}

/** Inserts several uploads in one statement: either all fit into the quota, or none is inserted. */
export async function insertObjects(
  { sql, quotas, caller }: Accounting,
  started: readonly StartedObject[],
): Promise<void> {
  const bytes = started.reduce((sum, { plan }) => sum + plan.size, 0)
  try {
    // The quota is checked once, not per row.
    await sql`
      with allowed as materialized (select ${withinQuota(quotas, caller, bytes)})
      insert into objects (id, upload_id, size, part_size, workspace_id, uploader_id)
      select begun.id, begun.upload_id, begun.size, begun.part_size, ${caller.workspaceId}, ${caller.userId}
      from allowed, unnest(${started.map(({ upload }) => upload.key)}::uuid[],
        ${started.map(({ upload }) => upload.uploadId)}::text[], ${started.map(({ plan }) => plan.size)}::bigint[],
        ${started.map(({ plan }) => plan.partSize)}::bigint[]) as begun (id, upload_id, size, part_size)`
  } catch (error) {
    throw nameQuotaError(error, quotas, caller, bytes)
  }
}

/**
 * Fresh URLs for all parts, since a client may upload a stored part again, and the list of stored parts. `whole`: an
 * earlier completion succeeded, but its answer was lost.
 */
export async function resumeObject(
  sql: Sql,
  storage: Storage,
  objectId: string,
  name: string,
): Promise<{ parts: PartUrl[]; stored: StoredPart[] } | { whole: WholeObject }> {
  const { upload, plan, mimeType } = await findObject(sql, objectId)
  if (mimeType !== null) return { whole: { objectId, mimeType } }
  // Checked first: some servers still list the parts of a completed upload.
  const object = await storage.stat(objectId)
  if (object?.size === plan.size) return { whole: await describe(storage, objectId, plan.size, name) }
  const stored = await storage.listParts(upload).catch((error) => {
    throw isGone(error) ? new ApiError('upload_not_open') : error
  })
  // The clean-up must not treat the upload as abandoned while a client is about to send the rest.
  await sql`update objects set active_at = now() where id = ${objectId}`
  return { parts: await partUrls(storage, upload, plan), stored }
}

/** An object whose bytes are all stored, whether or not its row says so. */
export type WholeObject = { objectId: string; mimeType: string }

/**
 * Completes the object and detects its type; `markStored` then records both. Can be repeated with the same parts,
 * also after success or a crash. `name` decides between kinds of text, which their bytes cannot distinguish.
 */
export async function completeObject(
  sql: Sql,
  storage: Storage,
  objectId: string,
  parts: readonly ClaimedPart[],
  name: string,
): Promise<WholeObject> {
  return completeFound(storage, (await findObjects(sql, [objectId])).get(objectId), parts, name)
}

/** As `completeObject`, for a result of `findObjects`, which may be undefined. */
export async function completeFound(
  storage: Storage,
  found: FoundObject | undefined,
  parts: readonly ClaimedPart[],
  name: string,
): Promise<WholeObject> {
  if (!found) throw new ApiError('upload_not_open')
  const { objectId, upload, plan, mimeType } = found
  try {
    await storage.completeUpload(upload, plan, parts)
  } catch (error) {
    if (!(error instanceof StorageRefusal)) throw error
    if (mimeType !== null || isGone(error)) throw new ApiError('upload_not_open')
    throw new ApiError('upload_incomplete', { errors: await wrongParts(storage, upload, plan, parts, error) })
  }
  return mimeType === null ? describe(storage, objectId, plan.size, name) : { objectId, mimeType }
}

export async function markStored(sql: Sql, ...whole: readonly WholeObject[]): Promise<void> {
  await sql`
    update objects set mime_type = whole.mime_type, stored_at = now()
    from unnest(${whole.map(({ objectId }) => objectId)}::uuid[], ${whole.map(({ mimeType }) => mimeType)}::text[])
      as whole (id, mime_type)
    where objects.id = whole.id and stored_at is null`
}

/** Deletes the parts. The clean-up deletes the row when nothing refers to it any more. */
export async function abortObject(sql: Sql, storage: Storage, objectId: string): Promise<void> {
  const { upload } = await findObject(sql, objectId)
  await storage.abortUpload(upload)
}

export type FoundObject = { objectId: string; upload: Upload; plan: PartPlan; mimeType: string | null }

/** Finds objects by id; missing ones are left out. */
export async function findObjects(sql: Sql, objectIds: readonly string[]): Promise<Map<string, FoundObject>> {
  const rows = await sql<ObjectRow>`
    select id, upload_id as "uploadId", size, part_size as "partSize",
      case when stored_at is not null then mime_type end as "mimeType"
    from objects where id = any(${objectIds}::uuid[])`
  return new Map(
    rows.map(({ id, uploadId, size, partSize, mimeType }) => {
      const upload: Upload = { key: id, uploadId }
      return [id, { objectId: id, upload, plan: planOf(size, partSize), mimeType }]
    }),
  )
}

async function findObject(sql: Sql, objectId: string): Promise<FoundObject> {
  const found = (await findObjects(sql, [objectId])).get(objectId)
  if (!found) throw new ApiError('upload_not_open')
  return found
}

async function partUrls(storage: Storage, upload: Upload, plan: PartPlan): Promise<PartUrl[]> {
  const urls: PartUrl[] = []
  for (let partNumber = 1; partNumber <= plan.partCount; partNumber++) {
    const length = partLength(plan, partNumber)
    urls.push({ partNumber, url: await storage.partUrl(upload, partNumber, length, urlSeconds) })
    // 10,000 signatures take 200 ms on disk and 400 ms on S3: let other requests run in between.
    if (partNumber % 250 === 0) await nextTurn()
  }
  return urls
}

async function describe(
  storage: Storage,
  objectId: string,
  size: number,
  name: string,
): Promise<WholeObject> {
  return { objectId, mimeType: sniff(await firstBytes(storage, objectId, size), size, name) }
}

async function firstBytes(storage: Storage, key: string, size: number): Promise<Buffer> {
  if (size === 0) return Buffer.alloc(0)
  const range = { start: 0, end: Math.min(size, sniffedBytes) - 1 }
  return Buffer.concat(await (await storage.read(key, range)).toArray())
}

function isGone(error: unknown): boolean {
  return error instanceof StorageRefusal && error.reason === 'upload_not_found'
}

/** Reports all wrong parts at once, where the storage names only the first. */
async function wrongParts(
  storage: Storage,
  upload: Upload,
  plan: PartPlan,
  claimed: readonly ClaimedPart[],
  refusal: StorageRefusal,
): Promise<FieldError[]> {
  const stored = new Map((await storage.listParts(upload)).map((part) => [part.partNumber, part]))
  const errors = claimed.flatMap((part, i) => {
    const wrong = wrongPart(plan, stored.get(part.partNumber), part, claimed[i - 1]?.partNumber ?? 0)
    return wrong ? [{ path: `/parts/${i}`, ...wrong }] : []
  })
  const named = new Set(claimed.map(({ partNumber }) => partNumber))
  const unnamed = Array.from({ length: plan.partCount }, (_, i) => i + 1).filter((n) => !named.has(n))
  if (unnamed.length > 0) {
    const message = `The file has ${plan.partCount} parts; not named: ${unnamed.slice(0, 20).join(', ')}. Name every part.`
    errors.push({ path: '/parts', code: 'part_missing', message })
  }
  return errors.length > 0 ? errors : [{ path: '/parts', code: refusal.reason, message: refusal.message }]
}

function wrongPart(plan: PartPlan, stored: StoredPart | undefined, part: ClaimedPart, before: number) {
  const { partNumber, eTag } = part
  if (partNumber <= before) {
    return {
      code: 'part_order',
      message: `Part ${partNumber} is named after part ${before}. Name the parts in ascending order.`,
    }
  }
  if (partNumber > plan.partCount) {
    return {
      code: 'part_unknown',
      message: `The file has ${plan.partCount} parts. Leave part ${partNumber} out.`,
    }
  }
  if (!stored)
    return {
      code: 'part_missing',
      message: `Part ${partNumber} is not stored. Upload it, then complete the upload again.`,
    }
  if (bareETag(stored.eTag) !== bareETag(eTag)) {
    return {
      code: 'etag_mismatch',
      message: `This is not the ETag of the stored part ${partNumber}. Send the ETag that its upload returned, or upload it again.`,
    }
  }
  const length = partLength(plan, partNumber)
  if (stored.size === length) return undefined
  return {
    code: 'part_size',
    message: `Part ${partNumber} has ${stored.size} bytes instead of ${length}. Upload it again, then complete the upload.`,
  }
}
