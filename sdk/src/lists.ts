// Paged lists: iterate over all items, or get one page at a time.

/** Selects the page after or before a cursor. */
export interface CursorQuery {
  next?: string | null | undefined
  prev?: string | null | undefined
}

export interface CursorPage<T> {
  data: T[]
  /** The cursor of the next page; null on the last page. */
  next: string | null
  /** The cursor of the previous page; null on the first page. */
  prev: string | null
}

export interface NumberedPage<T> {
  data: T[]
  current: number
  hasNext: boolean
}

/** `for await` iterates over all items and requests pages as needed; `.page()` gets one page. */
export class CursorList<T> implements AsyncIterable<T> {
  readonly #load: (query: CursorQuery) => Promise<CursorPage<T>>
  readonly #newestFirst: boolean

  constructor(load: (query: CursorQuery) => Promise<CursorPage<T>>, newestFirst: boolean) {
    this.#load = load
    this.#newestFirst = newestFirst
  }

  page(query: CursorQuery = {}): Promise<CursorPage<T>> {
    return this.#load(query)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    let page = await this.#load({})
    for (;;) {
      // A chat-like list opens at its newest page and each page is in ascending order, so iterate backwards.
      yield* this.#newestFirst ? page.data.toReversed() : page.data
      const cursor = this.#newestFirst ? page.prev : page.next
      if (cursor === null) return
      page = await this.#load(this.#newestFirst ? { prev: cursor } : { next: cursor })
    }
  }
}

/** `for await` iterates over all items and requests pages as needed; `.page(2)` gets one page. */
export class NumberedList<T> implements AsyncIterable<T> {
  readonly #load: (page: number) => Promise<NumberedPage<T>>

  constructor(load: (page: number) => Promise<NumberedPage<T>>) {
    this.#load = load
  }

  page(number = 1): Promise<NumberedPage<T>> {
    return this.#load(number)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (let number = 1; ; number++) {
      const { data, hasNext } = await this.#load(number)
      yield* data
      if (!hasNext) return
    }
  }
}
