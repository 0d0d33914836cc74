/** Runs at most this many pieces of work at a time; others wait in the order of their calls. */
export function createSlots(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((next) => waiting.push(next))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The slot passes to the next directly: a new caller must not overtake it.
      if (next) next()
      else free++
    }
  }
}
