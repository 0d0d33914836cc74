// Tells an outage from a defect. Background work waits for the end of an outage, and does not count it as a try.
import { postgresDiskFull } from './disk-space.ts'
import { ApiError } from './errors.ts'
import { StorageUnavailable } from './storage.ts'

/** How long work waits before it is tried again after an outage. */
export const outageWaitSeconds = 30

/**
 * Whether the storage or the database does not answer, or the database has no space left: neither says anything about the
 * work. A full disk of the storage is no outage: work on a large file may need more than there will ever be.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof StorageUnavailable) return true
  if (!(error instanceof ApiError)) return false
  return (
    error.code === 'unavailable' || (error.cause as { code?: unknown } | undefined)?.code === postgresDiskFull
  )
}
