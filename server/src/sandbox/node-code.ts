import { basename, dirname } from 'node:path'
import { root } from './bundles.ts'

const isInstalled = basename(dirname(root)) === 'node_modules'

/** Files that a Node child must see to run the server's modules. Binaries lie beside the package `dailies`. */
export const nodeCode: readonly string[] = [
  process.execPath,
  ...(isInstalled ? [dirname(root)] : ['node_modules', 'server', 'package.json'].map((path) => root + path)),
]
