// Reads package-lock.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './repository.ts'

type Names = Record<string, string>

type LockedPackage = {
  version?: string
  integrity?: string
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Names
  optionalDependencies?: Names
  peerDependencies?: Names
}

type Lock = { packages: Record<string, LockedPackage> }

export function readLock(): Lock {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
}

/** The packages that a package needs, with those that they need, by their path in node_modules. */
export function neededPackages({ packages }: Lock, manifest: LockedPackage): Map<string, LockedPackage> {
  const needed = new Map<string, LockedPackage>()
  const visit = (from: string, { dependencies, optionalDependencies, peerDependencies }: LockedPackage) => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const path = findPackage(packages, from, name)
      // Only an optional package may be missing.
      if (path === undefined || needed.has(path)) continue
      needed.set(path, packages[path]!)
      visit(path, packages[path]!)
    }
  }
  visit('', manifest)
  return needed
}

/** Where Node would find a package: in the node_modules of the package at `from`, or further up. */
function findPackage(packages: Lock['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}
