// Makes the renditions of a video whose proxy exists. An interrupted run begins again.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RungName } from '../../core/renditions.ts'
import type { Sql } from '../../core/sql.ts'
import { type ClaimedRun, runClaimed, type WorkKind, type WorkServices } from '../claimed-work.ts'
import type { Derivative } from '../processor.ts'
import type { FindProcessor } from '../processors.ts'
import { fetchSource, sweepFolders } from '../scratch.ts'
import {
  abortInterrupted,
  derivedId,
  removeObjects,
  removeOfDeleted,
  type Stored,
  storeOne,
} from '../store-derivatives.ts'
import { TooLate, unlessAborted } from '../watch.ts'
import type { Claim } from './rendition-state.ts'
import * as state from './rendition-state.ts'

export type RenditionPipeline = WorkServices & {
  findProcessor: FindProcessor
  /** The rungs to make. */
  wanted: readonly RungName[]
}

type Run = RenditionPipeline & ClaimedRun<Claim>

const renditions: WorkKind<Claim> = {
  state,
  id: ({ fileId }) => fileId,
  failed: 'failed to create renditions',
  firstWaitSeconds: 60,
  broken: 'Renditions could not be created after several attempts.',
  interrupted: 'Creating renditions was interrupted several times.',
}

export async function runRenditions(
  pipeline: RenditionPipeline,
  fileId: string,
  shutdown: AbortSignal,
): Promise<void> {
  const claim = await state.claim(pipeline.database, fileId)
  if (claim) await runClaimed(pipeline, renditions, claim, shutdown, (run) => work({ ...pipeline, ...run }))
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
  const { objectId, mimeType } = claim
  const making = step.make({ source, objectId, mimeType, folder: output, signal, report }, claim.info)
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

/** Removes the folders of attempts that have ended, as `sweepScratch` does for previews. */
export function sweepRenditions(sql: Sql, root: string): Promise<void> {
  return sweepFolders(root, async (names) => {
    const running = await sql<{ name: string }>`
      select file_id || '.' || attempt as name from renditions
      where state = 'PROCESSING' and file_id = any(${names.map((name) => name.split('.')[0])})`
    return running.map(({ name }) => name)
  })
}
