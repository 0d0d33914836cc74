// `npm run build -w cli`: builds cli/dist, the package that `npm publish ./cli/dist` publishes.
import { join } from 'node:path'
import { buildCli } from './lib/build-packages.ts'
import { root } from './lib/repository.ts'

await buildCli(join(root, 'cli/dist'))
