// A proxy between a server and its database, so that a test can interrupt the connection and restore it.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type DatabaseProxy = {
  /** The URL of the database through the proxy. */
  through(databaseUrl: string): string
  /** Closes all connections and refuses new ones, as if the database had stopped. */
  cut(): void
  /** Accepts data and returns nothing, as if the network were lost. */
  freeze(): void
  /** Forwards nothing more on today's connections, without a word to either end. New ones work. */
  drop(): void
  restore(): void
  close(): Promise<void>
}

type Pair = { client: Socket; database: Socket }

export async function startDatabaseProxy(): Promise<DatabaseProxy> {
  const pairs = new Set<Pair>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy()
    const pair = { client, database: connect(databaseAddress()) }
    pairs.add(pair)
    join(pair, () => pairs.delete(pair))
    if (state === 'frozen') hold(pair)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const destroyAll = () => {
    for (const { client, database } of pairs) for (const socket of [client, database]) socket.destroy()
  }
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl)
      url.search = ''
      url.host = `127.0.0.1:${port}`
      return url.href
    },
    cut() {
      state = 'cut'
      destroyAll()
    },
    freeze() {
      state = 'frozen'
      for (const pair of pairs) hold(pair)
    },
    drop() {
      for (const pair of pairs) hold(pair)
    },
    restore() {
      // Joined twice, a pair would send every byte twice.
      if (state === 'frozen') for (const pair of pairs) join(pair)
      state = 'open'
    },
    async close() {
      destroyAll()
      server.close()
      await once(server, 'close')
    },
  }
}

function join({ client, database }: Pair, ended?: () => void): void {
  client.pipe(database)
  database.pipe(client)
  if (!ended) return
  for (const [one, other] of [
    [client, database],
    [database, client],
  ] as const) {
    one.on('error', () => {})
    one.on('close', () => {
      other.destroy()
      ended()
    })
  }
}

function hold({ client, database }: Pair): void {
  client.unpipe(database).pause()
  database.unpipe(client).pause()
}

/** The address of the tests' database: a socket in a folder, or a port. */
function databaseAddress(): { path: string } | { host: string; port: number } {
  const url = new URL(process.env.TEST_DATABASE_URL!)
  const folder = url.searchParams.get('host')
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432))
  return folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${port}` } : { host: url.hostname, port }
}
