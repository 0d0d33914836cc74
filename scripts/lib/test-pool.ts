// Runs test files in a few processes, each of which runs many files one after another.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BrowserServer } from 'playwright-core'
import { startBrowserServer } from '../../server/test/helpers/browser.ts'
import { cpuSeconds } from './test-cpu.ts'
import type { FileResult, FromProcess, TestEvent, TestFilters, ToProcess } from './test-process.ts'

const processScript = fileURLToPath(new URL('./test-process.ts', import.meta.url))
/** Modules of finished files stay in memory: a process that has grown to this is replaced by a new one. */
const maxFilesPerProcess = 80
/** How long a file may run without starting or ending a test: a file that exceeds this waits for something that never comes. */
const testTimeoutMs = 900_000
/** How long a file may take to close what it has opened, after its last test. A test that fails may leave something open. */
const closeTimeoutMs = 120_000
/** The time that a file which does not end has to name what it waits for. */
const explainMs = 10_000

export type FinishedFile = FileResult & { file: string }

export type PoolOptions = {
  root: string
  env: NodeJS.ProcessEnv
  filters: TestFilters
  /** How many processes run at a time. */
  processes: number
  /** Files that get a process of their own. */
  runsAlone: (file: string) => boolean
  /** Called with the events of a file: one by one as they come when there is one process, else all when the file is finished. */
  report: (file: string, events: TestEvent[]) => void
}

export type PoolResult = {
  /** In the order in which they finished. */
  files: FinishedFile[]
  milliseconds: number
  /** The CPU time of all processes, the browser and Postgres included; undefined where the system does not say it. */
  cpuSeconds: number | undefined
}

/** Runs the files in the given order. */
export async function runTestFiles(files: readonly string[], options: PoolOptions): Promise<PoolResult> {
  const began = { at: performance.now(), cpu: cpuSeconds() ?? 0 }
  const queue = [...files]
  const finished: FinishedFile[] = []
  const children = new Set<ChildProcess>()
  const browser = createSharedBrowser()
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)

  async function runLane(): Promise<void> {
    let child: ChildProcess | undefined
    let used = 0
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const alone = options.runsAlone(file)
      if (child && (alone || used >= maxFilesPerProcess)) child = void (await end(child))
      if (!child) {
        child = startProcess(options)
        children.add(child)
        used = 0
      }
      const events: TestEvent[] = []
      const direct = options.processes === 1
      const report = (event: TestEvent) => (direct ? options.report(file, [event]) : void events.push(event))
      const result = await runFile({ child, file, filters: options.filters, report, browser })
      options.report(file, events)
      finished.push({ ...result, file })
      used++
      if (child.exitCode !== null || child.signalCode !== null) child = undefined
      else if (alone) child = void (await end(child))
    }
    if (child) await end(child)
  }

  await Promise.all(Array.from({ length: options.processes }, runLane))
  // While they run: the processes of a browser that has ended are not waited for, and would not be counted.
  const cpu = cpuSeconds()
  await browser.close()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  return {
    files: finished,
    milliseconds: performance.now() - began.at,
    cpuSeconds: cpu === undefined ? undefined : cpu - began.cpu,
  }
}

function startProcess({ root, env }: PoolOptions): ChildProcess {
  return spawn(process.execPath, [processScript], {
    cwd: root,
    env: { ...env, TEST_POOL: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

async function end(child: ChildProcess): Promise<void> {
  child.disconnect()
  await new Promise((done) => child.once('exit', done))
}

type RunOptions = {
  child: ChildProcess
  file: string
  filters: TestFilters
  report: (event: TestEvent) => void
  browser: SharedBrowser
}

function runFile({ child, file, filters, report, browser }: RunOptions): Promise<FileResult> {
  const began = performance.now()
  return new Promise((done) => {
    let hangs = false
    let timer: NodeJS.Timeout | undefined
    let patienceMs = testTimeoutMs
    // The next file must not get the process while it ends, so the exit reports the failure.
    const wait = () => {
      if (hangs) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        hangs = true
        child.send({ type: 'explain' } satisfies ToProcess)
        timer = setTimeout(() => child.kill('SIGKILL'), explainMs)
      }, patienceMs)
    }
    wait()
    const onOutput = (chunk: Buffer) => report(event('output', { message: String(chunk) }))
    const onMessage = (message: FromProcess) => {
      if (message.type === 'testing') patienceMs = message.left ? testTimeoutMs : closeTimeoutMs
      // Every message is progress: how long the whole file takes depends on the machine.
      wait()
      if (message.type === 'event') report(message.event)
      else if (message.type === 'done') finish(message.result)
      else if (message.type === 'browser')
        browser.url().then((url) => child.send({ type: 'browser', url } satisfies ToProcess), fail)
    }
    const onExit = (code: number | null, signal: string | null) =>
      fail(
        hangs
          ? `The file has not ended after ${Math.round((performance.now() - began) / 1000)} s: something is still open or running.`
          : `The process of the file ended while it ran (${signal ?? `exit code ${code}`}).`,
      )
    const fail = (error: unknown) => {
      report(event('test:fail', { name: file, details: { error: String(error) } }))
      finish({ passed: 0, failed: 1, skipped: 0, skipReasons: [], milliseconds: performance.now() - began })
    }
    const finish = (result: FileResult) => {
      clearTimeout(timer)
      for (const stream of [child.stdout!, child.stderr!]) stream.off('data', onOutput)
      child.off('message', onMessage)
      child.off('exit', onExit)
      done(result)
    }
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', onOutput)
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.send({ type: 'run', file, filters } satisfies ToProcess)
  })
}

type SharedBrowser = ReturnType<typeof createSharedBrowser>

/** The Chromium of the run: started when a file asks for it, and again after a crash. */
function createSharedBrowser() {
  let started: Promise<BrowserServer> | undefined
  async function start() {
    const server = await startBrowserServer()
    server.on('close', () => {
      started = undefined
    })
    return server
  }
  return {
    async url(): Promise<string> {
      started ??= start()
      return (await started).wsEndpoint()
    },
    close: async () => (await started)?.close(),
  }
}

function event(type: string, data: Partial<TestEvent['data']>): TestEvent {
  return { type, data: { name: '', nesting: 0, message: '', ...data } }
}
