// The launcher of every npm script: installs missing or stale dependencies, then runs the entry point on the pinned Node.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [entry, ...args] = process.argv.slice(2)

install()
const pinned = pinnedNode()
// Cache stripped and compiled code between starts: this halves the time to load modules.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')

if (pinned === undefined || process.version === pinned.version) {
  process.argv.splice(1, 2, resolve(root, entry))
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)
  await import(pathToFileURL(resolve(root, entry)).href)
} else {
  // The IPC channel closes when this process ends, however it ends, so that the child notices.
  const child = spawn(pinned.path, [resolve(root, entry), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`cannot run ${pinned.path}: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
}

/** `npm ci` when node_modules does not match package-lock.json; the stamp is written last, so an interrupted install is repeated. */
function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.dailies-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.error('dailies: installing dependencies (npm ci); package-lock.json has changed …')
  const options = ['ci', '--loglevel=error', '--no-audit', '--no-fund']
  if (process.env.NODE_ENV === 'production') options.push('--omit=dev')
  // The output of npm goes to stderr, so that `npm run -s dailies -- … --json` prints JSON only.
  const result = spawnSync('npm', options, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (result.status !== 0) fail('npm ci failed; see its message above')
  writeFileSync(stamp, lock)
}

/** The Node that package.json pins for this platform, or undefined where no package fits and this Node is new enough. */
function pinnedNode() {
  for (const name of [
    `node-${process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
  ]) {
    const home = join(root, 'node_modules', name)
    const path = join(home, 'bin', 'node')
    if (existsSync(path)) {
      return { path, version: `v${JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version}` }
    }
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return undefined
  fail(`no pinned Node for ${process.platform}-${process.arch}: install Node 24 or later and try again`)
}

function fail(message) {
  console.error(`dailies: ${message}`)
  process.exit(1)
}
