// A real Redis or Valkey for one test file, on a Unix socket; a test can pause it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from 'redis'

const binary = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0)

/** The reason to skip a test that needs Redis; false when it can run. */
export const withoutRedis = binary === undefined && 'needs valkey-server or redis-server on the PATH'

export type RedisProcess = {
  url: string
  /** Redis accepts everything and answers nothing until `resume`. */
  pause(): void
  resume(): void
}

export async function startRedis(): Promise<RedisProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-redis-'))
  const socket = join(folder, 'redis.sock')
  const url = `unix://${socket}`
  const args = ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', folder]
  const child = spawn(binary!, args, { stdio: 'ignore' })
  after(async () => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    rmSync(folder, { recursive: true, force: true })
  })
  const client = createClient({ url, socket: { reconnectStrategy: 20 } }).on('error', () => {})
  await client.connect()
  while (!client.isReady) await pause(10)
  client.destroy()
  return { url, pause: () => void child.kill('SIGSTOP'), resume: () => void child.kill('SIGCONT') }
}
