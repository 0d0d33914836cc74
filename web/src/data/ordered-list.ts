// A list that is loaded page by page and then updated one item at a time. It holds the beginning of the server's list.
// Items beyond the loaded pages arrive with their page, except for single items that were revealed. Comments use it: a
// link leads to any comment, with pages in between that are not loaded. Other lists are infinite queries (lists.ts).
import type { CursorPage } from '@dailies/sdk'
import { createStore, type Store } from './store.ts'

type Identified = { id: string }

export type Order<Item> = (a: Item, b: Item) => number

export type OrderedListState<Item> = {
  /** Sorted. */
  items: readonly Item[]
  /** How many of the first items were loaded without a gap; the items after them were revealed one by one. */
  read: number
  /** Whether all pages were loaded. */
  complete: boolean
  /** Whether no page was loaded yet. */
  empty: boolean
  reading: boolean
  error: unknown
}

export type OrderedList<Item> = {
  store: Store<OrderedListState<Item>>
  /** Loads the next page; one at a time. */
  more: () => Promise<void>
  /** Reloads as many pages as were loaded, and shows them when all of them have arrived. */
  reload: () => Promise<void>
  get: (id: string) => Item | undefined
  /** Inserts or replaces the item with its state on the server; null removes it. */
  put: (id: string, item: Item | null) => void
  /** Shows one item even if pages before it are not loaded. */
  reveal: (item: Item) => void
  close: () => void
}

type ReadPage<Item> = (cursor: string | null, signal: AbortSignal) => Promise<CursorPage<Item>>

/** With `all`, the list is complete and loads no pages: it is another order of known items. */
export function createOrderedList<Item extends Identified>(
  readPage: ReadPage<Item>,
  order: Order<Item>,
  all?: readonly Item[],
): OrderedList<Item> {
  const store = createStore<OrderedListState<Item>>(
    all ? { ...joined(nothingRead(), all, true, order), empty: false } : nothingRead(),
  )
  let cursor: string | null = null
  let ended = new AbortController()
  // Changes that arrived while a page was loading: the page may be older.
  const meanwhile = new Map<string, Item | null>()

  async function run(reading: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = ended
    meanwhile.clear()
    store.set({ reading: true, error: null })
    try {
      await reading(signal)
      if (!signal.aborted) store.set({ reading: false, empty: false })
    } catch (error) {
      if (!signal.aborted) store.set({ reading: false, error })
    }
  }

  const renewed = (items: readonly Item[]) =>
    items.flatMap((item) => {
      const later = meanwhile.get(item.id)
      return later === undefined ? [item] : later === null ? [] : [later]
    })

  return {
    store,
    async more() {
      const { reading, complete } = store.get()
      if (reading || complete) return
      await run(async (signal) => {
        const page = await readPage(cursor, signal)
        if (signal.aborted) return
        cursor = page.next
        store.set(joined(store.get(), renewed(page.data), page.next === null, order))
      })
    },
    async reload() {
      ended.abort()
      ended = new AbortController()
      const wanted = store.get().read
      await run(async (signal) => {
        const items: Item[] = []
        let next: string | null = null
        do {
          const page: CursorPage<Item> = await readPage(next, signal)
          items.push(...page.data)
          next = page.next
        } while (next !== null && items.length < wanted)
        if (signal.aborted) return
        cursor = next
        store.set(rejoined(store.get(), renewed(items), next === null, order))
        // Items that were created meanwhile may belong between the loaded ones.
        for (const one of meanwhile.values()) if (one) store.set(withItem(store.get(), one.id, one, order))
      })
    },
    get: (id) => store.get().items.find((item) => item.id === id),
    put(id, item) {
      if (store.get().reading) meanwhile.set(id, item)
      store.set(withItem(store.get(), id, item, order))
    },
    reveal(item) {
      store.set(withItem(store.get(), item.id, item, order, true))
    },
    close() {
      ended.abort()
      ended = new AbortController()
      store.set({ reading: false })
    },
  }
}

function nothingRead<Item>(): OrderedListState<Item> {
  return { items: [], read: 0, complete: false, empty: true, reading: false, error: null }
}

/** The list with its next page. An item of the page that was revealed before appears once. */
function joined<Item extends Identified>(
  state: OrderedListState<Item>,
  page: readonly Item[],
  complete: boolean,
  order: Order<Item>,
): OrderedListState<Item> {
  const head = state.items.slice(0, state.read)
  const known = new Set(head.map(({ id }) => id))
  const added = page.filter(({ id }) => !known.has(id))
  const read = [...head, ...added].sort(order)
  const ids = new Set(read.map(({ id }) => id))
  const beyond = state.items.slice(state.read).filter(({ id }) => !ids.has(id))
  // The list is complete: no item is beyond its end.
  const items = complete ? [...read, ...beyond].sort(order) : [...read, ...beyond]
  return { ...state, items, read: complete ? items.length : read.length, complete }
}

/**
 * The list with reloaded pages. Revealed items beyond the pages stay; revealed items within them would have been
 * loaded.
 */
function rejoined<Item extends Identified>(
  state: OrderedListState<Item>,
  pages: readonly Item[],
  complete: boolean,
  order: Order<Item>,
): OrderedListState<Item> {
  const fresh = joined(nothingRead<Item>(), pages, complete, order)
  const last = fresh.items.at(-1)
  const beyond = state.items
    .slice(state.read)
    .filter((one) => !complete && (last === undefined || order(one, last) > 0))
  return { ...state, ...fresh, items: [...fresh.items, ...beyond], reading: state.reading }
}

/**
 * The list with the current state of one item. An item beyond the loaded pages arrives with its page, unless it is
 * already shown.
 */
export function withItem<Item extends Identified>(
  state: OrderedListState<Item>,
  id: string,
  item: Item | null,
  order: Order<Item>,
  beyond = false,
): OrderedListState<Item> {
  const index = state.items.findIndex((one) => one.id === id)
  const old = state.items[index]
  if (old && item && order(old, item) === 0) return { ...state, items: state.items.with(index, item) }
  const rest = index < 0 ? state.items : state.items.toSpliced(index, 1)
  const read = index >= 0 && index < state.read ? state.read - 1 : state.read
  if (!item) return { ...state, items: rest, read }
  const last = rest[read - 1]
  const isWithin = state.complete || (last !== undefined && order(item, last) < 0)
  if (!isWithin && !beyond && index < 0) return state
  const place = placeAmong(rest, item, order, isWithin ? 0 : read, isWithin ? read : rest.length)
  return { ...state, items: rest.toSpliced(place, 0, item), read: isWithin ? read + 1 : read }
}

/** The index at which the item belongs, between two indexes of a sorted list. */
function placeAmong<Item>(items: readonly Item[], item: Item, order: Order<Item>, from: number, to: number) {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >> 1
    if (order(items[middle]!, item) < 0) low = middle + 1
    else high = middle
  }
  return low
}
