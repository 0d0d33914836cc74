// Tells an outage from a defect. Background work waits for the end of an outage, and does not count it as a try.
import { ApiError } from './errors.ts'
import { StorageUnavailable } from './storage.ts'

/** How long work waits before it is tried again after an outage. */
export const outageWaitSeconds = 30

/** Whether the storage or the database does not answer, which says nothing about the work. */
export function isOutage(error: unknown): boolean {
  return error instanceof StorageUnavailable || (error instanceof ApiError && error.code === 'unavailable')
}
