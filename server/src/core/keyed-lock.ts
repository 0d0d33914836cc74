/** Runs the functions of one key one after the other; functions of different keys run concurrently. */
export function createKeyedLock() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key)
    const run = before === undefined ? work() : before.then(work, work)
    last.set(key, run)
    try {
      return await run
    } finally {
      if (last.get(key) === run) last.delete(key)
    }
  }
}
