// How a file is cut into parts: 8 MiB up to 1,000 parts, then growing, at most 10,000 parts; every part equal but the last.
// An empty file has one empty part, so that it is uploaded like any other.
import type { PartPlan } from '../core/storage.ts'

const MiB = 2 ** 20
export const maxFileSize = 5 * 2 ** 40
export const maxParts = 10_000
const smallPart = 8 * MiB
const leastPart = 5 * MiB
const fewParts = 1_000
// Up to here it is the parts that grow, then their number: a part that fails is sent again as a whole,
// and every part is one more URL in the answer that starts the upload.
const largePart = 64 * MiB

/**
 * A client is told how many parts there are and cuts the file into that many: `ceil(size / parts)` bytes each but the
 * last. So parts have 8 MiB at the most while there are up to 1,000 of them; S3 wants 5 MiB at the least.
 */
export function planParts(size: number): PartPlan {
  if (!Number.isSafeInteger(size) || size < 0 || size > maxFileSize) {
    throw new RangeError(`a file has 0 to ${maxFileSize} bytes, not ${size}`)
  }
  const wanted = Math.ceil(size / smallPart)
  const parts = wanted > fewParts ? manyParts(size) : size < 2 * leastPart ? 1 : wanted
  return planOf(size, Math.max(1, Math.ceil(size / parts)))
}

/** The plan of an upload that was started with this part size: a later version of this server may plan otherwise. */
export function planOf(size: number, partSize: number): PartPlan {
  return { size, partSize, partCount: Math.max(1, Math.ceil(size / partSize)) }
}

function manyParts(size: number): number {
  return Math.min(maxParts, Math.max(fewParts, Math.ceil(size / largePart)))
}

/** How long a part is; parts are numbered from 1. */
export function partLength({ size, partSize, partCount }: PartPlan, partNumber: number): number {
  return partNumber < partCount ? partSize : size - (partCount - 1) * partSize
}
