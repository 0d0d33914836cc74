// The package `dailies` on a machine without the repository: run by npx, and as a container image. The image is built by the
// steps of the Dockerfile, without Docker.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { root } from './lib/repository.ts'
import {
  type Image,
  makeRoot,
  type Npm,
  newImage,
  runDockerfile,
  startInImage,
} from './lib/run-dockerfile.ts'

const skip =
  process.platform !== 'linux' || spawnSync('bwrap', ['--version']).error
    ? 'bubblewrap is not installed'
    : false
const folder = mkdtempSync(join(tmpdir(), 'dailies-package-'))
const servers: ChildProcess[] = []
// Of the file, not of a test: the hooks of a test that times out do not run, and its server would keep the file open.
after(() => {
  for (const { pid, exitCode, signalCode } of servers)
    if (exitCode === null && signalCode === null) process.kill(-pid!, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

let tarball: string
let npm: Npm
before(
  () => {
    const pack = join(root, 'scripts/pack.ts')
    tarball = execFileSync(process.execPath, ['--no-warnings', pack], { encoding: 'utf8' }).trim()
    npm = npmOfThisMachine()
  },
  { timeout: 300_000 },
)

test('npx runs the package in an empty folder', { skip, timeout: 180_000 }, async (t) => {
  const image: Image = { ...newImage(makeRoot(join(folder, 'machine'))), folder: '/empty' }
  const work = join(image.root, 'empty')
  mkdirSync(work)
  copyFileSync(tarball, join(work, basename(tarball)))
  image.env = { PORT: '0', ON_DEMAND_PACKAGES: 'off', LOG_LEVEL: 'warn', FFMPEG: '/nowhere/ffmpeg' }
  const child = startInImage(image, ['npx', '--yes', `./${basename(tarball)}`], npm)
  const url = await running(child)
  const first = readFileSync(join(work, 'data/first-start.txt'), 'utf8')
  const api = createApi(url, /rvk_\w+/.exec(first)![0])

  await t.test('the API, the web app, the guides and the API reference are there', async () => {
    assert.equal((await api('GET', '/api/ping')).data.pong, true)
    const app = await request(`${url}/sign-in`)
    assert.deepEqual([app.status, app.type], [200, 'text/html; charset=utf-8'])
    for (const path of ['/docs/self-hosting', '/docs/api', '/openapi.json', (await scripts(url))[0]!]) {
      assert.equal((await request(url + path)).status, 200, path)
    }
  })

  await t.test(
    'without downloads, a draft in Japanese is drawn, and a PDF says what is missing',
    async () => {
      const project = await api('POST', '/api/projects', {
        name: 'Pilot',
        accessRange: 'ONLY_PROJECT_MEMBER',
      })
      const generate = async (outputType: string, outputModel: string) => {
        const body = {
          outputType,
          outputModel,
          prompt: '灯台のそばで眠る猫',
          folder: null,
          attachments: [],
          configs: null,
        }
        const { data } = await api('POST', `/api/projects/${project.data.id}/files/upload.generate`, body)
        return finished(api, data.id)
      }
      const image = await generate('IMAGE', 'gpt-image-2')
      assert.equal(image.status, 'UPLOADED', JSON.stringify(image.failure))
      const document = await generate('DOCUMENT', 'pdf')
      assert.match(document.failure.message, /^A PDF needs the package of Typst/)
    },
  )

  await t.test('decoders start from bundles', async () => {
    const [installed] = globSync('**/node_modules/dailies/server', { cwd: image.root })
    await assertBundled(image, `/${installed}`)
  })

  await t.test('it stops its database when it is interrupted', async () => {
    interrupt(child)
    await once(child, 'exit')
    assert.equal(existsSync(join(work, 'data/postgres/postmaster.pid')), false)
  })
})

test('the image that the Dockerfile builds of the package starts, is healthy and stops', {
  skip,
}, async (t) => {
  const source = join(folder, 'pack')
  mkdirSync(join(source, 'source'), { recursive: true })
  copyFileSync(tarball, join(source, 'source', basename(tarball)))
  const image = runDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'), {
    folder,
    stages: { pack: source },
    done: ['apt-get'],
    npm,
  })
  Object.assign(image.env, { PORT: String(await freePort()), DEMO: 'off' })
  const child = startInImage(image, [...image.entrypoint, ...image.command])
  await running(child)

  await t.test('the health check passes', async () => {
    const [code] = await once(startInImage(image, image.health), 'exit')
    assert.equal(code, 0)
  })

  await t.test('admin commands work beside it', async () => {
    const admin = startInImage(image, ['dailies', 'admin', 'workspace', 'list', '--json'])
    const [listed] = JSON.parse(await text(admin.stdout!))
    assert.equal(listed.name, 'Studio')
  })

  await t.test('a file on the machine is checked without the server', async () => {
    const check = startInImage(image, ['dailies', 'check', '/app/package.json', '--json'])
    const [report, [code]] = await Promise.all([text(check.stdout!), once(check, 'exit')])
    assert.equal(code, 11)
    assert.equal(JSON.parse(report).files[0].failure.code, 'unsupported')
  })

  await t.test('decoders start from bundles', () => assertBundled(image, '/app/server'))

  await t.test('it stops with status 0', async () => {
    // The signal is for tini, the child of bubblewrap.
    process.kill(Number(execFileSync('ps', ['-o', 'pid=', '--ppid', `${child.pid}`])), 'SIGTERM')
    const [code] = await once(child, 'exit')
    assert.equal(code, 0)
    assert.equal(existsSync(join(image.root, 'data/postgres/postmaster.pid')), false)
  })
})

/** Downloads are shared with this machine; what npm installs is not. */
function npmOfThisMachine(): Npm {
  const get = (name: string) => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim()
  const downloads = join(get('cache'), '_cacache')
  mkdirSync(downloads, { recursive: true })
  const [registry, cafile] = [get('registry'), get('cafile')]
  const settings = { npm_config_registry: registry, ...(cafile !== 'null' && { npm_config_cafile: cafile }) }
  return { downloads, env: { npm_config_cache: '/npm', npm_config_prefer_offline: 'true', ...settings } }
}

/** Every module that runs in a child, as the server would run it. */
async function assertBundled(image: Image, server: string): Promise<void> {
  const script = `
    import { globSync } from 'node:fs'
    import { pathToFileURL } from 'node:url'
    import { runnable } from '${server}/src/sandbox/bundles.js'
    const modules = globSync('${server}/src/{{media,generation,admin}/**/*-child,sandbox/attempts}.js')
      .filter((path) => !path.endsWith('run-in-child.js'))
    console.log(JSON.stringify(modules.map((path) => [path, runnable(pathToFileURL(path))])))`
  const node = startInImage(image, ['node', '--input-type=module', '-e', script])
  const modules: [string, string][] = JSON.parse(await text(node.stdout!))
  assert.ok(modules.length >= 8, String(modules))
  for (const [path, run] of modules) assert.match(run, /\/server\/dist\/children-[\d-]+\/[\w-]+\.cjs$/, path)
}

/** Resolves to the address of the server when it is ready. */
async function running(child: ChildProcess): Promise<string> {
  servers.push(child)
  let said = ''
  for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
    said += chunk
    const [, url] = /Dailies is running at (http:\S+)/.exec(said) ?? []
    if (url) {
      // Only after the iterator has let go of the stream: before, it would stay paused, and fill up.
      setImmediate(() => child.stdout!.resume())
      return url
    }
  }
  throw new Error(`the server did not start: ${said}`)
}

/** Interrupts the group of processes, as a terminal does, except bubblewrap: it would kill the others. */
function interrupt(bubblewrap: ChildProcess): void {
  const group = execFileSync('ps', ['-e', '-o', 'pid=,pgid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([pid, leader]) => leader === bubblewrap.pid && pid !== bubblewrap.pid)
  for (const [pid] of group) process.kill(pid!, 'SIGINT')
}

function createApi(url: string, key: string) {
  return async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const answer = await request(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const parsed = JSON.parse(answer.body)
    assert.ok(answer.status < 300, answer.body)
    return parsed
  }
}

/**
 * Names the request that is not answered whole, instead of waiting for ever. The timer is our own: a body that is read
 * when its signal aborts can stay unsettled (nodejs/node#56917).
 */
async function request(url: string, options: RequestInit = {}) {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('not answered within 60 seconds')), 60_000)
  })
  const answered = async () => {
    const answer = await fetch(url, options)
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      body: await answer.text(),
    }
  }
  try {
    return await Promise.race([answered(), late])
  } catch (error) {
    throw new Error(`no answer from ${url}`, { cause: error })
  } finally {
    clearTimeout(timer!)
  }
}

async function finished(api: ReturnType<typeof createApi>, fileId: string) {
  for (;;) {
    const { data } = await api('GET', `/api/files/${fileId}`)
    if (data.status === 'UPLOADED' || data.status === 'FAILED') return data
    await new Promise((later) => setTimeout(later, 600))
  }
}

async function scripts(url: string): Promise<string[]> {
  const { body: page } = await request(`${url}/sign-in`)
  return [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
