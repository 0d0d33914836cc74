// The server as a studio runs it, without containers: Redis for the limits, an S3 server for the bytes, and nginx with
// https in front, set up as docs/guides/self-hosting.md says.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../../helpers/free-ports.ts'
import { until } from '../../helpers/until.ts'
import { trustTestCertificate } from '../../stand-ins/https-site.ts'
import { type CallOptions, call, startWorld, type World, type WorldOptions } from '../../worlds/world.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../stand-ins/${name}`, import.meta.url))
const s3Server = process.env.TEST_S3_URL

/** The reason why the site cannot be started on this machine, or false. */
export const missingForProduction: string | false = !s3Server
  ? 'needs an S3 server: `scripts/s3-test-server.sh npm test`'
  : (['nginx', 'redis-server'].find((name) => spawnSync(name, ['-v']).error) ?? false) &&
    'needs nginx and redis-server'

export async function startProductionWorld(options: WorldOptions = {}): Promise<World> {
  trustTestCertificate()
  const folder = mkdtempSync(join(tmpdir(), 'dailies-production-'))
  const redis = join(folder, 'redis.sock')
  const [appPort, sitePort] = await freePorts(2)
  const url = `https://localhost:${sitePort}`
  const processes = [
    spawn('redis-server', ['--port', '0', '--unixsocket', redis, '--save', '', '--dir', folder]),
    startNginx(folder, appPort!, sitePort!),
  ]
  after(async () => {
    for (const process of processes) await end(process)
    rmSync(folder, { recursive: true, force: true })
  })
  await until(() => existsSync(redis))
  await until(() => listens(sitePort!))
  const world = await startWorld({
    ...options,
    env: {
      PORT: String(appPort),
      BASE_URL: url,
      TRUST_PROXY: 'loopback',
      SECRET_KEY: randomBytes(32).toString('hex'),
      REDIS_URL: `unix://${redis}`,
      STORAGE_URL: s3Server!.replace('?', `/production-${appPort}-${Date.now()}?`),
      ...options.env,
    },
  })
  return { ...world, url, call: (route: string, callOptions?: CallOptions) => call(url, route, callOptions) }
}

function startNginx(folder: string, appPort: number, sitePort: number): ChildProcess {
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const settings = `
    ${user} daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 8192; }
    http {
      access_log off; ${temporary}
      server {
        listen 127.0.0.1:${sitePort} ssl;
        ssl_certificate ${fixture('localhost-cert.pem')};
        ssl_certificate_key ${fixture('localhost-key.pem')};
        client_max_body_size 0;
        proxy_request_buffering off;
        proxy_buffering off;
        proxy_read_timeout 10m;
        location / {
          proxy_pass http://127.0.0.1:${appPort};
          proxy_http_version 1.1;
          proxy_set_header Host $host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_set_header Connection "";
        }
      }
    }`
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, settings)
  return spawn('nginx', ['-p', folder, '-c', path], { stdio: 'ignore' })
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const open = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return open
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
