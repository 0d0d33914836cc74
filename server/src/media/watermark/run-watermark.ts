// Makes a watermarked copy: fetches the derivatives of the file, lets them be marked, stores the result. An interrupted copy begins
// again.
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isUuid } from '../../core/ids.ts'
import type { Sql } from '../../core/sql.ts'
import { reachStorage, type Storage } from '../../core/storage.ts'
import type { WatermarkLane } from '../../queue/watermark-tasks.ts'
import { type ClaimedRun, runClaimed, type WorkKind, type WorkServices } from '../claimed-work.ts'
import type { Derivative } from '../processor.ts'
import { fetchObject, sweepFolders } from '../scratch.ts'
import { abortInterrupted, idOf, type Stored, storeOne } from '../store-derivatives.ts'
import { TooLate, unlessAborted } from '../watch.ts'
import type { MakeWatermark } from './make-watermark.ts'
import type { Claim } from './watermark-state.ts'
import * as state from './watermark-state.ts'

export type WatermarkPipeline = WorkServices & { makeWatermark: MakeWatermark }

type Run = WatermarkPipeline & ClaimedRun<Claim>

const writesAtOnce = 4

const watermarks: WorkKind<Claim> = {
  state,
  id: ({ id }) => id,
  failed: 'failed to draw a watermark',
  firstWaitSeconds: 5,
  broken: 'The watermark could not be drawn after several attempts. The server log has the details.',
  interrupted:
    'Drawing the watermark was interrupted several times: the server may be short of memory. It is tried again later.',
}

export async function runWatermark(
  pipeline: WatermarkPipeline,
  watermarkId: string,
  lane: WatermarkLane,
  shutdown: AbortSignal,
): Promise<void> {
  const { sql } = pipeline.database
  const claim = await state.claim(sql, watermarkId)
  if (!claim) return
  if (claim.lane !== lane) return state.handBack(sql, claim)
  await runClaimed(pipeline, watermarks, claim, shutdown, (run) => work({ ...pipeline, ...run }))
}

async function work(run: Run): Promise<void> {
  const { storage, database, makeWatermark, claim, folder, watch, limits, space } = run
  const { signal } = watch
  const { part, mark, durationMs, frames, frameRate } = claim
  watch.report(part, 0)
  const [sourceFolder, output] = [join(folder, 'sources'), join(folder, 'output')]
  for (const path of [sourceFolder, output]) await mkdir(path, { recursive: true, mode: 0o700 })
  const sources: Derivative[] = []
  for (const { name, objectId, mimeType, size } of claim.sources) {
    const path = join(sourceFolder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await fetchObject(storage, { objectId, size }, path, { maxBytes: limits.diskBytes, space, signal })
    sources.push({ name, path, mimeType })
  }
  const making = makeWatermark({
    ...{ part, mark, sources, durationMs, frames, frameRate, folder: output, signal },
    report: (progress) => watch.report(part, progress),
  })
  const derivatives = await unlessAborted(signal, making)
  if (!(await state.isHeld(database.sql, claim))) throw new TooLate()
  if (claim.cutOffs > 0) await removeEarlier(run)
  await store(run, derivatives)
}

/** Each attempt has its own: one that was taken for dead must not remove the bytes of the next. */
function objectIdOf({ id }: Claim, attempt: number, name: string): string {
  return idOf(`${id} ${attempt} ${name}`)
}

/** Removes what earlier attempts have stored before they were killed. */
async function removeEarlier({ storage, claim }: Run): Promise<void> {
  const ids = Array.from({ length: claim.attempt - 1 }, (_, n) =>
    claim.sources.map(({ name }) => objectIdOf(claim, n + 1, name)),
  ).flat()
  await abortInterrupted(storage, new Set(ids))
  for (const id of ids) await reachStorage(() => storage.remove(id))
}

/** Stores the bytes first, then commits all rows. Where that fails, the bytes are removed: nothing would refer to them. */
async function store({ database, storage, claim, watch }: Run, derivatives: Derivative[]): Promise<void> {
  const ids = derivatives.map(({ name }) => objectIdOf(claim, claim.attempt, name))
  try {
    const stored: Stored[] = []
    for (let at = 0; at < derivatives.length; at += writesAtOnce) {
      const writes = derivatives
        .slice(at, at + writesAtOnce)
        .map((one, n) => storeOne(storage, ids[at + n]!, one, watch.signal))
      stored.push(...(await Promise.all(writes)))
    }
    if (!(await state.finish(database, claim, stored))) throw new TooLate()
  } catch (error) {
    await removeUnused(database.sql, storage, ids)
    throw error
  }
}

/** A commit whose answer was lost has taken the bytes into use. */
async function removeUnused(sql: Sql, storage: Storage, ids: readonly string[]): Promise<void> {
  const used = await sql<{ id: string }>`select id from objects where id = any(${ids}::uuid[])`.catch(
    () => undefined,
  )
  // While the database is unavailable nobody knows; the daily clean-up does later.
  if (used === undefined) return
  const known = new Set(used.map(({ id }) => id))
  for (const id of ids) if (!known.has(id)) await storage.remove(id).catch(() => undefined)
}

/** Removes the folders of attempts that have ended, as `sweepScratch` does for previews. */
export function sweepWatermarks(sql: Sql, root: string): Promise<void> {
  return sweepFolders(root, async (names) => {
    const ids = names.map((name) => name.split('.')[0]!).filter(isUuid)
    const running = await sql<{ name: string }>`
      select id || '.' || attempt as name from watermarks where state = 'PROCESSING' and id = any(${ids}::uuid[])`
    return running.map(({ name }) => name)
  })
}
