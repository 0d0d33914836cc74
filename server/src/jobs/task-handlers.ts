// The handlers of queued tasks, the workers that run them, and how they shut down with the process.
import type { Logger } from 'pino'
import type { Connection } from '../core/connection.ts'
import type { Providers } from '../core/provider.ts'
import type { Database } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'
import { createResultSpool } from '../generation/result-spool.ts'
import { cancelAtProvider, runTask } from '../generation/state-machine.ts'
import type { Machine, ShutdownSignals } from '../generation/step.ts'
import { type CheckPipeline, runChecks, sweepChecks } from '../media/checks/run-checks.ts'
import { type Pipeline, processFile } from '../media/pipeline.ts'
import { type RenditionPipeline, runRenditions, sweepRenditions } from '../media/renditions/run-renditions.ts'
import { sweepScratch } from '../media/scratch.ts'
import { runWatermark, sweepWatermarks, type WatermarkPipeline } from '../media/watermark/run-watermark.ts'
import { type Lane, type LaneSlots, laneTasks } from '../queue/media-tasks.ts'
import type { TaskHandlers } from '../queue/tasks.ts'
import { type WatermarkLane, watermarkTasks } from '../queue/watermark-tasks.ts'
import { startTaskWorker } from '../queue/worker.ts'
import { hashOriginals } from '../storage/original-hashes.ts'
import { evaluateSkill } from './evaluate-skill.ts'
import { sweepEvaluations } from './evaluation-rows.ts'
import { type FetchServices, fetchUpload } from './fetch-upload.ts'
import { type ReviewServices, reviewWithSkill, sweepReviews } from './review-with-skill.ts'
import { sweepTranscriptions, type TranscribeServices, transcribe } from './transcribe.ts'

export type TaskWorkerOptions = Pick<FetchServices, 'quotas' | 'uploadHosts'> & {
  connection: Connection
  database: Database
  storage: Storage
  providers: Providers
  logger: Logger
  /** Where paid results wait while the storage is unavailable. */
  resultsFolder: string
  media: Pick<Pipeline, 'findProcessor' | 'rungs' | 'checks' | 'scratch' | 'space' | 'limits'> & {
    slots: LaneSlots
  }
  renditions: Pick<RenditionPipeline, 'wanted' | 'scratch'> & { slots: number }
  checks: Pick<CheckPipeline, 'measure' | 'scratch'> & { slots: number }
  watermarks: Pick<WatermarkPipeline, 'makeWatermark' | 'scratch'> & {
    /** For copies that take minutes; the others use the slots of stills. */
    slots: number
  }
  transcription: Pick<TranscribeServices, 'transcriber' | 'findTools' | 'scratch'>
  reviews: Pick<ReviewServices, 'reviewModel' | 'findTools' | 'findFonts' | 'scratch'>
  /** How long work that cannot be handed over may go on during shutdown. */
  shutdownSeconds: number
  /** Call it after a commit that may have emitted events. */
  changed: () => void
  /** Replaces the interval of `WorkerOptions`, and that for generations. */
  pollMs?: number | undefined
  generationPollMs?: number | undefined
}

/** On top of all generations that may run at once: for starts that find no provider slot, and for cancellations. */
const spareSlots = 4
/** Each may need a database connection, and these are few. */
const maxSlots = 30

/** Downloads of files from their addresses at once, in this process. */
const fetchSlots = 2

/** Transcriptions at once, in this process. */
const transcriptionSlots = 2

/** Reviews by skills at once, in this process. */
const reviewSlots = 2

const sweepMs = 60_000

/** Runs queued tasks until the returned function is called; that one hands back at once what it can. */
export function startTaskWorkers(options: TaskWorkerOptions): () => Promise<void> {
  const stops = [
    startGenerationWorker(options),
    startMediaWorkers(options),
    startFetchWorker(options),
    startTranscriptionWorker(options),
    startEvaluationWorker(options),
    startReviewWorker(options),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

function startGenerationWorker({
  connection,
  shutdownSeconds,
  changed,
  resultsFolder,
  pollMs,
  generationPollMs = pollMs,
  ...services
}: TaskWorkerOptions): () => Promise<void> {
  const machine = { ...services, results: createResultSpool(resultsFolder) }
  const sweep = () =>
    machine.results
      .sweep(machine.database.sql)
      .catch((error) =>
        machine.logger.warn({ err: error }, 'results of ended generations could not be deleted'),
      )
  const timer = setInterval(sweep, sweepMs)
  const soon = new AbortController()
  const now = new AbortController()
  const worker = startTaskWorker({
    connection,
    sql: machine.database.sql,
    logger: machine.logger,
    tasks: generationTasks(machine, { soon: soon.signal, now: now.signal }, changed, sweep),
    slots: Math.min(machine.providers.concurrency + spareSlots, maxSlots),
    batches: true,
    pollMs: generationPollMs,
  })
  return async () => {
    clearInterval(timer)
    const late = setTimeout(() => now.abort(), shutdownSeconds * 1000)
    soon.abort()
    await worker.stop()
    clearTimeout(late)
  }
}

function generationTasks(
  machine: Machine,
  shutdown: ShutdownSignals,
  changed: () => void,
  sweep: () => Promise<void>,
): Pick<TaskHandlers, 'generation' | 'drop-generation'> {
  return {
    generation: (attempt, taskId) => runTask(machine, attempt, taskId, shutdown, changed),
    async 'drop-generation'(payload) {
      await cancelAtProvider(machine, payload, shutdown)
      await sweep()
    },
  }
}

/** Downloads mostly wait for the network, for as long as the source is slow: they have slots of their own. */
function startFetchWorker({
  connection,
  changed,
  pollMs,
  ...services
}: TaskWorkerOptions): () => Promise<void> {
  const soon = new AbortController()
  const worker = startTaskWorker({
    ...{ connection, sql: services.database.sql, logger: services.logger, slots: fetchSlots, pollMs },
    tasks: {
      async 'fetch-upload'({ fileId }) {
        await fetchUpload(services, fileId, soon.signal)
        changed()
      },
    },
  })
  return async () => {
    soon.abort()
    await worker.stop()
  }
}

/** A request that is paid for gets all the time that the shutdown allows. */
function startPaidWorker(
  { connection, shutdownSeconds, database, logger, pollMs }: TaskWorkerOptions,
  slots: number,
  tasks: (signals: ShutdownSignals) => Partial<TaskHandlers>,
): () => Promise<void> {
  const [soon, now] = [new AbortController(), new AbortController()]
  const worker = startTaskWorker({
    ...{ connection, sql: database.sql, logger, slots, pollMs },
    tasks: tasks({ soon: soon.signal, now: now.signal }),
  })
  return async () => {
    const late = setTimeout(() => now.abort(), shutdownSeconds * 1000)
    soon.abort()
    await worker.stop()
    clearTimeout(late)
  }
}

function startTranscriptionWorker(options: TaskWorkerOptions): () => Promise<void> {
  const { changed, transcription, database, storage, logger } = options
  const { space, limits } = options.media
  const services = { database, storage, logger, space, limits, ...transcription }
  const sweep = () =>
    sweepTranscriptions(database.sql, transcription.scratch).catch((error) =>
      logger.warn({ err: error }, 'scratch folders of earlier transcriptions could not be removed'),
    )
  return startPaidWorker(options, transcriptionSlots, (signals) => ({
    async transcribe({ captionId }) {
      await transcribe(services, captionId, signals)
      changed()
      await sweep()
    },
  }))
}

function startReviewWorker(options: TaskWorkerOptions): () => Promise<void> {
  const { changed, reviews, database, storage, logger } = options
  const { space, limits } = options.media
  const services = { database, storage, logger, space, limits, ...reviews }
  const sweep = () =>
    sweepReviews(database.sql, reviews.scratch).catch((error) =>
      logger.warn({ err: error }, 'scratch folders of earlier reviews could not be removed'),
    )
  return startPaidWorker(options, reviewSlots, (signals) => ({
    async 'review-with-skill'({ skillReviewId }) {
      await reviewWithSkill(services, skillReviewId, signals)
      changed()
      await sweep()
    },
  }))
}

function startEvaluationWorker(options: TaskWorkerOptions): () => Promise<void> {
  const { changed, database, storage, logger, reviews } = options
  const { space, limits } = options.media
  const { reviewModel } = reviews
  const scratch = `${reviews.scratch}-evaluations`
  const live = reviewModel && { ...reviews, reviewModel, scratch, storage, space, limits }
  const sweep = () =>
    sweepEvaluations(database.sql, scratch).catch((error) =>
      logger.warn({ err: error }, 'scratch folders of earlier evaluations could not be removed'),
    )
  return startPaidWorker(options, 1, (signals) => ({
    async 'evaluate-skill'({ evaluationId }) {
      await evaluateSkill({ database, storage, logger, live }, evaluationId, signals)
      changed()
      await sweep()
    },
  }))
}

/** Previews have slots of their own, by lane: they use the processor for minutes, while generations mostly wait. */
function startMediaWorkers(options: TaskWorkerOptions): () => Promise<void> {
  const { connection, media, watermarks, renditions, checks, changed, pollMs, ...services } = options
  const { database, logger } = services
  const { slots, ...settings } = media
  const lanes = (Object.keys(laneTasks) as Lane[]).filter((lane) => slots[lane] > 0)
  if (lanes.length === 0) return async () => {}
  const soon = new AbortController()
  const sweep = () =>
    Promise.all([
      sweepScratch(database.sql, media.scratch),
      sweepWatermarks(database.sql, watermarks.scratch),
      sweepRenditions(database.sql, renditions.scratch),
      sweepChecks(database.sql, checks.scratch),
    ]).catch((error) => logger.warn({ err: error }, 'scratch folders of earlier work could not be removed'))
  const timer = setInterval(sweep, sweepMs)
  const swept = sweep()
  const handler =
    (lane: Lane) =>
    async ({ fileId }: { fileId: string }) => {
      await processFile({ ...services, ...settings }, fileId, lane, soon.signal)
      changed()
      // Removes the scratch folder that a dead worker has left of this very file, now that this worker has taken it over.
      await sweep()
    }
  const marker =
    (lane: WatermarkLane) =>
    async ({ watermarkId }: { watermarkId: string }) => {
      await runWatermark({ ...services, ...settings, ...watermarks }, watermarkId, lane, soon.signal)
      await sweep()
    }
  const resize = async ({ fileId }: { fileId: string }) => {
    await runRenditions({ ...services, ...settings, ...renditions }, fileId, soon.signal)
    changed()
    await sweep()
  }
  const check = async ({ fileId }: { fileId: string }) => {
    await runChecks({ ...services, ...settings, ...checks }, fileId, soon.signal)
    changed()
    await sweep()
  }
  // Reading an original takes as long as the slowest previews do.
  const hashes = {
    'hash-originals': ({ versionId }: { versionId: string }) =>
      hashOriginals({ sql: database.sql, storage: services.storage }, versionId, soon.signal),
  }
  const quickMarks = { [watermarkTasks.QUICK]: marker('QUICK') }
  const start = (slots: number, tasks: Partial<TaskHandlers>) =>
    startTaskWorker({ connection, sql: database.sql, logger, slots, tasks, pollMs })
  const workers = lanes.map((lane) =>
    start(slots[lane], {
      [laneTasks[lane]]: handler(lane),
      ...(lane === lanes.at(-1) ? hashes : {}),
      ...(lane === 'STILLS' ? quickMarks : {}),
    }),
  )
  if (watermarks.slots > 0) workers.push(start(watermarks.slots, { [watermarkTasks.LONG]: marker('LONG') }))
  if (renditions.slots > 0) workers.push(start(renditions.slots, { renditions: resize }))
  if (checks.slots > 0) workers.push(start(checks.slots, { checks: check }))
  return async () => {
    clearInterval(timer)
    soon.abort()
    await Promise.all(workers.map((worker) => worker.stop()))
    await swept
  }
}
