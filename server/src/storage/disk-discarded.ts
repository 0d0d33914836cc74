// Discarded objects and the marker file of a storage on disk. Every step is one rename, so after a crash an object is in
// exactly one place.
import { link, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newUuid } from '../core/ids.ts'
import { type Discarded, isDay, isKey, type Storage } from '../core/storage.ts'
import { type DiskFolders, keyOfName } from './disk-folders.ts'
import { discard, errorCode, flushFolder, isMissing, makeFolder, writeFlushed } from './durable-files.ts'

type DiscardedObjects = Pick<
  Storage,
  'discardObject' | 'discarded' | 'returnObject' | 'removeDiscarded' | 'readMarker' | 'writeMarker'
>

export function createDiskDiscarded(folders: DiskFolders): DiscardedObjects {
  return {
    async discardObject(discarded) {
      const target = folders.discardedObject(discarded)
      await makeFolder(dirname(target))
      const moved = await renameFolder(folders.object(discarded.key), target)
      if (moved !== 'taken') return moved === 'moved'
      // The same key was discarded twice on one day: the later object replaces the earlier one.
      await discard(target, folders.discarded)
      return (await renameFolder(folders.object(discarded.key), target)) === 'moved'
    },
    discarded: () => listDiscarded(folders.discarded),
    async returnObject(discarded) {
      const target = folders.object(discarded.key)
      await makeFolder(dirname(target))
      await renameFolder(folders.discardedObject(discarded), target)
    },
    async removeDiscarded(discarded) {
      await discard(folders.discardedObject(discarded), folders.discarded)
      // Fails, as intended, while the folder of the day is not empty.
      await rmdir(join(folders.discarded, discarded.day)).catch(() => {})
    },
    readMarker: () => readFile(folders.marker, 'utf8').catch(orUndefined),
    writeMarker: (text, { replace }) => writeMarker(folders.marker, text, replace),
  }
}

async function renameFolder(from: string, to: string): Promise<'moved' | 'missing' | 'taken'> {
  try {
    await rename(from, to)
  } catch (error) {
    if (isMissing(error)) return 'missing'
    if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') return 'taken'
    throw error
  }
  await flushFolder(dirname(to))
  return 'moved'
}

async function* listDiscarded(folder: string): AsyncGenerator<Discarded, void> {
  for (const day of (await readdir(folder)).filter(isDay)) {
    for (const name of (await readdir(join(folder, day)).catch(orUndefined)) ?? []) {
      const key = keyOfName(name)
      if (isKey(key)) yield { key, day }
    }
  }
}

/**
 * Linking fails when a marker file exists; renaming replaces it. Either way a reader sees a complete marker file or
 * none.
 */
async function writeMarker(path: string, text: string, replace: boolean): Promise<void> {
  const written = `${path}.${newUuid()}`
  await writeFlushed(written, text)
  try {
    if (replace) await rename(written, path)
    else await link(written, path)
  } catch (error) {
    const code = errorCode(error) ?? ''
    // A file system without hard links, such as exFAT.
    if (['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) await rename(written, path)
    else if (code !== 'EEXIST') throw error
  } finally {
    await rm(written, { force: true })
  }
  await flushFolder(dirname(path))
}

function orUndefined(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
