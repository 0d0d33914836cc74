// The time from a request to the start of its generation, idle and with a queue, and generations per second.
import { join } from 'node:path'
import pg from 'pg'
import type { handlers } from './generation-server.ts'
import type { BenchProcess } from './processes.ts'
import { bounds, count, type Judged, judge, judgedTable, type SuiteReport } from './report.ts'
import { type Interval, medianInterval, quantileInterval } from './statistics.ts'
import type { World } from './world.ts'

/** Milliseconds from the request to the start of its job. */
export type Latency = { p50: Interval; p99: Interval }
export type GenerationFigures = {
  requests: number
  queued: number
  idle: Latency
  withQueue: Latency
  jobsPerSecond: Interval
  /** Milliseconds of the server's processor time for a job. */
  cpuPerJob: Interval
}

const rateRounds = 6

type Server = { process: BenchProcess<typeof handlers>; port: number; world: World; client: pg.Client }

export async function measureGeneration(
  process: BenchProcess<typeof handlers>,
  folder: string,
  world: World,
  { requests, queued }: { requests: number; queued: number },
): Promise<GenerationFigures> {
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  // By the index of active generations: reading the whole table fifty times a second would take a part of a core.
  await client.query('set enable_seqscan = off')
  await addEnded(client)
  const dataDir = join(folder, 'generation')
  const port = await process.ask('start', { databaseUrl: world.databaseUrl, dataDir })
  const server = { process, port, world, client }
  await measureStarts(server, 'warm-up', 50)
  const idle = await measureStarts(server, 'idle', requests, () => allEnded(client))
  await inParallel(queued + 1, (i) => generate(server, 'meshy-7', `waits ${i}`))
  const withQueue = await measureStarts(server, 'queued', requests)
  const rates: Rate[] = []
  for (let round = 0; round < rateRounds; round++)
    rates.push(await measureRate(server, queued, `rate ${round}.`))
  await client.end()
  const jobsPerSecond = medianInterval(rates.map(({ perSecond }) => perSecond))
  const cpuPerJob = medianInterval(rates.map(({ cpu }) => cpu))
  return { requests, queued, idle, withQueue, jobsPerSecond, cpuPerJob }
}

/** Earlier generations, as every database has soon: plans for an empty table would read all of it. */
async function addEnded(client: pg.Client): Promise<void> {
  await client.query(`
    insert into generations (file_id, output_type, output_model, prompt, provider, state, ended_at)
    select id, 'DOCUMENT', 'markdown', 'ended ' || id, 'text', 'DONE', now() from files order by id desc limit 1000`)
  await client.query('analyze generations')
}

/** Waits until no generation of the provider that generates is active. */
async function allEnded(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `select from generations where provider = 'text' and state in ('QUEUED', 'STARTING', 'RUNNING', 'FETCHING') limit 1`,
    )
    if (rows.length === 0) return
    await new Promise((next) => setTimeout(next, 20))
  }
}

/**
 * Sequential: each request is sent when the previous generation has started, so none waits for a slot; its result may still be
 * being stored, unless `ended` waits for that.
 */
async function measureStarts(
  server: Server,
  name: string,
  requests: number,
  ended = async () => {},
): Promise<Latency> {
  const waits: number[] = []
  for (let i = 0; i < requests; i++) {
    const sent = performance.timeOrigin + performance.now()
    await generate(server, 'markdown', `${name} ${i}`)
    waits.push((await server.process.ask('started', `${name} ${i}`)) - sent)
    await ended()
  }
  return { p50: quantileInterval(waits, 0.5), p99: quantileInterval(waits, 0.99) }
}

type Rate = { perSecond: number; cpu: number }

/** Queues all generations first, then releases them. */
async function measureRate(server: Server, jobs: number, name: string): Promise<Rate> {
  await server.process.ask('hold')
  await inParallel(jobs, (i) => generate(server, 'markdown', `${name}${i}`))
  const before = await server.process.ask('usage')
  const start = performance.now()
  await server.process.ask('open')
  await allEnded(server.client)
  const seconds = (performance.now() - start) / 1000
  const after = await server.process.ask('usage')
  const { rows } = await server.client.query(
    `select count(*)::integer as done from generations where state = 'DONE' and prompt like $1`,
    [`${name}%`],
  )
  if (rows[0].done < jobs) throw new Error(`${jobs - rows[0].done} jobs have failed`)
  return { perSecond: jobs / seconds, cpu: (after.cpuMicros - before.cpuMicros) / 1000 / jobs }
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

export function generationReport(figures: GenerationFigures): SuiteReport {
  const { requests, queued, idle, withQueue, jobsPerSecond, cpuPerJob } = figures
  const others = `${count(queued)} others queued`
  const judged: Judged[] = [
    { name: 'idle, p50 ms', interval: idle.p50, goal: { atMost: 10 } },
    { name: 'idle, p99 ms', interval: idle.p99, goal: { atMost: 50 } },
    { name: `${others}, p50 ms`, interval: withQueue.p50, goal: { atMost: 10 } },
    { name: `${others}, p99 ms`, interval: withQueue.p99, goal: { atMost: 50 } },
    { name: 'jobs a second', interval: jobsPerSecond, goal: { atLeast: 300 } },
  ]
  const text = [
    `From the request to the start of its job, ${count(requests)} times, one after the other: idle when the job before has ended, with ` +
      `others queued when it has started. Jobs of an empty provider, 8 at a time, ` +
      `from the queue to a stored file with fsync, ${rateRounds} times ${count(queued)}.`,
    '',
    ...judgedTable('what', judged, 1),
    '',
    `A job takes ${cpuPerJob.estimate.toFixed(1)} ms of the server's processor time (${bounds(cpuPerJob, 1)}), without that of Postgres.`,
  ].join('\n')
  return { text, goals: judged.map(judge), figures }
}
