import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import pg from 'pg'
import { clientConfig, wireTime } from './connection.ts'

/** The table of connections; its times are in hundredths of a second. */
const connections = '/proc/net/tcp'

test('an idle connection is checked after ten seconds at the latest', {
  skip: !existsSync(connections) && 'the system does not list its connections',
}, async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = new pg.Client(clientConfig(`postgres://someone@127.0.0.1:${port}/any`, 0))
  client.on('error', () => {})
  client.connect().catch(() => {})
  const [socket] = (await once(server, 'connection')) as [Socket]
  t.after(() => socket.destroy())
  // The first message comes after the settings of the connection.
  await once(socket, 'data')
  // The beginning of a response confirms this message, so that nothing else is due.
  await new Promise((written) => socket.write('N', written))
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const fields = readFileSync(connections, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const [kind, due] = fields.find((line) => line[2]?.endsWith(remote))![5]!.split(':')
  assert.equal(kind, '02', 'a check of the idle connection is due')
  assert.ok(Number.parseInt(due!, 16) <= 1_000, `due in ${due} hundredths of a second`)
})

test('timestamps have six decimal digits, even when Postgres omits trailing zeros', () => {
  assert.equal(wireTime('2026-01-31 09:05:00+00'), '2026-01-31 09:05:00.000000')
  assert.equal(wireTime('2026-01-31 09:05:00.1+00'), '2026-01-31 09:05:00.100000')
  assert.equal(wireTime('2026-01-31 09:05:00.123456+00'), '2026-01-31 09:05:00.123456')
  assert.equal(wireTime('2026-01-31 09:05:00.000001+00'), '2026-01-31 09:05:00.000001')
})
