// The time from a request to the start of its generation, idle and with a queue, and generations per second.
import { join } from 'node:path'
import pg from 'pg'
import type { handlers } from './generation-server.ts'
import type { BenchProcess } from './processes.ts'
import type { World } from './world.ts'

export type Latency = { p50: number; p99: number }
export type GenerationFigures = {
  requests: number
  queued: number
  idle: Latency
  withQueue: Latency
  rate: Rate
}

/** Of one job, from the queue to a stored file. */
type Rate = { jobsPerSecond: number; serverCpuMs: number; commits: number; walFlushes: number }

type Server = { process: BenchProcess<typeof handlers>; port: number; world: World }

export async function measureGeneration(
  process: BenchProcess<typeof handlers>,
  folder: string,
  world: World,
  { requests, queued }: { requests: number; queued: number },
): Promise<GenerationFigures> {
  const dataDir = join(folder, 'generation')
  const port = await process.ask('start', { databaseUrl: world.databaseUrl, dataDir })
  const server = { process, port, world }
  await measureStarts(server, 'warm-up', 50)
  const idle = await measureStarts(server, 'idle', requests)
  await inParallel(queued + 1, (i) => generate(server, 'meshy-7', `waits ${i}`))
  const withQueue = await measureStarts(server, 'queued', requests)
  const rate = await measureRate(server, queued)
  return { requests, queued, idle, withQueue, rate }
}

/** Sequential: each request is sent when the previous generation has started, so none waits for a slot. */
async function measureStarts(server: Server, name: string, requests: number): Promise<Latency> {
  const waits: number[] = []
  for (let i = 0; i < requests; i++) {
    const sent = performance.timeOrigin + performance.now()
    await generate(server, 'markdown', `${name} ${i}`)
    waits.push((await server.process.ask('started', `${name} ${i}`)) - sent)
  }
  waits.sort((a, b) => a - b)
  return { p50: waits[Math.floor(requests * 0.5)]!, p99: waits[Math.floor(requests * 0.99)]! }
}

/** Queues all generations first, then releases them. */
async function measureRate(server: Server, jobs: number): Promise<Rate> {
  const client = new pg.Client(server.world.databaseUrl)
  await client.connect()
  const done = async (): Promise<number> => {
    const { rows } = await client.query(
      `select count(*) filter (where state = 'DONE')::integer as done, count(*) filter (where state = 'FAILED')::integer
         as failed from generations where prompt like 'rate %'`,
    )
    if (rows[0].failed > 0) throw new Error(`${rows[0].failed} jobs have failed`)
    return rows[0].done
  }
  await server.process.ask('hold')
  await inParallel(jobs, (i) => generate(server, 'markdown', `rate ${i}`))
  const before = await counters(client, server)
  const start = performance.now()
  await server.process.ask('open')
  while ((await done()) < jobs) await new Promise((next) => setTimeout(next, 20))
  const seconds = (performance.now() - start) / 1000
  const after = await counters(client, server)
  await client.end()
  return {
    jobsPerSecond: jobs / seconds,
    serverCpuMs: (after.cpuMs - before.cpuMs) / jobs,
    commits: (after.commits - before.commits) / jobs,
    walFlushes: (after.walFlushes - before.walFlushes) / jobs,
  }
}

/** Transactions of the whole server, and flushes of its log, which Postgres counts here since version 18. */
async function counters(client: pg.Client, { process, world }: Server) {
  await client.query('select pg_stat_force_next_flush()')
  const version = await client.query('show server_version_num')
  const flushes =
    Number(version.rows[0].server_version_num) >= 180_000
      ? `(select sum(fsyncs) from pg_stat_io where object = 'wal')`
      : `(select wal_sync from pg_stat_wal)`
  const { rows } = await client.query(
    `select xact_commit::integer as commits, ${flushes}::integer as flushes from pg_stat_database where datname = $1`,
    [new URL(world.databaseUrl).pathname.slice(1)],
  )
  const { cpuMicros } = await process.ask('usage')
  return { cpuMs: cpuMicros / 1000, commits: rows[0].commits, walFlushes: rows[0].flushes }
}

async function inParallel(count: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
}

async function generate({ port, world }: Server, outputModel: string, prompt: string): Promise<void> {
  const outputType = outputModel === 'markdown' ? 'DOCUMENT' : '3D'
  const response = await fetch(
    `http://127.0.0.1:${port}/api/projects/${world.writesProject}/files/upload.generate`,
    {
      method: 'POST',
      headers: { Authorization: `Bearer ${world.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ outputType, outputModel, prompt, folder: null, attachments: [] }),
    },
  )
  if (response.status !== 202) throw new Error(`answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

export function generationReport(figures: GenerationFigures): string {
  const { requests, queued, idle, withQueue, rate } = figures
  const line = (name: string, { p50, p99 }: Latency) =>
    `| ${name.padEnd(24)} | ${p50.toFixed(1).padStart(6)} | ${p99.toFixed(1).padStart(6)} |`
  return [
    `Generation: from the request to the start of its job, ${requests} times, one after the other.`,
    '',
    `| ${'ms'.padEnd(24)} | ${'p50'.padStart(6)} | ${'p99'.padStart(6)} |`,
    `| ${'-'.repeat(24)} | ${'-'.repeat(6)} | ${'-'.repeat(6)} |`,
    line('idle', idle),
    line(`${queued.toLocaleString('en-US')} others queued`, withQueue),
    '',
    `Jobs of an empty provider, 8 at a time: ${Math.round(rate.jobsPerSecond)} a second from the queue to a stored file.`,
    `For each: ${rate.serverCpuMs.toFixed(1)} ms of the server's CPU, ${rate.commits.toFixed(1)} transactions, ` +
      `${rate.walFlushes.toFixed(1)} flushes of the log (a flush serves all that wait for it).`,
  ].join('\n')
}
