import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../core/errors.ts'

/** Retries a write for a minute while the database is unavailable, because a paid call depends on it. */
export async function retryWrite<T>({ now }: { now: AbortSignal }, write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      const away = error instanceof ApiError && ['unavailable', 'disk_full'].includes(error.code)
      if (!away || tries === 60 || now.aborted) throw error
      await pause(1_000, undefined, { signal: now }).catch(() => {})
    }
  }
}
