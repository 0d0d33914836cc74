import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, constants, lstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { searchPath } from '../core/search-path.ts'
import { StartupError } from '../core/startup-error.ts'
import type { PostgresFolders } from './postgres-folders.ts'
import { giveTo, type PostgresUser } from './postgres-runner.ts'

/**
 * Every process that uses this Postgres has the writing end of one named pipe open, and its watchdog, in a session of
 * its own, the reading end: the watchdog reads the end of the pipe when the last of them has ended, for whatever
 * reason. Then it stops the Postgres that runs on the folder at that time, which need not be the one it was started
 * with.
 */
const script = `
trap '' HUP INT QUIT TERM
is_postmaster() {
  if [ ! -e /proc/self/comm ]; then
    comm=$(ps -o comm= -p "$1"); [ "\${comm##*/}" = postgres ]; return
  fi
  comm=; read -r comm <"/proc/$1/comm"
  # A folder that cannot be seen belongs to a Postgres that root gave a capability.
  [ "$comm" = postgres ] && { [ "/proc/$1/cwd" -ef "$2" ] || [ ! -e "/proc/$1/cwd" ]; }
}
while read -r _; do :; done
tries=0
# A Postgres that is just starting has not written its pid yet.
while [ $tries -lt 30 ]; do
  pid=; read -r pid <"$1/postmaster.pid"
  if [ -n "$pid" ] && is_postmaster "$pid" "$1"; then
    # Somebody may have come meanwhile: then this waits until they are gone too.
    read -r _
    again=; read -r again <"$1/postmaster.pid"
    if [ "$pid" = "$again" ]; then kill -INT "$pid"; exit; fi
  fi
  tries=$((tries + 1))
  sleep 0.1
done
`

export type Watchdog = {
  /**
   * This process no longer uses Postgres. With `guard: false` the watchdog ends too, because it is no longer needed.
   */
  leave(options: { guard: boolean }): void
}

export function startWatchdog({ runFolder, pgData }: PostgresFolders, user: PostgresUser): Watchdog {
  const pipe = ensurePipe(join(runFolder, 'users'), user)
  // Opening one end blocks until the other is open: so first open a reader that does not block.
  const opener = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = openSync(pipe, constants.O_WRONLY)
  const reader = openSync(pipe, constants.O_RDONLY)
  closeSync(opener)
  let left = false
  let child: ChildProcess | undefined
  const watch = () => {
    if (left) return
    child = spawn('/bin/sh', ['-c', script, 'dailies-watchdog', pgData], {
      cwd: '/',
      env: { PATH: searchPath(), LC_ALL: 'C' },
      detached: true,
      stdio: [reader, 'ignore', 'ignore'],
    })
    child.unref()
    child.on('error', () => {})
    child.on('exit', () => setTimeout(watch, 1000).unref())
  }
  watch()
  return {
    leave({ guard }) {
      left = true
      if (!guard) child?.kill('SIGKILL')
      for (const end of [reader, writer]) closeSync(end)
    },
  }
}

function ensurePipe(path: string, user: PostgresUser): string {
  const isPipe = () => lstatSync(path, { throwIfNoEntry: false })?.isFIFO() ?? false
  if (isPipe()) return path
  try {
    execFileSync('mkfifo', ['-m', '600', path], { stdio: 'pipe' })
    giveTo(user, path)
  } catch (error) {
    // A process that starts at the same time created it first.
    if (!isPipe())
      throw new StartupError(`Postgres needs a named pipe at ${path}: ${(error as Error).message}`)
  }
  return path
}
