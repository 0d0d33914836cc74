// Runs work on a row that a worker has claimed: watches it, and decides what becomes of the row when the work fails. For work after
// the previews: renditions, watermarks, checks. An interrupted run begins again.
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type DiskSpace, isDiskFull, isShort } from '../core/disk-space.ts'
import { isOutage, outageWaitSeconds } from '../core/outage.ts'
import type { Database, Sql } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'
import { MediaFailure } from './processor.ts'
import { noSpace, removeScratch } from './scratch.ts'
import { type Limits, ShuttingDown, startWatch, TooLate, type Watch } from './watch.ts'

export type WorkServices = {
  database: Database
  storage: Storage
  logger: Logger
  /** Folder for the work on all rows. */
  scratch: string
  /** Free space of the disk with the scratch folder. */
  space: DiskSpace
  limits: Limits
}

/** A claimed row. Every change names its attempt, so that a late change has no effect. */
export type Claimed = { attempt: number; tries: number; cutOffs: number }

export type WorkState<Claim extends Claimed> = {
  isHeld(sql: Sql, claim: Claim): Promise<boolean>
  setProgress(sql: Sql, claim: Claim, progress: number): Promise<boolean>
  handBack(sql: Sql, claim: Claim): Promise<void>
  tryLater(
    database: Database,
    claim: Claim,
    afterSeconds: number,
    options: { counts: boolean },
  ): Promise<void>
  fail(database: Database, claim: Claim, failure: MediaFailure): Promise<void>
}

export type WorkKind<Claim extends Claimed> = {
  state: WorkState<Claim>
  /** The id of the row, for its scratch folder and the log. */
  id(claim: Claim): string
  /** For the log, such as 'failed to create renditions'. */
  failed: string
  firstWaitSeconds: number
  /** Messages of the failures, for people. */
  broken: string
  interrupted: string
  /** When the row is no longer held; it may still be claimed. */
  tooLate?(sql: Sql, claim: Claim): Promise<void>
}

const maxTries = 4
/** Workers that were killed during the work. */
const maxCutOffs = 8

export type ClaimedRun<Claim> = { claim: Claim; folder: string; watch: Watch }

export async function runClaimed<Claim extends Claimed>(
  services: WorkServices,
  kind: WorkKind<Claim>,
  claim: Claim,
  shutdown: AbortSignal,
  work: (run: ClaimedRun<Claim>) => Promise<void>,
): Promise<void> {
  const { logger, scratch, space, limits } = services
  const { sql } = services.database
  const { state } = kind
  if (claim.cutOffs > maxCutOffs)
    return state.fail(services.database, claim, new MediaFailure('tool_failed', kind.interrupted, true))
  const folder = join(scratch, `${kind.id(claim)}.${claim.attempt}`)
  const watch = startWatch({
    isHeld: () => state.isHeld(sql, claim),
    setProgress: (_stage, progress) => state.setProgress(sql, claim, progress),
    ...{ folder, limits, space, shutdown },
  })
  const result = await work({ claim, folder, watch }).then(
    () => undefined,
    (error: unknown) => ({ error: watch.signal.aborted ? watch.signal.reason : error }),
  )
  await watch.stop()
  // A folder that cannot be removed now is swept later.
  await removeScratch(folder).catch((error) =>
    logger.warn({ err: error }, 'the scratch folder could not be removed'),
  )
  if (result) await settle(services, kind, claim, result.error)
}

async function settle<Claim extends Claimed>(
  { database, logger, space }: WorkServices,
  kind: WorkKind<Claim>,
  claim: Claim,
  error: unknown,
): Promise<void> {
  const { sql } = database
  const { state, broken, failed, firstWaitSeconds } = kind
  const { attempt, tries } = claim
  if (error instanceof TooLate) return kind.tooLate?.(sql, claim)
  if (error instanceof ShuttingDown) return state.handBack(sql, claim)
  logger.warn({ err: error, id: kind.id(claim), attempt }, failed)
  if (error instanceof MediaFailure) return state.fail(database, claim, error)
  // Programs do not always say why they could not write.
  if (isDiskFull(error) || isShort(await space.look())) return state.fail(database, claim, noSpace())
  if (isOutage(error)) return state.tryLater(database, claim, outageWaitSeconds, { counts: false })
  if (tries >= maxTries) return state.fail(database, claim, new MediaFailure('tool_failed', broken, true))
  await state.tryLater(database, claim, firstWaitSeconds * 4 ** (tries - 1), { counts: true })
}
