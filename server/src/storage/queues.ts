/** Runs the tasks of one name one after the other; those of different names run side by side. */
export function createQueues() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const before = last.get(name)
    const run = before === undefined ? task() : before.then(task, task)
    last.set(name, run)
    try {
      return await run
    } finally {
      if (last.get(name) === run) last.delete(name)
    }
  }
}
