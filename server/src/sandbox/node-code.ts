import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** What a child in Node needs to see to run our modules. */
export const nodeCode: readonly string[] = [
  process.execPath,
  ...['node_modules', 'server', 'package.json'].map((path) => root + path),
]
