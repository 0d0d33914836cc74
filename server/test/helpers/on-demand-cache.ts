import { join } from 'node:path'
import { root } from '../../../scripts/lib/repository.ts'
import { useOnDemandPackages } from '../../src/generation/on-demand.ts'

/** Packages that tests use are downloaded once, not once per run. */
export function downloadIntoCache(): void {
  useOnDemandPackages(join(root, 'node_modules/.cache/packages'), console.error)
}
