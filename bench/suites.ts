// The suites of the bench. Each measures one subject and returns its report.
import { join } from 'node:path'
import { appReport, measureApp } from './app.ts'
import type { Bench } from './bench.ts'
import { checksReport, measureChecks } from './checks.ts'
import type { handlers as readerHandlers } from './event-readers.ts'
import { eventsReport, measureEvents } from './events.ts'
import { generationReport, measureGeneration } from './generation.ts'
import type { handlers as generationHandlers } from './generation-server.ts'
import type { handlers as serverHandlers } from './measured-server.ts'
import { measureMedia, mediaReport } from './media.ts'
import { measureNotifications, notificationReport } from './notifications.ts'
import { measureGrowth, measureOperations, startServer } from './operations.ts'
import type { SuiteName } from './page.ts'
import { measurePlayback, playbackReport } from './playback.ts'
import type { SuiteReport } from './report.ts'
import { measureSizes, sizesReport } from './sizes.ts'
import { measureSoak } from './soak.ts'
import { measureStorage, storageReport } from './storage.ts'
import { measureUploads } from './uploads.ts'
import type { handlers as webhookFloorHandlers } from './webhook-floor.ts'
import type { handlers as receiverHandlers } from './webhook-receiver.ts'
import type { handlers as workerHandlers } from './webhook-worker.ts'
import { measureWebhooks, webhookReport } from './webhooks.ts'

const rows = 1_000

export const suites: Record<SuiteName, (bench: Bench) => Promise<SuiteReport>> = {
  operations: measureOperations,
  uploads: measureUploads,
  growth: measureGrowth,

  async storage(bench) {
    const figures = await measureStorage({
      folder: bench.folder,
      world: await bench.seed('storage', rows),
      size: (bench.quick ? 64 : 512) * 2 ** 20,
      rounds: bench.quick ? 6 : 9,
      s3Url: process.env.TEST_S3_URL,
      startServer: () =>
        bench.launch('./byte-server.ts', {
          stdout: join(bench.folder, 'byte-servers.log'),
          execArgv: ['--expose-gc'],
        }),
      note: bench.note,
    })
    return storageReport(figures)
  },

  async events(bench) {
    const world = await bench.seed('events', rows)
    const processes = {
      server: bench.launch<typeof serverHandlers>('./measured-server.ts', {
        stdout: join(bench.folder, 'events.log'),
      }),
      readers: bench.launch<typeof readerHandlers>('./event-readers.ts'),
    }
    const counts = { streams: 1_000, events: bench.quick ? 50 : 500 }
    const figures = await measureEvents(processes, bench.folder, world, counts)
    return { text: eventsReport(figures), goals: [], figures }
  },

  async webhooks(bench) {
    const world = await bench.seed('webhooks', rows)
    const processes = {
      worker: bench.launch<typeof workerHandlers>('./webhook-worker.ts', {
        execArgv: bench.profile ? ['--cpu-prof', `--cpu-prof-dir=${bench.profile}`] : [],
      }),
      floor: bench.launch<typeof webhookFloorHandlers>('./webhook-floor.ts'),
      receiver: bench.launch<typeof receiverHandlers>('./webhook-receiver.ts'),
    }
    const pace = bench.quick ? { deliveries: 2_000, pairs: 6 } : { deliveries: 4_000, pairs: 9 }
    const figures = await measureWebhooks(processes, bench.folder, world, pace)
    return { text: webhookReport(figures), goals: [], figures }
  },

  async notifications(bench) {
    const world = await bench.seed('notifications', rows)
    const { port } = await startServer(bench, world)
    const counts = { members: bench.quick ? 100 : 1_000, rounds: bench.quick ? 6 : 9 }
    return notificationReport(await measureNotifications(`http://localhost:${port}`, world, counts))
  },

  async generation(bench) {
    const world = await bench.seed('generation', rows)
    const process = bench.launch<typeof generationHandlers>('./generation-server.ts')
    const counts = bench.quick ? { requests: 100, queued: 200 } : { requests: 500, queued: 1_000 }
    const figures = await measureGeneration(process, bench.folder, world, counts)
    return generationReport(figures)
  },

  async media(bench) {
    const figures = await measureMedia(bench.folder, bench.quick ? 4 : 10, bench.quick ? 6 : 9)
    if (figures === undefined) throw new SkippedSuite('ffmpeg is not installed')
    return mediaReport(figures)
  },

  async app(bench) {
    const figures = await measureApp(bench.folder, bench.quick ? 6 : 10)
    if (figures === undefined) throw new SkippedSuite('chromium is not installed')
    return appReport(figures)
  },

  async playback(bench) {
    const counts = bench.quick
      ? { seconds: 6, seeks: 20, uploads: 1, uploadSeconds: 3 }
      : { seconds: 600, seeks: 100, uploads: 3, uploadSeconds: 30 }
    const figures = await measurePlayback(bench.folder, counts)
    if (figures === undefined) throw new SkippedSuite('chromium is not installed')
    return playbackReport(figures)
  },

  async checks(bench) {
    const figures = await measureChecks(bench.folder, bench.quick ? 4 : 10, bench.quick ? 3 : 7)
    if (figures === undefined) throw new SkippedSuite('ffmpeg is not installed')
    return checksReport(figures)
  },

  async sizes(bench) {
    const world = await bench.seed('sizes', rows)
    const { port } = await startServer(bench, world)
    const counts = bench.quick ? { comments: 2_000, files: 1_000 } : { comments: 100_000, files: 10_000 }
    const figures = await measureSizes(`http://localhost:${port}`, world, counts)
    return { text: sizesReport(figures), goals: [], figures }
  },

  soak: measureSoak,
}

/** A program that the suite needs is missing. */
export class SkippedSuite extends Error {}
