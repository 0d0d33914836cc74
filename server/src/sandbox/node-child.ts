// Runs one of the server's modules in a confined process: sends it one input, and receives messages and one
// answer. The channel is bounded and carries JSON only: a hijacked child can send anything, and the server
// must survive it.
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { serialize } from 'node:v8'
import { runnable } from './bundles.ts'
import { nodeCode } from './node-code.ts'
import { type ChildProcess, startConfined } from './sandbox.ts'

export type NodeChild = {
  /** A module that calls `answerParent`. */
  module: URL
  input: unknown
  /** Plain files that the child may read. */
  files?: readonly string[]
  /** Programs that the child may run. */
  programs?: readonly string[]
  /** The working folder; without one, the child gets a temporary folder. */
  folder?: string
  limits: { seconds: number; megabytes: number }
  signal: AbortSignal
  /** Called with each message before the answer. A hijacked child can send any JSON. */
  onMessage?(message: unknown): void
}

export type ChildEnd<Answer> = {
  /** undefined: the child ended without an answer. */
  answer: Answer | undefined
  /** The signal that killed the child, or null. */
  signal: NodeJS.Signals | null
  /** The child was killed because it used more memory than allowed. */
  tooMuchMemory: boolean
  /** The end of what the child wrote to stderr. */
  complaint: string
}

/**
 * Sets the child's limits, then becomes the child. The limit of processor time applies even when the server
 * is killed and nobody measures the time: a busy decoder does not notice that the server has exited.
 */
const script = 'ulimit -c 0; ulimit -t "$1"; shift; exec nice -n 15 "$@"'
/** Processor time counts all threads together; one of them decodes. */
const busyThreads = 2

/**
 * The limit of everything that a child sends, with bytes as base64. The largest answer, a 4k draft image,
 * takes a quarter.
 */
const maxAnswerBytes = 64 * 2 ** 20

export async function runNodeChild<Answer>(work: NodeChild): Promise<ChildEnd<Answer>> {
  if (work.folder !== undefined) return run(work, work.folder)
  const folder = await mkdtemp(join(tmpdir(), 'dailies-child-'))
  try {
    return await run<Answer>(work, folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function run<Answer>(work: NodeChild, folder: string): Promise<ChildEnd<Answer>> {
  const { input, limits, signal, files = [], programs = [], onMessage } = work
  const processes = programs.length > 0
  const child = await startConfined(
    nodeCommand(work, folder),
    { files, code: [...nodeCode, ...programs], folder, processes },
    {
      before: ['/bin/sh', '-c', script, 'sh', String(Math.ceil(limits.seconds * busyThreads))],
      // Libraries write their temporary files into the folder, where they are counted and removed.
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
  let answer: Answer | undefined
  readMessages(child, (message) => {
    if (isAnswer<Answer>(message)) answer = message.answer
    else onMessage?.(message)
  })
  const memory = watchMemory(child, limits.megabytes)
  sendInput(child.stdin!, input)
  const killedBy = await ended(child)
  const tooMuchMemory = memory.stop()
  // The child may answer at the moment of the abort: aborted work has no result.
  signal.throwIfAborted()
  return { answer, signal: killedBy, tooMuchMemory, complaint }
}

function isAnswer<Answer>(message: unknown): message is { answer: Answer } {
  return typeof message === 'object' && message !== null && 'answer' in message
}

function nodeCommand({ module, files = [], programs = [] }: NodeChild, folder: string): string[] {
  const readable = [...nodeCode, ...files, folder]
  return [
    ...[process.execPath, '--max-old-space-size=1024', '--permission', '--allow-addons'],
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
    ...(programs.length > 0 ? ['--allow-child-process'] : []),
    runnable(module),
  ]
}

/**
 * Sends the length, then the input. The pipe stays open: its end tells the child that the server has exited.
 */
function sendInput(stdin: Writable, input: unknown): void {
  // When the child ends before it reads, its exit status says why.
  stdin.on('error', () => undefined)
  const bytes = serialize(input)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  stdin.write(length)
  stdin.write(bytes)
}

/** One JSON message per line. Anything else, or too much, kills the child, and the rest of its output is ignored. */
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
    if (total > maxAnswerBytes) return refuse()
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
      // An abort also arrives here; the exit follows it.
      if (child.pid === undefined) exited(null)
    })
    child.on('close', (code, signal) => exited(signal ?? signalOf(code)))
  })
}

const { signals } = constants

/** Shells and sandboxes report a child that a signal has killed by a status of 128 + the signal. */
function signalOf(code: number | null): NodeJS.Signals | null {
  const name = Object.entries(signals).find(([, number]) => number + 128 === code)?.[0]
  return (name as NodeJS.Signals | undefined) ?? null
}

/**
 * Kills the child when it and its own children use more memory than this. Works on Linux; elsewhere only the
 * limits of each decoder apply. A limit of the operating system would count the address space that V8
 * reserves and never uses.
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
