// Lists that come in pages: all items one after the other, or a page at a time.

/** Which page: the one after a cursor, or the one before it. */
export interface CursorQuery {
  next?: string | null | undefined
  prev?: string | null | undefined
}

export interface CursorPage<T> {
  data: T[]
  /** Leads to the page after this one; null: there is none. */
  next: string | null
  /** Leads to the page before this one; null: there is none. */
  prev: string | null
}

export interface NumberedPage<T> {
  data: T[]
  current: number
  hasNext: boolean
}

/** `for await` goes over all items and asks for pages as it needs them; `.page()` gets one. */
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
      // A chat-like list opens at its end, and each page goes upwards in time: backwards is the one order there is.
      yield* this.#newestFirst ? page.data.toReversed() : page.data
      const cursor = this.#newestFirst ? page.prev : page.next
      if (cursor === null) return
      page = await this.#load(this.#newestFirst ? { prev: cursor } : { next: cursor })
    }
  }
}

/** `for await` goes over all items and asks for pages as it needs them; `.page(2)` gets one. */
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
