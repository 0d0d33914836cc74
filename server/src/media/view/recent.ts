/** Recent values: those used last, up to a number of bytes, for a limited time. */
export function createRecent<Value>({ bytes: most, milliseconds }: { bytes: number; milliseconds: number }) {
  type Entry = { value: Value; bytes: number; timer: NodeJS.Timeout }
  const entries = new Map<string, Entry>()
  let total = 0

  function remove(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    clearTimeout(entry.timer)
    entries.delete(key)
    total -= entry.bytes
  }

  return {
    get(key: string): Value | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      // A map is in the order of insertion: the first is the one not used for longest.
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    add(key: string, value: Value, bytes: number): void {
      remove(key)
      const timer = setTimeout(remove, milliseconds, key).unref()
      entries.set(key, { value, bytes, timer })
      total += bytes
      for (const oldest of entries.keys()) {
        if (total <= most) break
        remove(oldest)
      }
    },
    size: () => ({ entries: entries.size, bytes: total }),
  }
}
