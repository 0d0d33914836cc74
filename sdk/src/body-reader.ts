/** Reads the body of a response in chunks; fails when no byte arrives for `idleMs`. */
export class BodyReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #idleMs: number

  constructor(body: ReadableStream<Uint8Array>, idleMs: number) {
    this.#reader = body.getReader()
    this.#idleMs = idleMs
  }

  /** The next chunk; undefined at the end. */
  async read(): Promise<Uint8Array | undefined> {
    let idle = false
    const timer = setTimeout(() => {
      idle = true
      this.cancel()
    }, this.#idleMs)
    try {
      const { value } = await this.#reader.read()
      // A cancelled body looks like one that has ended.
      if (idle) throw new Error(`no data for ${this.#idleMs} ms`)
      return value
    } finally {
      clearTimeout(timer)
    }
  }

  cancel(): void {
    this.#reader.cancel().catch(() => {})
  }
}
