// The targets of a hijacked decoder, and the commands that it gets.
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

export const hijackedDecoder = join(import.meta.dirname, 'hijacked-decoder.pl')

export type AttackTargets = {
  /** One command per line, after the bytes that make the file a video. */
  orders: Buffer
  /** Everything that the decoder tries: proves that a test without findings has looked for something. */
  attempts: string[]
  /** Servers that were reached, signals that arrived, and files that were changed. */
  harm(): string[]
}

/** Secrets of the server for the decoder to look for. `files` must exist; more attempts may be added. */
export async function createTargets(
  files: readonly string[],
  more: readonly string[] = [],
): Promise<AttackTargets> {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-loot-'))
  const [tcp, unix, abstract] = [createServer(), createServer(), createServer()]
  let connections = 0
  for (const server of [tcp, unix, abstract])
    server.on('connection', (socket) => socket.destroy(void connections++))
  let signals = 0
  const onSignal = () => signals++
  process.on('SIGURG', onSignal)
  after(() => {
    for (const server of [tcp, unix, abstract]) server.close()
    process.off('SIGURG', onSignal)
    rmSync(folder, { recursive: true, force: true })
  })
  tcp.listen(0, '127.0.0.1')
  unix.listen(join(folder, 'socket'))
  const name = `dailies-${process.pid}-${Math.random()}`
  abstract.listen(`\0${name}`)
  await Promise.all([tcp, unix, abstract].map((server) => once(server, 'listening')))
  const { port } = tcp.address() as { port: number }
  const precious = join(folder, 'precious')
  writeFileSync(precious, 'precious')
  const { pid } = process
  const attempts = [
    ...[precious, ...files, `/proc/${pid}/environ`, `/proc/${pid}/maps`, '/etc/passwd'].map(
      (path) => `read ${path}`,
    ),
    ...[folder, '/root', '/home', '/var/lib', '/proc'].map((path) => `list ${path}`),
    ...[`tcp ${port}`, `socket ${join(folder, 'socket')}`, `abstract ${name}`],
    ...[`write ${join(folder, 'planted')}`, 'write /tmp/planted', `change ${precious}`],
    ...[`chmod ${precious}`, `truncate ${precious}`, `remove ${precious}`],
    ...[`signal ${pid}`, `trace ${pid}`, `limit ${pid}`, 'fork 1', ...more],
  ]
  for (const file of files) if (!existsSync(file)) throw new Error(`there is no ${file}`)
  const head = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2avc1mp41\n', 'latin1')
  return {
    orders: Buffer.concat([head, Buffer.from(`${attempts.join('\n')}\n`)]),
    attempts,
    harm: () => [
      ...(connections > 0 ? ['somebody connected'] : []),
      ...(signals > 0 ? ['the server was signalled'] : []),
      ...(existsSync(join(folder, 'planted')) ? ['a file was planted'] : []),
      ...(readFileSync(precious, 'utf8') === 'precious' ? [] : ['a file was changed']),
    ],
  }
}
