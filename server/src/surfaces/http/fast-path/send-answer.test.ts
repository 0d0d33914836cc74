// The bytes of an answer are those that `writeHead` and `end` would write.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import type { Answer } from '../../../core/steps.ts'
import { ApiRequest } from '../../request.ts'
import { StrictTransportResponse, strictTransport } from '../strict-transport.ts'
import { sendAnswer } from './send-answer.ts'

type Send = (request: ApiRequest, response: ServerResponse, answer: Answer) => void

/** The same answer by public methods of Node. */
const sendSlowly: Send = (request, response, { status, body, revision, replayed }) => {
  const headers = [
    'cache-control',
    'no-store',
    'x-content-type-options',
    'nosniff',
    'x-request-id',
    request.id,
  ]
  headers.push('ratelimit-policy', request.limits!.policy, 'ratelimit', request.limits!.state)
  if (revision !== undefined) headers.push('etag', `"${revision}"`)
  if (replayed) headers.push('idempotent-replayed', 'true')
  if (body !== null)
    headers.push(
      ...['content-type', 'application/json; charset=utf-8'],
      ...['content-length', String(Buffer.byteLength(body))],
    )
  response.writeHead(status, headers).end(body ?? undefined)
}

const plain: Answer = { status: 200, body: '{"data":1}', revision: undefined, replayed: false }
const answers: Record<string, Answer> = {
  plain,
  nothing: { ...plain, status: 204, body: null },
  everything: { ...plain, status: 201, body: '{"data":"é電"}', revision: 7, replayed: true },
}

/** Serves `answers` by their path. */
async function start(
  send: Send,
  Response: typeof ServerResponse<ApiRequest> = ServerResponse,
): Promise<number> {
  const options = { IncomingMessage: ApiRequest, ServerResponse: Response, keepAliveTimeout: 72_000 }
  const server = createServer(options, (request, response) => {
    request.id = 'request-1'
    request.limits = { policy: '"default";q=60;w=60', state: '"default";r=59;t=1' }
    response.sendDate = false
    const reply = () => send(request, response, answers[request.url!.slice(1)]!)
    if (request.headers['x-late'] === undefined) reply()
    else setImmediate(reply)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return (server.address() as AddressInfo).port
}

const ports = [await start(sendAnswer), await start(sendSlowly)] as const

/** The client closes its side at once, so the server closes the connection after the last answer. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(bytes)
  return text(socket)
}

const get = (path: string, version = '1.1', headers = '') =>
  `GET ${path} HTTP/${version}\r\nHost: a\r\n${headers}\r\n`
const post = `POST /everything HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n`

const requests: [name: string, bytes: string][] = [
  ['a body', get('/plain')],
  ['no body', get('/nothing')],
  ['all headers and a body that is not ASCII', get('/everything')],
  ['HEAD', get('/everything').replace('GET', 'HEAD')],
  ['Connection: close', get('/plain', '1.1', 'Connection: close\r\n') + get('/plain')],
  ['Connection: close without a body', get('/nothing', '1.1', 'Connection: close\r\n') + get('/plain')],
  ['HTTP/1.0', get('/plain', '1.0') + get('/plain', '1.0')],
  ['HTTP/1.0 with keep-alive', get('/plain', '1.0', 'Connection: keep-alive\r\n').repeat(2)],
  ['HTTP/1.0 without a body', get('/nothing', '1.0', 'Connection: keep-alive\r\n').repeat(2)],
  [
    'pipelined requests whose first is answered last',
    get('/everything', '1.1', 'X-Late: 1\r\n') + get('/plain') + get('/nothing') + get('/plain'),
  ],
  ['a request with a body', `${post}\r\n{}${get('/plain')}`],
  ['Expect: 100-continue', `${post}Expect: 100-continue\r\n\r\n{}${get('/plain')}`],
]

for (const [name, bytes] of requests) {
  test(`${name}: the same bytes as by writeHead`, async () => {
    const [fast, slow] = await Promise.all(ports.map((port) => exchange(port, bytes)))
    assert.match(slow!, /^HTTP\/1.1 [12]/)
    assert.equal(fast, slow)
  })
}

test('with Strict-Transport-Security', async () => {
  const port = await start(sendAnswer, StrictTransportResponse)
  const expected = `\r\n${strictTransport.join(': ')}\r\n`
  for (const path of ['/plain', '/nothing']) assert.ok((await exchange(port, get(path))).includes(expected))
})

test('a second answer to one request is refused', async () => {
  const port = await start((request, response, answer) => {
    sendAnswer(request, response, answer)
    assert.throws(() => sendAnswer(request, response, answer), /answered before/)
  })
  const [fast, slow] = await Promise.all([exchange(port, get('/plain')), exchange(ports[1], get('/plain'))])
  assert.equal(fast, slow)
})
