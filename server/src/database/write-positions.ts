// Up to where in the log of the database each person has written or has received events. A replica that has not reached the
// position must not answer that person.

export type WritePositions = {
  /** Resolves once every node finds the position. */
  record(userIds: readonly string[], position: number): Promise<void>
  /** 0 when the person has none; undefined when that is not known. */
  find(userId: string): Promise<number | undefined>
  close(): Promise<void>
}

/** Longer than a replica that is in use can be behind. */
export const keptMs = 60_000

/** For a single node. */
export function createMemoryPositions(now = () => performance.now()): WritePositions {
  // Two generations, as in `rate-limit.ts`: once a minute the older one is discarded as a whole.
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  let turnsAt = now() + keptMs

  function turn(): void {
    if (now() < turnsAt) return
    // Nothing was recorded for two minutes: both are out of date.
    old = now() < turnsAt + keptMs ? young : new Map()
    young = new Map()
    turnsAt = now() + keptMs
  }

  return {
    async record(userIds, position) {
      turn()
      for (const userId of userIds) young.set(userId, Math.max(position, young.get(userId) ?? 0))
    },
    async find(userId) {
      turn()
      return Math.max(young.get(userId) ?? 0, old.get(userId) ?? 0)
    },
    async close() {},
  }
}
