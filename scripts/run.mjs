// The launcher of every npm script: installs what the command needs, then runs the entry point on the pinned Node.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail, launch } from '../server/on-demand/launch.mjs'
import { install } from './lib/install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [entry, ...args] = process.argv.slice(2)
/** Entry points that need no packages for development. */
const building = ['server/src/main.ts', 'web/build.ts', 'scripts/pack.ts']
const running = [...building, 'cli/src/main.ts']

const part = running.includes(entry) ? 'run' : 'all'
const node = await install(part, building.includes(entry)).catch((error) => fail(error.message))
await launch(node, join(root, entry), args, join(root, 'node_modules/.cache/compiled'))
