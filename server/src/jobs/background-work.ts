// Webhooks, periodic jobs and queued tasks: everything that runs without a request. None of it runs on a restored copy.
import { type Installation, whileLive } from '../core/installation.ts'
import {
  type DeliveryTally,
  type DeliveryWorker,
  type DeliveryWorkerOptions,
  startDeliveryWorker,
} from '../events/webhooks/delivery-worker.ts'
import { createChatStills } from '../media/chat-still.ts'
import type { PeriodicJobServices } from './periodic-job.ts'
import { startPeriodicJobs } from './periodic-jobs.ts'
import { startTaskWorkers, type TaskWorkerOptions } from './task-handlers.ts'

export type BackgroundWork = { wake(): void; tally(): DeliveryTally; close(): Promise<void> }
export type BackgroundOptions = Omit<DeliveryWorkerOptions, 'still' | 'timeoutMs' | 'graceMs' | 'resolve'> &
  PeriodicJobServices &
  TaskWorkerOptions

/** Starts while the database is live, and stops when it is replaced by a restored copy. */
export function startBackgroundWork(installation: Installation, options: BackgroundOptions): BackgroundWork {
  let deliveryWorker: DeliveryWorker | undefined
  const close = whileLive(installation, () => {
    deliveryWorker = startDeliveryWorker({ ...options, still: createChatStills(options) })
    const stops = [deliveryWorker.close, startPeriodicJobs(options), startTaskWorkers(options)]
    return async () => {
      for (const stop of stops.toReversed()) await stop()
    }
  })
  return {
    wake: () => deliveryWorker?.wake(),
    tally: () => deliveryWorker?.tally() ?? { underWay: 0, delivered: 0, failed: 0 },
    close,
  }
}
