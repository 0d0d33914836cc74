// Which packages a command installs, in a small copy of the repository with three packages: `zwitch` to run, `fast-sha256` for
// development and `perfect-freehand` to build the web app.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { readLock } from './lib/lock-file.ts'
import { root } from './lib/repository.ts'

const folder = mkdtempSync(join(tmpdir(), 'dailies-install-'))
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
for (const path of ['scripts/run.mjs', 'scripts/lib/install.mjs', 'server/on-demand', '.npmrc']) {
  cpSync(join(root, path), join(folder, path), { recursive: true })
}
const workspaces = ['server', 'cli', 'sdk', 'web']
write('package.json', { name: 'small', workspaces, devDependencies: locked('fast-sha256') })
for (const name of workspaces) {
  const dependencies = { server: locked('zwitch'), web: locked('perfect-freehand') }[name] ?? {}
  write(`${name}/package.json`, { name: `@small/${name}`, version: '1.0.0', dependencies })
}
write('server/src/main.ts', "console.log('running')")
write('scripts/test.ts', "console.log('testing')")
npm('install', '--package-lock-only', '--omit-lockfile-registry-resolved')

const has = () => ({
  run: existsSync(join(folder, 'node_modules/zwitch/package.json')),
  development: existsSync(join(folder, 'node_modules/fast-sha256/package.json')),
  web: ['node_modules', 'web/node_modules'].filter((path) =>
    existsSync(join(folder, path, 'perfect-freehand')),
  ),
})

test('the first start installs what running needs, and beside it what the build of the web app needs', async () => {
  const { said, code } = await launch('server/src/main.ts')
  assert.equal(code, 0, said)
  assert.match(said, /^dailies: installing packages, packages to build the web app …$/m)
  assert.match(said, /^running$/m)
  assert.deepEqual(has(), { run: true, development: false, web: ['web/node_modules'] })
})

test('the second start installs nothing', async () => {
  assert.deepEqual(await launch('server/src/main.ts'), { said: 'running\n', code: 0 })
})

test('an install that is killed leaves the packages as they were, and the next start repeats it', async () => {
  makeOutdated()
  const child = start('server/src/main.ts')
  for await (const line of child.stderr!) if (/installing/.test(String(line))) break
  process.kill(-child.pid!, 'SIGKILL')
  assert.deepEqual(has(), { run: true, development: false, web: ['web/node_modules'] })
  const { said, code } = await launch('server/src/main.ts')
  assert.equal(code, 0, said)
  assert.match(said, /^dailies: installed in/m)
  assert.equal((await launch('server/src/main.ts')).said, 'running\n')
})

test('a command for development installs the rest, and later starts keep it', async () => {
  assert.match((await launch('scripts/test.ts')).said, /installing packages for development ….*testing/s)
  assert.deepEqual(has().development, true)
  assert.equal((await launch('server/src/main.ts')).said, 'running\n')
  makeOutdated()
  assert.match((await launch('server/src/main.ts')).said, /installing packages for development/)
  assert.deepEqual(has().development, true)
})

test('npm ci by hand is not repeated', async () => {
  npm('ci')
  assert.equal((await launch('scripts/test.ts')).said, 'testing\n')
  npm('ci', '--omit=dev')
  assert.equal((await launch('server/src/main.ts')).said, 'running\n')
  assert.match((await launch('scripts/test.ts')).said, /installing packages for development/)
})

function locked(name: string): Record<string, string> {
  return { [name]: readLock().packages[`node_modules/${name}`]!.version! }
}

function write(path: string, content: string | object): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
}

function read(path: string) {
  return JSON.parse(readFileSync(join(folder, path), 'utf8'))
}

/** As after an upgrade: the installed packages are those of an older lock file. */
function makeOutdated(): void {
  const installed = read('node_modules/.package-lock.json')
  installed.packages['node_modules/zwitch'].version = '1.0.0'
  write('node_modules/.package-lock.json', installed)
  rmSync(join(folder, 'node_modules/.dailies-install'))
}

function npm(...args: string[]): void {
  execFileSync('npm', [...args, '--prefer-offline', '--loglevel=error'], { cwd: folder, stdio: 'ignore' })
}

function start(entry: string): ChildProcess {
  return spawn(process.execPath, ['scripts/run.mjs', entry], { cwd: folder, detached: true })
}

async function launch(entry: string) {
  const child = start(entry)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit'),
  ])
  return { said: stderr + stdout, code }
}
