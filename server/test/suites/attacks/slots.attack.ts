// Clients that open requests and never finish them must not affect others.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { TLSSocket } from 'node:tls'
import { openSocket } from '../../helpers/raw-http.ts'
import { sendPart } from '../../helpers/uploads.ts'
import type { World } from '../../worlds/world.ts'
import type { StartSite } from './site.ts'

const connections = 1_000
const rounds = 5

/** Opens connections that each send the beginning of a request and then nothing. */
async function holdOpen(url: string, beginning: string): Promise<Socket[]> {
  const sockets = Array.from({ length: connections }, () => openSocket(url).on('error', () => {}))
  const ready = url.startsWith('https:') ? 'secureConnect' : 'connect'
  await Promise.all(sockets.map((socket) => once(socket, ready)))
  await Promise.all(
    sockets.map((socket) => new Promise((written) => socket.resume().write(beginning, written))),
  )
  return sockets
}

async function assertOthersAreServed(world: World, projectId: string, key: string): Promise<void> {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: originOf(world) }
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all([
      world.call('GET /api/ping', { key }),
      world.call('GET /sign-in'),
      world.call('POST /sign-in', { body: 'email=ann@example.com&password=wrong', headers: form }),
      world.call(`POST /api/projects/${projectId}/folders`, { key, body: { name: `Folder ${round}` } }),
    ])
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual([statuses[0], statuses[1], statuses[3]], [200, 200, 201], `round ${round}: ${statuses}`)
    assert.ok(statuses[2]! < 500, `round ${round}: ${statuses}`)
  }
}

function originOf({ url }: World): string {
  return new URL(url).origin.replace('127.0.0.1', 'localhost')
}

function beginRequest(world: World, line: string, headers: string[]): string {
  return `${[`${line} HTTP/1.1`, `Host: ${new URL(world.url).host}`, ...headers].join('\r\n')}\r\n\r\n`
}

export function attack(start: StartSite): void {
  test('1,000 sign-in forms that never arrive: other clients are served', async () => {
    const world = await start()
    const { id, owner } = await world.project()
    const headers = [
      `Origin: ${originOf(world)}`,
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 1000',
    ]
    const held = await holdOpen(world.url, `${beginRequest(world, 'POST /sign-in', headers)}email=`)
    await assertOthersAreServed(world, id, owner.key)
    for (const socket of held) socket.destroy()
  })

  test('1,000 slow connections to one part URL: other clients are served and can send parts', async (t) => {
    const world = await start()
    const { id, owner } = await world.project()
    const route = `POST /api/projects/${id}/files/upload.multipart`
    const body = { name: 'slow.bin', size: 1_000 }
    const slow = await world.call(route, { key: owner.key, body })
    const url = new URL(slow.body.data.parts[0].url)
    if (url.port !== new URL(world.url).port) return t.skip('clients send parts to the bucket')
    const line = `PUT ${url.pathname}${url.search}`
    const held = await holdOpen(world.url, `${beginRequest(world, line, ['Content-Length: 1000'])}x`)
    await assertOthersAreServed(world, id, owner.key)
    const other = await world.call(route, { key: owner.key, body })
    await sendPart(other.body.data.parts[0], Buffer.alloc(1_000))
    for (const socket of held) socket.destroy()
  })

  test('1,500 pings whose connections are reset: all 50 slots of the server are free again', async () => {
    const world = await start({ env: { MAX_REQUESTS: '50' } })
    const { id, owner } = await world.project()
    // The server caches the caller, so that pings take the fast path.
    assert.equal((await world.call('GET /api/ping', { key: owner.key })).status, 200)
    const ping = beginRequest(world, 'GET /api/ping', [`Authorization: Bearer ${owner.key}`])
    for (let wave = 0; wave < 50; wave++) {
      const sockets = Array.from({ length: 30 }, () => openSocket(world.url).on('error', () => {}))
      const ready = world.url.startsWith('https:') ? 'secureConnect' : 'connect'
      await Promise.all(sockets.map((socket) => once(socket, ready)))
      // The request is sent and reset in the same turn of the event loop: it arrives, and no client waits for its
      // response.
      await Promise.all(sockets.map((socket) => new Promise((written) => socket.write(ping, written))))
      // A connection with TLS can only be closed; the proxy then cuts the one behind it.
      for (const socket of sockets) {
        if (socket instanceof TLSSocket) socket.destroy()
        else socket.resetAndDestroy()
      }
    }
    await assertOthersAreServed(world, id, owner.key)
  })
}
