import { execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { POSTGRES_PORT, type PostgresFolders } from './postgres-folders.ts'
import { commandOf, giveTo, type PostgresRunner } from './postgres-runner.ts'

/** A Postgres that this process started; `ended` is the reason when it has ended. */
export type SpawnedPostgres = { ended?: PostgresEnd }

type PostgresEnd = {
  reason: string
  /** Whether a retry makes sense. */
  passing: boolean
  /** Processes of the previous Postgres still hold the shared memory. */
  memoryInUse: boolean
}

export function spawnPostgres(
  folders: PostgresFolders,
  runner: PostgresRunner,
  settings: Record<string, string>,
): SpawnedPostgres {
  const words = Object.entries({ ...settingsFor(folders), ...settings }).flatMap((pair) => [
    '-c',
    pair.join('='),
  ])
  const { file, args, options } = commandOf(runner, 'postgres', ['-D', folders.pgData, ...words])
  const output = openSync(folders.log, 'a', 0o600)
  giveTo(runner.user, folders.log)
  const before = statSync(folders.log).size
  const child = spawn(file, args, {
    ...options,
    env: { ...options.env, ...acceptStaleLock(folders) },
    // Its own session: a Ctrl-C in the terminal must not reach it before the last requests are done.
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  child.unref()
  const spawned: SpawnedPostgres = {}
  child.on('error', ({ message }) => {
    spawned.ended = { reason: message, passing: false, memoryInUse: false }
  })
  child.on('exit', (code) => {
    spawned.ended = explainEnd(code, readFrom(folders.log, before))
  })
  return spawned
}

function settingsFor({ socketFolder }: PostgresFolders): Record<string, string> {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  const megabytes = Math.floor(memory / 8 / 2 ** 20)
  return {
    listen_addresses: '',
    port: String(POSTGRES_PORT),
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: `${Math.min(256, Math.max(16, megabytes))}MB`,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // The sender of a failing statement logs it; its text may contain secrets that must not be in a log.
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
}

/**
 * A lock file may contain a pid that another process has by now; Postgres itself would refuse to start. Postgres
 * accepts the pid of its grandparent (because of pg_ctl) and still checks everything else.
 */
function acceptStaleLock({ pgData, socketFolder }: PostgresFolders): Record<string, string> {
  const socketLock = join(socketFolder, `.s.PGSQL.${POSTGRES_PORT}.lock`)
  const holder = readPid(socketLock)
  if (holder && !isPostmaster(holder, pgData)) rmSync(socketLock, { force: true })
  const pid = readPid(join(pgData, 'postmaster.pid'))
  return pid && isAlive(pid) && !isPostmaster(pid, pgData) ? { PG_GRANDPARENT_PID: String(pid) } : {}
}

function readFrom(file: string, start: number): string {
  try {
    return readFileSync(file).subarray(start).toString()
  } catch {
    // Postgres may end long after it mattered, when its folder has been removed.
    return ''
  }
}

function explainEnd(code: number | null, output: string): PostgresEnd {
  const complaints = output.split('\n').flatMap((line) => /(?:FATAL|PANIC): +(.*)/.exec(line)?.[1] ?? [])
  // These lines answer clients that connected too early or stayed too long.
  const own = complaints.filter((line) => !/^(the database system is|terminating connection)/.test(line))
  const reason = own.at(-1) ?? (output.trim().split('\n').at(-1) || `it ended with code ${code}`)
  const memoryInUse = reason.includes('pre-existing shared memory block')
  // Code 0 and signals: Postgres was stopped, so nothing is wrong with it.
  const passing = !code || memoryInUse || /lock file ".*" already exists/.test(reason)
  return { reason, passing, memoryInUse }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  try {
    // A zombie has no command line.
    return readFileSync(`/proc/${pid}/cmdline`).length > 0
  } catch {
    return true
  }
}

/** The pid of the Postgres that runs on this folder, whichever process started it. */
export function runningPostmaster(pgData: string): number | undefined {
  const pid = readPid(join(pgData, 'postmaster.pid'))
  return pid && isPostmaster(pid, pgData) ? pid : undefined
}

/** Stops Postgres without waiting for its clients; returns the pid that it has until it ends. */
export function stopPostmaster(pgData: string): number | undefined {
  const pid = runningPostmaster(pgData)
  try {
    if (pid) process.kill(pid, 'SIGINT')
  } catch {
    // The process ended after the check.
  }
  return pid
}

/** Whether a smart shutdown was requested, which waits for every client and accepts no new ones. */
export function isWaitingToStop(pgData: string): boolean {
  try {
    return readFileSync(join(pgData, 'postmaster.pid'), 'latin1').split('\n')[7]?.trim() === 'stopping'
  } catch {
    return false
  }
}

function readPid(file: string): number | undefined {
  try {
    return Number(/^\d+\n/.exec(readFileSync(file, 'latin1'))?.[0]) || undefined
  } catch {
    return undefined
  }
}

/**
 * False for another process that happens to have the pid, and for a zombie. In doubt true: missing a running Postgres
 * is worse than waiting for one that has ended.
 */
function isPostmaster(pid: number, pgData: string): boolean {
  try {
    if (!existsSync('/proc/self/comm')) {
      const program = execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' })
      return basename(program.trim()) === 'postgres'
    }
    if (!isAlive(pid) || readFileSync(`/proc/${pid}/comm`, 'utf8') !== 'postgres\n') return false
  } catch {
    return false
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === pgData
  } catch (error) {
    // Root started it with a capability, so this user may not inspect it.
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

/**
 * Ends processes that a killed Postgres left behind: a process in the middle of a long query does not notice that its
 * parent has ended, and the next Postgres refuses to start beside it. On systems other than Linux the start waits for
 * it.
 */
export function endOrphans(pgData: string): void {
  if (!existsSync('/proc/self/comm')) return
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const title = readFileSync(`/proc/${pid}/cmdline`, 'latin1')
      if (!title.startsWith('postgres: ') || readlinkSync(`/proc/${pid}/cwd`) !== pgData) continue
      const parent = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1])
      if (!isPostmaster(parent, pgData)) process.kill(Number(pid), 'SIGQUIT')
    } catch {
      // The process ended during the check, or belongs to another user.
    }
  }
}
