// Creates previews that a browser can show from an original. The probe and every step are stored and
// committed before the next one begins, so that another worker can continue after an interruption.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type DiskSpace, isDiskFull, isShort } from '../core/disk-space.ts'
import { isOutage, outageWaitSeconds } from '../core/outage.ts'
import type { RungName } from '../core/renditions.ts'
import type { Database } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'
import type { Lane } from '../queue/media-tasks.ts'
import { storeCrcs } from '../storage/archives/object-crcs.ts'
import type { Loudness } from './audio/loudness.ts'
import * as state from './media-state.ts'
import { type Claim, probeStep } from './media-state.ts'
import { MediaFailure, type MediaInfo, type Processor, type Step, type Work } from './processor.ts'
import type { FindProcessor } from './processors.ts'
import { checksumsOf, fetchSource, noSpace, removeScratch, scratchOf } from './scratch.ts'
import { removeObjects, storeStep } from './store-derivatives.ts'
import { partStore } from './store-parts.ts'
import { type Limits, ShuttingDown, startWatch, TooLate, unlessAborted, type Watch } from './watch.ts'

export type Pipeline = {
  database: Database
  storage: Storage
  findProcessor: FindProcessor
  /** The rungs to make besides the proxy, after it. */
  rungs: readonly RungName[]
  /** Whether files are checked after their previews. */
  checks: boolean
  logger: Logger
  /** Folder for the work on all files. */
  scratch: string
  /** Free space of the disk with the scratch folder. */
  space: DiskSpace
  limits: Limits
}

type Run = Pipeline & { claim: Claim; folder: string; watch: Watch }

/** The next step is long and runs in the lane for long steps. */
class OtherLane extends Error {
  override name = 'OtherLane'
  /** From 0 to 1. */
  readonly progress: number
  constructor(progress: number) {
    super()
    this.progress = progress
  }
}

/** The file's type has no previews. */
class NoPreviews extends Error {
  override name = 'NoPreviews'
}

/** A file may only look broken, because the machine was short of memory. */
const maxTries = 4
const firstWaitSeconds = 5
/** A killed worker is rarely the fault of its file, but a file must not kill one worker after the other. */
const cutOffsWithoutWait = 3
const maxCutOffs = 24
const maxWaitSeconds = 3_600

export async function processFile(
  pipeline: Pipeline,
  fileId: string,
  lane: Lane,
  shutdown: AbortSignal,
): Promise<void> {
  const { database, storage, logger, scratch, space, limits } = pipeline
  const { sql } = database
  const claim = await state.claim(sql, fileId)
  if (!claim) return
  if (claim.lane !== lane) return state.handBack(sql, claim)
  if (claim.cutOffs > maxCutOffs) return removeObjects(sql, storage, await state.fail(sql, claim, cutOff()))
  if (claim.wasCutOff && claim.cutOffs > cutOffsWithoutWait) {
    return state.tryLater(database, claim, cutOffWait(claim), { counts: false })
  }
  const folder = scratchOf(scratch, claim)
  const watch = startWatch({
    isHeld: () => state.isHeld(sql, claim),
    setProgress: (stage, progress) => state.setProgress(sql, claim, stage, progress),
    ...{ folder, limits, space, shutdown },
  })
  const result = await work({ ...pipeline, claim, folder, watch }).then(
    (done) => ({ done }),
    (error: unknown) => ({ error: watch.signal.aborted ? watch.signal.reason : error }),
  )
  await watch.stop()
  // A folder that cannot be removed now is swept later.
  await removeScratch(folder).catch((error) =>
    logger.warn({ err: error }, 'the scratch folder could not be removed'),
  )
  if ('error' in result) return settle(pipeline, claim, result.error)
  await removeObjects(sql, storage, await state.finish(sql, claim, result.done))
}

/** Returns how the file ends. */
async function work(run: Run): Promise<state.Finish> {
  const { database, storage, findProcessor, rungs, checks, claim, folder, watch, limits, space } = run
  const { signal } = watch
  const processor = await findProcessor(claim.mimeType)
  if (!processor) throw new NoPreviews()
  signal.throwIfAborted()
  reportStart(run, processor)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const source = await fetchSource(storage, claim, folder, { maxBytes: limits.diskBytes, space, signal })
  const info = claim.info ?? (await probe(run, processor, source))
  const steps = processor.steps(info)
  for (const step of steps) {
    if (claim.done.includes(step.name)) continue
    const report = (part: number) => watch.report(step.name, progressAt(steps, step, part))
    if (step.long && claim.lane !== 'PROXIES') throw new OtherLane(progressAt(steps, step, 0))
    report(0)
    await runStep({ ...run, info, step, source, report })
  }
  // The checksum comes last, when nobody waits for it: reading a large original once more takes minutes.
  watch.report('checksum', 1)
  const { sha256, crc } = await checksumsOf(source, signal)
  if (!(await state.isHeld(database.sql, claim))) throw new TooLate()
  await storeCrcs(database.sql, new Map([[claim.objectId, { length: claim.size, crc }]]))
  const renditions = processor.renditions?.(info, rungs) !== undefined
  return { steps: steps.map(({ name }) => name), sha256, renditions, checks }
}

/** Shows the progress of an earlier attempt while the original is fetched. */
function reportStart({ claim, watch }: Run, processor: Processor): void {
  const steps = claim.info ? processor.steps(claim.info) : []
  const next = steps.find(({ name }) => !claim.done.includes(name))
  if (next) watch.report(next.name, progressAt(steps, next, 0))
  else watch.report(probeStep, 0)
}

/** Progress of all steps, from 0 to 1, when `part` of one step is done. */
function progressAt(steps: readonly Step[], step: Step, part: number): number {
  const sum = (some: readonly Step[]) => some.reduce((total, { weight }) => total + weight, 0)
  const whole = sum(steps)
  if (whole === 0) return 1
  return (sum(steps.slice(0, steps.indexOf(step))) + step.weight * part) / whole
}

async function probe({ database, claim, folder, watch }: Run, processor: Processor, source: string) {
  const { signal } = watch
  const stepFolder = join(folder, probeStep)
  await mkdir(stepFolder)
  const looking = processor.probe({
    ...{ source, objectId: claim.objectId, mimeType: claim.mimeType, folder: stepFolder, signal },
    report: () => {},
  })
  const info = await unlessAborted(signal, looking)
  if (!(await state.setInfo(database.sql, claim, info))) throw new TooLate()
  await rm(stepFolder, { recursive: true, force: true })
  return info
}

type StepRun = Run & { step: Step; info: MediaInfo; source: string; report: Work['report'] }

async function runStep({ claim, folder, watch, step, info, source, report, ...services }: StepRun) {
  const { signal } = watch
  const stepFolder = join(folder, step.name)
  await mkdir(stepFolder)
  const parts = step.inParts ? await partStore(services, claim, step.name, folder, signal) : undefined
  let loudness: Loudness | null | undefined
  const measured = (found: Loudness | null) => {
    loudness = found
  }
  const { objectId, mimeType } = claim
  const work: Work = { source, objectId, mimeType, folder: stepFolder, signal, report, parts, measured }
  const derivatives = await unlessAborted(signal, step.make(work, info))
  if (!(await state.isHeld(services.database.sql, claim))) throw new TooLate()
  await storeStep(services, claim, { name: step.name, derivatives, loudness }, signal)
  await rm(stepFolder, { recursive: true, force: true })
}

async function settle(
  { database, storage, logger, space }: Pipeline,
  claim: Claim,
  error: unknown,
): Promise<void> {
  const { sql } = database
  if (error instanceof TooLate) return
  if (error instanceof ShuttingDown) return state.handBack(sql, claim)
  if (error instanceof OtherLane) return state.handOver(sql, claim, error.progress)
  if (error instanceof NoPreviews) return state.forget(sql, claim)
  const fail = async (failure: MediaFailure) =>
    removeObjects(sql, storage, await state.fail(sql, claim, failure))
  if (error instanceof MediaFailure) return fail(error)
  // Programs do not always say why they could not write.
  if (isDiskFull(error) || isShort(await space.look())) return fail(noSpace())
  const { fileId, attempt, tries } = claim
  if (isOutage(error)) {
    logger.warn({ err: error, fileId, attempt }, 'the storage or the database is unavailable: previews wait')
    return state.tryLater(database, claim, outageWaitSeconds, { counts: false })
  }
  logger.warn({ err: error, fileId, attempt }, 'failed to create previews')
  if (tries >= maxTries) return fail(broken())
  await state.tryLater(database, claim, firstWaitSeconds * 4 ** (tries - 1), { counts: true })
}

function cutOffWait({ cutOffs }: Claim): number {
  return Math.min(firstWaitSeconds * 4 ** (cutOffs - cutOffsWithoutWait - 1), maxWaitSeconds)
}

function broken(): MediaFailure {
  const message =
    'Previews could not be created after several attempts. The original is safe and can be downloaded; ' +
    'the server log has the details.'
  return new MediaFailure('tool_failed', message, true)
}

function cutOff(): MediaFailure {
  const message =
    'Creating previews was interrupted many times over a day: the server may be short of memory. The original is safe and ' +
    'can be downloaded.'
  return new MediaFailure('tool_failed', message, true)
}
