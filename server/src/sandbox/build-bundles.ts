import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { areCurrent, readBundles, root } from './bundles.ts'

/**
 * Builds in a child process, so that the bundler's memory is free afterwards. A failure is logged only: without bundles,
 * children run from the sources and start slower.
 */
export async function buildBundlesWhenStale(): Promise<void> {
  if (areCurrent(readBundles())) return
  const script = join(root, 'server/build-children.ts')
  const child = spawn(process.execPath, [script], { cwd: root, stdio: ['ignore', 2, 2] })
  child.on('error', () => undefined)
  await once(child, 'close').catch(() => undefined)
}
