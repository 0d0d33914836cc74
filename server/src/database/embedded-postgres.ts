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
  type PostgresAddress,
  type PostgresRole,
  releaseUse,
  tryUse,
  type UseLock,
} from './postgres-use-lock.ts'
import { startWatchdog, type Watchdog } from './postgres-watchdog.ts'

export type { PostgresAddress } from './postgres-use-lock.ts'

export type EmbeddedPostgres = {
  address: PostgresAddress
  /** Ends this use of Postgres; stops Postgres when it was the last one. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  pgBin?: string | undefined
  /** A data folder has one server; tools share its Postgres, or start it. */
  as: PostgresRole
  settings?: Record<string, string>
  log: (line: string) => void
}

/** Recovery after a crash may replay a gigabyte; if it takes longer than this, an operator should look. */
const START_TIMEOUT_MS = 300_000
/** The lock of a killed server is released when Postgres notices, which takes milliseconds. */
const LOCK_RELEASE_MS = 5_000
/**
 * The number of rounds, one per second, in which a Postgres that another program stops may wait for its clients,
 * which include this process.
 */
const SMART_SHUTDOWN_ROUNDS = 3

/**
 * Starts the embedded Postgres in the data folder, or joins the one that runs there; then restarts it when it ends.
 */
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
  const supervision: Supervision = { options, runner, folders, stopping: stopping.signal }
  try {
    return supervise(supervision, await join(supervision), watchdog, stopping)
  } catch (error) {
    watchdog.leave({ guard: !(error instanceof RefusedError || supervision.spawned?.ended) })
    throw error
  }
}

/** Nothing is left to do, and the watchdog is not needed either. */
class RefusedError extends StartupError {}

type Supervision = {
  options: EmbeddedPostgresOptions
  runner: PostgresRunner
  folders: PostgresFolders
  stopping: AbortSignal
  /** The last Postgres that this process started. */
  spawned?: SpawnedPostgres
}

const addressOf = ({ folders }: Supervision): PostgresAddress => ({
  host: folders.socketFolder,
  port: POSTGRES_PORT,
  user: 'postgres',
  database: 'dailies',
})

/**
 * Polls Postgres, and starts it whenever it does not run, until a use lock is taken. This works from every state: not
 * running, starting, recovering, stopping, run by another process, killed with processes left behind.
 */
async function join(supervision: Supervision): Promise<UseLock> {
  const { options, folders, stopping } = supervision
  const began = Date.now()
  let loggedAt = began
  delete supervision.spawned
  for (let pause = 10; ; pause = Math.min(pause * 1.5, 50)) {
    const answer = await tryUse(addressOf(supervision), options.as)
    if ('useLock' in answer) return answer.useLock
    const waited = Date.now() - began
    if ('servedBy' in answer) {
      if (isAlive(answer.servedBy) || waited > LOCK_RELEASE_MS) await refuse(supervision, answer)
      await answer.toolLock.end()
    }
    if ('notListening' in answer) startUnlessRunning(supervision)
    if (waited > START_TIMEOUT_MS) {
      throw new StartupError(
        `Postgres is not ready after ${START_TIMEOUT_MS / 60_000} minutes: see ${folders.log}`,
      )
    }
    if (Date.now() - loggedAt > 10_000) {
      loggedAt = Date.now()
      const reason =
        'wait' in answer ? answer.wait : `pid ${runningPostmaster(folders.pgData)} does not listen`
      options.log(`Waiting for Postgres: ${reason}`)
      if (isWaitingToStop(folders.pgData)) stopPostmaster(folders.pgData)
    }
    await sleep(pause, undefined, { signal: stopping })
  }
}

/**
 * Leaves in the regular way: the other server may have left meanwhile and relied on this process to stop Postgres.
 */
async function refuse(
  supervision: Supervision,
  { servedBy, toolLock }: { servedBy: number; toolLock: UseLock },
): Promise<never> {
  const message = `Another server (pid ${servedBy}) runs on ${supervision.folders.dataDir}: stop it, or set another DATA_DIR`
  const done = await leave(toolLock, supervision).catch(() => false)
  throw done ? new RefusedError(message) : new StartupError(message)
}

function startUnlessRunning(supervision: Supervision): void {
  const { folders, runner, options, spawned } = supervision
  if (spawned && !spawned.ended) return
  if (spawned?.ended && !spawned.ended.passing) {
    throw new StartupError(`Postgres does not start: ${spawned.ended.reason} (see ${folders.log})`)
  }
  if (runningPostmaster(folders.pgData)) return
  if (spawned?.ended?.memoryInUse) endOrphans(folders.pgData)
  limitLog(folders.log)
  supervision.spawned = spawnPostgres(folders, runner, options.settings ?? {})
}

function supervise(
  supervision: Supervision,
  first: UseLock,
  watchdog: Watchdog,
  stopping: AbortController,
): EmbeddedPostgres {
  const { log } = supervision.options
  let useLock: UseLock | undefined
  let recovery: Promise<void> | undefined
  let backoff = 0

  const occupy = (taken: UseLock) => {
    useLock = taken
    const since = Date.now()
    taken.on('end', () => {
      useLock = undefined
      if (stopping.signal.aborted) return
      backoff = Date.now() - since > 10_000 ? 0 : Math.min(Math.max(backoff * 2, 100), 10_000)
      log('Postgres has ended; restarting it')
      recovery = recover()
    })
  }

  const recover = async () => {
    while (!stopping.signal.aborted) {
      try {
        await sleep(backoff, undefined, { signal: stopping.signal })
        occupy(await join(supervision))
        return log('Postgres is running again')
      } catch (error) {
        if (stopping.signal.aborted) return
        backoff = Math.min(Math.max(backoff * 2, 100), 10_000)
        log((error as Error).message)
      }
    }
  }

  let waiting = 0
  const rounds = setInterval(() => {
    limitLog(supervision.folders.log)
    waiting = isWaitingToStop(supervision.folders.pgData) ? waiting + 1 : 0
    if (waiting > SMART_SHUTDOWN_ROUNDS) stopPostmaster(supervision.folders.pgData)
  }, 1000).unref()
  const end = async () => {
    stopping.abort()
    clearInterval(rounds)
    await recovery
    // Without a use lock this process cannot know who else uses Postgres; the watchdog can.
    const done = useLock ? await leave(useLock, supervision).catch(() => false) : false
    watchdog.leave({ guard: !done })
  }

  occupy(first)
  let ended: Promise<void> | undefined
  return {
    address: addressOf(supervision),
    stop() {
      ended ??= end()
      return ended
    },
  }
}

/** True when nothing is left to do: others use Postgres, or it has ended. */
async function leave(useLock: UseLock, { folders, options }: Supervision): Promise<boolean> {
  const last = await releaseUse(useLock)
  // The use lock is held until Postgres closes it, so that no process can begin to use a Postgres that is about to stop.
  const pid = last ? stopPostmaster(folders.pgData) : undefined
  if (!pid) {
    await useLock.end()
    return !last
  }
  for (const began = Date.now(); runningPostmaster(folders.pgData) === pid; await sleep(5)) {
    if (Date.now() - began < 60_000) continue
    options.log(`Postgres (pid ${pid}) is still writing to disk; it will end by itself`)
    return false
  }
  return true
}
