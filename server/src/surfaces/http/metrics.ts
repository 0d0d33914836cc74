import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { LoadGuard } from './load.ts'

export type Metrics = {
  observe(operation: string, status: number, seconds: number): void
  text(): Promise<string>
  contentType: string
}

export function createMetrics(
  guard: LoadGuard,
  databaseLoad: () => { statements: number; transactions: number; waiting: number },
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'dailies_http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'dailies_http_request_duration_seconds',
    help: 'Time from request to answer, by operation.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  gauge('dailies_http_requests_in_flight', 'Requests being worked on.', () => guard.inFlight())
  gauge('dailies_http_requests_shed_total', 'Requests refused with 503 because of load.', () => guard.shed())
  gauge('dailies_database_statements', 'Single statements under way.', () => databaseLoad().statements)
  gauge('dailies_database_transactions', 'Transactions under way.', () => databaseLoad().transactions)
  gauge('dailies_database_waiting', 'Transactions that wait for a connection.', () => databaseLoad().waiting)

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

  // Looking up children by labels costs more than counting: they are kept.
  const counters = new Map<string, Counter.Internal>()
  const timers = new Map<string, Histogram.Internal<'operation'>>()

  return {
    observe(operation, status, seconds) {
      remembered(counters, operation + status, () => requests.labels(operation, String(status))).inc()
      remembered(timers, operation, () => duration.labels(operation)).observe(seconds)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

function remembered<T>(map: Map<string, T>, key: string, make: () => T): T {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}
