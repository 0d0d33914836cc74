// A proxy in front of Postgres that records statements. It reads them from the wire protocol, so the floor does not depend on
// how our client sends them.
import { type AddressInfo, connect, createServer, type NetConnectOpts } from 'node:net'

/** A statement as Postgres received it, with its parameters in text format; bytes where they were binary. */
export type Recorded = { text: string; values: (string | Uint8Array | null)[] }

export type Recorder = {
  /** The database through the proxy. */
  databaseUrl: string
  /** Runs `work` and returns the statements that arrived meanwhile. */
  during(work: () => Promise<void>): Promise<Recorded[]>
  close(): void
}

export async function startRecorder(databaseUrl: string): Promise<Recorder> {
  const url = new URL(databaseUrl)
  const target = addressOf(url)
  let recorded: Recorded[] = []
  const server = createServer((client) => {
    const upstream = connect(target)
    const read = messageReader((statement) => recorded.push(statement))
    client.on('data', read)
    client.pipe(upstream).pipe(client)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      socket.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url.search = ''
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    databaseUrl: url.href,
    async during(work) {
      recorded = []
      await work()
      return recorded
    },
    close: () => server.close(),
  }
}

/** `?host=` names the folder of a Unix socket. */
function addressOf(url: URL): NetConnectOpts {
  const folder = url.searchParams.get('host')
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432))
  if (folder?.startsWith('/')) return { path: `${folder}/.s.PGSQL.${port}` }
  return { host: folder ?? url.hostname, port }
}

/** Reads the messages of one client: Query has a text; Parse names a text, and Bind gives it parameters. */
export function messageReader(record: (statement: Recorded) => void): (chunk: Buffer) => void {
  const texts = new Map<string, string>()
  let rest = Buffer.alloc(0)
  let started = false

  function take(type: string, body: Reader): void {
    if (type === 'Q') record({ text: body.text(), values: [] })
    if (type === 'P') texts.set(body.text(), body.text())
    if (type !== 'B') return
    body.text()
    const text = texts.get(body.text()) ?? ''
    const formats = Array.from({ length: body.int16() }, () => body.int16())
    const values = Array.from({ length: body.int16() }, (_, i) => {
      const bytes = body.bytes()
      const binary = (formats.length === 1 ? formats[0] : formats[i]) === 1
      return bytes === null || binary ? bytes : bytes.toString()
    })
    record({ text, values })
  }

  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      // The first message of a connection has no type.
      const head = started ? 1 : 0
      if (rest.length < head + 4) return
      const end = head + rest.readInt32BE(head)
      if (rest.length < end) return
      if (started) take(String.fromCharCode(rest[0]!), new Reader(rest.subarray(5, end)))
      started = true
      rest = rest.subarray(end)
    }
  }
}

class Reader {
  #at = 0
  readonly #bytes: Buffer
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }
  text(): string {
    const end = this.#bytes.indexOf(0, this.#at)
    const text = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end + 1
    return text
  }
  int16(): number {
    this.#at += 2
    return this.#bytes.readInt16BE(this.#at - 2)
  }
  /** null: the value NULL. */
  bytes(): Buffer | null {
    const length = this.#bytes.readInt32BE(this.#at)
    this.#at += 4
    if (length === -1) return null
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
}
