// Files and folders that survive a power failure: written under another name, flushed, then renamed.
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newUuid } from '../core/ids.ts'

/** A name is on disk only when its folder is. */
export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** For our eyes only: what is in it is for those who have a URL. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  // Every folder that was made is a name in the one above it.
  for (let made = path; made.length >= first.length; made = dirname(made)) await flushFolder(dirname(made))
}

/** The name of the file counts only after the caller has flushed the folder. */
export async function writeFlushed(path: string, text: string): Promise<void> {
  const temporary = `${path}.${newUuid()}`
  try {
    const handle = await open(temporary, 'wx')
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Gone at once, however much is in it; nothing happens when it is not there. */
export async function discard(path: string, trash: string): Promise<void> {
  const doomed = join(trash, newUuid())
  try {
    await rename(path, doomed)
  } catch (error) {
    if (isMissing(error)) return
    // A folder of trash that cannot grow must not keep a full disk full.
    if (errorCode(error) === 'ENOSPC') return rm(path, { recursive: true, force: true })
    throw error
  }
  await rm(doomed, { recursive: true, force: true })
}

export function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT'
}

export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
