// Runs ffmpeg and other decoders of the system as confined children: in the sandbox, with no environment, a folder to write in,
// and limits of time, memory and size. They end when this process ends, even when it is killed.
import { constants, setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ChildProcess, startConfined } from './sandbox.ts'

export type ProgramRun = {
  program: string
  args: readonly string[]
  /** Files that the program may read besides its folder. */
  files?: readonly string[]
  /** Where the program runs and writes. */
  folder: string
  signal: AbortSignal
  seconds: number
  /** Limits for programs that open uploaded files: the largest file that it may write, and its address space. */
  limits?: { fileBytes: number; memoryKilobytes: number }
  /** For work that takes minutes: runs at a lower priority than quick work. */
  background?: boolean
  /** Folders and files of the program that are not in the usual places of the system. */
  code?: readonly string[]
  env?: Readonly<Record<string, string>>
  /** See `View`. */
  localSocket?: boolean
  /** Bytes for its stdin; without them, its stdin is empty. */
  input?: Readable
  onOutput?(chunk: Buffer): void
  /** Gets the stderr of the program, of which only the end is returned. */
  onComplaint?(chunk: Buffer): void
}

export type ProgramEnd = {
  /** Exit status; null when the program did not start. */
  status: number | null
  timedOut: boolean
  /** The end of what the program wrote to stderr. */
  complaint: string
}

/**
 * The shell waits for its start signal, sets the limits, and runs the program. A second shell waits for the
 * end of descriptor 3, which comes when the server is killed, and then kills the process group. Both are
 * reaped here, so that no process is left behind. Descriptor 5 holds stdin: a shell without job control gives
 * background commands /dev/null.
 */
const script = `
trap 'stopped=1; kill -KILL $child' TERM
read -r _ <&3
ulimit -c 0
[ -z "$1" ] || ulimit -f "$1"
[ -z "$2" ] || ulimit -v "$2"
shift 2
exec 5<&0
(read -r _ <&3; kill -KILL 0) &
watcher=$!
"$@" <&5 2>&4 3<&- 4>&- 5<&- &
child=$!
exec 5<&- </dev/null
[ "$stopped" ] && kill -KILL $child
wait $child
status=$?
while kill -0 $child; do wait $child; status=$?; done
kill -KILL $watcher
wait $watcher
exit $status
`

/**
 * Resolves when the program has exited, with any status. Rejects when `signal` is aborted or `onOutput`
 * throws.
 */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  // A timeout takes whole milliseconds, and 910.32 × 1000 is none.
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(Math.ceil(run.seconds * 1000))])
  run.signal.throwIfAborted()
  const child = await start(run)
  const heard = listen(child, run)
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', resolve)
    begin(child, run.background ?? false)
    if (signal.aborted) stop()
  })
  // A program that ends early breaks the pipe; its exit status says why.
  if (run.input) await pipeline(run.input, child.stdin!).catch(() => undefined)
  const status = await ended.finally(() => signal.removeEventListener('abort', stop))
  run.signal.throwIfAborted()
  if (heard.error) throw heard.error
  return { status, timedOut: signal.aborted, complaint: heard.complaint }
}

export function runFfmpeg(run: ProgramRun): Promise<ProgramEnd> {
  const quiet = ['-hide_banner', '-loglevel', 'error', '-nostats', '-y']
  return runProgram({ ...run, args: [...(run.input ? [] : ['-nostdin']), ...quiet, ...run.args] })
}

function start(run: ProgramRun): Promise<ChildProcess> {
  const { program, args, files = [], folder, limits, input, code = [], localSocket = false } = run
  // `ulimit -f` counts in blocks of 512 bytes, rounded up.
  const blocks = limits ? String(Math.ceil(limits.fileBytes / 512)) : ''
  const kilobytes = limits ? String(limits.memoryKilobytes) : ''
  return startConfined(
    [program, ...args],
    { files, code: [program, ...code], folder, localSocket },
    {
      before: ['/bin/sh', '-c', script, 'sh', blocks, kilobytes],
      // Many malloc arenas would reserve the address space without using it.
      env: { ...run.env, ...(limits ? { MALLOC_ARENA_MAX: '2' } : {}) },
      // The shell's own stderr is of no use: that of the program comes through descriptor 4.
      stdio: [input ? 'pipe' : 'ignore', 'pipe', 'ignore', 'pipe', 'pipe'],
    },
  )
}

/** Collects what the program writes; stops it when `onOutput` refuses its output. */
function listen(child: ChildProcess, { onOutput, onComplaint }: ProgramRun) {
  const heard = { complaint: '', error: undefined as unknown }
  const complaints = child.stdio[4] as Readable
  complaints.on('data', (chunk) => {
    onComplaint?.(chunk)
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

/** Starts at a low priority, which the program inherits: requests to the server come first. */
function begin(child: ChildProcess, background: boolean): void {
  const lifeline = child.stdio[3] as Writable
  // The pipe breaks when the shell exits.
  lifeline.on('error', () => undefined)
  child.on('exit', () => lifeline.destroy())
  if (child.pid === undefined) return
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority
  setPriority(child.pid, background ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL)
  lifeline.write('\n')
}
