// Messages of Postgres's protocol, as bytes: https://www.postgresql.org/docs/current/protocol-message-formats.html

/** Messages to Postgres, one after the other in one buffer, which is sent with one write. */
export class MessageWriter {
  private bytes = Buffer.allocUnsafe(16_384)
  private used = 0
  private messageAt = 0

  get isEmpty(): boolean {
    return this.used === 0
  }

  /** The messages since the last call. They are valid until the next message begins, unless `keep` is called. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.used)
    this.used = 0
    return taken
  }

  /** Leaves the bytes that `take` returned to a socket that has not sent them yet. */
  keep(): void {
    this.bytes = Buffer.allocUnsafe(16_384)
  }

  begin(code: number): void {
    this.reserve(5)
    this.messageAt = this.used
    this.bytes[this.used] = code
    this.used += 5
  }

  end(): void {
    this.bytes.writeInt32BE(this.used - this.messageAt - 1, this.messageAt + 1)
  }

  byte(value: number): void {
    this.reserve(1)
    this.bytes[this.used++] = value
  }

  int16(value: number): void {
    this.reserve(2)
    this.used = this.bytes.writeUInt16BE(value, this.used)
  }

  int32(value: number): void {
    this.reserve(4)
    this.used = this.bytes.writeInt32BE(value, this.used)
  }

  /** Text that ends with a zero byte, which it cannot contain. */
  terminated(text: string): void {
    this.text(text)
    this.byte(0)
  }

  /** The value of a parameter, after its length. */
  sized(value: string | Buffer): void {
    const at = this.used
    this.int32(0)
    if (typeof value === 'string') this.text(value)
    else {
      this.reserve(value.length)
      this.used += value.copy(this.bytes, this.used)
    }
    this.bytes.writeInt32BE(this.used - at - 4, at)
  }

  raw(messages: Buffer): void {
    this.reserve(messages.length)
    this.used += messages.copy(this.bytes, this.used)
  }

  private text(text: string): void {
    this.reserve(text.length * 3)
    // Most texts are ids and short names: a call into native code takes longer than 100 characters here.
    if (text.length <= 100 && this.ascii(text)) return
    this.used += this.bytes.write(text, this.used, 'utf8')
  }

  private ascii(text: string): boolean {
    const { bytes, used } = this
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code > 127) return false
      bytes[used + i] = code
    }
    this.used += text.length
    return true
  }

  private reserve(size: number): void {
    if (this.used + size <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.used + size))
    this.bytes.copy(larger, 0, 0, this.used)
    this.bytes = larger
  }
}

export type OnMessage = (code: number, bytes: Buffer, start: number, end: number) => void

/** Splits what arrives into messages. A message that is not complete waits for the next chunks. */
export function createMessageReader(onMessage: OnMessage): (chunk: Buffer) => void {
  let waiting: Buffer[] = []
  let size = 0
  let wanted = 0

  return (arrived) => {
    let chunk = arrived
    if (size > 0) {
      waiting.push(arrived)
      size += arrived.length
      if (size < wanted) return
      chunk = Buffer.concat(waiting, size)
      waiting = []
      size = 0
    }
    let at = 0
    wanted = 5
    while (chunk.length - at >= 5) {
      const end = at + 1 + chunk.readInt32BE(at + 1)
      if (end > chunk.length) {
        wanted = end - at
        break
      }
      onMessage(chunk[at]!, chunk, at + 5, end)
      at = end
    }
    if (at === chunk.length) return
    size = chunk.length - at
    waiting.push(chunk.subarray(at))
  }
}

export type Column = { name: string; type: number }

/** The columns of a RowDescription. */
export function readColumns(bytes: Buffer, start: number): Column[] {
  let at = start + 2
  return Array.from({ length: bytes.readInt16BE(start) }, () => {
    const nameEnd = bytes.indexOf(0, at)
    const name = bytes.toString('utf8', at, nameEnd)
    const type = bytes.readUInt32BE(nameEnd + 7)
    at = nameEnd + 19
    return { name, type }
  })
}

/** The fields of an ErrorResponse, by their letter. */
export function readFields(bytes: Buffer, start: number, end: number): Record<string, string> {
  const fields: Record<string, string> = {}
  for (let at = start; at < end && bytes[at] !== 0; ) {
    const textEnd = bytes.indexOf(0, at)
    fields[String.fromCharCode(bytes[at]!)] = bytes.toString('utf8', at + 1, textEnd)
    at = textEnd + 1
  }
  return fields
}
