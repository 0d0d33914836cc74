// Files that several test files need: made once per run of `npm test`, by the first process that asks.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Copies the files of this key into `folder`; `make` creates them if no process of the run has done so yet. Copies, not links: a file
 * with two names is refused by the server.
 */
export async function fromRunCache(
  key: unknown,
  names: readonly string[],
  folder: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const run = process.env.TEST_DATA_FOLDER
  if (!run) return make(folder)
  const hash = createHash('sha256').update(JSON.stringify(key)).digest('hex')
  const cached = join(run, 'made-files', hash)
  if (!existsSync(cached)) {
    mkdirSync(join(run, 'made-files'), { recursive: true })
    const unfinished = mkdtempSync(`${cached}-`)
    await make(unfinished)
    try {
      renameSync(unfinished, cached)
    } catch (error) {
      // Another process was faster.
      if (!existsSync(cached)) throw error
    }
  }
  for (const name of names)
    if (existsSync(join(cached, name))) copyFileSync(join(cached, name), join(folder, name))
}
