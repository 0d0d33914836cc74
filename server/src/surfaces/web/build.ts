import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { StartupError } from '../../core/startup-error.ts'
import { isStale, root } from './sources.ts'

/** Builds in a child process: the bundler takes all cores and much memory, which are free again afterwards. */
export async function buildWhenStale(): Promise<void> {
  if (!isStale()) return
  const script = join(root, 'web/build.ts')
  const child = spawn(process.execPath, [script], { cwd: root, stdio: ['ignore', 2, 2] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new StartupError('the web app could not be built; the reason is above')
}
