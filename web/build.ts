// `npm run build -w web`: builds web/dist when it is missing or stale. `npm start` and the tests run it themselves.
import { existsSync, globSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { installWebPackages, removeWebPackages } from '../scripts/lib/install.mjs'
import {
  type Build,
  dist,
  type Encoding,
  hashSources,
  isStale,
  pushWorkerFile,
  reviewCardFile,
  root,
  suffixes,
} from '../server/src/surfaces/web/sources.ts'
import { buildCard } from './build-card.ts'

const lock = `${dist}.lock`

// Nearly as small as the slowest settings, in a tenth of the time.
const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 }
const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: quality }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}
const compressible = new Set([
  '.js',
  '.mjs',
  '.css',
  '.svg',
  '.json',
  '.wasm',
  '.ttf',
  '.txt',
  '.webmanifest',
])

await takeLock()
try {
  if (isStale()) await buildWeb()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  rmSync(lock)
}

/**
 * The build runs in a folder beside the old build and replaces it when it is complete. The next build removes the
 * folder of an interrupted one.
 */
async function buildWeb(): Promise<void> {
  const started = performance.now()
  for (const left of globSync(`${dist}.*`, { exclude: [lock] })) rmSync(left, { recursive: true })
  const sources = hashSources()!
  const outDir = `${dist}.${process.pid}`
  const installed = await installWebPackages()
  const { build } = await import('vite')
  await build({
    root: join(root, 'web'),
    mode: 'production',
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })
  await buildPushWorker(outDir)
  writeFileSync(join(outDir, reviewCardFile), await buildCard())
  if (installed) {
    // The bundler is here only now.
    await import('../server/build-children.ts')
    removeWebPackages()
  }
  const paths = globSync('**/*', { cwd: outDir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(outDir.length + 1))
  const files = await Promise.all(
    paths.map(async (path) => [path, await compress(join(outDir, path))] as const),
  )
  const written: Build = { sources, files: Object.fromEntries(files) }
  writeFileSync(join(outDir, 'build.json'), JSON.stringify(written))
  if (existsSync(dist)) renameSync(dist, `${dist}.old`)
  renameSync(outDir, dist)
  rmSync(`${dist}.old`, { recursive: true, force: true })
  console.error(`dailies: built the web app in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** A file of its own, without a hash in its name. A classic script: not every browser runs modules as service workers. */
async function buildPushWorker(outDir: string): Promise<void> {
  const { build } = await import('./bundler.ts')
  await build({
    input: join(root, 'web/src/push/push-worker.ts'),
    output: { file: join(outDir, pushWorkerFile), format: 'iife', minify: true },
  })
}

async function compress(path: string): Promise<Build['files'][string]> {
  const bytes = await readFile(path)
  const encodings: Encoding[] = []
  if (compressible.has(extname(path))) {
    for (const encoding of ['br', 'gzip'] as const) {
      const smaller = await compressors[encoding](bytes)
      if (smaller.length >= bytes.length) continue
      await writeFile(path + suffixes[encoding], smaller)
      encodings.push(encoding)
    }
  }
  return { size: bytes.length, encodings }
}

/**
 * Among processes that start at the same time, one builds and the others wait. The lock only saves work: two concurrent
 * builds would both be complete. Creating a symbolic link records the owner of the lock atomically.
 */
async function takeLock(): Promise<void> {
  for (;;) {
    try {
      return symlinkSync(String(process.pid), lock)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (isAlive(lockHolder())) await wait(50)
    else rmSync(lock, { force: true })
  }
}

function lockHolder(): number | undefined {
  try {
    return Number(readlinkSync(lock))
  } catch {
    return undefined
  }
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
