// Limits concurrent webhook requests: in total and per webhook, so that one slow receiver does not delay the others.

/** A failing webhook gets one request at a time until one succeeds: receivers that hang cannot take all slots. */
const slotsWhileFailing = 1
const failingForMs = 600_000

export function createDeliverySlots({ total, perWebhook }: { total: number; perWebhook: number }) {
  const usedBy = new Map<string, number>()
  const failedAt = new Map<string, number>()
  let used = 0

  /** The free slots of the webhooks that have fewer than `perWebhook`. */
  function narrower(): Map<string, number> {
    const left = new Map<string, number>()
    for (const [id, count] of usedBy) left.set(id, perWebhook - count)
    for (const [id, at] of failedAt) {
      if (performance.now() - at > failingForMs) failedAt.delete(id)
      else left.set(id, Math.max(0, slotsWhileFailing - (usedBy.get(id) ?? 0)))
    }
    return left
  }

  return {
    used: () => used,
    limits: () => ({ max: total - used, maxPerWebhook: perWebhook, narrower: narrower() }),
    take(id: string): void {
      used++
      usedBy.set(id, (usedBy.get(id) ?? 0) + 1)
    },
    release(id: string, delivered: boolean): void {
      used--
      const count = usedBy.get(id)! - 1
      if (count > 0) usedBy.set(id, count)
      else usedBy.delete(id)
      if (delivered) failedAt.delete(id)
      else failedAt.set(id, performance.now())
    },
  }
}
