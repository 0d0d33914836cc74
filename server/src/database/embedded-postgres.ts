import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../core/startup-error.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { ensureCluster } from './postgres-cluster.ts'
import {
  ensureDataDir,
  ensureFolders,
  limitLog,
  POSTGRES_PORT,
  type PostgresFolders,
} from './postgres-folders.ts'
import {
  endOrphans,
  isAlive,
  isWaitingToStop,
  runningPostmaster,
  type SpawnedPostgres,
  spawnPostgres,
  stopPostmaster,
} from './postgres-process.ts'
import { choosePostgresUser, chooseRunner, type PostgresRunner } from './postgres-runner.ts'
import {
  askForSeat,
  giveUpSeat,
  type PostgresAddress,
  type PostgresRole,
  type Seat,
} from './postgres-seat.ts'
import { startWatchdog, type Watchdog } from './postgres-watchdog.ts'

export type { PostgresAddress } from './postgres-seat.ts'

export type EmbeddedPostgres = {
  address: PostgresAddress
  /** Ends our use of it; stops Postgres when nobody else uses it. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  pgBin?: string | undefined
  /** There is one server to a data folder; tools share its Postgres, or start it. */
  as: PostgresRole
  settings?: Record<string, string>
  log: (line: string) => void
}

/** Recovery after a crash may replay a gigabyte; longer than this, somebody should have a look. */
const PATIENCE = 300_000
/** A server that was killed keeps its lock until Postgres notices, which takes milliseconds. */
const GRACE_OF_THE_DEAD = 5_000
/** Rounds, one a second, for which a Postgres that somebody else stops may wait for its clients: for us. */
const ROUNDS_OF_WAITING = 3

/** Starts a Postgres of our own in the data folder, or joins the one that runs there; then keeps it running. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = ensureDataDir(options.dataDir)
  const pgData = `${dataDir}/postgres`
  const places = findPostgresBinaries(options.pgBin, `${dataDir}/postgres-lib`)
  const user = choosePostgresUser(dataDir, pgData)
  const runner = await chooseRunner(places, user, dataDir)
  await ensureCluster(pgData, runner, options.log)
  const folders = ensureFolders(dataDir, user)
  const watchdog = startWatchdog(folders, user)
  const stopping = new AbortController()
  const house: House = { options, runner, folders, stopping: stopping.signal }
  try {
    return supervise(house, await join(house), watchdog, stopping)
  } catch (error) {
    watchdog.leave({ guard: !(error instanceof RefusedError || house.spawned?.ended) })
    throw error
  }
}

/** Nothing is left to do for us, not even for our watchdog. */
class RefusedError extends StartupError {}

type House = {
  options: EmbeddedPostgresOptions
  runner: PostgresRunner
  folders: PostgresFolders
  stopping: AbortSignal
  /** The last one that we started. */
  spawned?: SpawnedPostgres
}

const addressOf = ({ folders }: House): PostgresAddress => ({
  host: folders.socketFolder,
  port: POSTGRES_PORT,
  user: 'postgres',
  database: 'dailies',
})

/**
 * Whatever state Postgres is in (not running, starting, recovering, stopping, run by somebody else, killed with
 * processes left behind), asking again and starting it whenever nothing runs ends with a seat.
 */
async function join(house: House): Promise<Seat> {
  const { options, folders, stopping } = house
  const began = Date.now()
  let told = began
  delete house.spawned
  for (let pause = 10; ; pause = Math.min(pause * 1.5, 50)) {
    const answer = await askForSeat(addressOf(house), options.as)
    if ('seat' in answer) return answer.seat
    const waited = Date.now() - began
    if ('servedBy' in answer) {
      if (isAlive(answer.servedBy) || waited > GRACE_OF_THE_DEAD) await refuse(house, answer)
      await answer.seatBeside.end()
    }
    if ('nobodyListens' in answer) startUnlessRunning(house)
    if (waited > PATIENCE) {
      throw new StartupError(`Postgres is not ready after ${PATIENCE / 60_000} minutes: see ${folders.log}`)
    }
    if (Date.now() - told > 10_000) {
      told = Date.now()
      const reason =
        'wait' in answer ? answer.wait : `pid ${runningPostmaster(folders.pgData)} does not listen`
      options.log(`Waiting for Postgres: ${reason}`)
      if (isWaitingToStop(folders.pgData)) stopPostmaster(folders.pgData)
    }
    await sleep(pause, undefined, { signal: stopping })
  }
}

/** Leaves as everyone does: the other server may have left meanwhile and counted on us to stop Postgres. */
async function refuse(
  house: House,
  { servedBy, seatBeside }: { servedBy: number; seatBeside: Seat },
): Promise<never> {
  const message = `Another server (pid ${servedBy}) runs on ${house.folders.dataDir}: stop it, or set another DATA_DIR`
  const done = await leave(seatBeside, house).catch(() => false)
  throw done ? new RefusedError(message) : new StartupError(message)
}

function startUnlessRunning(house: House): void {
  const { folders, runner, options, spawned } = house
  if (spawned && !spawned.ended) return
  if (spawned?.ended && !spawned.ended.passing) {
    throw new StartupError(`Postgres does not start: ${spawned.ended.reason} (see ${folders.log})`)
  }
  if (runningPostmaster(folders.pgData)) return
  if (spawned?.ended?.memoryInUse) endOrphans(folders.pgData)
  limitLog(folders.log)
  house.spawned = spawnPostgres(folders, runner, options.settings ?? {})
}

function supervise(
  house: House,
  first: Seat,
  watchdog: Watchdog,
  stopping: AbortController,
): EmbeddedPostgres {
  const { log } = house.options
  let seat: Seat | undefined
  let recovery: Promise<void> | undefined
  let backoff = 0

  const occupy = (taken: Seat) => {
    seat = taken
    const since = Date.now()
    taken.on('end', () => {
      seat = undefined
      if (stopping.signal.aborted) return
      backoff = Date.now() - since > 10_000 ? 0 : Math.min(Math.max(backoff * 2, 100), 10_000)
      log('Lost Postgres; starting it again')
      recovery = recover()
    })
  }

  const recover = async () => {
    while (!stopping.signal.aborted) {
      try {
        await sleep(backoff, undefined, { signal: stopping.signal })
        occupy(await join(house))
        return log('Postgres is back')
      } catch (error) {
        if (stopping.signal.aborted) return
        backoff = Math.min(Math.max(backoff * 2, 100), 10_000)
        log((error as Error).message)
      }
    }
  }

  let waiting = 0
  const rounds = setInterval(() => {
    limitLog(house.folders.log)
    waiting = isWaitingToStop(house.folders.pgData) ? waiting + 1 : 0
    if (waiting > ROUNDS_OF_WAITING) stopPostmaster(house.folders.pgData)
  }, 1000).unref()
  const end = async () => {
    stopping.abort()
    clearInterval(rounds)
    await recovery
    // Without a seat we cannot know who else is there; the watchdog can.
    const done = seat ? await leave(seat, house).catch(() => false) : false
    watchdog.leave({ guard: !done })
  }

  occupy(first)
  let ended: Promise<void> | undefined
  return {
    address: addressOf(house),
    stop() {
      ended ??= end()
      return ended
    },
  }
}

/** True when nothing is left to do: others use Postgres, or it has ended. */
async function leave(seat: Seat, { folders, options }: House): Promise<boolean> {
  const last = await giveUpSeat(seat)
  // The seat stays until Postgres ends it: nobody can begin to use a Postgres that is about to stop.
  const pid = last ? stopPostmaster(folders.pgData) : undefined
  if (!pid) {
    await seat.end()
    return !last
  }
  for (const began = Date.now(); runningPostmaster(folders.pgData) === pid; await sleep(5)) {
    if (Date.now() - began < 60_000) continue
    options.log(`Postgres (pid ${pid}) is still writing to disk; it ends by itself`)
    return false
  }
  return true
}
