// ffmpeg and ffprobe as children that can do little: no environment, no stdin, no network, a folder to write in, limits
// of time, memory and size. They end when we do, also when we are killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism, constants, setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { decoders, demuxers } from './containers.ts'
import { failureOf } from './ffmpeg-failures.ts'
import { MediaFailure, type Work } from './processor.ts'

export type Run = {
  program: string
  args: readonly string[]
  /** Where it runs and writes. */
  folder: string
  signal: AbortSignal
  seconds: number
  /** The most that it may write into one file. */
  bytes?: number
  onOutput?(chunk: Buffer): void
}

/** Address space. A film of 8K takes about half of it. */
const memoryKilobytes = 4 * 2 ** 20

/** More threads decode more frames at a time, each of which takes memory. */
export const threads = String(Math.min(4, availableParallelism()))

/** 8K, upright or not, and some more. */
export const mostPixels = 8192 * 8192

/**
 * The shell sets the limits and becomes the program. What it leaves behind waits for the end of descriptor 3, which
 * comes when we close it or are killed, and ends the group.
 */
const script = `
ulimit -c 0
ulimit -f "$1"
ulimit -v ${memoryKilobytes} 2>/dev/null
shift
(read -r _ <&3; kill -KILL 0) >/dev/null 2>&1 &
exec "$@" 3<&-
`

/** What stands before every input: the one file, as one of the containers of its type, with decoders that we know. */
export function inputOf({ source, mimeType }: Work, ...options: string[]): string[] {
  return [
    ...['-protocol_whitelist', 'file', '-format_whitelist', demuxers(mimeType), '-codec_whitelist', decoders],
    ...['-max_pixels', String(mostPixels), '-threads', threads, ...options, '-i', `file:${source}`],
  ]
}

export async function runFfmpeg(run: Run): Promise<void> {
  const args = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-nostats', '-y', ...run.args]
  return runTool({ ...run, args })
}

/** Ends when the program has ended, in whatever way. */
export async function runTool({
  program,
  args,
  folder,
  seconds,
  bytes = 2 ** 20,
  ...run
}: Run): Promise<void> {
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(seconds * 1000)])
  run.signal.throwIfAborted()
  // In blocks of 512 bytes, rounded up.
  const blocks = String(Math.ceil(bytes / 512))
  const child = spawn('/bin/sh', ['-c', script, 'sh', blocks, program, ...args], {
    cwd: folder,
    // Many arenas would use up the address space without being used themselves.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const refused = listen(child, run.onOutput)
  const kill = () => killGroup(child)
  signal.addEventListener('abort', kill)
  const ended = await new Promise<{ code: number | null; killedBy: string | null }>((resolve) => {
    child.on('error', () => resolve({ code: null, killedBy: null }))
    child.on('close', (code, killedBy) => resolve({ code, killedBy }))
    if (child.pid) lowerPriority(child.pid)
    if (signal.aborted) kill()
  }).finally(() => signal.removeEventListener('abort', kill))
  run.signal.throwIfAborted()
  if (refused.error) throw refused.error
  if (signal.aborted) throw tookTooLong()
  if (ended.code !== 0) throw failureOf(ended.killedBy, refused.complaint)
}

/** Gathers what it says; an output that is refused ends it. */
function listen(child: ChildProcess, onOutput?: (chunk: Buffer) => void) {
  const heard = { complaint: '', error: undefined as unknown }
  child.stderr!.on('data', (chunk) => {
    heard.complaint = (heard.complaint + chunk).slice(-4000)
  })
  child.stdout!.on('data', (chunk) => {
    if (heard.error) return
    try {
      onOutput?.(chunk)
    } catch (error) {
      heard.error = error
      killGroup(child)
    }
  })
  // The watcher of the shell goes with the program, and breaks its pipe when it is killed.
  const lifeline = child.stdio[3] as Readable
  lifeline.on('error', () => undefined)
  child.on('exit', () => lifeline.destroy())
  return heard
}

function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}

/** The requests that the server answers meanwhile come first. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has just ended.
  }
}

function tookTooLong(): MediaFailure {
  return new MediaFailure(
    'took_too_long',
    'Making previews of this file took too long, and was given up.',
    true,
  )
}

/** Whole lines of an output that comes in pieces. */
export function byLine(onLine: (line: string) => void): (chunk: Buffer) => void {
  let rest = ''
  return (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop()!
    if (rest.length > 65_536) throw new MediaFailure('unreadable', 'The file is damaged.')
    for (const line of lines) onLine(line)
  }
}
