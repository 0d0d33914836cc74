// The server, the floor and the load generator each run in a process of their own and answer calls over IPC. They share no
// event loop, and no calls are made while a round runs.
import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Handlers = Record<string, (argument: never) => unknown>

export type BenchProcess<H extends Handlers> = {
  ask<Name extends keyof H & string>(
    name: Name,
    ...argument: Parameters<H[Name]>
  ): Promise<Awaited<ReturnType<H[Name]>>>
  stop(): Promise<void>
}

type Question = { id: number; name: string; argument: unknown }
type Answer = { id: number; result?: unknown; failure?: string }

export type ProcessOptions = {
  /** Options of Node, such as --cpu-prof. */
  execArgv?: string[]
  /** The file for standard output. */
  stdout?: string
}

/** Starts `bench/<file>`. The process ends on `stop`, or when this process ends, however it ends. */
export function startProcess<H extends Handlers>(
  file: string,
  options: ProcessOptions = {},
): BenchProcess<H> {
  const stdout = options.stdout === undefined ? 'inherit' : openSync(options.stdout, 'a')
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
    execArgv: options.execArgv ?? [],
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  if (typeof stdout === 'number') closeSync(stdout)
  const waiting = new Map<number, (answer: Answer) => void>()
  let questions = 0
  child.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  child.on('exit', (code, signal) => {
    for (const [id, settle] of waiting) settle({ id, failure: `${file} ended: ${signal ?? code}` })
    waiting.clear()
  })
  return {
    async ask(name, ...[argument]) {
      const id = ++questions
      const answer = await new Promise<Answer>((settle) => {
        waiting.set(id, settle)
        child.send({ id, name, argument } satisfies Question)
      })
      if (answer.failure !== undefined) throw new Error(`${file} ${name}: ${answer.failure}`)
      return answer.result as never
    },
    stop: () => end(child),
  }
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => {
    child.once('exit', () => done())
    child.disconnect()
  })
}

/** Answers the calls of the parent process with these handlers. */
export function answerParent(handlers: Handlers): void {
  process.on('message', async ({ id, name, argument }: Question) => {
    try {
      process.send!({ id, result: await handlers[name]!(argument as never) } satisfies Answer)
    } catch (error) {
      process.send!({ id, failure: (error as Error).stack ?? String(error) } satisfies Answer)
    }
  })
  process.on('disconnect', () => process.exit())
  // Ctrl-C reaches the whole process group; the parent decides when its children end.
  process.on('SIGINT', () => {})
}

export type Usage = { cpuMicros: number; rssMegabytes: number; descriptors: number }

/** The processor time, memory and open files of this process so far; no open files where the system does not list them. */
export function usage(): Usage {
  const { user, system } = process.cpuUsage()
  const listed = '/proc/self/fd'
  return {
    cpuMicros: user + system,
    rssMegabytes: process.memoryUsage.rss() / 2 ** 20,
    descriptors: existsSync(listed) ? readdirSync(listed).length : 0,
  }
}
