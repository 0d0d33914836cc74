import { root } from './bundles.ts'

/** Files that a Node child must see to run the server's modules. */
export const nodeCode: readonly string[] = [
  process.execPath,
  ...['node_modules', 'server', 'package.json'].map((path) => root + path),
]
