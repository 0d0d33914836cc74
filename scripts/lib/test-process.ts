// A process of the test pool (`test-pool.ts`): runs test files one after another, as the parent names them. Modules are
// loaded once per process, not once per file: loading the server and starting it for the first time costs 1.5 s of CPU,
// every further start 0.1 s.
import { ChildProcess } from 'node:child_process'
import { Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { mock, run } from 'node:test'
import { inspect } from 'node:util'
import { useSandbox } from '../../server/src/sandbox/sandbox.ts'
import type { BrowserReply, BrowserRequest } from '../../server/test/helpers/browser.ts'

export type TestFilters = { name: string[]; skip: string[]; only: boolean }

/** An event of Node's test runner, or `output`: what a file has printed. */
export type TestEvent = {
  type: string
  data: {
    name: string
    nesting: number
    message: string
    skip?: string | boolean
    details?: { duration_ms?: number; error?: { code?: string; cause?: unknown } | string }
    counts?: { passed: number; failed: number; cancelled: number; skipped: number; todo: number }
    success?: boolean
  }
}

export type FileResult = {
  passed: number
  failed: number
  skipped: number
  /** Why tests were skipped, one entry each. */
  skipReasons: string[]
  milliseconds: number
}

export type ToProcess =
  | { type: 'run'; file: string; filters: TestFilters }
  | { type: 'explain' }
  | BrowserReply

export type FromProcess =
  | { type: 'event'; event: TestEvent }
  /** Whether a test of the file is left. When none is, its hooks and what it has left open may keep it running. */
  | { type: 'testing'; left: boolean }
  | { type: 'done'; result: FileResult }
  | BrowserRequest

const environment = { ...process.env }
const globals = Object.getOwnPropertyDescriptors(globalThis as object)

process.on('disconnect', () => process.exit())

process.on('message', (message: ToProcess) => {
  if (message.type === 'run') void runFile(message.file, message.filters)
  if (message.type === 'explain') console.error(`It waits for:\n${openHandles().join('\n')}`)
})

/** The handles that keep this process from ending: sockets, servers, child processes and timers. */
function openHandles(): string[] {
  const { _getActiveHandles } = process as unknown as { _getActiveHandles(): object[] }
  const handles = _getActiveHandles.call(process).map((handle) => {
    if (handle instanceof Socket) {
      return `a socket from ${handle.localAddress}:${handle.localPort} to ${handle.remoteAddress}:${handle.remotePort}`
    }
    if (handle instanceof ChildProcess) return `the process ${handle.pid}: ${handle.spawnargs.join(' ')}`
    if (handle instanceof Server) return `a server at ${inspect(handle.address())}`
    return handle.constructor.name
  })
  return [...handles, ...process.getActiveResourcesInfo()]
}

async function runFile(file: string, filters: TestFilters): Promise<void> {
  const began = performance.now()
  const result: FileResult = { passed: 0, failed: 0, skipped: 0, skipReasons: [], milliseconds: 0 }
  const channel = process.channel!
  // Node ends a run without isolation when nothing is left to wait for (`beforeExit`). So a file that leaves a server,
  // a timer or a child process behind does not end, and the parent names it.
  channel.unref()
  const { name, skip, only } = filters
  const events = run({
    files: [file],
    isolation: 'none',
    ...(name.length > 0 ? { testNamePatterns: name } : {}),
    ...(skip.length > 0 ? { testSkipPatterns: skip } : {}),
    ...(only ? { only } : {}),
  })
  let left = 0
  for await (const event of events as AsyncIterable<TestEvent>) {
    count(result, event)
    if (event.data.nesting === 0) {
      if (event.type === 'test:enqueue' && ++left === 1) send({ type: 'testing', left: true })
      if (event.type === 'test:complete' && --left === 0) send({ type: 'testing', left: false })
    }
    if (isReported(event)) send({ type: 'event', event: sendable(event) })
  }
  channel.ref()
  restoreProcess()
  result.milliseconds = performance.now() - began
  send({ type: 'done', result })
}

function count(result: FileResult, { type, data }: TestEvent): void {
  const { skip } = data
  if (type === 'test:pass' && skip !== undefined) {
    result.skipReasons.push(typeof skip === 'string' && skip !== '' ? skip : 'the test gives no reason')
  }
  if (type !== 'test:summary') return
  const { passed, failed, cancelled, skipped, todo } = data.counts!
  result.passed += passed + todo
  result.skipped += skipped
  // An error outside of any test fails the file, too.
  result.failed += failed + cancelled || (data.success ? 0 : 1)
}

/** The counts that Node adds for every run; the parent prints the sum over all files. */
const counts = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/

function isReported({ type, data }: TestEvent): boolean {
  if (type === 'test:diagnostic') return !counts.test(data.message)
  return type === 'test:start' || type === 'test:pass' || type === 'test:fail'
}

/** An error loses its properties on the channel, so it is sent as text. */
function sendable({ type, data }: TestEvent): TestEvent {
  const error = data.details?.error
  if (error === undefined || typeof error === 'string') return { type, data }
  const cause = error.code === 'ERR_TEST_FAILURE' ? (error.cause ?? error) : error
  return { type, data: { ...data, details: { ...data.details, error: inspect(cause) } } }
}

function send(message: FromProcess): void {
  process.send!(message)
}

/** Undoes the changes to process-wide state that files may make. */
function restoreProcess(): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  restoreGlobals()
  process.exitCode = 0
  mock.reset()
  useSandbox('auto', tmpdir())
}

/** A `fetch` that a file replaces would answer the next file. Symbols belong to Node and its libraries. */
function restoreGlobals(): void {
  const left = Object.getOwnPropertyDescriptors(globalThis as object)
  for (const name of Object.keys(left)) if (!(name in globals)) Reflect.deleteProperty(globalThis, name)
  for (const [name, before] of Object.entries(globals)) {
    const now = left[name]
    const isSame = now?.value === before.value && now?.get === before.get && now?.set === before.set
    if (!isSame) Reflect.defineProperty(globalThis, name, before)
  }
}
