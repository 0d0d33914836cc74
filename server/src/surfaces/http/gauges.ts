// The numbers of /metrics that are read from the parts of the server.
import type { Hub } from '../../events/hub.ts'
import type { Arrivals } from './arrivals.ts'
import type { HealthServices } from './health.ts'
import type { LoadGuard } from './load.ts'
import type { Metrics } from './metrics.ts'
import type { Transfers } from './transfers.ts'

export type GaugeServices = Pick<HealthServices, 'databaseLoad' | 'webhookTally'> & { hub: Pick<Hub, 'size'> }

type Parts = { guard: LoadGuard; arrivals: Arrivals; transfers: Transfers }

export function registerGauges({ gauge }: Metrics, services: GaugeServices, parts: Parts): void {
  const { databaseLoad, hub, webhookTally } = services
  const { guard, arrivals, transfers } = parts
  const cut = () => arrivals.cut() + transfers.cut()
  gauge('dailies_http_requests_in_flight', 'Requests being worked on.', guard.inFlight)
  gauge('dailies_http_bodies_arriving', 'Requests whose body is still arriving.', arrivals.size)
  gauge('dailies_http_transfers', 'Uploads of parts, downloads, and answers being read.', transfers.size)
  gauge('dailies_http_requests_shed_total', 'Requests refused with 503 because of load.', guard.shed)
  gauge('dailies_http_requests_cut_total', 'Requests cut because the client was too slow.', cut)
  gauge('dailies_database_statements', 'Single statements under way.', () => databaseLoad().statements)
  gauge('dailies_database_transactions', 'Transactions under way.', () => databaseLoad().transactions)
  gauge('dailies_database_waiting', 'Transactions that wait for a connection.', () => databaseLoad().waiting)
  gauge('dailies_event_streams', 'Streams of events that are open.', hub.size)
  if (webhookTally === undefined) return
  gauge('dailies_webhook_requests_in_flight', 'Requests to webhooks.', () => webhookTally().underWay)
  gauge('dailies_webhook_delivered_total', 'Attempts that delivered.', () => webhookTally().delivered)
  gauge('dailies_webhook_failed_total', 'Attempts that failed.', () => webhookTally().failed)
}
