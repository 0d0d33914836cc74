import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { createSocket } from 'node:dgram'
import { type LookupAddress, lookup } from 'node:dns'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { until } from '../../test/helpers/until.ts'
import { createPublicResolve, isPublicAddress, notPublicCode, publicLookup } from './public-network.ts'

/** The first wait for a name server. It must be longer than a busy machine needs to ask 100 times. */
const timeoutMs = 250

test('private, reserved and special addresses are not public', () => {
  for (const address of ['1.1.1.1', '93.184.215.14', '2606:4700::1111', '2a00:1450:4001:82b::200e'])
    assert.ok(isPublicAddress(address), address)
  const others = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.9.9.9', '169.254.1.1', '172.31.0.1', '192.168.0.1'],
    ...['192.0.2.1', '198.19.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:10.0.0.1', '::ffff:1.1.1.1', '64:ff9b::a00:1', 'fe80::1', 'fd00::1', 'ff02::1'],
    ...['2001:db8::1', '2002:a00:1::', '2001::1', 'nonsense', ''],
  ]
  for (const address of others) assert.ok(!isPublicAddress(address), address)
})

test('the lookup of a private name fails for one address and for all', async () => {
  for (const options of [{ all: true }, {}]) {
    const error = await new Promise((done) => publicLookup('localhost', options, (failed) => done(failed)))
    assert.equal((error as NodeJS.ErrnoException).code, notPublicCode)
  }
})

test('names from users are resolved without a thread of libuv', async () => {
  const kinds: string[] = []
  const hook = createHook({ init: (_id, kind) => void kinds.push(kind) }).enable()
  const asked = new Promise((done) => publicLookup('stranger.example', { all: true }, done))
  hook.disable()
  assert.ok(!kinds.includes('GETADDRINFOREQWRAP'), kinds.join())
  await asked
})

test('names whose servers never answer fail in time and delay no other lookup', async () => {
  const { port, queries } = await startNameServer(() => undefined)
  const resolve = createPublicResolve([`127.0.0.1:${port}`], timeoutMs)
  let open = 50
  const strangers = Array.from({ length: open }, async (_, i) => {
    const error = await find(resolve, `name${i}.example`).catch((reason) => reason)
    open--
    return error.code
  })
  // Both families of all names are queried at once, and local names still resolve meanwhile.
  await until(() => queries.size === 100)
  await promisify(lookup)('localhost')
  assert.equal(open, 50)
  assert.deepEqual(new Set(await Promise.all(strangers)), new Set(['ETIMEOUT']))
})

test('addresses of both families are returned; one family is enough', async () => {
  const { port } = await startNameServer((name, type) => {
    if (type === 1) return [93, 184, 215, 14]
    return name.startsWith('both') ? [0x26, 6, 0x47, 0, ...Array(11).fill(0), 17] : undefined
  })
  const resolve = createPublicResolve([`127.0.0.1:${port}`], timeoutMs)
  const v4 = { address: '93.184.215.14', family: 4 }
  const v6 = { address: '2606:4700::11', family: 6 }
  assert.deepEqual(await find(resolve, 'both.example'), [v4, v6])
  assert.deepEqual(await find(resolve, 'one.example'), [v4])
})

function find(resolve: ReturnType<typeof createPublicResolve>, name: string): Promise<LookupAddress[]> {
  return new Promise((done, fail) =>
    resolve(name, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses))),
  )
}

type Respond = (name: string, type: number) => number[] | undefined

/** A local name server that answers with one address, or not at all. */
async function startNameServer(respond: Respond): Promise<{ port: number; queries: Set<string> }> {
  const queries = new Set<string>()
  const socket = createSocket('udp4')
  after(() => socket.close())
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12)
    const name = query.toString('latin1', 13, end)
    const type = query.readUInt16BE(end + 1)
    queries.add(`${name} ${type}`)
    const bytes = respond(name, type)
    if (bytes === undefined) return
    const question = query.subarray(12, end + 5)
    const head = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
    const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes])
    socket.send(Buffer.concat([head, question, record]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { port: socket.address().port, queries }
}
