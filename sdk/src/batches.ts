// Gathers calls into batches, so that many small files do not need one rate-limited request each.
import { orAborted } from './waiting.ts'

const mostItems = 100
/** Calls within this time share a batch. */
const gatherMs = 10
/**
 * Limits batches that are not full: a few at once, then one every two seconds. This stays below 50 a minute, the default
 * rate limit of the batch operations.
 */
const burst = 10
const spacingMs = 2_000

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

export class Batches<Item, Result> {
  readonly #send: (items: Item[]) => Promise<Result[]>
  /** Whether no other caller is about to add an item. */
  readonly #isLast: (waiting: number) => boolean
  #waiting: Waiting<Item, Result>[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #credit = burst
  #creditedAt = performance.now()
  /** Resolves when the last batch has its response. */
  #tail: Promise<unknown> = Promise.resolve()

  constructor(send: (items: Item[]) => Promise<Result[]>, isLast: (waiting: number) => boolean) {
    this.#send = send
    this.#isLast = isLast
  }

  /** The result of one item. `undo` receives a result that arrives after the signal was aborted. */
  async add(
    item: Item,
    signal: AbortSignal | undefined,
    undo: (result: Result) => void = () => {},
  ): Promise<Result> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = withResolvers<Result>()
    const waiting = { item, resolve, reject }
    this.#waiting.push(waiting)
    if (this.#waiting.length >= mostItems) this.#flush()
    else this.#timer ??= setTimeout(() => this.#tick(), gatherMs)
    if (!signal) return promise
    try {
      return await orAborted(promise, signal)
    } catch (error) {
      if (signal.aborted) {
        this.#waiting = this.#waiting.filter((one) => one !== waiting)
        promise.then(undo, () => {})
      }
      throw error
    }
  }

  #tick(): void {
    this.#timer = undefined
    if (this.#waiting.length === 0) return
    const now = performance.now()
    this.#credit = Math.min(burst, this.#credit + (now - this.#creditedAt) / spacingMs)
    this.#creditedAt = now
    if (this.#credit >= 1) this.#credit -= 1
    else if (!this.#isLast(this.#waiting.length)) {
      this.#timer = setTimeout(() => this.#tick(), (1 - this.#credit) * spacingMs)
      return
    }
    this.#flush()
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batch = this.#waiting.splice(0, mostItems)
    // Sequential: files are listed in the order in which they start.
    const sent = this.#tail.then(() => this.#send(batch.map(({ item }) => item)))
    this.#tail = sent.catch(() => {})
    sent.then(
      (results) => {
        for (const [i, { resolve }] of batch.entries()) resolve(results[i]!)
      },
      (error) => {
        for (const { reject } of batch) reject(error)
      },
    )
  }
}

/** Node 20 lacks `Promise.withResolvers`. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
