// Node's own modules. They are loaded at run time and not imported, so that bundles for browsers neither include
// nor miss them.
import type * as fs from 'node:fs'
import type * as path from 'node:path'

type Modules = { 'node:fs': typeof fs; 'node:path': typeof path }

export function nodeModule<Name extends keyof Modules>(name: Name): Modules[Name] {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } }
  const module = process?.getBuiltinModule?.(name)
  if (!module)
    throw new TypeError('File paths require Node 20.16 or later. In a browser, pass a File or a Blob.')
  return module as Modules[Name]
}
