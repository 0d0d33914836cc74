// The previous release, for the upgrade: a checkout of an earlier commit beside this one, with the packages of this one.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the folder, or undefined where the history is not available. */
export function checkOutRelease(root: string, commit: string, folder: string): string | undefined {
  const found = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`], { cwd: root })
  if (found.status !== 0) return undefined
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('mkdir', ['-p', folder])
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  for (const modules of ['node_modules', 'server/node_modules', 'web/dist'])
    if (existsSync(join(root, modules)) && !existsSync(join(folder, modules)))
      symlinkSync(join(root, modules), join(folder, modules))
  return folder
}
