#!/usr/bin/env node
// The command of the package `dailies`: without arguments it runs the server. Plain JavaScript for Node 20.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail, launch, pinnedNode, showProgress } from './server/on-demand/launch.mjs'

const root = dirname(fileURLToPath(import.meta.url))
const args = process.argv.slice(2)

const node = pinnedNode(join(root, 'runtime'))
if (node && !existsSync(node.path)) {
  await showProgress([{ name: 'Node', run: node.fetch }]).catch((error) => fail(error.message))
}
await launch(
  node,
  join(root, 'cli/src/main.js'),
  args.length > 0 ? args : ['all'],
  join(root, 'runtime/compiled'),
)
