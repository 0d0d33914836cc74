// A lock between processes: a file that only one process can create.
import { randomUUID } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { failure } from '../kit/errors.ts'

/** Longer than a token refresh, which runs inside the lock. */
const patienceMs = 60_000
const pauseMs = 20
/** A process that breaks a stale lock needs much less time than this. */
const breakingMs = 5_000

export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const token = `${process.pid} ${randomUUID()}`
  const patient = Date.now() + patienceMs
  while (!(await take(path, token))) {
    if (Date.now() > patient)
      throw failure(
        `Another dailies process has held the lock ${path} for ${patienceMs / 1000} s.`,
        'If no other dailies process is running, delete that file.',
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
 * Removes the lock of a process that was killed. Only one process does so at a time: otherwise a slow one could remove the
 * new lock that another process has taken meanwhile.
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
  // An empty file: the process that created it is about to write its ID.
  if (!Number.isInteger(pid)) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
