import type { StartDeadline } from '../../src/core/deadline.ts'

/** Time limits that end when the test says so, instead of waiting. */
export function createDeadlines() {
  const open = new Map<AbortController, number>()
  const start: StartDeadline = (milliseconds) => {
    const end = new AbortController()
    open.set(end, milliseconds)
    return { signal: end.signal, clear: () => void open.delete(end) }
  }
  return {
    start,
    /** Lets this time pass: ends the limits of at most as long that are open now. */
    pass(milliseconds: number): void {
      for (const [end, limit] of [...open]) {
        if (limit > milliseconds) continue
        open.delete(end)
        end.abort()
      }
    },
  }
}
