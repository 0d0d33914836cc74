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
import { neededPackages, readLock } from './lock-file.ts'
import { root } from './repository.ts'

const copied = [
  'server/package.json',
  'server/on-demand',
  'server/db/migrations',
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
    ...copyPackages(folder),
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/**
 * Puts the packages of JavaScript into the package, at the locked versions: npm applies no lock file to a package that it
 * installs. Binaries are per system and stay dependencies.
 */
function copyPackages(folder: string) {
  const needed = [...neededPackages(readLock(), serverManifest)]
  const binaries = needed.filter(([, { os, cpu }]) => os !== undefined || cpu !== undefined)
  // Packages that only other systems need are not installed.
  const bundled = needed.filter((one) => !binaries.includes(one) && existsSync(join(root, one[0])))
  for (const [path] of bundled) {
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) => isUsed(join(root, path), file),
    })
  }
  const named = (entries: typeof needed) =>
    entries.flatMap(([path, { version }]) => {
      const name = path.slice('node_modules/'.length)
      return name.includes('/node_modules/') ? [] : [[name, version!] as const]
    })
  const runsHere = ([, { os, cpu, libc }]: (typeof needed)[number]) =>
    [
      [os, systems.os],
      [cpu, systems.cpu],
      [libc, systems.libc],
    ].every(([has, wanted]) => has === undefined || has.some((one) => wanted!.includes(one)))
  return {
    dependencies: Object.fromEntries(named(bundled)),
    bundleDependencies: named(bundled).map(([name]) => name),
    optionalDependencies: Object.fromEntries(named(binaries.filter(runsHere))),
  }
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
