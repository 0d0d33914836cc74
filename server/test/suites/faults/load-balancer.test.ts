// HAProxy in front of nodes, set up by the file of the guide "High availability". The nodes are simple servers that can be lost in
// the middle of a request.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { root } from '../../../../scripts/lib/repository.ts'
import { freeAddress } from '../../helpers/free-ports.ts'
import { until } from '../../helpers/until.ts'

const skip = spawnSync('haproxy', ['-v']).error ? 'needs haproxy' : false
const config = join(root, 'cluster/config')

type Node = {
  port: number
  /** Where HAProxy asks whether the node is ready, if elsewhere. */
  healthPort?: number
  requests: { message: IncomingMessage; response: ServerResponse }[]
  lose(): void | Promise<void>
}

/** A node that is ready. It answers `/first` and keeps every other request waiting. */
async function startNode(): Promise<Node> {
  const requests: Node['requests'] = []
  const server = createServer((message, response) => {
    if (message.url === '/readyz' || message.url === '/first') return response.end()
    return requests.push({ message, response })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const lose = () => {
    server.close()
    server.closeAllConnections()
  }
  after(lose)
  return { port: (server.address() as AddressInfo).port, requests, lose }
}

/** Returns the URL of a load balancer for these nodes. */
async function balance(nodes: Node[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-haproxy-'))
  const url = await freeAddress()
  const lines = nodes.map(
    ({ port, healthPort = port }, i) => `  server node${i + 1} 127.0.0.1:${port} check port ${healthPort}`,
  )
  const text = readFileSync(join(config, 'haproxy-edge.cfg'), 'utf8')
    .replaceAll('{{address}}:8080', new URL(url).host)
    .replaceAll('{{config}}', config)
    .replaceAll('abns@dailies', `unix@${folder}/inside`)
    .replaceAll(/^ {2}server node\d.*\n/gm, '')
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, `${text}${lines.join('\n')}\n`)
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  const exited = once(haproxy, 'exit')
  after(async () => {
    haproxy.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  })
  await until(async () => {
    assert.equal(haproxy.exitCode, null)
    return (await fetch(`${url}/first`).catch(() => undefined))?.ok
  })
  return url
}

type Answer = { status: number; retryAfter: string | undefined; port: number }

/** Sends a request and returns its answer, and the local port of the connection that it took. */
async function send(agent: Agent, url: string, method: string, headers = {}): Promise<Answer> {
  const sent = request(url, { agent, method, headers }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const { localPort } = answer.socket
  answer.resume()
  await once(answer, 'end')
  return { status: answer.statusCode!, retryAfter: answer.headers['retry-after'], port: localPort! }
}

const repeatable = { 'Idempotency-Key': 'one' }
const kinds: [method: string, headers: object][] = [
  ['GET', {}],
  ['POST', {}],
  ['POST', repeatable],
  ['PATCH', { 'If-Match': '"1"' }],
  ['DELETE', {}],
]

for (const [method, headers] of kinds)
  test(`503: ${method} with ${JSON.stringify(headers)}, the second request of a connection, when all nodes are lost`, {
    skip,
  }, async () => {
    const node = await startNode()
    const url = await balance([node])
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    after(() => agent.destroy())
    const first = await send(agent, `${url}/first`, 'GET')
    const second = send(agent, `${url}/second`, method, headers)
    await until(() => node.requests.length === 1)
    node.lose()
    assert.deepEqual(await second, { status: 503, retryAfter: '1', port: first.port })
  })

test('200: a POST with an idempotency key goes to another node when its node is lost', { skip }, async () => {
  const nodes = [await startNode(), await startNode()]
  const url = await balance(nodes)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  after(() => agent.destroy())
  await send(agent, `${url}/first`, 'GET')
  const second = send(agent, `${url}/second`, 'POST', repeatable)
  const taken = await until(() => nodes.find(({ requests }) => requests.length === 1))
  taken.lose()
  const other = nodes.find((node) => node !== taken)!
  const repeated = await until(() => other.requests[0])
  repeated.response.end()
  assert.equal((await second).status, 200)
})

type CutNode = Node & {
  /** From now on no connection to the node can be opened, and nothing says so. */
  cut(): void
  /** Waits for the next question whether the node is ready. From that one on, the node does not answer it. */
  nextCheck(): Promise<void>
}

async function startCutNode(): Promise<CutNode> {
  const listen = `const server = require('node:http').createServer((_, answer) => answer.end())
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => process.send(server.address().port))`
  const child = spawn(process.execPath, ['-e', listen], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const exited = once(child, 'exit')
  const [port] = await once(child, 'message')
  const waiting: Socket[] = []
  let isLost: (() => void) | undefined
  const health = createServer((_, answer) => {
    if (!isLost) return answer.end()
    isLost()
    return answer.destroy()
  }).listen(0, '127.0.0.1')
  await once(health, 'listening')
  const lose = async () => {
    health.close()
    health.closeAllConnections()
    for (const socket of waiting) socket.destroy()
    child.kill('SIGKILL')
    await exited
  }
  after(lose)
  return {
    ...{ port, healthPort: (health.address() as AddressInfo).port, requests: [], lose },
    // A stopped process accepts nothing. Once its queue is full, the system drops what arrives.
    cut() {
      child.kill('SIGSTOP')
      for (let i = 0; i < 8; i++) waiting.push(connect(port, '127.0.0.1').on('error', () => undefined))
    },
    nextCheck: () =>
      new Promise((lost) => {
        isLost = lost
      }),
  }
}

for (const [method, headers] of kinds)
  test(`503: ${method} with ${JSON.stringify(headers)}, the second request of a connection, when the link to its node is cut`, {
    skip,
  }, async () => {
    const node = await startCutNode()
    const url = await balance([node])
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    after(() => agent.destroy())
    const first = await send(agent, `${url}/first`, 'GET')
    node.cut()
    await node.nextCheck()
    const second = await send(agent, `${url}/second`, method, headers)
    assert.deepEqual(second, { status: 503, retryAfter: '1', port: first.port })
  })

for (const [method, headers] of kinds)
  test(`503: ${method} with ${JSON.stringify(headers)}, sent to one node only, which no longer answers`, {
    skip,
  }, async () => {
    const [node, health] = [await startNode(), await startNode()]
    const url = await balance([{ ...node, healthPort: health.port }])
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    after(() => agent.destroy())
    const first = await send(agent, `${url}/first`, 'GET')
    const second = send(agent, `${url}/second`, method, headers)
    await until(() => node.requests.length === 1)
    health.lose()
    assert.deepEqual(await second, { status: 503, retryAfter: '1', port: first.port })
    assert.equal(node.requests.length, 1)
  })

test('a node sees the address of the client, once', { skip }, async () => {
  const node = await startNode()
  const url = await balance([node])
  const agent = new Agent()
  const answered = send(agent, `${url}/any`, 'GET')
  const { message, response } = await until(() => node.requests[0])
  response.end()
  await answered
  assert.equal(message.headers['x-forwarded-for'], '127.0.0.1')
})
