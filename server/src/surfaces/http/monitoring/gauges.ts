// The gauges of /metrics, which are read from the parts of the server.
import { isShort, type SpaceReading } from '../../../core/disk-space.ts'
import type { InstallationState } from '../../../core/installation.ts'
import type { Services } from '../../../core/services.ts'
import type { Arrivals } from '../limits/arrivals.ts'
import type { LoadGuard } from '../limits/load.ts'
import type { Transfers } from '../limits/transfers.ts'
import type { HealthServices } from './health.ts'
import type { Metrics } from './metrics.ts'

export type GaugeServices = Pick<
  HealthServices,
  'databaseLoad' | 'webhookTally' | 'disks' | 'installation'
> & {
  feed: { size(): number }
  unread: { size(): number }
  services: Pick<Services, 'replica'>
}

type Parts = { guard: LoadGuard; arrivals: Arrivals; transfers: Transfers }

export function registerGauges(metrics: Metrics, services: GaugeServices, parts: Parts): void {
  const { gauge } = metrics
  const { databaseLoad, feed, unread, webhookTally } = services
  const { guard, arrivals, transfers } = parts
  const cut = () => arrivals.cut() + transfers.cut()
  gauge('dailies_http_requests_in_flight', 'Requests being processed.', guard.inFlight)
  gauge('dailies_http_bodies_arriving', 'Requests whose body is still arriving.', arrivals.size)
  gauge('dailies_http_transfers', 'Uploads of parts, downloads, and responses being read.', transfers.size)
  gauge('dailies_http_requests_shed_total', 'Requests refused with 503 because of load.', guard.shed)
  gauge('dailies_http_requests_cut_total', 'Requests cut off because the client was too slow.', cut)
  gauge('dailies_database_statements', 'Single statements running.', () => databaseLoad().statements)
  gauge('dailies_database_transactions', 'Transactions running.', () => databaseLoad().transactions)
  gauge('dailies_database_waiting', 'Transactions waiting for a connection.', () => databaseLoad().waiting)
  const { replica } = services.services
  if (replica) {
    gauge(
      'dailies_replica_lag_seconds',
      'Seconds that the replica is behind.',
      () => replica.lag() ?? Infinity,
    )
  }
  registerDiskGauges(metrics, services.disks)
  registerInstallationGauges(metrics, services.installation)
  gauge('dailies_event_streams', 'Open event streams.', () => feed.size() + unread.size())
  if (webhookTally === undefined) return
  gauge('dailies_webhook_requests_in_flight', 'Webhook requests being sent.', () => webhookTally().underWay)
  gauge('dailies_webhook_delivered_total', 'Webhook attempts that succeeded.', () => webhookTally().delivered)
  gauge('dailies_webhook_failed_total', 'Webhook attempts that failed.', () => webhookTally().failed)
}

function registerDiskGauges({ gaugePer }: Metrics, disks: HealthServices['disks']): void {
  const read = (value: (reading: SpaceReading) => number) => async () => {
    const values = new Map<string, number>()
    for (const [disk, space] of Object.entries(disks)) if (space) values.set(disk, value(await space.look()))
    return values
  }
  const full = '1 when the disk is too full to store files, else 0.'
  gaugePer(
    'disk',
    'dailies_disk_free_bytes',
    'Free space on the disk.',
    read(({ free }) => free),
  )
  gaugePer(
    'disk',
    'dailies_disk_reserve_bytes',
    'Space that files leave free.',
    read(({ reserve }) => reserve),
  )
  gaugePer(
    'disk',
    'dailies_disk_full',
    full,
    read((reading) => Number(isShort(reading))),
  )
}

function registerInstallationGauges({ gauge }: Metrics, state: () => InstallationState): void {
  const sweep = () => state().sweep
  gauge('dailies_restored_copy', '1 while the database is a restored copy that is not live.', () =>
    Number(state().copySince !== undefined),
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
    'Objects that sweeps have discarded.',
    () => sweep()?.movedInAll ?? 0,
  )
}
