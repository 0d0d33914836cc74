// Finds the processes that work in a folder; Linux only.
import { existsSync, readdirSync, readlinkSync } from 'node:fs'

export const canListProcesses = existsSync('/proc/self/cwd')

export function processesIn(folder: string): number[] {
  if (!canListProcesses) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => folderOf(pid)?.startsWith(folder))
    .map(Number)
}

function folderOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}
