// A list of comments that is read page by page and kept up one comment at a time. It holds the beginning of the server's
// list; what lies beyond the pages read so far is left to the next page, but for single comments that somebody was led to.
import type { Comment, CursorPage } from '@dailies/sdk'
import { createStore, type Store } from '../data/store.ts'

export type Order = (a: Comment, b: Comment) => number

export type FeedState = {
  /** In order. */
  comments: readonly Comment[]
  /** How many of the first ones are read without a gap; what follows are single ones. */
  read: number
  /** Whether there is nothing left to read. */
  complete: boolean
  /** Nothing was read yet. */
  empty: boolean
  reading: boolean
  error: unknown
}

export type Feed = {
  store: Store<FeedState>
  /** Reads the next page; one at a time. */
  more: () => Promise<void>
  /** Reads as many pages anew as were read, and shows them when they are all there. */
  again: () => Promise<void>
  get: (id: string) => Comment | undefined
  /** As it is now on the server, or null when it is gone. */
  put: (id: string, comment: Comment | null) => void
  /** Shows one comment, though there may be pages between. */
  reveal: (comment: Comment) => void
  close: () => void
}

/** As the server has it: what points to nothing comes last. */
export const byPlace: Order = (a, b) =>
  (a.anchor ?? Number.MAX_SAFE_INTEGER) - (b.anchor ?? Number.MAX_SAFE_INTEGER) || compare(a.id, b.id)

export const newestFirst: Order = (a, b) => compare(b.createdAt, a.createdAt) || compare(b.id, a.id)

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

type Read = (cursor: string | null, signal: AbortSignal) => Promise<CursorPage<Comment>>

/** With `all`, nothing has to be read: it is another order of what is known. */
export function createFeed(read: Read, order: Order, all?: readonly Comment[]): Feed {
  const store = createStore<FeedState>(
    all ? { ...joined(nothingRead, all, true, order), empty: false } : nothingRead,
  )
  let cursor: string | null = null
  let ended = new AbortController()
  // What became known while a page was on its way: the page may be older.
  const meanwhile = new Map<string, Comment | null>()

  async function run(job: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = ended
    meanwhile.clear()
    store.set({ reading: true, error: null })
    try {
      await job(signal)
      if (!signal.aborted) store.set({ reading: false, empty: false })
    } catch (error) {
      if (!signal.aborted) store.set({ reading: false, error })
    }
  }

  const renewed = (comments: readonly Comment[]) =>
    comments.flatMap((comment) => {
      const later = meanwhile.get(comment.id)
      return later === undefined ? [comment] : later === null ? [] : [later]
    })

  return {
    store,
    async more() {
      const { reading, complete } = store.get()
      if (reading || complete) return
      await run(async (signal) => {
        const page = await read(cursor, signal)
        if (signal.aborted) return
        cursor = page.next
        store.set(joined(store.get(), renewed(page.data), page.next === null, order))
      })
    },
    async again() {
      ended.abort()
      ended = new AbortController()
      const wanted = store.get().read
      await run(async (signal) => {
        const comments: Comment[] = []
        let next: string | null = null
        do {
          const page: CursorPage<Comment> = await read(next, signal)
          comments.push(...page.data)
          next = page.next
        } while (next !== null && comments.length < wanted)
        if (signal.aborted) return
        cursor = next
        store.set(rejoined(store.get(), renewed(comments), next === null, order))
        // What was written meanwhile may belong among them.
        for (const one of meanwhile.values()) if (one) store.set(put(store.get(), one.id, one, order))
      })
    },
    get: (id) => store.get().comments.find((comment) => comment.id === id),
    put(id, comment) {
      if (store.get().reading) meanwhile.set(id, comment)
      store.set(put(store.get(), id, comment, order))
    },
    reveal(comment) {
      store.set(put(store.get(), comment.id, comment, order, true))
    },
    close() {
      ended.abort()
      ended = new AbortController()
      store.set({ reading: false })
    },
  }
}

export const nothingRead: FeedState = {
  comments: [],
  read: 0,
  complete: false,
  empty: true,
  reading: false,
  error: null,
}

/** With the next page. What was revealed and lies within it is there once. */
export function joined(
  state: FeedState,
  page: readonly Comment[],
  complete: boolean,
  order: Order,
): FeedState {
  const head = state.comments.slice(0, state.read)
  const known = new Set(head.map(({ id }) => id))
  const added = page.filter(({ id }) => !known.has(id))
  const read = [...head, ...added].sort(order)
  const ids = new Set(read.map(({ id }) => id))
  const beyond = state.comments.slice(state.read).filter(({ id }) => !ids.has(id))
  // At the end of the list there is no beyond.
  const comments = complete ? [...read, ...beyond].sort(order) : [...read, ...beyond]
  return { ...state, comments, read: complete ? comments.length : read.length, complete }
}

/** With other pages in place of those read. Single comments beyond them stay; within them they would have been read. */
export function rejoined(
  state: FeedState,
  pages: readonly Comment[],
  complete: boolean,
  order: Order,
): FeedState {
  const fresh = joined(nothingRead, pages, complete, order)
  const last = fresh.comments.at(-1)
  const beyond = state.comments
    .slice(state.read)
    .filter((one) => !complete && (last === undefined || order(one, last) > 0))
  return { ...state, ...fresh, comments: [...fresh.comments, ...beyond], reading: state.reading }
}

/** With one comment as it is now. One beyond what was read is left to its page, unless it is shown already. */
export function put(
  state: FeedState,
  id: string,
  comment: Comment | null,
  order: Order,
  beyond = false,
): FeedState {
  const index = state.comments.findIndex((one) => one.id === id)
  const old = state.comments[index]
  if (old && comment && order(old, comment) === 0)
    return { ...state, comments: state.comments.with(index, comment) }
  const rest = index < 0 ? state.comments : state.comments.toSpliced(index, 1)
  const read = index >= 0 && index < state.read ? state.read - 1 : state.read
  if (!comment) return { ...state, comments: rest, read }
  const last = rest[read - 1]
  const isWithin = state.complete || (last !== undefined && order(comment, last) < 0)
  if (!isWithin && !beyond && index < 0) return state
  const place = placeAmong(rest, comment, order, isWithin ? 0 : read, isWithin ? read : rest.length)
  return { ...state, comments: rest.toSpliced(place, 0, comment), read: isWithin ? read + 1 : read }
}

/** Where it belongs between two places of a list in order. */
function placeAmong(comments: readonly Comment[], comment: Comment, order: Order, from: number, to: number) {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >> 1
    if (order(comments[middle]!, comment) < 0) low = middle + 1
    else high = middle
  }
  return low
}
