// How a file is split into parts: 8 MiB up to 1,000 parts, then larger ones, at most 10,000 parts; all parts except
// the last are equal. An empty file has one empty part, so that it is uploaded like any other.
import type { PartPlan } from '../core/storage.ts'

const MiB = 2 ** 20
export const maxFileSize = 5 * 2 ** 40
export const maxParts = 10_000
const smallPart = 8 * MiB
const leastPart = 5 * MiB
const fewParts = 1_000
// Up to this size the parts grow, beyond it their number: a failed part is uploaded again as a whole, and every part
// adds a URL to the answer that starts the upload.
const largePart = 64 * MiB

/**
 * The client receives the number of parts and splits the file into that many: `ceil(size / parts)` bytes each except
 * the last. So parts have at most 8 MiB while there are up to 1,000 of them; S3 requires at least 5 MiB.
 */
export function planParts(size: number): PartPlan {
  if (!Number.isSafeInteger(size) || size < 0 || size > maxFileSize) {
    throw new RangeError(`a file has 0 to ${maxFileSize} bytes, not ${size}`)
  }
  const wanted = Math.ceil(size / smallPart)
  const parts = wanted > fewParts ? manyParts(size) : size < 2 * leastPart ? 1 : wanted
  return planOf(size, Math.max(1, Math.ceil(size / parts)))
}

/** The plan of an upload that was started with this part size: a later release may plan differently. */
export function planOf(size: number, partSize: number): PartPlan {
  return { size, partSize, partCount: Math.max(1, Math.ceil(size / partSize)) }
}

function manyParts(size: number): number {
  return Math.min(maxParts, Math.max(fewParts, Math.ceil(size / largePart)))
}

/** The length of a part; parts are numbered from 1. */
export function partLength({ size, partSize, partCount }: PartPlan, partNumber: number): number {
  return partNumber < partCount ? partSize : size - (partCount - 1) * partSize
}
