// Batches of uploads: each file succeeds or fails on its own.
import { z } from 'zod'
import { ApiError, type FieldError, maxErrors } from '../../core/errors.ts'

export const maxBatch = 100

/** Why one file of a batch was refused: the error body of the operation for one file, without the request id. */
export const BatchError = z
  .object({
    status: z.int().describe('HTTP status that the operation for one file would return.'),
    code: z.string().describe('Error code.'),
    message: z.string(),
    errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
  })
  .meta({ id: 'BatchError' })

export function batchError(error: unknown): z.output<typeof BatchError> {
  // Any other error, such as an outage, concerns all files: the client repeats the whole batch.
  if (!(error instanceof ApiError)) throw error
  const { status, code, message, errors } = error
  return { status, code, message, errors: errors.slice(0, maxErrors) }
}

/** The result of one item, or the error that refused it. */
export type Outcome<T> = { value: T; error: null } | { value: null; error: ApiError }

export async function outcomeOf<T>(work: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work(), error: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { value: null, error }
  }
}

export function fieldError(path: string, code: string, message: string): ApiError {
  const errors: FieldError[] = [{ path, code, message }]
  return new ApiError('invalid_request', { errors })
}

/** Runs the work for a few items at a time, so that one batch does not occupy the storage. */
export async function forEachOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const atATime = 8
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let i = next++; i < items.length; i = next++) results[i] = await work(items[i]!)
  }
  await Promise.all(Array.from({ length: Math.min(atATime, items.length) }, worker))
  return results
}
