import type { World } from '../worlds/world.ts'

/** Resolves when `count` statements wait for locks: brings two requests to a chosen point of a race. */
export async function lockWaits(world: Pick<World, 'database'>, count = 1): Promise<void> {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    const [row] = await world.database.sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    if (row!.waiting >= count) return
  }
  throw new Error(`${count} statements should be waiting for a lock`)
}
