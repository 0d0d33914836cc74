import { basename, dirname } from 'node:path'
import { root } from './bundles.ts'

const isInstalled = basename(dirname(root)) === 'node_modules'

/** Files that a Node child must see to run the server's modules. Binaries lie beside the package `dailies`. */
export const nodeCode: readonly string[] = [
  process.execPath,
  ...(isInstalled ? [dirname(root)] : ['node_modules', 'server', 'package.json'].map((path) => root + path)),
]

/** The files that a child sees only when they are named. Fonts in packages are part of the code; others were downloaded. */
export function outsideOfCode(files: readonly string[]): string[] {
  return files.filter((path) => !nodeCode.some((code) => path.startsWith(code)))
}
