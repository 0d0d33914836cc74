// Packages that only some tests need, and that are too heavy for the install of everybody: each set has a folder with a
// list of exact versions, and is installed into the cache when a test asks for it first.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { root } from '../../../scripts/lib/repository.ts'
import { type Finished, runCommand } from './run-command.ts'

export type Packages = {
  folder: string
  // biome-ignore lint/suspicious/noExplicitAny: the compiler does not know packages that are installed later
  load(name: string): Promise<any>
}

/** Installs the lock file of a folder. */
export async function installPackages(source: string): Promise<Packages> {
  const folder = await installOnce(source, 'package-lock.json', async (target) => {
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(join(source, name), join(target, name))
    const options = ['--ignore-scripts', '--prefer-offline', '--loglevel=error', '--no-audit', '--no-fund']
    const { code, output } = await run('npm', ['ci', ...options], target)
    if (code !== 0) throw new Error(`npm ci failed: ${output}`)
    // A module of the folder imports from its packages, by the rules of Node. It is written with them, once: other processes
    // would read it half written.
    writeFileSync(join(target, 'load.mjs'), 'export const load = (name) => import(name)\n')
  })
  const { load } = await import(pathToFileURL(join(folder, 'load.mjs')).href)
  return { folder, load }
}

/** Installs the requirements of a folder for Python; says why where that is not possible. */
export async function installPython(source: string): Promise<{ folder: string } | { missing: string }> {
  const { code, output } = await run('python3', ['-m', 'pip', '--version'], source)
  if (code !== 0) return { missing: `python3 with pip is not installed: ${output}` }
  try {
    const folder = await installOnce(source, 'requirements.txt', async (target) => {
      const options = ['--no-deps', '--quiet', '--retries', '0', '--timeout', '30', '--target', target]
      const pip = await run('python3', ['-m', 'pip', 'install', ...options, '-r', 'requirements.txt'], source)
      if (pip.code !== 0) throw new Error(pip.output)
    })
    return { folder }
  } catch (error) {
    return { missing: `pip could not install the packages: ${String(error)}` }
  }
}

/** Calls `install` with an empty folder of the cache, unless the folder has the packages of this list already. */
async function installOnce(
  source: string,
  list: string,
  install: (target: string) => Promise<void>,
): Promise<string> {
  const target = join(root, 'node_modules/.cache', `${basename(source)}-${list.split(/[-.]/)[0]}`)
  const stamp = join(target, '.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(source, list)))
    .digest('hex')
  return oneAtATime(target, async () => {
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return target
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target, { recursive: true })
    await install(target)
    writeFileSync(stamp, wanted)
    return target
  })
}

/** Test files run in several processes, which share a Postgres: its lock lets one of them install. */
async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(process.env.TEST_DATABASE_URL)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    return await work()
  } finally {
    await client.end()
  }
}

function run(program: string, args: string[], cwd: string): Promise<Finished> {
  return runCommand(program, args, { cwd, seconds: 540 })
}
