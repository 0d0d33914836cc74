// One process at a time: a file that can be made only once.
import { randomUUID } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { failure } from '../kit/errors.ts'

/** Longer than a refresh may take, which happens inside of the lock. */
const patienceMs = 60_000
const pauseMs = 20
/** Nobody needs this long to take a lock away from a process that is gone. */
const breakingMs = 5_000

export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const token = `${process.pid} ${randomUUID()}`
  const patient = Date.now() + patienceMs
  while (!(await take(path, token))) {
    if (Date.now() > patient)
      throw failure(
        `Another dailies has held ${path} for ${patienceMs / 1000} s.`,
        'If none is running, remove that file.',
      )
    await breakIfStale(path)
    await pause(pauseMs)
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

async function take(path: string, token: string): Promise<boolean> {
  try {
    await writeFile(path, token, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * A process that was killed leaves its lock behind. Only one process takes it away at a time, so that none takes away
 * the lock that the next one has made meanwhile.
 */
async function breakIfStale(path: string): Promise<void> {
  if (!(await isStale(path))) return
  const breaking = `${path}.break`
  if (!(await take(breaking, String(process.pid)))) {
    const age = await stat(breaking).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > breakingMs) await rm(breaking, { force: true })
    return
  }
  try {
    if (await isStale(path)) await rm(path, { force: true })
  } finally {
    await rm(breaking, { force: true })
  }
}

async function isStale(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  // Made, and not yet written: its maker is at it.
  if (!Number.isInteger(pid)) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
