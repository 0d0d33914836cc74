// nginx as a CDN, set up as docs/guides/cdn.md says.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { until } from '../helpers/until.ts'

export const missingForCdn: string | false = spawnSync('nginx', ['-v']).error ? 'needs nginx' : false

const guide = readFileSync(new URL('../../../docs/guides/cdn.md', import.meta.url), 'utf8')

export async function startCdn(address: string, serverUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-cdn-'))
  const { host, port } = new URL(address)
  const [, file] = /```nginx\n(.*?)```/s.exec(guide)!
  const site = file!
    .replace('/var/cache/nginx/dailies', `${folder}/cache`)
    .replace(/server 10\.0\.0\.11:8080;\s+server 10\.0\.0\.12:8080;/, `server ${new URL(serverUrl).host};`)
    .replace('listen 443 ssl;', `listen ${host};`)
    .replaceAll(/ssl_certificate(_key)? .*;/g, '')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user} daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events {} http { ${temporary} ${site} }`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  const exited = once(nginx, 'exit')
  after(async () => {
    nginx.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  })
  await until(async () => {
    if (nginx.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'))
    return listens(Number(port))
  })
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const open = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return open
}
