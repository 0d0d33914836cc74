// Node's test runner follows every promise with an async hook, to find the test that a call of `test` or `after` belongs
// to. That took a seventh of the CPU of a process that sends requests. AsyncLocalStorage finds the test as well, without a
// call per promise.
import { AsyncLocalStorage, AsyncResource, createHook } from 'node:async_hooks'

type Hook = {
  init(asyncId: number, type: string, trigger: number, resource: object): void
  destroy(asyncId: number): void
}
type Call = (...args: unknown[]) => unknown

const nodeTest = process.getBuiltinModule('node:test')
const AsyncHook: { enable(): unknown } = Object.getPrototypeOf(createHook({}))
const { runInAsyncScope } = AsyncResource.prototype
const running = new AsyncLocalStorage<AsyncResource>()
/** The hook of the runner, which is not enabled: it is called for tests only. */
let hook: Hook | undefined
const asyncIds = new Set<number>()

export const { mock, run } = nodeTest

/** Starts a run of the test runner without its hook. */
export function withoutHook<T>(start: () => T): T {
  const { enable } = AsyncHook
  const { on } = process
  AsyncHook.enable = function (this: Record<symbol, unknown>) {
    const callbacks = Object.getOwnPropertySymbols(this).map((key) => [key.description, this[key]])
    hook = Object.fromEntries(callbacks)
    return this
  }
  // An error that no test catches fails the test that caused it. A listener is removed by its property `listener`.
  process.on = ((event: string, listener: Call) => {
    const scoped = failures.includes(event) ? Object.assign(inScope(listener), { listener }) : listener
    return on.call(process, event, scoped)
  }) as typeof on
  try {
    return start()
  } finally {
    AsyncHook.enable = enable
    process.on = on
  }
}

const failures = ['uncaughtException', 'unhandledRejection']

/** Calls a function of the runner in the scope of the running test. */
function inScope(call: Call): Call {
  return (...args) => {
    const scope = running.getStore()
    return scope === undefined ? call(...args) : runInAsyncScope.call(scope, call, undefined, ...args)
  }
}

/** Forgets the tests of a run, which would keep their worlds in memory. */
export function forgetTests(): void {
  for (const asyncId of asyncIds) hook?.destroy(asyncId)
  asyncIds.clear()
  hook = undefined
}

// The runner calls the function of a test, of a suite and of a hook in the scope of it.
AsyncResource.prototype.runInAsyncScope = function (
  this: AsyncResource,
  call: Call,
  self: unknown,
  ...args: unknown[]
) {
  if (hook === undefined || !('subtests' in this)) return runInAsyncScope.call(this, call, self, ...args)
  hook.init(this.asyncId(), 'Test', 0, this)
  asyncIds.add(this.asyncId())
  // Inside of the scope, which brings the stores that it was made with.
  return runInAsyncScope.call(this, () => running.run(this, () => call.apply(self, args)))
} as typeof runInAsyncScope

// Before any module imports `node:test`: an import would have the functions as they were.
const runner = nodeTest as unknown as Record<string, Call>
for (const name of ['test', 'it', 'describe', 'suite', 'before', 'after', 'beforeEach', 'afterEach']) {
  const call = runner[name]!
  runner[name] = Object.assign(inScope(call), call)
}
