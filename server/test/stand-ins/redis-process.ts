// A real Redis or Valkey for one test file, on a Unix socket; a test can pause, kill and restart it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { createClient } from '@redis/client'
import { until } from '../helpers/until.ts'

const binary = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0)

/** The reason to skip a test that needs Redis; false when it can run. */
export const withoutRedis = binary === undefined && 'needs valkey-server or redis-server on the PATH'

export type RedisProcess = {
  url: string
  /** Redis accepts everything and answers nothing until `resume`. */
  pause(): void
  resume(): void
  /** `kill -9`, until `start`. */
  kill(): Promise<void>
  start(): void
}

export async function startRedis(): Promise<RedisProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-redis-'))
  const socket = join(folder, 'redis.sock')
  const url = `unix://${socket}`
  const args = ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', folder]
  const start = () => spawn(binary!, args, { stdio: 'ignore' })
  let child = start()
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  after(async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  })
  const client = createClient({ url, socket: { reconnectStrategy: 20 } }).on('error', () => {})
  await client.connect()
  await until(() => client.isReady)
  client.destroy()
  return {
    url,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    kill,
    start() {
      child = start()
    },
  }
}

/** A proxy that withholds the answer of Redis to the first script of the first connections. */
export async function startSilentProxy(redisUrl: string, silentConnections: number) {
  let count = 0
  const proxy = createServer((client) => {
    const silent = ++count <= silentConnections
    let held = false
    const upstream = connect(redisUrl.slice('unix://'.length))
    client.on('data', (data) => {
      held ||= silent && data.includes('EVALSHA')
      upstream.write(data)
    })
    upstream.on('data', (data) => void (held || client.write(data)))
    for (const [side, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      side.on('close', () => other.destroy())
      side.on('error', () => {})
    }
  })
  after(() => proxy.close())
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  return { url: `redis://127.0.0.1:${port}`, connections: () => count }
}
