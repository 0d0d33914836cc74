// ffmpeg and ffprobe as children that can do little: in the sandbox, with no environment, no stdin, one file to read and a
// folder to write in, limits of time, memory and size. They end when we do, also when we are killed.
import { availableParallelism, constants, setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { type ChildProcess, startConfined } from '../../sandbox/sandbox.ts'
import { MediaFailure, type Work } from '../processor.ts'
import { failureOf } from './ffmpeg-failures.ts'
import { decoders, demuxers } from './ffmpeg-whitelists.ts'

export type Run = {
  program: string
  args: readonly string[]
  /** The file that it reads. */
  source?: string
  /** Where it runs and writes. */
  folder: string
  signal: AbortSignal
  seconds: number
  /** The most that it may write into one file. */
  bytes?: number
  /** It takes minutes: whatever is quick runs first. */
  background?: boolean
  onOutput?(chunk: Buffer): void
}

/** Address space. A film of 8K in H.264 fits with two threads. */
const memoryKilobytes = 4 * 2 ** 20

/** More threads decode more frames at a time, each of which takes memory. */
export const threads = String(Math.min(4, availableParallelism()))

/** 8K, upright or not, and some more. */
export const mostPixels = 8192 * 8192

/**
 * The shell waits until it is told to begin, sets the limits, and runs the program. A second one waits for the end of
 * descriptor 3, which comes when we are killed, and then ends the group. Both are reaped here: nothing is left to others.
 */
const script = `
trap 'stopped=1; kill -KILL $child' TERM
read -r _ <&3
ulimit -c 0
ulimit -f "$1"
ulimit -v ${memoryKilobytes}
shift
(read -r _ <&3; kill -KILL 0) &
watcher=$!
"$@" 2>&4 3<&- 4>&- &
child=$!
[ "$stopped" ] && kill -KILL $child
wait $child
status=$?
while kill -0 $child; do wait $child; status=$?; done
kill -KILL $watcher
wait $watcher
exit $status
`

/** What stands before every input: the one file, as one of the containers of its type, with decoders that we know. */
export function inputOf({ source, mimeType }: Work, ...options: string[]): string[] {
  return [
    ...['-protocol_whitelist', 'file', '-format_whitelist', demuxers(mimeType), '-codec_whitelist', decoders],
    ...['-max_pixels', String(mostPixels), '-threads', threads, ...options, '-i', `file:${source}`],
  ]
}

/** How far it is, as lines of `frame=` and `out_time_us=` on its output. */
export const progressOutput = ['-progress', 'pipe:1', '-stats_period', '0.5'] as const

export async function runFfmpeg(run: Run): Promise<void> {
  const args = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-nostats', '-y', ...run.args]
  return runTool({ ...run, args })
}

/** Ends when the program has ended, in whatever way. */
export async function runTool({
  program,
  args,
  source,
  folder,
  seconds,
  bytes = 2 ** 20,
  ...run
}: Run): Promise<void> {
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(seconds * 1000)])
  run.signal.throwIfAborted()
  // In blocks of 512 bytes, rounded up.
  const blocks = String(Math.ceil(bytes / 512))
  const files = source === undefined ? [] : [source]
  const child = await startConfined(
    [program, ...args],
    { files, code: [program], folder },
    {
      before: ['/bin/sh', '-c', script, 'sh', blocks],
      // Many arenas would use up the address space without being used themselves.
      env: { MALLOC_ARENA_MAX: '2' },
      // What the shell itself has to say is of no use: the program's complaints come by 4.
      stdio: ['ignore', 'pipe', 'ignore', 'pipe', 'pipe'],
      detached: true,
    },
  )
  const heard = listen(child, run.onOutput)
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  const status = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', resolve)
    begin(child, run.background ?? false)
    if (signal.aborted) stop()
  }).finally(() => signal.removeEventListener('abort', stop))
  run.signal.throwIfAborted()
  if (heard.error) throw heard.error
  if (signal.aborted) throw tookTooLong()
  if (status !== 0) throw failureOf(status, heard.complaint)
}

/** Gathers what it says; an output that is refused ends it. */
function listen(child: ChildProcess, onOutput?: (chunk: Buffer) => void) {
  const heard = { complaint: '', error: undefined as unknown }
  const complaints = child.stdio[4] as Readable
  complaints.on('data', (chunk) => {
    heard.complaint = (heard.complaint + chunk).slice(-4000)
  })
  child.stdout!.on('data', (chunk) => {
    if (heard.error) return
    try {
      onOutput?.(chunk)
    } catch (error) {
      heard.error = error
      child.kill('SIGTERM')
    }
  })
  return heard
}

/** At a low priority, which the program inherits: the requests that the server answers meanwhile come first. */
function begin(child: ChildProcess, background: boolean): void {
  const lifeline = child.stdio[3] as Writable
  // It breaks when the shell ends.
  lifeline.on('error', () => undefined)
  child.on('exit', () => lifeline.destroy())
  if (child.pid === undefined) return
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority
  setPriority(child.pid, background ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL)
  lifeline.write('\n')
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
