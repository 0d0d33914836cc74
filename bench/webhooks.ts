// Webhook deliveries per second: taken from the queue, signed, sent and stored with fsync.
import { join } from 'node:path'
import pg from 'pg'
import type { BenchProcess, Usage } from './processes.ts'
import { bounds, count, table } from './report.ts'
import { median, medianInterval } from './statistics.ts'
import type { handlers as floorHandlers } from './webhook-floor.ts'
import type { handlers as receiverHandlers } from './webhook-receiver.ts'
import type { handlers as workerHandlers } from './webhook-worker.ts'
import type { World } from './world.ts'

type Round = { perSecond: number; cpuMicros: number }
export type WebhookFigures = {
  deliveries: number
  rounds: { webhooks: number; server: Round[]; floor: Round[] }[]
  memory: { server: number; floor: number }
}

export type WebhookProcesses = {
  worker: BenchProcess<typeof workerHandlers>
  floor: BenchProcess<typeof floorHandlers>
  receiver: BenchProcess<typeof receiverHandlers>
}

/** The concurrency of the worker for one webhook. */
const perWebhook = 16
const webhookCounts = [1, 8]

export async function measureWebhooks(
  processes: WebhookProcesses,
  folder: string,
  world: World,
  { deliveries, pairs }: { deliveries: number; pairs: number },
): Promise<WebhookFigures> {
  const { worker, floor, receiver } = processes
  const port = await receiver.ask('start')
  const urls = Array.from({ length: Math.max(...webhookCounts) }, (_, i) => `http://127.0.0.1:${port}/${i}`)
  const dataDir = join(folder, 'webhooks')
  const ids = await worker.ask('start', { databaseUrl: world.databaseUrl, dataDir, urls })
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  const rounds: WebhookFigures['rounds'] = []
  for (const webhooks of webhookCounts) {
    const used = ids.slice(0, webhooks)
    const server: Round[] = []
    const bare: Round[] = []
    // The first pair warms up.
    for (let pair = 0; pair <= pairs; pair++) {
      const one = await round(worker, deliveries, () => deliver(client, used, deliveries))
      const argument = { urls: urls.slice(0, webhooks), body, count: deliveries, perUrl: perWebhook }
      const other = await round(floor, deliveries, () => floor.ask('post', argument))
      if (pair === 0) continue
      server.push(one)
      bare.push(other)
    }
    rounds.push({ webhooks, server, floor: bare })
  }
  await client.end()
  const memory = async (process: { ask(name: 'usage'): Promise<Usage> }) =>
    (await process.ask('usage')).rssMegabytes
  return { deliveries, rounds, memory: { server: await memory(worker), floor: await memory(floor) } }
}

async function round(
  process: { ask(name: 'usage'): Promise<Usage> },
  deliveries: number,
  run: () => Promise<number>,
): Promise<Round> {
  const before = await process.ask('usage')
  const seconds = await run()
  const after = await process.ask('usage')
  return { perSecond: deliveries / seconds, cpuMicros: (after.cpuMicros - before.cpuMicros) / deliveries }
}

/** As long as the payload of a comment event. */
const body = JSON.stringify({
  type: 'comment.created',
  timestamp: '2026-11-15T09:00:00.000Z',
  data: {
    ...{ id: '019a8f2e-0000-7000-8000-000000000000', number: 1, type: 'comment.created' },
    createdAt: '2026-11-15T09:00:00.000Z',
    actor: { id: '019a8f2e-0000-7000-8000-000000000001', name: 'Someone', agent: false },
    project: { id: '019a8f2e-0000-7000-8000-000000000002' },
    data: {
      comment: { id: '019a8f2e-0000-7000-8000-000000000003' },
      file: { id: 'FX0123456789abcdefghijkl' },
    },
  },
})

/** All deliveries become due at once, on commit. Returns the seconds until the last is stored. */
async function deliver(client: pg.Client, webhooks: string[], deliveries: number): Promise<number> {
  await client.query('begin')
  await client.query(
    `insert into webhook_deliveries (webhook_id, event_id, event_type, body, next_attempt_at)
     select webhook_id, gen_random_uuid(), 'comment.created', $2, now()
     from generate_series(1, $3::bigint), unnest($1::uuid[]) webhook_id`,
    [webhooks, body, deliveries / webhooks.length],
  )
  await client.query(`notify dailies_deliveries`)
  const started = performance.now()
  await client.query('commit')
  for (let pending = true; pending; ) {
    await new Promise((next) => setTimeout(next, 5))
    const { rows } = await client.query(
      `select exists (select from webhook_deliveries where state = 'PENDING') as pending`,
    )
    pending = rows[0].pending
  }
  const seconds = (performance.now() - started) / 1000
  const { rows } = await client.query(
    `select count(*)::integer as failed from webhook_deliveries where attempts <> 1`,
  )
  if (rows[0].failed > 0) throw new Error(`${rows[0].failed} deliveries took more than one attempt`)
  return seconds
}

export function webhookReport({ deliveries, rounds, memory }: WebhookFigures): string {
  const lines = table(
    ['webhooks', 'ratio', '95 %', 'server/s', 'floor/s', 'server CPU µs', 'floor CPU µs'],
    rounds.map(({ webhooks, server, floor }) => {
      const ratio = medianInterval(server.map(({ perSecond }, i) => perSecond / floor[i]!.perSecond))
      return [
        ...[String(webhooks), ratio.estimate.toFixed(2), bounds(ratio, 2)],
        ...[server, floor].map((side) => count(median(side.map(({ perSecond }) => perSecond)))),
        ...[server, floor].map((side) => median(side.map(({ cpuMicros }) => cpuMicros)).toFixed(0)),
      ]
    }),
  )
  return [
    `${count(deliveries)} deliveries that are due at once, ${rounds[0]!.server.length} times; ${perWebhook} requests at a time to each webhook. ` +
      'The worker ends when the last delivery is stored, with fsync; the floor only posts, so there is no goal.',
    '',
    ...lines,
    '',
    `Memory after the load (RSS): server ${memory.server.toFixed(0)} MB, floor ${memory.floor.toFixed(0)} MB.`,
  ].join('\n')
}
