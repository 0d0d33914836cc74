// Calls that do not depend on each other, several at a time: one read or write of a socket then serves more than one of
// them, in the test, in the server and in Postgres.

/** Calls `work` for every item, at most `limit` at a time. Rejects with the first error. */
export async function atATime<T>(
  limit: number,
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]()
  const lane = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: limit }, lane))
}
