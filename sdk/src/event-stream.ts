// Parses the text/event-stream format of the HTML standard, from chunks of bytes cut anywhere.

export interface StreamMessage {
  /** `message` when the stream names none. */
  event: string
  data: string
  /** The last id received, with this message or before it. */
  id: string
}

export class EventStreamParser {
  readonly #decoder = new TextDecoder()
  #line = ''
  #afterCarriageReturn = false
  #event = ''
  #data: string[] = []
  /** The last id received, with or without a message. */
  id = ''
  /** The delay in milliseconds that the server asks for before reconnecting. */
  retryMs: number | undefined

  /** Returns the messages that these bytes complete. */
  push(bytes: Uint8Array): StreamMessage[] {
    let text = this.#decoder.decode(bytes, { stream: true })
    if (text === '') return []
    // CR LF is one line end, even when a chunk ends between the two.
    if (this.#afterCarriageReturn && text.startsWith('\n')) text = text.slice(1)
    this.#afterCarriageReturn = text === '' ? false : text.endsWith('\r')
    const lines = (this.#line + text).split(/\r\n|\n|\r/)
    this.#line = lines.pop()!
    return lines.flatMap((line) => this.#take(line))
  }

  #take(line: string): StreamMessage[] {
    if (line === '') return this.#dispatch()
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') this.#data.push(value)
    else if (field === 'event') this.#event = value
    else if (field === 'id' && !value.includes('\0')) this.id = value
    else if (field === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value)
    return []
  }

  #dispatch(): StreamMessage[] {
    const message = { event: this.#event || 'message', data: this.#data.join('\n'), id: this.id }
    const empty = this.#data.length === 0
    this.#event = ''
    this.#data = []
    return empty ? [] : [message]
  }
}
