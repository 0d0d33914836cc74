// Bytes in and out: how fast beside a floor on the same disk, and how much memory the server takes meanwhile.
// `measureStorage` is for bench/run.ts; `node bench/storage.ts [--quick]` runs it alone.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { partLength, planParts } from '../server/src/storage/part-plan.ts'
import { type Part, startPart } from './parts.ts'
import type { handlers } from './storage-server.ts'

const MiB = 2 ** 20
export const memoryGoal = 50 * MiB
const connections = 4

type Server = Part<typeof handlers>
type Transfer = { megabytesPerSecond: number; memoryGrowth: number; cpuSeconds: number }

export type StorageFigures = {
  size: number
  rounds: number
  /** Per way, the median over the rounds; `memoryGrowth` is the most of all. */
  transfers: Record<string, Transfer>
}

export type StorageBench = {
  /** Files are written below it, on the disk that is measured. */
  folder: string
  size: number
  rounds: number
  /** `s3://…`, with the AWS variables set, to measure a bucket too. */
  s3Url?: string | undefined
  note?: (message: string) => void
}

// One block of noise for all parts; the first bytes tell them apart. Comparing is cheap, so that the client does not
// take the processor from the server.
const block = randomBytes(64 * MiB)

function partBytes(partNumber: number, length: number): Buffer {
  const head = Buffer.alloc(Math.min(16, length), `part ${partNumber} `)
  return Buffer.concat([head, block.subarray(head.length, length)])
}

export async function measureStorage(options: StorageBench): Promise<StorageFigures> {
  const { folder, size, rounds, s3Url, note = () => {} } = options
  const measured: Record<string, Transfer[]> = {}
  const add = (name: string, transfer: Transfer) => {
    measured[name] ??= []
    measured[name].push(transfer)
  }
  const servers: Server[] = []
  const start = () => {
    const server = startPart<typeof handlers>('./storage-server.ts', { execArgv: ['--expose-gc'] })
    servers.push(server)
    return server
  }
  try {
    const disk = start()
    await disk.ask('open', { folder: join(folder, 'disk'), storageUrl: undefined })
    const bucket = s3Url === undefined ? undefined : start()
    await bucket?.ask('open', { folder, storageUrl: s3Url })
    const floors: Floor[] = []
    for (const flush of [true, false]) {
      const server = start()
      const base = await server.ask('openFloor', { folder: join(folder, `floor-${flush}`), flush })
      floors.push({ server, base, flush })
    }
    for (const [server, name] of [
      [disk, 'disk'],
      [bucket, 's3'],
    ] as const) {
      if (server) await measureOurs(server, 64 * MiB, `warm-up ${name}`, () => {})
    }
    for (let round = 0; round < rounds; round++) {
      note(`bytes on disk, round ${round + 1} of ${rounds}`)
      for (const floor of floors) await measureFloor(floor, size, add)
      await measureOurs(disk, size, 'disk', add)
    }
    if (bucket) {
      note('bytes on S3')
      await measureOurs(bucket, size, 's3', add)
    }
  } finally {
    for (const server of servers) await server.stop()
  }
  const transfers = Object.fromEntries(Object.entries(measured).map(([name, all]) => [name, summary(all)]))
  return { size, rounds, transfers }
}

type Add = (name: string, transfer: Transfer) => void

async function measureOurs(server: Server, size: number, name: string, add: Add): Promise<void> {
  const plan = planParts(size)
  const lengths = Array.from({ length: plan.partCount }, (_, i) => partLength(plan, i + 1))
  const key = `bench/${crypto.randomUUID()}`
  const upload = await server.ask('startUpload', key)
  const urls = await server.ask('partUrls', { upload, lengths })
  add(
    `upload, ${name}`,
    await timed(server, size, async () => {
      const eTags = await sendParts(urls, lengths)
      const parts = eTags.map((eTag, i) => ({ partNumber: i + 1, eTag }))
      await server.ask('completeUpload', [upload, plan, parts])
    }),
  )
  const url = await server.ask('downloadUrl', key)
  add(`download, ${name}`, await timed(server, size, () => compareDownload(url, lengths)))
  const copied = `bench/${crypto.randomUUID()}`
  add(`copy, ${name}`, await timed(server, size, () => server.ask('copy', { from: key, to: copied })))
  await server.ask('remove', key)
  await server.ask('remove', copied)
}

type Floor = { server: Server; base: string; flush: boolean }

async function measureFloor({ server, base, flush }: Floor, size: number, add: Add): Promise<void> {
  const plan = planParts(size)
  const lengths = Array.from({ length: plan.partCount }, (_, i) => partLength(plan, i + 1))
  const urls = lengths.map((_, i) => `${base}/${i + 1}`)
  add(
    flush ? 'upload, floor, flushed' : 'upload, floor',
    await timed(server, size, () => sendParts(urls, lengths)),
  )
  if (!flush) {
    // A file of the whole size: the floor knows nothing of parts.
    await sendOne(`${base}/whole`, lengths)
    add('download, floor', await timed(server, size, () => compareDownload(`${base}/whole`, lengths)))
  }
  await server.ask('emptyFloor')
}

async function timed(server: Server, size: number, work: () => Promise<unknown>): Promise<Transfer> {
  const memory = await server.ask('watchMemory')
  const before = await server.ask('usage')
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  const after = await server.ask('usage')
  return {
    megabytesPerSecond: size / MiB / seconds,
    memoryGrowth: (await server.ask('peakMemory')) - memory,
    cpuSeconds: (after.cpuMicros - before.cpuMicros) / 1e6,
  }
}

async function sendParts(urls: string[], lengths: number[]): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const eTags: string[] = []
  let next = 0
  async function worker(): Promise<void> {
    for (let i = next++; i < urls.length; i = next++) {
      const response = await send(urls[i]!, agent, [partBytes(i + 1, lengths[i]!)])
      eTags[i] = response.headers.etag ?? ''
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
  return eTags
}

async function sendOne(url: string, lengths: number[]): Promise<void> {
  await send(
    url,
    new Agent(),
    lengths.map((length, i) => partBytes(i + 1, length)),
  )
}

function send(url: string, agent: Agent, chunks: Buffer[]): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    const out = request(url, { method: 'PUT', agent, headers: { 'Content-Length': length } }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) done(response)
        else fail(new Error(`${url} answered ${response.statusCode}`))
      })
    })
    out.on('error', fail)
    for (const chunk of chunks) out.write(chunk)
    out.end()
  })
}

/** Reads it all and fails unless it is what was sent. */
async function compareDownload(url: string, lengths: number[]): Promise<void> {
  const response = await new Promise<IncomingMessage>((done, fail) => get(url, done).on('error', fail))
  let index = 0
  let at = 0
  let part = partBytes(1, lengths[0]!)
  for await (let chunk of response as AsyncIterable<Buffer>) {
    while (chunk.length > 0) {
      const length = Math.min(chunk.length, part.length - at)
      if (chunk.compare(part, at, at + length, 0, length) !== 0) throw new Error(`part ${index + 1} differs`)
      at += length
      chunk = chunk.subarray(length)
      if (at === part.length && ++index < lengths.length) {
        part = partBytes(index + 1, lengths[index]!)
        at = 0
      }
    }
  }
  if (index !== lengths.length) throw new Error(`the download ends in part ${index + 1}`)
}

function summary(all: Transfer[]): Transfer {
  const sorted = all.toSorted((a, b) => a.megabytesPerSecond - b.megabytesPerSecond)
  const memoryGrowth = Math.max(...all.map((transfer) => transfer.memoryGrowth))
  return { ...sorted[sorted.length >> 1]!, memoryGrowth }
}

export function missedStorageGoals({ transfers }: StorageFigures): string[] {
  return Object.entries(transfers)
    .filter(([name, { memoryGrowth }]) => !name.includes('floor') && memoryGrowth >= memoryGoal)
    .map(
      ([name, { memoryGrowth }]) =>
        `${name}: memory grew by ${megabytes(memoryGrowth)}, the goal is under 50 MB`,
    )
}

export function storageReport({ size, rounds, transfers }: StorageFigures): string {
  const rows = Object.entries(transfers).map(
    ([name, { megabytesPerSecond, memoryGrowth, cpuSeconds }]) =>
      `| ${name.padEnd(24)} | ${megabytesPerSecond.toFixed(0).padStart(6)} | ${megabytes(memoryGrowth).padStart(13)} | ${cpuSeconds.toFixed(1).padStart(5)} |`,
  )
  return [
    `${size / MiB} MiB in parts of 8 MiB, ${connections} at a time; the median of ${rounds} rounds (S3: one); bytes compared.`,
    '',
    '| transfer                 |  MiB/s | memory growth | CPU s |',
    '| ------------------------ | ------ | ------------- | ----- |',
    ...rows.sort(),
  ].join('\n')
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const quick = process.argv.includes('--quick')
  const folder = mkdtempSync(join(tmpdir(), 'dailies-bytes-'))
  try {
    const figures = await measureStorage({
      folder,
      size: (quick ? 256 : 2_048) * MiB,
      rounds: quick ? 1 : 3,
      s3Url: process.env.TEST_S3_URL,
      note: (message) => console.error(`bench: ${message} …`),
    })
    console.log(storageReport(figures))
    for (const line of missedStorageGoals(figures)) console.log(`Missed: ${line}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
