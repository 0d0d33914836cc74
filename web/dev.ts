// `npm run dev`: Vite on PORT, with hot reload, in front of the server, which runs on a free port and restarts when its
// code changes. The server uses Vite's address as its own, so that links, cookies and the origin check are correct.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'vite'
import { readConfig } from '../server/src/config.ts'
import { isAppPath, isSharePath } from '../server/src/surfaces/web/paths.ts'
import { root } from '../server/src/surfaces/web/sources.ts'

const { port, host, baseUrl } = readConfig(process.env)
const backPort = await freePort()
const back = `http://127.0.0.1:${backPort}`

const vite = await createServer({
  root: join(root, 'web'),
  logLevel: 'warn',
  server: {
    port,
    host,
    strictPort: true,
    // The server decides which origins are allowed.
    cors: false,
    proxy: { '/': { target: back, bypass: ownPath } },
  },
})
await vite.listen()

let server = startServer()
let changes: Promise<unknown> = Promise.resolve()
let settling: NodeJS.Timeout | undefined
const watcher = watch(join(root, 'server/src'), { recursive: true }, (_event, name) => {
  if (name === null || name.endsWith('.test.ts')) return
  // Several files that are saved together trigger one restart.
  clearTimeout(settling)
  settling = setTimeout(() => {
    changes = changes.then(restart)
  }, 100)
})

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const
await Promise.race(signals.map((signal) => once(process, signal)))
clearTimeout(settling)
watcher.close()
await changes
await Promise.all([vite.close(), stop(server)])
process.exit(0)

/**
 * Requests that Vite handles itself: its modules, and the HTML of the app once the server has authorised the request.
 * Undefined for all others.
 */
async function ownPath(request: IncomingMessage): Promise<string | undefined> {
  const { url = '/', method, headers } = request
  const path = url.split('?', 1)[0]!
  if (/^\/(@|src\/|node_modules\/)/.test(path)) return url
  if (path === '/dev/tokens') return '/index.html'
  if (method === 'GET' && isSharePath(path)) return '/share.html'
  if (method !== 'GET' || !isAppPath(path)) return undefined
  const answer = await fetch(back + url, { headers: { cookie: headers.cookie ?? '' }, redirect: 'manual' })
  await answer.body?.cancel()
  return answer.status === 303 ? undefined : '/index.html'
}

/** The child notices through the channel that this process has ended, even after a crash. */
function startServer(): ChildProcess {
  return spawn(process.execPath, [join(root, 'server/src/main.ts'), 'all', '--no-build'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PORT: String(backPort), HOST: '127.0.0.1', BASE_URL: baseUrl },
  })
}

async function restart(): Promise<void> {
  await stop(server)
  server = startServer()
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function freePort(): Promise<number> {
  const probe = createTcpServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}
