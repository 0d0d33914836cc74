import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { InstallationState } from '../../core/installation.ts'
import type { DeliveryTally } from '../../events/webhooks/deliverer.ts'
import type { LoadGuard } from './load.ts'

export type Metrics = {
  observe(operation: string, status: number, seconds: number): void
  text(): Promise<string>
  contentType: string
}

/** Upper bounds in seconds; what is slower than all of them is in `+Inf` only. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Of one operation. Plain numbers: the library's own counters cost several microseconds a request. */
type Tally = { statuses: Map<number, number>; buckets: number[]; seconds: number; count: number }

export function createMetrics(
  guard: LoadGuard,
  databaseLoad: () => { statements: number; transactions: number; waiting: number },
  streams: () => number,
  webhooks: (() => DeliveryTally) | undefined,
  installation: () => InstallationState,
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  gauge('dailies_http_requests_in_flight', 'Requests being worked on.', () => guard.inFlight())
  gauge('dailies_http_requests_shed_total', 'Requests refused with 503 because of load.', () => guard.shed())
  gauge('dailies_database_statements', 'Single statements under way.', () => databaseLoad().statements)
  gauge('dailies_database_transactions', 'Transactions under way.', () => databaseLoad().transactions)
  gauge('dailies_database_waiting', 'Transactions that wait for a connection.', () => databaseLoad().waiting)

  gauge('dailies_event_streams', 'Streams of events that are open.', streams)
  if (webhooks) {
    gauge('dailies_webhook_requests_in_flight', 'Requests to webhooks.', () => webhooks().underWay)
    gauge('dailies_webhook_delivered_total', 'Attempts that delivered.', () => webhooks().delivered)
    gauge('dailies_webhook_failed_total', 'Attempts that failed.', () => webhooks().failed)
  }

  const sweep = () => installation().sweep
  gauge('dailies_restored_copy', '1 while the database is a restored copy that has not gone live.', () =>
    Number(installation().copySince !== undefined),
  )
  gauge('dailies_storage_sweep_stopped', '1 when the last sweep of the storage stopped: see the log.', () =>
    Number((sweep()?.stopped ?? null) !== null),
  )
  gauge(
    'dailies_storage_sweep_timestamp_seconds',
    'When the storage was last swept.',
    () => Date.parse(sweep()?.at ?? '1970-01-01') / 1000,
  )
  gauge(
    'dailies_storage_trashed_total',
    'Objects that sweeps have moved to the trash.',
    () => sweep()?.movedInAll ?? 0,
  )

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }

  const tallies = new Map<string, Tally>()

  function tallyOf(operation: string): Tally {
    const tally: Tally = { statuses: new Map(), buckets: bounds.map(() => 0), seconds: 0, count: 0 }
    tallies.set(operation, tally)
    return tally
  }

  return {
    observe(operation, status, seconds) {
      const tally = tallies.get(operation) ?? tallyOf(operation)
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
      tally.count++
      tally.seconds += seconds
      let bucket = 0
      while (bucket < bounds.length && seconds > bounds[bucket]!) bucket++
      if (bucket < bounds.length) tally.buckets[bucket]!++
    },
    text: async () => (await registry.metrics()) + requestMetrics(tallies),
    contentType: registry.contentType,
  }
}

/** In the text format of Prometheus. Names of operations and statuses need no escapes. */
function requestMetrics(tallies: Map<string, Tally>): string {
  const requests = 'dailies_http_requests_total'
  const duration = 'dailies_http_request_duration_seconds'
  const counted: string[] = []
  const timed: string[] = []
  for (const [operation, tally] of tallies) {
    for (const [status, count] of tally.statuses)
      counted.push(`${requests}{operation="${operation}",status="${status}"} ${count}`)
    let below = 0
    for (const [i, bound] of bounds.entries()) {
      below += tally.buckets[i]!
      timed.push(`${duration}_bucket{le="${bound}",operation="${operation}"} ${below}`)
    }
    timed.push(
      `${duration}_bucket{le="+Inf",operation="${operation}"} ${tally.count}`,
      `${duration}_sum{operation="${operation}"} ${tally.seconds}`,
      `${duration}_count{operation="${operation}"} ${tally.count}`,
    )
  }
  const lines = [
    `# HELP ${requests} Requests answered, by operation and status.`,
    `# TYPE ${requests} counter`,
    ...counted,
    `# HELP ${duration} Time from request to answer, by operation.`,
    `# TYPE ${duration} histogram`,
    ...timed,
  ]
  return `${lines.join('\n')}\n`
}
