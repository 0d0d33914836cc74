// Uploads and downloads: speed compared with a floor on the same disk, and the memory of the server.
import { join } from 'node:path'
import { partLength, planParts } from '../server/src/storage/part-plan.ts'
import { callApi, compareDownload, connections, sendParts, sendWhole } from './byte-client.ts'
import type { handlers } from './byte-server.ts'
import type { BenchProcess } from './processes.ts'
import { table } from './report.ts'
import type { World } from './world.ts'

const MiB = 2 ** 20
const memoryGoal = 50e6
const uploadGoal = 0.9
const pairs = 7

export type ByteServer = BenchProcess<typeof handlers>
type Transfer = { megabytesPerSecond: number; memoryGrowth: number; cpuSeconds: number }

export type StorageFigures = {
  size: number
  /** Whether an S3 server was measured. */
  s3: boolean
  /** One measurement per name: at this size a transfer takes long enough. */
  transfers: Record<string, Transfer>
  /** Uploads to disk against the flushed floor, in turns. */
  uploads: { pairs: number; size: number; ours: Transfer[]; floor: Transfer[] }
}

export type StorageBench = {
  /** The folder for files, on the measured disk. */
  folder: string
  world: World
  size: number
  /** `s3://…`, with the AWS variables set, to measure a bucket too. */
  s3Url: string | undefined
  startServer(): ByteServer
  note(message: string): void
}

type Add = (name: string, transfer: Transfer) => void
type StartedServer = { server: ByteServer; base: string; name: string; world: World }
type Floor = { server: ByteServer; base: string; flush: boolean }

export async function measureStorage(bench: StorageBench): Promise<StorageFigures> {
  const { size, s3Url, note } = bench
  const transfers: StorageFigures['transfers'] = {}
  const add: Add = (name, transfer) => {
    transfers[name] = transfer
  }
  const disk = await openOurs(bench, 'disk', undefined)
  const bucket = s3Url === undefined ? undefined : await openOurs(bench, 's3', s3Url)
  const floors = [await openFloor(bench, true), await openFloor(bench, false)]
  for (const server of bucket ? [disk, bucket] : [disk]) await measureServer(server, 64 * MiB, () => {})
  note('bytes on disk')
  for (const floor of floors) await measureFloor(floor, size, add)
  await measureServer(disk, size, add)
  note('uploads to disk and to the flushed floor in turns')
  const uploads = await compareUploads(disk, floors[0]!, Math.min(size / 2, 256 * MiB))
  note(bucket ? 'bytes on S3' : 'skipped S3: TEST_S3_URL is not set')
  if (bucket) await measureServer(bucket, size, add)
  return { size, s3: bucket !== undefined, transfers, uploads }
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

/** Alternates which side goes first, so that other work on the machine affects both alike. */
async function compareUploads(
  disk: StartedServer,
  floor: Floor,
  size: number,
): Promise<StorageFigures['uploads']> {
  const [ours, floors]: [Transfer[], Transfer[]] = [[], []]
  const measureOurs = () =>
    measureServer(disk, size, (name, transfer) => {
      if (name.startsWith('upload')) ours.push(transfer)
    })
  const measureTheirs = () => measureFloor(floor, size, (_name, transfer) => floors.push(transfer))
  for (let pair = 0; pair < pairs; pair++) {
    const turns = [measureOurs, measureTheirs]
    for (const turn of pair % 2 === 0 ? turns : turns.reverse()) await turn()
  }
  return { pairs, size, ours, floor: floors }
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

/** The median and the extremes of the pairs. */
function ratios({ ours, floor }: StorageFigures['uploads'], value: (transfer: Transfer) => number) {
  const all = ours.map((transfer, i) => value(transfer) / value(floor[i]!)).sort((a, b) => a - b)
  return { median: all[all.length >> 1]!, least: all[0]!, greatest: all.at(-1)! }
}

export function missedStorageGoals({ transfers, uploads }: StorageFigures): string[] {
  const { median } = ratios(uploads, ({ megabytesPerSecond }) => megabytesPerSecond)
  const slow =
    median < uploadGoal
      ? [`upload, disk: ${median.toFixed(2)} of the flushed floor, the goal is ${uploadGoal}`]
      : []
  return slow.concat(missedMemoryGoals(transfers))
}

function missedMemoryGoals(transfers: StorageFigures['transfers']): string[] {
  return Object.entries(transfers)
    .filter(([name, transfer]) => goalOf(name) !== '' && transfer.memoryGrowth >= memoryGoal)
    .map(
      ([name, { memoryGrowth }]) => `${name}: memory grew by ${megabytes(memoryGrowth)}, the goal is < 50 MB`,
    )
}

/** Goals for transfers between clients and the server. */
function goalOf(name: string): string {
  return name.includes('floor') || name.startsWith('copy') ? '' : '< 50 MB'
}

function uploadReport(uploads: StorageFigures['uploads']): string {
  const show = (name: string, { median, least, greatest }: ReturnType<typeof ratios>) =>
    `${name} ${median.toFixed(2)} (${least.toFixed(2)}–${greatest.toFixed(2)})`
  return (
    `Upload to disk against the flushed floor, ${uploads.pairs} pairs of ${uploads.size / MiB} MiB in turns, ` +
    `median (least–greatest): ${show(
      'speed',
      ratios(uploads, ({ megabytesPerSecond }) => megabytesPerSecond),
    )}, ` +
    `${show(
      'server CPU',
      ratios(uploads, ({ cpuSeconds }) => cpuSeconds),
    )}. Goal: speed ${uploadGoal}.`
  )
}

export function storageReport({ size, s3, transfers, uploads }: StorageFigures): string {
  const { partSize, partCount } = planParts(size)
  const rows = Object.entries(transfers).map(([name, { megabytesPerSecond, memoryGrowth, cpuSeconds }]) => {
    const goal = goalOf(name)
    const verdict = goal === '' ? '' : memoryGrowth < memoryGoal ? 'ok' : 'MISSED'
    return [
      name,
      megabytesPerSecond.toFixed(0),
      megabytes(memoryGrowth),
      goal,
      verdict,
      cpuSeconds.toFixed(1),
    ]
  })
  return [
    `Bytes: ${size / MiB} MiB in ${partCount} parts of ${partSize / MiB} MiB, ${connections} at a time. ` +
      `All that was read was compared with what was sent.${s3 ? '' : ' S3 is skipped: TEST_S3_URL is not set.'}`,
    '',
    ...table(
      ['transfer', 'MiB/s', 'memory growth', 'goal', '', 'server CPU s'],
      rows.sort((a, b) => (a[0]! < b[0]! ? -1 : 1)),
    ),
    '',
    uploadReport(uploads),
  ].join('\n')
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
