import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { StartupError } from '../../core/startup-error.ts'
import { isStale, root } from './sources.ts'

/** In a process of its own: the bundler uses all cores and much memory, and neither is wanted afterwards. */
export async function buildWhenStale(): Promise<void> {
  if (!isStale()) return
  const script = join(root, 'web/build.ts')
  const child = spawn(process.execPath, [script], { cwd: root, stdio: ['ignore', 2, 2] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new StartupError('the web app could not be built; the reason is above')
}
