// `npm run pack`: builds the package `dailies` and packs it as dailies-<version>.tgz, which runs without the repository:
// `npx ./dailies-<version>.tgz`.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { buildBundlesWhenStale } from '../server/src/sandbox/build-bundles.ts'
import { buildWhenStale } from '../server/src/surfaces/web/build.ts'
import { buildPackage } from './lib/build-package.ts'
import { root } from './lib/repository.ts'

await buildWhenStale()
await buildBundlesWhenStale()
buildPackage(join(root, 'dist/package'))
const tarball = join(root, `${manifest.name}-${manifest.version}.tgz`)
// `npm pack` would leave the packages inside out.
execFileSync('tar', ['-czf', tarball, '-C', join(root, 'dist'), 'package'])
console.log(tarball)
