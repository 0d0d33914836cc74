import { fork } from 'node:child_process'
import { GenerationFailure } from '../core/provider.ts'

export type ChildLimits = {
  seconds: number
  /** What a failure calls the work: "setting the document". */
  work: string
  signal: AbortSignal
}

/**
 * Runs a module that calls `answerParent`, and returns its answer. A process and not a thread, because native code
 * that hangs or crashes in a thread takes the server along. It has no environment, so it holds no keys.
 */
export async function runInChild<Answer>(module: URL, input: unknown, limits: ChildLimits): Promise<Answer> {
  const { seconds, work, signal } = limits
  signal.throwIfAborted()
  const child = fork(module, {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=1024'],
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    killSignal: 'SIGKILL',
    timeout: seconds * 1000,
    signal,
  })
  let answer: { value: Answer } | undefined
  let complaint = ''
  child.stderr?.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-2000)
  })
  child.on('message', (value) => {
    answer = { value: value as Answer }
  })
  child.send(input as object, () => {
    // A child that is gone before it could listen shows by its exit.
  })
  const killedBy = await new Promise<string | null>((exited) => {
    child.on('error', () => {
      // An abort is told here too; the exit follows.
      if (child.pid === undefined) exited(null)
    })
    child.on('close', (_code, signalName) => exited(signalName))
  })
  if (answer) return answer.value
  signal.throwIfAborted()
  if (killedBy) {
    const message = `The time or memory for ${work} is used up. Ask for something smaller.`
    throw new GenerationFailure('provider_failed', message, false)
  }
  throw new Error(`${work} failed: ${complaint}`)
}

/** The child's side: one message in, one answer out. */
export function answerParent<Input>(work: (input: Input) => unknown): void {
  process.once('message', async (input) => {
    const answer = await work(input as Input)
    process.send?.(answer, undefined, undefined, () => process.disconnect?.())
  })
}
