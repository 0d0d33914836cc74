// Our own code in a confined process: one input, messages and one answer back. The channel is bounded and holds JSON only: a
// child that was taken over can send what it likes, and the server must not trip over it.
import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { serialize } from 'node:v8'
import { nodeCode } from './node-code.ts'
import { type ChildProcess, startConfined } from './sandbox.ts'

export type NodeChild = {
  /** A module that calls `answerParent`. */
  module: URL
  input: unknown
  /** Plain files that it may read. */
  files?: readonly string[]
  /** Programs that it may run. */
  programs?: readonly string[]
  folder: string
  limits: { seconds: number; megabytes: number }
  signal: AbortSignal
  onMessage(message: unknown): void
}

export type Ended = {
  /** What killed it, or null. */
  signal: NodeJS.Signals | null
  /** It was ended because it held more memory than it may. */
  tooMuchMemory: boolean
  /** The end of what it wrote to stderr. */
  complaint: string
}

/**
 * Sets what the child may use at most, then becomes it. Its processor time ends even when we are killed and nobody looks
 * at the clock any more: a decoder that is busy does not hear that we are gone.
 */
const script = 'ulimit -c 0; ulimit -t "$1"; shift; exec nice -n 15 "$@"'
/** Of threads together, of which one decodes. */
const busyThreads = 2

/** All that a child may send, bytes as base64. The largest answer, a draft of 4k as a picture, is a quarter of it. */
const mostAnswerBytes = 64 * 2 ** 20

export async function runNodeChild(work: NodeChild): Promise<Ended> {
  const { input, folder, limits, signal, files = [], programs = [] } = work
  signal.throwIfAborted()
  const processes = programs.length > 0
  const child = await startConfined(
    nodeCommand(work),
    { files, code: [...nodeCode, ...programs], folder, processes },
    {
      before: ['/bin/sh', '-c', script, 'sh', String(Math.ceil(limits.seconds * busyThreads))],
      // Temporary files of libraries belong where they are counted and removed.
      env: { TMPDIR: folder },
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
      killSignal: 'SIGKILL',
      timeout: limits.seconds * 1000,
      signal,
    },
  )
  let complaint = ''
  child.stderr!.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-2_000)
  })
  readMessages(child, work.onMessage)
  const memory = watchMemory(child, limits.megabytes)
  sendInput(child.stdin!, input)
  const killedBy = await ended(child)
  return { signal: killedBy, tooMuchMemory: memory.stop(), complaint }
}

function nodeCommand({ module, folder, files = [], programs = [] }: NodeChild): string[] {
  const readable = [...nodeCode, ...files, folder]
  return [
    ...[process.execPath, '--max-old-space-size=1024', '--permission', '--allow-addons'],
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
    ...(programs.length > 0 ? ['--allow-child-process'] : []),
    fileURLToPath(module),
  ]
}

/** Its length first. The pipe stays open: its end tells the child that we are gone. */
function sendInput(stdin: Writable, input: unknown): void {
  // A child that is gone before it could listen shows by its exit.
  stdin.on('error', () => undefined)
  const bytes = serialize(input)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  stdin.write(length)
  stdin.write(bytes)
}

/** JSON, a line each. What is none, or too much, ends the child; nothing after it counts. */
function readMessages(child: ChildProcess, onMessage: (message: unknown) => void): void {
  let line: Buffer[] = []
  let total = 0
  const output = child.stdio[3] as Readable
  const refuse = () => {
    output.removeAllListeners('data').resume()
    child.kill('SIGKILL')
  }
  output.on('error', () => undefined)
  output.on('data', (chunk: Buffer) => {
    total += chunk.length
    if (total > mostAnswerBytes) return refuse()
    let rest = chunk
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const message = parse(Buffer.concat([...line, rest.subarray(0, end)]))
      if (message === undefined) return refuse()
      onMessage(message)
      line = []
      rest = rest.subarray(end + 1)
    }
    line.push(rest)
  })
}

function parse(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'), withBytes)
  } catch {
    return undefined
  }
}

/** The counterpart is in `answer-parent.ts`. */
function withBytes(_key: string, value: unknown): unknown {
  const encoded = (value as { base64?: unknown } | null)?.base64
  return typeof encoded === 'string' ? new Uint8Array(Buffer.from(encoded, 'base64')) : value
}

async function ended(child: ChildProcess): Promise<NodeJS.Signals | null> {
  return new Promise((exited) => {
    child.on('error', () => {
      // An abort is told here too; the exit follows.
      if (child.pid === undefined) exited(null)
    })
    child.on('close', (code, signal) => exited(signal ?? signalOf(code)))
  })
}

const { signals } = constants

/** What runs a program for us tells by its own status that a signal ended it. */
function signalOf(code: number | null): NodeJS.Signals | null {
  const name = Object.entries(signals).find(([, number]) => number + 128 === code)?.[0]
  return (name as NodeJS.Signals | undefined) ?? null
}

/**
 * Ends the child when it and what it has started hold more than so much. Linux tells; elsewhere the limits of each decoder
 * must do. A limit of the system's own would count the address space that V8 reserves and never uses.
 */
function watchMemory(child: ChildProcess, megabytes: number): { stop(): boolean } {
  let tooMuch = false
  const timer = setInterval(() => {
    if (residentMegabytes(child.pid) <= megabytes) return
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

function residentMegabytes(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    const started = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    )
    return started.reduce((sum, child) => sum + residentMegabytes(Number(child)), (pages * 4096) / 1_000_000)
  } catch {
    return 0
  }
}
