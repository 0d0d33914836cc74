// `npm run build -w sdk`: fills sdk/dist, which is what `npm publish ./sdk/dist` publishes.
import { join } from 'node:path'
import { buildSdk } from './sdk-package.ts'
import { root } from './spec-files.ts'

buildSdk(join(root, 'sdk/dist'))
