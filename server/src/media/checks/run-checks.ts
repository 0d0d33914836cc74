// Checks a file whose previews exist: measures the original once, judges the numbers by the check profile of the file, and stores
// both. An interrupted run begins again.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '../../core/sql.ts'
import { type ToolPaths, toolFinder } from '../children/find-tools.ts'
import { type ClaimedRun, runClaimed, type WorkKind, type WorkServices } from '../claimed-work.ts'
import type { Derivative, MediaInfo, Work } from '../processor.ts'
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
import type { Claim } from './check-state.ts'
import * as state from './check-state.ts'
import type { Measured } from './finding.ts'
import { numbersName, readNumbers, writeNumbers } from './numbers-file.ts'
import { namedProfile, type ProfileOfFile, profileOf } from './profile-of.ts'
import { resultsOf } from './store-results.ts'

export type MeasureFile = (work: Work, info: MediaInfo) => Promise<Measured>

/** ffmpeg and ffprobe are located when the first file is measured. */
export function createMeasure(tools: ToolPaths): MeasureFile {
  const find = toolFinder(tools)
  return async (work, info) => (await import('./measure.ts')).measure(find, work, info)
}

export type CheckPipeline = WorkServices & { measure: MeasureFile }

type Run = CheckPipeline & ClaimedRun<Claim>

const checks: WorkKind<Claim> = {
  state,
  id: ({ fileId }) => fileId,
  failed: 'failed to check a file',
  firstWaitSeconds: 60,
  broken: 'The file could not be checked after several attempts. The server log has the details.',
  interrupted: 'Checking the file was interrupted several times: the server may be short of memory.',
  // A file in the trash is checked when it is restored.
  tooLate: state.handBack,
}

export async function runChecks(
  pipeline: CheckPipeline,
  fileId: string,
  shutdown: AbortSignal,
): Promise<void> {
  const claim = await state.claim(pipeline.database, fileId)
  if (claim) await runClaimed(pipeline, checks, claim, shutdown, (run) => work({ ...pipeline, ...run }))
}

async function work(run: Run): Promise<void> {
  const { database, claim } = run
  const { sql } = database
  const profile = await wantedProfile(sql, claim)
  if (!profile) return state.forget(sql, claim)
  const before = claim.numbers && (await readNumbers(run.storage, claim.numbers.objectId))
  if (before) {
    const done = await state.finish(database, claim, resultsOf(before, profile), undefined)
    if (!done) throw new TooLate()
    return
  }
  const { measured, numbers } = await measure(run)
  // A member may have asked for another check profile meanwhile.
  await store(run, measured, numbers, (await wantedProfile(sql, claim)) ?? profile)
}

/** Undefined if checks are turned off. A member who asks for a check profile by its id gets checks nevertheless. */
async function wantedProfile(sql: Sql, claim: Claim): Promise<ProfileOfFile | undefined> {
  const { fileId } = claim
  const requested = await state.requestedProfile(sql, claim)
  const asked = requested === null ? undefined : await namedProfile(sql, fileId, requested)
  if (asked) return asked
  const setting = await profileOf(sql, fileId)
  if (!setting) throw new TooLate()
  return setting.off ? undefined : setting.profile
}

/** Programs that read the file write into a folder of their own, apart from the numbers. */
async function measure(run: Run): Promise<{ measured: Measured; numbers: Derivative }> {
  const { database, storage, claim, folder, watch, limits, space } = run
  const { signal } = watch
  const [output, own] = [join(folder, 'output'), join(folder, 'numbers')]
  for (const path of [output, own]) await mkdir(path, { recursive: true, mode: 0o700 })
  const source = await fetchSource(storage, claim, folder, { maxBytes: limits.diskBytes, space, signal })
  const report = (progress: number) => watch.report(state.checksStepName, progress)
  const { objectId, mimeType, info } = claim
  const measured = await unlessAborted(
    signal,
    run.measure({ source, objectId, mimeType, folder: output, signal, report }, info),
  )
  if (!(await state.isHeld(database.sql, claim))) throw new TooLate()
  return { measured, numbers: await writeNumbers(join(own, numbersName), measured) }
}

/** Stores the bytes first, then commits all rows. The id follows from the name: a repeated run replaces its earlier output. */
async function store(
  { database, storage, claim, watch }: Run,
  measured: Measured,
  numbers: Derivative,
  profile: ProfileOfFile,
): Promise<void> {
  const id = derivedId(claim, numbersName)
  if (claim.attempt > 1) await abortInterrupted(storage, new Set([id]))
  const stored: Stored = await storeOne(storage, id, numbers, watch.signal)
  const replaced = await state.finish(database, claim, resultsOf(measured, profile), stored)
  if (replaced) return removeObjects(database.sql, storage, replaced)
  await removeOfDeleted(database.sql, storage, claim, [id])
  throw new TooLate()
}

/** Removes the folders of attempts that have ended, as `sweepScratch` does for previews. */
export function sweepChecks(sql: Sql, root: string): Promise<void> {
  return sweepFolders(root, async (names) => {
    const running = await sql<{ name: string }>`
      select file_id || '.' || attempt as name from checks
      where state = 'MEASURING' and file_id = any(${names.map((name) => name.split('.')[0])})`
    return running.map(({ name }) => name)
  })
}
