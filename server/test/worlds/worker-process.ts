import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runnableProgram } from '../helpers/test-programs.ts'

const generationWorker = new URL('./generation-worker.ts', import.meta.url)

const children: ChildProcess[] = []

/** To be called at the top of a test file: kills the remaining workers at the end of the file, not of a test. */
export function killWorkersAfterFile(): void {
  after(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })
}

export type WorkerProcess = {
  /** The log so far, and how it ended. */
  output(): string
  kill(): Promise<void>
  stop(): Promise<number | null>
}

/** Resolves when the worker takes tasks. `argument` is passed to the script, for example the URL of a stand-in. */
export async function startWorkerProcess(
  databaseUrl: string,
  dataDir: string,
  argument: string,
  script = generationWorker,
): Promise<WorkerProcess> {
  const child = spawn(
    process.execPath,
    [runnableProgram(fileURLToPath(script)), databaseUrl, dataDir, argument],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  children.push(child)
  let text = ''
  const exited = once(child, 'exit')
  const ready = new Promise<void>((done) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        text += chunk
        if (text.includes('ready')) done()
      })
    }
  })
  const early = exited.then(([code, signal]) => {
    text += `\nIt ended with ${signal ?? `exit code ${code}`}.`
    throw new Error(`the worker ended: ${text}`)
  })
  await Promise.race([ready, early])
  early.catch(() => {})
  return {
    output: () => text,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
  }
}
