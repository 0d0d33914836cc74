// Bundles the programs that tests start as processes of their own: the server, and the workers that tests kill. A start of a
// bundle takes 40 % less CPU time: Node neither resolves 1,700 modules nor strips their types.
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { areCurrent, type Bundles, hashFiles, sourcesOf } from '../../server/src/sandbox/bundles.ts'
import { root } from './repository.ts'

/** Packages that read files beside themselves. */
const external = [
  /\.node$/,
  '@hyzyla/pdfium',
  'draco3dgltf',
  'sharp',
  'pino',
  'thread-stream',
  'playwright-core',
]

const programs = [
  'server/src/main.ts',
  'server/test/worlds/*-worker.ts',
  'server/src/**/fixtures/{*worker,server}.ts',
]

/** `root`: bundles contain absolute paths, so those in a copy of a checkout do not count. */
type Programs = Bundles & { root: string }

/** Returns the list of the bundles. `build`: also when they are missing or were built from other sources. */
export async function bundlePrograms(cacheFolder: string, build: boolean): Promise<string | undefined> {
  const list = join(cacheFolder, 'test-programs.json')
  const old: Programs | undefined = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : undefined
  if (old?.root === root && areCurrent(old) && existsSync(join(cacheFolder, old.folder))) return list
  if (!build) return undefined
  const name = `test-programs-${Date.now()}-${process.pid}`
  const bundles = await bundle(join(cacheFolder, name))
  writeFileSync(`${list}.${process.pid}`, JSON.stringify(bundles, null, 2))
  renameSync(`${list}.${process.pid}`, list)
  for (const stale of globSync('test-programs-*', { cwd: cacheFolder }))
    if (stale !== name && stale !== old?.folder)
      rmSync(join(cacheFolder, stale), { recursive: true, force: true })
  return list
}

async function bundle(folder: string): Promise<Programs> {
  const bundler = await import('../../web/bundler.ts')
  mkdirSync(folder, { recursive: true })
  const paths = globSync(programs, { cwd: root }).sort()
  let files: string[] = []
  await bundler.build({
    input: Object.fromEntries(paths.map((path) => [bundleName(path), join(root, path)])),
    ...{ cwd: root, platform: 'node', external, logLevel: 'silent' },
    plugins: [
      {
        name: 'keep-places',
        transform: {
          filter: { id: /\/(server|cli|sdk)\/.*\.ts$/, code: /import\.meta/ },
          handler: (code, id) => ({ code: withPlaces(code, id) }),
        },
        buildEnd() {
          files = [...this.getModuleIds()]
        },
      },
    ],
    output: { dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
  })
  const sources = sourcesOf(files)
  return {
    root,
    folder: basename(folder),
    entries: Object.fromEntries(paths.map((path) => [path, `${bundleName(path)}.mjs`])),
    sources,
    hash: hashFiles(sources)!,
  }
}

/** A bundle is in another folder than its modules, which find scripts, migrations and other files beside themselves. */
function withPlaces(code: string, file: string): string {
  return code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)))
}

const bundleName = (path: string) => path.replace(/\.ts$/, '').replaceAll('/', '-')
