// Runs the processes of the cluster as systemd does with `Restart=always`: one that ends is started again after a second.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Machine, onMachine } from './machines.ts'

export type ProcessOptions = {
  name: string
  machine: Machine
  command: string[]
  user?: string
  env?: NodeJS.ProcessEnv
  cwd?: string
}

export type Process = Readonly<{
  name: string
  machine: Machine
  pid(): number | undefined
  /** Ends it with SIGKILL; it is started again unless `hold` was called. */
  kill(): void
  /** Keeps the process down when it ends, until `release`. */
  hold(): void
  release(): void
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>
  /** Replaces the command for the next start. */
  replace(command: string[], cwd: string): void
}>

const restartMs = 1_000

export function createProcesses(logFolder: string) {
  const all = new Map<string, Process>()

  function start(options: ProcessOptions): Process {
    const { name, machine, user, env } = options
    let { command, cwd } = options
    let child: ChildProcess | undefined
    let held = false

    function launch(): void {
      if (held || child) return
      const [program = '', ...args] = onMachine(machine, command, user)
      const log = openSync(join(logFolder, `${name}.log`), 'a')
      // A group of its own, so that a signal for the harness does not reach it.
      const launched = spawn(program, args, { env, cwd, detached: true, stdio: ['ignore', log, log] })
      closeSync(log)
      child = launched
      launched.once('exit', () => {
        child = undefined
        setTimeout(launch, restartMs)
      })
    }

    launch()
    const process_: Process = {
      name,
      machine,
      pid: () => child?.pid,
      kill: () => void child?.kill('SIGKILL'),
      hold: () => {
        held = true
      },
      release: () => {
        held = false
        launch()
      },
      async stop() {
        if (!child) return
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      },
      replace: (newCommand, newFolder) => {
        command = newCommand
        cwd = newFolder
      },
    }
    all.set(name, process_)
    return process_
  }

  return { start, all, get: (name: string) => all.get(name)! }
}

export type Processes = ReturnType<typeof createProcesses>

/** The process and all of its descendants. */
export function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const parent = parentOf(Number(entry))
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(entry)])
  }
  const family = [pid]
  for (const member of family) family.push(...(children.get(member) ?? []))
  return family
}

function parentOf(pid: number): number | undefined {
  try {
    // The name of the program is in parentheses and may contain anything.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return Number(parent)
  } catch {
    return undefined
  }
}

/** Processes that are gone meanwhile are skipped. */
export function signal(pids: number[], name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** Polls until `look` returns a value; throws after the time limit. */
export async function until<T>(
  what: string,
  seconds: number,
  look: () => Promise<T | undefined | false>,
): Promise<T> {
  const end = performance.now() + 1_000 * seconds
  for (;;) {
    const found = await look().catch(() => undefined)
    if (found !== undefined && found !== false) return found
    if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s`)
    await pause(200)
  }
}
