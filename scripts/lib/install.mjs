// Installs what a command needs: packages with npm, and the pinned Node. Plain JavaScript for Node 20, because it runs before
// anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pinnedNode, showProgress } from '../../server/on-demand/launch.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const modules = join(root, 'node_modules')
const webModules = join(root, 'web/node_modules')
/** Written last, so that an interrupted install does not count. */
const stampName = '.dailies-install'

/**
 * Installs the packages for running (`run`), or those for development as well (`all`), and returns the Node to run on:
 * undefined for this one. `builds`: the command builds the web app when there is no build.
 */
export async function install(part, builds) {
  const tasks = []
  if (!isInstalled(part)) {
    tasks.push(packagesTask(wasComplete() ? 'all' : part))
    // The packages that the build needs are installed at the same time as the others.
    if (builds && !fs.existsSync(join(root, 'web/dist/build.json')) && needsWebPackages())
      tasks.push(webTask())
  }
  const node = pinnedNode(join(root, 'runtime'))
  if (node && !fs.existsSync(node.path)) tasks.push({ name: 'Node', run: node.fetch })
  await showProgress(tasks)
  return node
}

/**
 * Installs the packages that only the build of the web app needs, beside its sources, and returns whether they are there: the
 * caller removes them after the build. An installation for development has them among the others.
 */
export async function installWebPackages() {
  if (needsWebPackages()) await showProgress([webTask()])
  return fs.existsSync(webModules)
}

export function removeWebPackages() {
  fs.rmSync(webModules, { recursive: true, force: true })
}

function needsWebPackages() {
  return !fs.existsSync(join(modules, 'vite')) && read(join(webModules, stampName)) !== lockHash()
}

/** Whether node_modules matches package-lock.json, also after `npm ci` by hand. */
function isInstalled(part) {
  const stamp = read(join(modules, stampName))
  if (stamp === `${lockHash()} all` || (part === 'run' && stamp === `${lockHash()} run`)) return true
  const listed = installedPackages()
  const wanted = Object.entries(JSON.parse(read(join(root, 'package-lock.json'))).packages)
  const matches = wanted.every(([path, { version, link, optional, dev }]) => {
    if (!path.startsWith('node_modules/') || link || optional || (part === 'run' && dev)) return true
    // npm also lists packages that `npm install --package-lock-only` has not installed.
    const manifest = listed[path]?.version === version && read(join(root, path, 'package.json'))
    return manifest && JSON.parse(manifest).version === version
  })
  if (matches) fs.writeFileSync(join(modules, stampName), `${lockHash()} ${part}`)
  return matches
}

/** Whether the packages for development are installed, for this lock file or an older one: a later `npm start` keeps them. */
function wasComplete() {
  return Object.values(installedPackages()).some(({ dev }) => dev)
}

/** npm writes this list at the end of an install. */
function installedPackages() {
  return JSON.parse(read(join(modules, '.package-lock.json')) ?? '{"packages":{}}').packages
}

function packagesTask(part) {
  const run = ['--omit=dev', '--workspace=server', '--workspace=cli', '--workspace=sdk']
  const options = part === 'all' ? ['--include=dev'] : run
  const name = part === 'all' ? 'packages for development' : 'packages'
  return npmTask({ name, options, target: modules, stamp: `${lockHash()} ${part}` })
}

function webTask() {
  const options = ['--omit=dev', '--workspace=web']
  return npmTask({ name: 'packages to build the web app', options, target: webModules, stamp: lockHash() })
}

/** npm installs into a scratch folder; what it has installed replaces `target` when it is complete. */
function npmTask({ name, options, target, stamp }) {
  const scratch = join(root, '.install', target === webModules ? 'web' : 'root')
  const made = join(scratch, 'node_modules')
  return {
    name,
    state: () => countPackages(made),
    async run() {
      fs.rmSync(scratch, { recursive: true, force: true })
      const manifests = ['server', 'cli', 'sdk', 'web'].map((workspace) => join(workspace, 'package.json'))
      for (const file of ['package.json', 'package-lock.json', '.npmrc', ...manifests]) {
        fs.mkdirSync(dirname(join(scratch, file)), { recursive: true })
        fs.copyFileSync(join(root, file), join(scratch, file))
      }
      await npmCi(scratch, options)
      // The root has the links to the workspaces.
      if (target === webModules) fs.rmSync(join(made, '@dailies'), { recursive: true, force: true })
      fs.writeFileSync(join(made, stampName), stamp)
      fs.rmSync(target, { recursive: true, force: true })
      fs.renameSync(made, target)
      fs.rmSync(scratch, { recursive: true })
    },
  }
}

/**
 * The lock file names no host, so npm would first read the metadata of every package, which takes nearly as long as the
 * packages. So the usual addresses of the packages are added; where they do not answer, npm asks the registry.
 */
async function npmCi(folder, options) {
  const lockFile = join(folder, 'package-lock.json')
  const plain = fs.readFileSync(lockFile, 'utf8')
  const registry = (await npm(folder, ['config', 'get', 'registry'])).trim()
  fs.writeFileSync(lockFile, withAddresses(JSON.parse(plain), registry.replace(/\/*$/, '/')))
  const args = ['ci', '--no-audit', '--no-fund', '--no-progress', '--prefer-offline', ...options]
  try {
    await npm(folder, [...args, '--loglevel=silent'])
  } catch {
    fs.writeFileSync(lockFile, plain)
    await npm(folder, args)
  }
}

function withAddresses(lock, registry) {
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!entry.integrity) continue
    const name = entry.name ?? path.split('node_modules/').at(-1)
    entry.resolved = `${registry}${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`
  }
  return JSON.stringify(lock)
}

/** Returns the output of npm; its messages go to stderr. */
function npm(folder, args) {
  const options = { cwd: folder, stdio: ['ignore', 'pipe', 2], shell: process.platform === 'win32' }
  const child = spawn('npm', ['--loglevel=error', ...args], options)
  const stop = () => child.kill()
  process.once('exit', stop)
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  return new Promise((done, failed) => {
    child.on('error', () => failed(new Error('npm is not installed')))
    child.on('close', (code) => {
      process.off('exit', stop)
      if (code === 0) done(output)
      else failed(new Error('npm ci failed; see its message above'))
    })
  })
}

/** npm makes the folders of all packages first, and fills them as the packages arrive. */
function countPackages(folder) {
  const below = (path) => (fs.existsSync(path) ? fs.readdirSync(path).map((name) => join(path, name)) : [])
  const folders = below(folder).flatMap((path) => (basename(path).startsWith('@') ? below(path) : [path]))
  const full = folders.filter((path) => fs.existsSync(join(path, 'package.json')))
  return `${full.length} of ${folders.length}`
}

function lockHash() {
  return createHash('sha256')
    .update(fs.readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

function read(path) {
  return fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : undefined
}
