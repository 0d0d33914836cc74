import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

export type Metrics = {
  /** A number that is read whenever the metrics are read. */
  gauge(name: string, help: string, read: () => number): void
  /** One number for each value of a label. */
  gaugePer(label: string, name: string, help: string, read: () => Promise<Map<string, number>>): void
  observe(operation: string, status: number, seconds: number): void
  text(): Promise<string>
  contentType: string
}

/** Upper bounds in seconds; slower requests count in `+Inf` only. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** The numbers of one operation. Plain numbers, because the library's own counters cost several microseconds a request. */
type Tally = { statuses: Map<number, number>; buckets: number[]; seconds: number; count: number }

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })

  const tallies = new Map<string, Tally>()

  function tallyOf(operation: string): Tally {
    const tally: Tally = { statuses: new Map(), buckets: bounds.map(() => 0), seconds: 0, count: 0 }
    tallies.set(operation, tally)
    return tally
  }

  return {
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      })
    },
    gaugePer(label, name, help, read) {
      new Gauge({
        ...{ name, help, registers: [registry], labelNames: [label] },
        async collect() {
          for (const [value, number] of await read()) this.set({ [label]: value }, number)
        },
      })
    },
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

/** In the text format of Prometheus. Names of operations and statuses need no escaping. */
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
