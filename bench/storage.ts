// Uploads and downloads: speed compared with a floor on the same disk, and the memory of the server.
import { join } from 'node:path'
import { partLength, planParts } from '../server/src/storage/part-plan.ts'
import { callApi, compareDownload, connections, sendParts, sendWhole } from './byte-client.ts'
import type { handlers } from './byte-server.ts'
import type { BenchProcess } from './processes.ts'
import {
  bounds,
  type GoalResult,
  goalText,
  type Judged,
  judge,
  judgedTable,
  type SuiteReport,
  table,
} from './report.ts'
import { type Goal, median, medianInterval, verdictOf } from './statistics.ts'
import type { World } from './world.ts'

const MiB = 2 ** 20
/** Megabytes. */
const memoryGoal = 50

export type ByteServer = BenchProcess<typeof handlers>
type Transfer = { megabytesPerSecond: number; memoryGrowth: number; cpuSeconds: number }

export type StorageFigures = {
  size: number
  /** Whether an S3 server was measured. */
  s3: boolean
  /** One per round. */
  transfers: Record<string, Transfer[]>
}

export type StorageBench = {
  /** The folder for files, on the measured disk. */
  folder: string
  world: World
  size: number
  rounds: number
  /** `s3://…`, with the AWS variables set, to measure a bucket too. */
  s3Url: string | undefined
  startServer(): ByteServer
  note(message: string): void
}

type Add = (name: string, transfer: Transfer) => void
type StartedServer = { server: ByteServer; base: string; name: string; world: World }
type Floor = { server: ByteServer; base: string; flush: boolean }

export async function measureStorage(bench: StorageBench): Promise<StorageFigures> {
  const { size, rounds, s3Url, note } = bench
  const transfers: StorageFigures['transfers'] = {}
  const add: Add = (name, transfer) => {
    transfers[name] = [...(transfers[name] ?? []), transfer]
  }
  const disk = await openOurs(bench, 'disk', undefined)
  const bucket = s3Url === undefined ? undefined : await openOurs(bench, 's3', s3Url)
  const floors = [await openFloor(bench, true), await openFloor(bench, false)]
  const servers = bucket ? [disk, bucket] : [disk]
  if (!bucket) note('skipped S3: TEST_S3_URL is not set')
  for (const server of servers) await measureServer(server, 64 * MiB, () => {})
  for (let round = 1; round <= rounds; round++) {
    note(`bytes, round ${round} of ${rounds}`)
    for (const floor of floors) await measureFloor(floor, size, add)
    for (const server of servers) await measureServer(server, size, add)
  }
  return { size, s3: bucket !== undefined, transfers }
}

async function openOurs(
  bench: StorageBench,
  name: string,
  storageUrl: string | undefined,
): Promise<StartedServer> {
  const server = bench.startServer()
  const { databaseUrl } = bench.world
  // Both servers share one database and one secret key, which is in this folder.
  const dataDir = join(bench.folder, 'bytes')
  const base = await server.ask('open', { databaseUrl, dataDir, storageUrl })
  return { server, base, name, world: bench.world }
}

async function openFloor(bench: StorageBench, flush: boolean): Promise<Floor> {
  const server = bench.startServer()
  const base = await server.ask('openFloor', { folder: join(bench.folder, `floor-${flush}`), flush })
  return { server, base, flush }
}

function partLengths(size: number): number[] {
  const plan = planParts(size)
  return Array.from({ length: plan.partCount }, (_, i) => partLength(plan, i + 1))
}

async function measureServer(
  { server, base, name, world }: StartedServer,
  size: number,
  add: Add,
): Promise<void> {
  const call = (route: string, body?: object) => callApi(base, world.key, route, body)
  const lengths = partLengths(size)
  let id = ''
  const upload = async () => {
    const route = `POST /api/projects/${world.writesProject}/files/upload.multipart`
    const started = (await call(route, { name: 'bench.mp4', size })) as Started
    id = started.id
    const urls = started.parts.map(({ url }) => url)
    const eTags = await sendParts(urls, lengths)
    const parts = eTags.map((eTag, i) => ({ partNumber: i + 1, eTag }))
    await call(`POST /api/files/${id}/upload.complete`, { parts })
  }
  const download = async () => {
    const { url } = (await call(`GET /api/files/${id}/download`)) as { url: string }
    await compareDownload(url, lengths)
  }
  add(`upload, ${name}`, await timed(server, size, upload))
  add(`download, ${name}`, await timed(server, size, download))
  const from = await server.ask('keyOf', id)
  const to = crypto.randomUUID()
  add(`copy, ${name}`, await timed(server, size, () => server.ask('copy', { from, to })))
  for (const key of [from, to]) await server.ask('remove', key)
}

type Started = { id: string; parts: { url: string }[] }

async function measureFloor({ server, base, flush }: Floor, size: number, add: Add): Promise<void> {
  const lengths = partLengths(size)
  const urls = lengths.map((_, i) => `${base}/${i + 1}`)
  const name = flush ? 'upload, floor, flushed' : 'upload, floor'
  add(name, await timed(server, size, () => sendParts(urls, lengths)))
  if (!flush) {
    // One file of the whole size: the floor has no parts.
    await sendWhole(`${base}/whole`, lengths)
    add('download, floor', await timed(server, size, () => compareDownload(`${base}/whole`, lengths)))
  }
  await server.ask('emptyFloor')
}

async function timed(server: ByteServer, size: number, work: () => Promise<unknown>): Promise<Transfer> {
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

/** Goals for transfers between clients and the server. */
function memoryGoalOf(name: string): Goal | undefined {
  return name.includes('floor') || name.startsWith('copy') ? undefined : { atMost: memoryGoal }
}

export function storageReport(figures: StorageFigures): SuiteReport {
  const { size, s3, transfers } = figures
  const { partSize, partCount } = planParts(size)
  const goals: GoalResult[] = []
  const rows = Object.entries(transfers).map(([name, list]) => {
    const speed = medianInterval(list.map(({ megabytesPerSecond }) => megabytesPerSecond))
    // The most that any round took: memory has a limit, not a distribution.
    const memory = Math.max(...list.map(({ memoryGrowth }) => memoryGrowth)) / 1e6
    const goal = memoryGoalOf(name)
    const verdict = goal && verdictOf({ estimate: memory, low: memory, high: memory }, goal)
    if (verdict) goals.push({ name: `${name}, memory`, verdict })
    return [
      ...[name, speed.estimate.toFixed(0), bounds(speed, 0), `${memory.toFixed(0)} MB`],
      ...[goal ? `${goalText(goal)} MB` : '', verdict ?? ''],
      median(list.map(({ cpuSeconds }) => cpuSeconds)).toFixed(1),
    ]
  })
  const floor = transfers['upload, floor, flushed']!
  const ratio = medianInterval(
    transfers['upload, disk']!.map((one, i) => one.megabytesPerSecond / floor[i]!.megabytesPerSecond),
  )
  const upload: Judged = {
    name: 'upload to disk, of the flushed floor',
    interval: ratio,
    goal: { atLeast: 0.9 },
  }
  const text = [
    `${size / MiB} MiB in ${partCount} parts of ${partSize / MiB} MiB, ${connections} at a time, ${floor.length} rounds. ` +
      `All bytes that were read were compared with what was sent.${s3 ? '' : ' S3 is skipped: TEST_S3_URL is not set.'}`,
    '',
    ...table(
      ['transfer', 'MiB/s', '95 %', 'most memory growth', 'goal', '', 'server CPU s'],
      rows.sort((a, b) => (a[0]! < b[0]! ? -1 : 1)),
    ),
    '',
    ...judgedTable('ratio', [upload], 2),
  ].join('\n')
  return { text, goals: [...goals, judge(upload)], figures }
}
