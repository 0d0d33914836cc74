// Presence says who is looking at which file. Each node keeps it in memory, shares it by notifications, and sends it as
// signals of the event stream.
import type { Logger } from 'pino'
import type { PresenceReports } from '../../core/presence.ts'
import type { Sql } from '../../core/sql.ts'
import { createPresenceBroadcast } from './presence-broadcast.ts'
import { createPresenceExchange, type PresenceNotifications } from './presence-exchange.ts'
import { createPresenceStore, type PresenceStore } from './presence-store.ts'

export type PresenceOptions = {
  sql: Sql
  notifications: PresenceNotifications
  logger: Logger
  /** In milliseconds. */
  now?: () => number
  pace?: Partial<Pace> | undefined
}

/** All in milliseconds. */
type Pace = {
  /** How long changes wait for others, before they go to the streams of this node and to the other nodes. */
  gatherMs: number
  changesMs: number
  repeatsMs: number
  /** The interval at which expired tabs are forgotten. */
  sweepMs: number
  /** The interval at which access is checked without an event that says that it has changed. */
  checkMs: number
}

const usualPace: Pace = { gatherMs: 250, changesMs: 50, repeatsMs: 3_000, sweepMs: 1_000, checkMs: 2_000 }

export type PresenceFeed = ReturnType<typeof createPresence>

export function createPresence({ now = () => performance.now(), ...options }: PresenceOptions) {
  const pace = { ...usualPace, ...options.pace }
  const broadcast = createPresenceBroadcast({ ...options, ...pace }, () => store)
  const store: PresenceStore = createPresenceStore(now, broadcast.changed)
  const exchange = createPresenceExchange({ ...options, ...pace, now }, store)
  const reports: PresenceReports = {
    seen(presence) {
      const seenAt = now()
      const isChange = store.put(presence, seenAt)
      exchange.announce(presence, seenAt, isChange)
    },
    left(presence) {
      store.remove(presence)
      exchange.announce(presence, null, true)
    },
  }
  const timers = [setInterval(store.sweep, pace.sweepMs), setInterval(() => broadcast.check(), pace.checkMs)]
  const { join, leave, check } = broadcast
  return {
    reports,
    /** A stream has caught up, and gets the signals of the files that its session looks at. */
    join,
    leave,
    /** To be called when the access of people in a project may have changed. */
    check,
    async close() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all([exchange.close(), broadcast.close()])
    },
  }
}
