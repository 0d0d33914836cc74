// How many requests may be under way: in all, and to one webhook, so that one that hangs does not keep others waiting.

/** Whoever fails is tried by one request at a time until one gets through: those who hang cannot take all slots. */
const slotsWhileFailing = 1
const failingForMs = 600_000

export function createRoom({ slots, slotsPerWebhook }: { slots: number; slotsPerWebhook: number }) {
  const underWay = new Map<string, number>()
  const failedAt = new Map<string, number>()
  let total = 0

  /** For webhooks that may have fewer than all others: how many. */
  function narrower(): Map<string, number> {
    const left = new Map<string, number>()
    for (const [id, count] of underWay) left.set(id, slotsPerWebhook - count)
    for (const [id, at] of failedAt) {
      if (performance.now() - at > failingForMs) failedAt.delete(id)
      else left.set(id, Math.max(0, slotsWhileFailing - (underWay.get(id) ?? 0)))
    }
    return left
  }

  return {
    taken: () => total,
    limits: () => ({ most: slots - total, mostPerWebhook: slotsPerWebhook, narrower: narrower() }),
    enter(id: string): void {
      total++
      underWay.set(id, (underWay.get(id) ?? 0) + 1)
    },
    leave(id: string, delivered: boolean): void {
      total--
      const count = underWay.get(id)! - 1
      if (count > 0) underWay.set(id, count)
      else underWay.delete(id)
      if (delivered) failedAt.delete(id)
      else failedAt.set(id, performance.now())
    },
  }
}
