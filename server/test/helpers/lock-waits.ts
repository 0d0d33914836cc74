import type { World } from '../worlds/world.ts'
import { until } from './until.ts'

/** Resolves when `count` statements wait for locks: brings two requests to a chosen point of a race. */
export async function lockWaits(world: Pick<World, 'database'>, count = 1): Promise<void> {
  await until(
    async () => {
      const [row] = await world.database.sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return row!.waiting >= count
    },
    () => `${count} statements wait for a lock`,
  )
}
