// `npm run build -w sdk`: builds sdk/dist, the package that `npm publish ./sdk/dist` publishes.
import { join } from 'node:path'
import { buildSdk } from './lib/build-packages.ts'
import { root } from './lib/repository.ts'

buildSdk(join(root, 'sdk/dist'))
