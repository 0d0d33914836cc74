/** The body of an answer, piece by piece; given up when no byte comes for a while. */
export class BodyReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #idleMs: number

  constructor(body: ReadableStream<Uint8Array>, idleMs: number) {
    this.#reader = body.getReader()
    this.#idleMs = idleMs
  }

  /** The next piece; undefined at the end. */
  async read(): Promise<Uint8Array | undefined> {
    let idle = false
    const timer = setTimeout(() => {
      idle = true
      this.cancel()
    }, this.#idleMs)
    try {
      const { value } = await this.#reader.read()
      // What is cancelled looks as if it had ended.
      if (idle) throw new Error(`no byte for ${this.#idleMs} ms`)
      return value
    } finally {
      clearTimeout(timer)
    }
  }

  cancel(): void {
    this.#reader.cancel().catch(() => {})
  }
}
