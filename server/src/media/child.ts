// Decoders of stills read what strangers have made. They run in a process of their own: one that crashes, hangs or eats
// memory takes nothing along. It has no environment, no network, and of the disk only the file, a scratch folder and code.
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { MediaFailure, type MediaFailureCode, type Work } from './processor.ts'

export type ChildInput = {
  task: string
  source: string
  folder: string
  mimeType: string
}

export type ChildMessage =
  | { progress: number }
  | { answer: unknown }
  | { failure: { code: MediaFailureCode; message: string } }

export type ChildLimits = { seconds: number; megabytes: number }

/** Guards against harm, far above what the stills of the corpus take. */
export const stillLimits: ChildLimits = { seconds: 300, megabytes: 2_000 }

const root = fileURLToPath(new URL('../../../', import.meta.url))
const readable = ['node_modules', 'server/node_modules', 'server/src', 'server/package.json', 'package.json']

/**
 * Sets what the child may use at most, then becomes it. Its processor time ends even when we are killed and nobody looks
 * at the clock any more: a decoder that is busy does not hear that we are gone.
 */
const script = 'ulimit -c 0; ulimit -t "$1"; shift; exec "$@"'
/** Of threads together, of which one decodes. */
const busyThreads = 2

/** Runs a task of `still-child.ts` on the file of this work. */
export async function inStillChild<Answer>(
  task: string,
  { source, folder, mimeType, signal, report }: Work,
  limits: ChildLimits = stillLimits,
): Promise<Answer> {
  signal.throwIfAborted()
  const child = fork(new URL('./still-child.ts', import.meta.url), {
    execPath: '/bin/sh',
    execArgv: [
      ...['-c', script, 'sh', String(Math.ceil(limits.seconds * busyThreads)), process.execPath],
      '--max-old-space-size=1024',
      '--permission',
      '--allow-addons',
      ...[...readable.map((path) => root + path), source, folder].map((path) => `--allow-fs-read=${path}`),
      `--allow-fs-write=${folder}`,
    ],
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    killSignal: 'SIGKILL',
    timeout: limits.seconds * 1000,
    signal,
  })
  lowerPriority(child)
  const memory = watchMemory(child, limits.megabytes)
  let last: ChildMessage | undefined
  let complaint = ''
  child.stderr?.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-2_000)
  })
  child.on('message', (message: ChildMessage) => {
    if ('progress' in message) report(message.progress)
    else last = message
  })
  child.send({ task, source, folder, mimeType } satisfies ChildInput, () => {
    // A child that is gone before it could listen shows by its exit.
  })
  const killedBy = await ended(child)
  const tooMuch = memory.stop()
  if (last && 'answer' in last) return last.answer as Answer
  signal.throwIfAborted()
  if (last && 'failure' in last) throw new MediaFailure(last.failure.code, last.failure.message)
  if (tooMuch) throw new MediaFailure('too_large', 'It takes too much memory to show. Upload a smaller one.')
  if (killedBy === 'SIGKILL' || killedBy === 'SIGXCPU')
    throw new MediaFailure('took_too_long', 'It takes too long to show.', true)
  // A decoder that crashes on a file has met one that is made to crash it, or a broken one.
  if (killedBy) throw new MediaFailure('unreadable', 'The file is broken and cannot be shown.')
  throw new Error(`${task} failed: ${complaint}`)
}

async function ended(child: ChildProcess): Promise<NodeJS.Signals | null> {
  return new Promise((exited) => {
    child.on('error', () => {
      // An abort is told here too; the exit follows.
      if (child.pid === undefined) exited(null)
    })
    child.on('close', (_code, signal) => exited(signal))
  })
}

function lowerPriority(child: ChildProcess): void {
  try {
    setPriority(child.pid!, constants.priority.PRIORITY_LOW)
  } catch {
    // Gone already, or not allowed here.
  }
}

/**
 * Ends the child when it holds more than so much. Linux tells; elsewhere the limits of each decoder must do. A limit
 * of the system's own would count the address space that V8 reserves and never uses.
 */
function watchMemory(child: ChildProcess, megabytes: number): { stop(): boolean } {
  let tooMuch = false
  const timer = setInterval(() => {
    if (residentMegabytes(child.pid!) <= megabytes) return
    tooMuch = true
    child.kill('SIGKILL')
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return tooMuch
    },
  }
}

function residentMegabytes(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return (pages * 4096) / 1_000_000
  } catch {
    return 0
  }
}
