// Webhooks, subscriptions, notifications, mails, push messages, texts for the search, periodic jobs and queued tasks: everything that
// runs without a request.
// None of it runs on a restored copy.
import { liveCredentialById } from '../auth/live-credentials.ts'
import { type Installation, whileLive } from '../core/installation.ts'
import type { EventFollower } from '../events/event-follower.ts'
import {
  type SubscriptionWorker,
  startSubscriptionWorker,
} from '../events/subscriptions/subscription-worker.ts'
import {
  type DeliveryTally,
  type DeliveryWorker,
  type DeliveryWorkerOptions,
  startDeliveryWorker,
} from '../events/webhooks/delivery-worker.ts'
import { createChatStills } from '../media/chat-still.ts'
import { createMailStills } from '../media/mail-still.ts'
import { type MailerOptions, startMailer } from '../notifications/mail/mailer.ts'
import { startNotifier } from '../notifications/notifier.ts'
import { type PushWorkerOptions, startPushWorker } from '../notifications/push/push-worker.ts'
import { startCommentTexts } from './comment-texts.ts'
import type { PeriodicJobServices } from './periodic-job.ts'
import { startPeriodicJobs } from './periodic-jobs.ts'
import { startTaskWorkers, type TaskWorkerOptions } from './task-handlers.ts'

export type BackgroundWork = {
  /** Looks for due webhook deliveries now. */
  wakeDeliveries(): void
  /** Looks for events without notifications, that clients have subscribed to, and of comments to be searched, now. */
  wakeReaders(): void
  tally(): DeliveryTally
  close(): Promise<void>
}
export type BackgroundOptions = Omit<
  DeliveryWorkerOptions,
  'still' | 'timeoutMs' | 'startDeadline' | 'resolve'
> &
  Pick<PushWorkerOptions, 'pushKey'> &
  Pick<MailerOptions, 'mail' | 'urls'> &
  PeriodicJobServices &
  TaskWorkerOptions

/** Starts while the database is live, and stops when it is replaced by a restored copy. */
export function startBackgroundWork(installation: Installation, options: BackgroundOptions): BackgroundWork {
  let deliveryWorker: DeliveryWorker | undefined
  let notifier: EventFollower | undefined
  let commentTexts: EventFollower | undefined
  let subscriptionWorker: SubscriptionWorker | undefined
  const close = whileLive(installation, () => {
    deliveryWorker = startDeliveryWorker({ ...options, still: createChatStills(options) })
    notifier = startNotifier(options)
    commentTexts = startCommentTexts(options)
    subscriptionWorker = startSubscriptionWorker({ ...options, liveCredential: liveCredentialById })
    const mailer = startMailer({ ...options, still: createMailStills(options) })
    const stops = [
      deliveryWorker.close,
      notifier.close,
      commentTexts.close,
      subscriptionWorker.close,
      mailer.close,
      startPushWorker(options).close,
      startPeriodicJobs(options),
      startTaskWorkers(options),
    ]
    return async () => {
      for (const stop of stops.toReversed()) await stop()
    }
  })
  return {
    wakeDeliveries: () => deliveryWorker?.wake(),
    wakeReaders() {
      notifier?.wake()
      commentTexts?.wake()
      subscriptionWorker?.wake()
    },
    tally: () => deliveryWorker?.tally() ?? { underWay: 0, delivered: 0, failed: 0 },
    close,
  }
}
