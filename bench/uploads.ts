// Small uploads in three phases: all are started, then all bytes are sent, then all are completed. A phase cannot be repeated
// on the same uploads, so it has no floor; its figures are rates and the processor time of the server.
import { Agent, request } from 'node:http'
import type { Bench } from './bench.ts'
import { type StartedServer, startServer } from './operations.ts'
import { bounds, count, type SuiteReport, table } from './report.ts'
import { ascending, type Interval, median, medianInterval, quantile } from './statistics.ts'

const lanes = 32
const size = 65_536
const bytes = Buffer.alloc(size, 'frame ')

type Upload = { id: string; url: string; eTag: string }
type Phase = { perSecond: number; cpuMicros: number; latencies: number[] }
type PhaseName = 'start' | 'send' | 'complete'

export async function measureUploads(bench: Bench): Promise<SuiteReport> {
  const server = await startServer(bench, await bench.seed('uploads', 1_000))
  const uploads = bench.quick ? 200 : 1_000
  const rounds: Record<PhaseName, Phase>[] = []
  // The first round warms up.
  for (let round = 0; round <= (bench.quick ? 6 : 12); round++) {
    const phases = await measureRound(server, uploads)
    if (round > 0) rounds.push(phases)
  }
  return uploadsReport(uploads, rounds)
}

async function measureRound(server: StartedServer, uploads: number): Promise<Record<PhaseName, Phase>> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const base = `http://127.0.0.1:${server.port}`
  const headers = { Authorization: `Bearer ${server.world.key}`, 'Content-Type': 'application/json' }
  const api = (path: string, body: object) =>
    send(agent, 'POST', base + path, headers, Buffer.from(JSON.stringify(body)))
  const started: Upload[] = []

  const start = await measurePhase(server, uploads, async (i) => {
    const body = { name: `frame ${i}.txt`, size }
    const answer = await api(`/api/projects/${server.world.writesProject}/files/upload.multipart`, body)
    const { id, parts } = JSON.parse(answer.body).data
    started[i] = { id, url: parts[0].url, eTag: '' }
  })
  const sent = await measurePhase(server, uploads, async (i) => {
    const answer = await send(agent, 'PUT', started[i]!.url, {}, bytes)
    started[i]!.eTag = String(answer.eTag)
  })
  const complete = await measurePhase(server, uploads, async (i) => {
    const { id, eTag } = started[i]!
    await api(`/api/files/${id}/upload.complete`, { parts: [{ partNumber: 1, eTag }] })
  })
  agent.destroy()
  return { start, send: sent, complete }
}

async function measurePhase(
  { process: server }: StartedServer,
  uploads: number,
  work: (i: number) => Promise<void>,
): Promise<Phase> {
  const latencies: number[] = []
  let next = 0
  const lane = async () => {
    for (let i = next++; i < uploads; i = next++) {
      const sentAt = performance.now()
      await work(i)
      latencies.push(performance.now() - sentAt)
    }
  }
  const before = await server.ask('usage')
  const began = performance.now()
  await Promise.all(Array.from({ length: lanes }, lane))
  const seconds = (performance.now() - began) / 1000
  const after = await server.ask('usage')
  return {
    perSecond: uploads / seconds,
    cpuMicros: (after.cpuMicros - before.cpuMicros) / uploads,
    latencies,
  }
}

function send(
  agent: Agent,
  method: string,
  url: string,
  headers: Record<string, string>,
  content: Buffer,
): Promise<{ body: string; eTag: string | undefined }> {
  return new Promise((done, fail) => {
    const options = { method, agent, headers: { ...headers, 'Content-Length': content.length } }
    const out = request(url, options, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () => {
        if (response.statusCode! < 300) done({ body, eTag: response.headers.etag })
        else fail(new Error(`${method} ${url} answered ${response.statusCode}: ${body}`))
      })
    })
    out.on('error', fail).end(content)
  })
}

const names: Record<PhaseName, string> = {
  start: 'startUpload',
  send: `PUT of ${size / 1024} KiB`,
  complete: 'completeUpload',
}

function uploadsReport(uploads: number, rounds: Record<PhaseName, Phase>[]): SuiteReport {
  const rows = Object.entries(names).map(([phase, name]) => {
    const all = rounds.map((round) => round[phase as PhaseName])
    const cpu: Interval = medianInterval(all.map(({ cpuMicros }) => cpuMicros))
    const latencies = ascending(all.flatMap((one) => one.latencies))
    const latency = `${quantile(latencies, 0.5).toFixed(1)} / ${quantile(latencies, 0.99).toFixed(1)}`
    return [
      name,
      count(median(all.map(({ perSecond }) => perSecond))),
      latency,
      cpu.estimate.toFixed(0),
      bounds(cpu, 0),
    ]
  })
  const text = [
    `${count(uploads)} uploads of one part each to disk, ${rounds.length} times; ${lanes} requests at a time. Without a floor: ` +
      'a phase cannot be repeated on the same uploads.',
    '',
    ...table(['phase', 'server/s', 'p50/p99 ms', 'server CPU µs', '95 %'], rows),
  ].join('\n')
  return { text, goals: [], figures: { uploads, rounds } }
}
