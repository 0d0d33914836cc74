import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import type { Resolve } from '../../core/public-network.ts'
import { answer, type Behaviour, hang, startReceiver } from './fixtures/receiver.ts'
import { createSender, type Outcome, type SenderOptions } from './send.ts'

const body = Buffer.from('{"type":"comment.created"}')
/** For receivers that answer, which may take a while on a busy machine. */
const patientMs = 30_000
/** For receivers that never answer. */
const impatientMs = 300

async function post(url: string, options: Partial<SenderOptions> = {}) {
  const sender = createSender({ hosts: ['127.0.0.1', 'localhost'], timeoutMs: patientMs, ...options })
  try {
    return await sender.post(url, { 'content-type': 'application/json' }, body)
  } finally {
    sender.close()
  }
}

/** Posts again if a busy machine took the whole time limit before the request arrived. */
async function postImpatiently(url: string, hasArrived: (outcome: Outcome) => boolean): Promise<Outcome> {
  for (let left = 20; ; left--) {
    const outcome = await post(url, { timeoutMs: impatientMs })
    if (hasArrived(outcome) || left === 0) return outcome
  }
}

/** A raw TCP server, which does not speak HTTP by itself. */
async function startRaw(talk: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    talk(socket)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('the outcome has the status and the beginning of the answer', async () => {
  const receiver = await startReceiver(answer(422, { 'retry-after': '7' }, `no\0 \xff ${'x'.repeat(5_000)}`))
  const outcome = await post(receiver.url)
  assert.deepEqual(
    [outcome.status, outcome.error, outcome.retryAfterSeconds, outcome.cut],
    [422, null, 7, false],
  )
  assert.ok(outcome.response!.startsWith('no\ufffd ÿ xxx'))
  assert.equal(Buffer.byteLength(outcome.response!.replace('\ufffd', '\0')), 4_096)
  assert.deepEqual(receiver.received[0]!.body, body.toString())
})

test('Retry-After may be a date', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
  const receiver = await startReceiver(answer(503, { 'retry-after': inAnHour }))
  const { retryAfterSeconds } = await post(receiver.url)
  assert.ok(retryAfterSeconds! > 3_500 && retryAfterSeconds! <= 3_600)
  receiver.become(answer(503, { 'retry-after': 'soon' }))
  assert.equal((await post(receiver.url)).retryAfterSeconds, null)
})

test('a receiver that does not answer times out and is disconnected', async () => {
  const closed = Promise.withResolvers<void>()
  const receiver = await startReceiver((request) => request.socket.on('close', () => closed.resolve()))
  const outcome = await postImpatiently(receiver.url, () => receiver.received.length > 0)
  assert.deepEqual([outcome.status, outcome.error], [null, 'There was no answer within 0.3 s.'])
  assert.ok(outcome.durationMs >= impatientMs - 1)
  await closed.promise
})

/** Sends one byte at a time until the socket is closed. */
function drip(socket: Socket, text: string): void {
  let sent = 0
  const timer = setInterval(() => socket.write(text[sent++ % text.length]!), 20)
  socket.on('close', () => clearInterval(timer))
}

test('headers that arrive too slowly time out', async () => {
  const url = await startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nX-Long: ')
    drip(socket, 'x')
  })
  const outcome = await post(url, { timeoutMs: impatientMs })
  assert.deepEqual([outcome.status, outcome.error], [null, 'There was no answer within 0.3 s.'])
})

test('an answer that arrives too slowly is cut off; its status counts', async () => {
  const url = await startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
    drip(socket, '1\r\nx\r\n')
  })
  const outcome = await postImpatiently(url, ({ status }) => status !== null)
  assert.deepEqual([outcome.status, outcome.error], [200, 'The answer was not complete within 0.3 s.'])
})

test('an endless answer is read up to the limit', async () => {
  const closed = Promise.withResolvers<void>()
  const flood: Behaviour = (request, response) => {
    const fill = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    }
    request.socket.on('close', () => closed.resolve())
    response.on('drain', fill)
    fill()
  }
  const receiver = await startReceiver(flood)
  const outcome = await post(receiver.url)
  assert.deepEqual([outcome.status, outcome.error], [200, null])
  assert.equal(outcome.response, 'x'.repeat(4_096))
  await closed.promise
})

test('a connection that is refused, reset or closed during the answer is an error', async () => {
  const receiver = await startReceiver((request) => request.socket.resetAndDestroy())
  assert.equal((await post(receiver.url)).error, 'The connection was reset (ECONNRESET).')
  receiver.become((request, response) => {
    response.writeHead(500, { 'content-length': '100' }).write('half', () => request.socket.destroy())
  })
  const half = await post(receiver.url)
  assert.deepEqual([half.status, half.error, half.response], [500, 'The answer was incomplete.', 'half'])
  const closed = createServer()
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done))
  const { port } = closed.address() as AddressInfo
  await new Promise((done) => closed.close(done))
  assert.equal((await post(`http://127.0.0.1:${port}/`)).error, 'The connection was refused (ECONNREFUSED).')
})

test('an answer that is not HTTP, too long or switches protocols is an error', async () => {
  const garbage = await startRaw((socket) => socket.end('hello\r\n\r\n'))
  assert.match((await post(garbage)).error!, /^The request failed \(HPE_/)
  const long = await startRaw((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`)
  })
  assert.match((await post(long)).error!, /HPE_HEADER_OVERFLOW/)
  const upgrade = await startRaw((socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
  })
  const { status, error } = await post(upgrade)
  assert.equal(status, null)
  assert.match(error!, /^The connection was (closed|reset)/)
})

test('a redirect is reported and not followed', async () => {
  const target = await startReceiver()
  for (const status of [301, 302, 303, 307, 308]) {
    for (const location of ['http://169.254.169.254/latest/meta-data/', target.url]) {
      const receiver = await startReceiver(answer(status, { location }))
      const outcome = await post(receiver.url)
      assert.equal(outcome.status, status)
      assert.equal(outcome.error, `Redirects are not followed. It leads to ${location}`)
      assert.equal(receiver.received.length, 1)
    }
  }
  assert.equal(target.connections(), 0)
})

test('an idle connection is reused, and one that was closed meanwhile is replaced', async () => {
  const receiver = await startReceiver()
  const sender = createSender({ hosts: ['127.0.0.1'], timeoutMs: patientMs })
  after(() => sender.close())
  const send = () => sender.post(receiver.url, {}, body)
  assert.equal((await send()).status, 204)
  assert.equal((await send()).status, 204)
  assert.equal(receiver.connections(), 1)
  const used = new WeakSet<Socket>()
  receiver.become((request, response) => {
    if (used.has(request.socket) || receiver.connections() === 1) return request.socket.destroy()
    used.add(request.socket)
    response.writeHead(200).end()
  })
  const outcome = await send()
  assert.deepEqual([outcome.status, outcome.error], [200, null])
  assert.equal(receiver.connections(), 2)
})

test('an untrusted certificate is refused', async () => {
  const fixture = (name: string) => readFileSync(new URL(`../../../test/stand-ins/${name}`, import.meta.url))
  const options = { key: fixture('localhost-key.pem'), cert: fixture('localhost-cert.pem') }
  let requests = 0
  const server = createHttpsServer(options, () => requests++)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  assert.match((await post(`https://localhost:${port}/`)).error!, /^TLS failed \(\w*SELF_SIGNED\w*\)/)
  const plain = await startReceiver()
  assert.match((await post(plain.url.replace('http:', 'https:'))).error!, /^TLS failed/)
  assert.equal(requests, 0)
})

test('names of the internal network are refused when connecting', async () => {
  const receiver = await startReceiver()
  for (const name of ['localhost', 'localhost.', 'LOCALHOST', 'any.localhost']) {
    const { status, error } = await post(`https://${name}:${receiver.port}/`, { hosts: [] })
    assert.equal(status, null)
    assert.match(error!, /(not on the public network.*WEBHOOK_ALLOW_HOSTS|name is unknown)/)
  }
  assert.match((await post(receiver.url, { hosts: [] })).error!, /^Webhooks need an https URL/)
  assert.match((await post(`https://${receiver.host}/`, { hosts: [] })).error!, /not on the public network/)
  assert.equal(receiver.connections(), 0)
})

test('a name that resolves differently after the check is still refused', async () => {
  const receiver = await startReceiver()
  // In a public range, but not routed anywhere.
  const nowhere = { address: '3ffe::1', family: 6 }
  const here = { address: '127.0.0.1', family: 4 }
  const answers = [[nowhere], [here], [nowhere, here]]
  let asked = 0
  const resolve: Resolve = (_name, _options, done) => done(null, answers[asked++]!)
  const attempt = () =>
    post(`https://rebinding.example:${receiver.port}/`, { hosts: [], resolve, timeoutMs: impatientMs })
  const first = await attempt()
  assert.equal(first.status, null)
  // The name was resolved once, and that address was used for the connection.
  assert.equal(asked, 1)
  for (const times of [2, 3]) {
    assert.match((await attempt()).error!, /^rebinding\.example is not on the public network/)
    assert.equal(asked, times)
  }
  assert.equal(receiver.connections(), 0)
})

test('cut aborts the current requests', async () => {
  const receiver = await startReceiver(hang)
  const sender = createSender({ hosts: ['127.0.0.1'], timeoutMs: patientMs })
  after(() => sender.close())
  const begun = new Promise<void>((done) => receiver.become(() => done()))
  const outcome = sender.post(receiver.url, {}, body)
  await begun
  sender.cut()
  assert.deepEqual([(await outcome).cut, (await outcome).status], [true, null])
})
