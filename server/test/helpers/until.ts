import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { format } from 'node:util'

/** Only a failing test waits this long, so it is long enough for a busy machine. */
export const patienceMs = 120_000

type Nothing = undefined | null | false

/** Waits until `look` returns a value, and returns it. `about` adds details to the failure, such as the last answer. */
export async function until<T>(
  look: () => Promise<T | Nothing> | T | Nothing,
  about?: () => unknown,
): Promise<T> {
  for (const end = performance.now() + patienceMs; ; await pause(10)) {
    const found = await look()
    if (found) return found
    if (performance.now() > end) assert.fail(format('it does not happen:', about?.() ?? String(look)))
  }
}
