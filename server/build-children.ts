// Bundles the modules that run in children into server/dist, when they have changed. `npm start`, `npm test` and the build of
// the web app run it.
import { existsSync, globSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  areCurrent,
  type Bundles,
  dist,
  hashFiles,
  readBundles,
  root,
  sourcesOf,
} from './src/sandbox/bundles.ts'

/** Packages that read files beside themselves: WebAssembly or native code. */
const external = [/\.node$/, '@hyzyla/pdfium', 'draco3dgltf', '@myriaddreamin/typst-ts-node-compiler']
// A sharp that was compiled on this machine loads its native code from its own folder.
if (existsSync(join(root, 'node_modules/sharp/src/build'))) external.push('sharp')

try {
  const old = readBundles()
  if (!areCurrent(old)) await build(old)
} catch (error) {
  // An installation has the bundler only while it builds the web app: without it, there is no need of a message.
  if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND')
    console.error(
      `dailies: decoders start slower, because they could not be bundled: ${(error as Error).message}`,
    )
}

async function build(old: Bundles | undefined): Promise<void> {
  const bundler = await import('../web/bundler.ts')
  const folder = join(dist, `children-${Date.now()}-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  const modules = globSync('server/src/{{media,generation,admin}/**/*-child.ts,sandbox/attempts.ts}', {
    cwd: root,
    exclude: ['**/run-in-child.ts'],
  })
  // CommonJS: an ES module that imports a module of Node loads all that is lazy in it.
  let files: string[] = []
  await bundler.build({
    input: Object.fromEntries(modules.map((path) => [basename(path, '.ts'), join(root, path)])),
    ...{ cwd: root, platform: 'node', external, logLevel: 'warn' },
    plugins: [
      {
        name: 'list-sources',
        buildEnd() {
          files = [...this.getModuleIds()]
        },
      },
    ],
    output: { dir: folder, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' },
  })
  const sources = sourcesOf(files)
  const bundles: Bundles = {
    folder: basename(folder),
    entries: Object.fromEntries(modules.map((path) => [path, `${basename(path, '.ts')}.cjs`])),
    sources,
    hash: hashFiles(sources)!,
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(bundles, null, 2))
  renameSync(join(folder, 'manifest.json'), join(dist, 'manifest.json'))
  removeOld([bundles.folder, old?.folder])
}

/** Running servers may use the bundles before these, and another process may be building: only older ones go. */
function removeOld(kept: readonly (string | undefined)[]): void {
  for (const name of globSync('children-*', { cwd: dist })) {
    const folder = join(dist, name)
    const age = Date.now() - statSync(folder).mtimeMs
    if (!kept.includes(name) && age > 3_600_000) rmSync(folder, { recursive: true, force: true })
  }
}
