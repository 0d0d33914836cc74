// Builds the package `dailies`: the server and the CLI as JavaScript, because Node strips no types inside of node_modules,
// with the built web app, the guides and the migrations, in the layout of the repository.
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import rootManifest from '../../package.json' with { type: 'json' }
import serverManifest from '../../server/package.json' with { type: 'json' }
import { areCurrent, type Bundles, dist, hashFiles, readBundles } from '../../server/src/sandbox/bundles.ts'
import { neededPackages, readLock } from './lock-file.ts'
import { root } from './repository.ts'

const copied = [
  'server/package.json',
  'server/on-demand',
  'server/db/migrations',
  'server/skills',
  'cli/package.json',
  'web/dist',
  'docs/guides',
  'README.md',
  'LICENSE',
]

/** Systems whose binaries npm installs with the package. */
const systems = { os: ['linux', 'darwin'], cpu: ['x64', 'arm64'], libc: ['glibc'] }

export function buildPackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const sources of ['server/src', 'cli/src', 'sdk/src']) copySources(sources, folder)
  cpSync(join(root, 'scripts/dailies.mjs'), join(folder, 'dailies.mjs'))
  chmodSync(join(folder, 'dailies.mjs'), 0o755)
  const { name, version, description, license, type, engines } = rootManifest
  const manifest = {
    ...{ name, version, description, license, type, engines },
    bin: { dailies: './dailies.mjs' },
    optionalDependencies: copyPackages(folder),
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copyBundles(folder)
}

/**
 * Puts the packages of JavaScript beside the server, at the locked versions: npm applies no lock file to a package that it
 * installs. As `bundleDependencies` npm would unpack and examine them several times. Returns the binaries, which are per
 * system, by name and version.
 */
function copyPackages(folder: string): Record<string, string> {
  const needed = [...neededPackages(readLock(), serverManifest)]
  const binaries = needed.filter(([, { os, cpu }]) => os !== undefined || cpu !== undefined)
  for (const [path] of needed.filter((one) => !binaries.includes(one))) {
    const filter = (file: string) => isUsed(join(root, path), file)
    // Packages that only other systems need are not installed.
    if (existsSync(join(root, path)))
      cpSync(join(root, path), join(folder, 'server', path), { recursive: true, filter })
  }
  const supported = ([, { os, cpu, libc }]: (typeof needed)[number]) =>
    fits(os, systems.os) && fits(cpu, systems.cpu) && fits(libc, systems.libc)
  const versions = binaries
    .filter(supported)
    .map(([path, { version }]) => [path.slice('node_modules/'.length), version!])
  return Object.fromEntries(versions)
}

function fits(values: readonly string[] | undefined, supported: readonly string[]): boolean {
  return values === undefined || values.some((value) => supported.includes(value))
}

/** Leaves out what running does not need, half of the files; and the packages inside, which are copied by name. */
function isUsed(inside: string, file: string): boolean {
  const folders = relative(inside, file).split(sep)
  const unused = ['node_modules', 'test', 'tests', '__tests__', 'docs']
  return !/\.([cm]?ts|map|mdx?|ya?ml)$/.test(file) && !folders.some((name) => unused.includes(name))
}

/** All files except tests; TypeScript without its types. */
function copySources(sources: string, folder: string): void {
  const files = globSync(`${sources}/**/*`, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/fixtures/'))
  for (const file of files) {
    const target = join(folder, file.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    if (file.endsWith('.ts')) writeFileSync(target, javaScript(file))
    else cpSync(join(root, file), target)
  }
}

/** The bundles of child processes, as if they were built from the sources and packages of the package. */
function copyBundles(folder: string): void {
  const bundles = readBundles()
  if (!areCurrent(bundles))
    throw new Error('the modules of child processes are not bundled: run `npm ci` first')
  const { folder: name, entries } = bundles
  const target = join(folder, 'server/dist')
  cpSync(join(dist, name), join(target, name), { recursive: true })
  const inPackage = (path: string) =>
    path.replace(/^node_modules/, 'server/node_modules').replace(/\.ts$/, '.js')
  const sources = bundles.sources.map(inPackage)
  const manifest: Bundles = {
    folder: name,
    entries: Object.fromEntries(Object.entries(entries).map(([path, bundle]) => [inPackage(path), bundle])),
    sources,
    hash: hashFiles(sources, folder)!,
  }
  writeFileSync(join(target, 'manifest.json'), JSON.stringify(manifest))
}

function javaScript(file: string): string {
  const stripped = stripTypeScriptTypes(readFileSync(join(root, file), 'utf8'))
  const here = dirname(join(root, file))
  const sdk = relative(here, join(root, 'sdk/src/index.js'))
  return stripped
    .replaceAll("'@dailies/sdk'", `'${sdk}'`)
    .replaceAll(/'([\w./-]+)\.ts'/g, (text, path) =>
      existsSync(join(here, `${path}.ts`)) ? `'${path}.js'` : text,
    )
}
