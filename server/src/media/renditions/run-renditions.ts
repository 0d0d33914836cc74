// Makes the renditions of a video whose proxy exists. An interrupted run begins again.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type DiskSpace, isDiskFull, isShort } from '../../core/disk-space.ts'
import type { RungName } from '../../core/renditions.ts'
import type { Database, Sql } from '../../core/sql.ts'
import { reachStorage, type Storage, StorageUnavailable } from '../../core/storage.ts'
import { type Derivative, MediaFailure } from '../processor.ts'
import type { FindProcessor } from '../processors.ts'
import { fetchSource, noSpace, removeScratch, scratchOf, sweepFolders } from '../scratch.ts'
import { abortInterrupted, derivedId, removeObjects, type Stored, storeOne } from '../store-derivatives.ts'
import { type Limits, ShuttingDown, startWatch, TooLate, unlessAborted, type Watch } from '../watch.ts'
import type { Claim } from './rendition-state.ts'
import * as state from './rendition-state.ts'

export type RenditionPipeline = {
  database: Database
  storage: Storage
  findProcessor: FindProcessor
  /** The rungs to make. */
  wanted: readonly RungName[]
  logger: Logger
  /** Folder for the work on all files. */
  scratch: string
  /** Free space of the disk with the scratch folder. */
  space: DiskSpace
  limits: Limits
}

type Run = RenditionPipeline & { claim: Claim; folder: string; watch: Watch }

const maxTries = 4
const firstWaitSeconds = 60
/** Workers that were killed during the work. */
const maxCutOffs = 8
const storageWaitSeconds = 30

export async function runRenditions(
  pipeline: RenditionPipeline,
  fileId: string,
  shutdown: AbortSignal,
): Promise<void> {
  const { database, logger, scratch, space, limits } = pipeline
  const { sql } = database
  const claim = await state.claim(database, fileId)
  if (!claim) return
  if (claim.cutOffs > maxCutOffs) return state.fail(sql, claim, interrupted())
  const folder = scratchOf(scratch, claim)
  const watch = startWatch({
    isHeld: () => state.isHeld(sql, claim),
    setProgress: (_stage, progress) => state.setProgress(sql, claim, progress),
    ...{ folder, limits, space, shutdown },
  })
  const error = await work({ ...pipeline, claim, folder, watch }).then(
    () => undefined,
    (thrown: unknown) => (watch.signal.aborted ? watch.signal.reason : thrown),
  )
  await watch.stop()
  await removeScratch(folder).catch((err) => logger.warn({ err }, 'the scratch folder could not be removed'))
  if (error !== undefined) await settle(pipeline, claim, error)
}

async function work(run: Run): Promise<void> {
  const { database, storage, findProcessor, wanted, claim, folder, watch, limits, space } = run
  const { signal } = watch
  const processor = await findProcessor(claim.mimeType)
  const step = processor?.renditions?.(claim.info, wanted)
  if (!step) return store(run, [])
  const output = join(folder, step.name)
  await mkdir(output, { recursive: true, mode: 0o700 })
  const source = await fetchSource(storage, claim, folder, { maxBytes: limits.diskBytes, space, signal })
  const report = (progress: number) => watch.report(step.name, progress)
  const making = step.make({ source, mimeType: claim.mimeType, folder: output, signal, report }, claim.info)
  const derivatives = await unlessAborted(signal, making)
  if (!(await state.isHeld(database.sql, claim))) throw new TooLate()
  await store(run, derivatives)
}

/** Stores the bytes first, then commits all rows. The ids follow from the names: a repeated run replaces its earlier output. */
async function store({ database, storage, claim, watch }: Run, derivatives: Derivative[]): Promise<void> {
  const ids = derivatives.map(({ name }) => derivedId(claim, name))
  if (claim.attempt > 1) await abortInterrupted(storage, new Set(ids))
  const stored: Stored[] = []
  for (const [n, one] of derivatives.entries())
    stored.push(await storeOne(storage, ids[n]!, one, watch.signal))
  const replaced = await state.finish(database, claim, stored)
  if (replaced) return removeObjects(database.sql, storage, replaced)
  await removeOfDeleted(database.sql, storage, claim, ids)
  throw new TooLate()
}

/** Of a file that is deleted, no later run replaces the bytes. */
async function removeOfDeleted(sql: Sql, storage: Storage, { fileId }: Claim, ids: readonly string[]) {
  const kept = await sql`select from media where file_id = ${fileId}`
  if (kept.length === 0) for (const id of ids) await reachStorage(() => storage.remove(id))
}

async function settle({ database, logger, space }: RenditionPipeline, claim: Claim, error: unknown) {
  const { sql } = database
  const { fileId, attempt, tries } = claim
  if (error instanceof TooLate) return
  if (error instanceof ShuttingDown) return state.handBack(sql, claim)
  logger.warn({ err: error, fileId, attempt }, 'failed to create renditions')
  if (error instanceof MediaFailure) return state.fail(sql, claim, error)
  if (isDiskFull(error) || isShort(await space.look())) return state.fail(sql, claim, noSpace())
  if (error instanceof StorageUnavailable)
    return state.tryLater(database, claim, storageWaitSeconds, { counts: false })
  if (tries >= maxTries) return state.fail(sql, claim, broken())
  await state.tryLater(database, claim, firstWaitSeconds * 4 ** (tries - 1), { counts: true })
}

function broken(): MediaFailure {
  return new MediaFailure('tool_failed', 'Renditions could not be created after several attempts.', true)
}

function interrupted(): MediaFailure {
  return new MediaFailure('tool_failed', 'Creating renditions was interrupted several times.', true)
}

/** Removes the folders of attempts that have ended, as `sweepScratch` does for previews. */
export function sweepRenditions(sql: Sql, root: string): Promise<void> {
  return sweepFolders(root, async (names) => {
    const running = await sql<{ name: string }>`
      select file_id || '.' || attempt as name from renditions
      where state = 'PROCESSING' and file_id = any(${names.map((name) => name.split('.')[0])})`
    return running.map(({ name }) => name)
  })
}
