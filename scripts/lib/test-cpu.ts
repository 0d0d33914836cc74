// The CPU time of a test run. On a busy machine it says more than the time that passed.
import { readdirSync, readFileSync } from 'node:fs'

/** The unit of times in /proc: 10 ms, whatever the kernel is configured for. */
const ticksPerSecond = 100

/**
 * The seconds of CPU, user and system, of this process and of all that it has started, directly or not: of the ones that
 * run, and of the ones that have ended and were waited for. Those are added to their parent, so nothing is counted twice.
 * A process that outlives its parent is not counted: a few tests kill a server and leave the processes of its Postgres.
 * Undefined where there is no /proc.
 */
export function cpuSeconds(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const children = Map.groupBy(runningProcesses(), ({ parent }) => parent)
  const self = statOf(process.pid)
  if (!self) return undefined
  let ticks = 0
  const found = [self]
  for (const one of found) {
    ticks += one.ticks
    found.push(...(children.get(one.pid) ?? []))
  }
  return ticks / ticksPerSecond
}

type Stat = { pid: number; parent: number; ticks: number }

function runningProcesses(): Stat[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map((pid) => statOf(Number(pid))).filter((stat) => stat !== undefined)
}

/** See proc_pid_stat(5). Undefined for a process that has ended meanwhile. */
function statOf(pid: number): Stat | undefined {
  let line: string
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The name of the program, in parentheses, may contain anything.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const [utime, stime, cutime, cstime] = fields.slice(11, 15).map(Number) as [number, number, number, number]
  return { pid, parent: Number(fields[1]), ticks: utime + stime + cutime + cstime }
}
