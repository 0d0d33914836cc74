// Files and folders that survive a power failure: written under another name, flushed, then renamed.
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newUuid } from '../core/ids.ts'

/** A new name is durable only when its folder is flushed. */
export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Waits for all of them, then throws the first error: none still writes when the caller cleans up. */
export async function allSettled(work: Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

/** Only the server's user may enter: the contents are for holders of a URL. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  // Each new folder is an entry in its parent folder, which must be flushed.
  for (let made = path; made.length >= first.length; made = dirname(made)) await flushFolder(dirname(made))
}

/** The name of the file is durable only after the caller has flushed the folder. */
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

/** Removes a folder with one rename, however large it is; does nothing when it does not exist. */
export async function discard(path: string, folder: string): Promise<void> {
  const doomed = join(folder, newUuid())
  try {
    await rename(path, doomed)
  } catch (error) {
    if (isMissing(error)) return
    // On a full disk nothing can be moved: remove it directly, so that space becomes free.
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
