// The modules that run in children, as bundles: a child starts in half the time, because Node neither strips types nor
// resolves dozens of modules. The sources run when there is no bundle, or when it was built from other sources.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Bundles are next to the sources, because they find the packages that they load as the sources do. */
export const dist = join(root, 'server/dist')

/** `manifest.json`: written last, so that an interrupted build does not count. */
export type Bundles = {
  /** A folder in `dist`: a new one for each build, so that running servers keep theirs. */
  folder: string
  /** The bundle of each module, by its path. */
  entries: Record<string, string>
  /** Paths of all bundled files of the server, and `package.json` of all bundled packages. */
  sources: string[]
  hash: string
}

export function readBundles(): Bundles | undefined {
  try {
    return JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
  } catch {
    return undefined
  }
}

/** Undefined when a file is missing. */
export function hashFiles(paths: readonly string[], inside = root): string | undefined {
  const hash = createHash('sha256')
  try {
    for (const path of paths) {
      const content = readFileSync(join(inside, path))
      hash.update(`${path} ${content.length}\n`).update(content)
    }
  } catch {
    return undefined
  }
  return hash.digest('hex')
}

/** The files of this repository among bundled ones; for a file of a package, its `package.json`. */
export function sourcesOf(files: readonly string[]): string[] {
  const paths = files.filter((file) => file.startsWith(root)).map((file) => relative(root, file))
  const sources = paths.map((path) => {
    const [packageFolder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path) ?? []
    return packageFolder === undefined ? path : `${packageFolder}/package.json`
  })
  return [...new Set(sources)].sort()
}

export function areCurrent(bundles: Bundles | undefined): bundles is Bundles {
  return bundles !== undefined && hashFiles(bundles.sources) === bundles.hash
}

let current: Bundles | null | undefined

/** The file to run for a module. Bundles are compared with the sources once per process. */
export function runnable(module: URL): string {
  const source = fileURLToPath(module)
  if (current === undefined) {
    const found = readBundles()
    current = areCurrent(found) ? found : null
  }
  const bundle = current?.entries[relative(root, source)]
  if (bundle === undefined) return source
  const path = join(dist, current!.folder, bundle)
  // A later build may have removed the folder.
  return existsSync(path) ? path : source
}
