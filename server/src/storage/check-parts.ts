import { createHash } from 'node:crypto'
import { type ClaimedPart, type PartPlan, StorageRefusal, type StoredPart } from '../core/storage.ts'
import { partLength } from './part-plan.ts'

/** Removes the quotes of an ETag for comparison: clients send ETags with or without them. */
export function bareETag(eTag: string): string {
  return eTag.replace(/^"(.*)"$/, '$1')
}

/** Throws unless the client names every part of the plan, in order, with the ETag and the length that are stored. */
export function checkParts(
  plan: PartPlan,
  stored: readonly StoredPart[],
  claimed: readonly ClaimedPart[],
): void {
  checkOrder(claimed)
  const last = claimed.at(-1)?.partNumber ?? 0
  if (last > plan.partCount) {
    throw new StorageRefusal('part_unknown', `Part ${last} is named, but the file has ${plan.partCount}.`)
  }
  const byNumber = new Map(stored.map((part) => [part.partNumber, part]))
  for (let partNumber = 1; partNumber <= plan.partCount; partNumber++) {
    // Parts must be in order and complete, so each part has a fixed index.
    const named = claimed[partNumber - 1]
    if (named?.partNumber !== partNumber) throw missing(partNumber, 'named')
    checkPart(plan, byNumber.get(partNumber), partNumber, named.eTag)
  }
}

function checkOrder(claimed: readonly ClaimedPart[]): void {
  let last = 0
  for (const { partNumber } of claimed) {
    if (partNumber <= last) {
      throw new StorageRefusal('part_order', `Part ${partNumber} is named after part ${last}.`)
    }
    last = partNumber
  }
}

function checkPart(plan: PartPlan, part: StoredPart | undefined, partNumber: number, eTag: string): void {
  if (part === undefined) throw missing(partNumber, 'stored')
  if (bareETag(part.eTag) !== bareETag(eTag)) {
    throw new StorageRefusal(
      'etag_mismatch',
      `The ETag of part ${partNumber} is not that of the stored part.`,
    )
  }
  const length = partLength(plan, partNumber)
  if (part.size !== length) {
    const message = `Part ${partNumber} has ${part.size} bytes where ${length} were announced.`
    throw new StorageRefusal('part_size', message)
  }
}

function missing(partNumber: number, what: 'named' | 'stored'): StorageRefusal {
  return new StorageRefusal('part_missing', `Part ${partNumber} is not ${what}.`)
}

/** The ETag of a whole object, in the format of S3: the MD5 of the MD5s of its parts, and the number of parts. */
export function objectETag(parts: readonly ClaimedPart[]): string {
  const hash = createHash('md5')
  for (const { eTag } of parts) hash.update(Buffer.from(bareETag(eTag), 'hex'))
  return `${hash.digest('hex')}-${parts.length}`
}
