import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A temporary folder that is removed when the process exits. Modules that several test files import use it instead of
 * `after`: a module is loaded once per process, and its `after` would run at the end of the first file.
 */
export function makeProcessFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
