// The trash and the marker file of a storage on disk. Every step is one rename, so after a crash an object is in
// exactly one place.
import { link, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newUuid } from '../core/ids.ts'
import { isDay, isKey, type Storage, type Trashed } from '../core/storage.ts'
import { type DiskFolders, keyOfName } from './disk-folders.ts'
import { discard, errorCode, flushFolder, isMissing, makeFolder, writeFlushed } from './durable-files.ts'

type Trash = Pick<
  Storage,
  'moveToTrash' | 'trashed' | 'restoreFromTrash' | 'removeFromTrash' | 'readMarker' | 'writeMarker'
>

export function createDiskTrash(folders: DiskFolders): Trash {
  return {
    async moveToTrash(trashed) {
      const target = folders.trashed(trashed)
      await makeFolder(dirname(target))
      const moved = await renameFolder(folders.object(trashed.key), target)
      if (moved !== 'taken') return moved === 'moved'
      // The same key was trashed twice on one day: the later object replaces the earlier one.
      await discard(target, folders.trash)
      return (await renameFolder(folders.object(trashed.key), target)) === 'moved'
    },
    trashed: () => listTrash(folders.trash),
    async restoreFromTrash(trashed) {
      const target = folders.object(trashed.key)
      await makeFolder(dirname(target))
      await renameFolder(folders.trashed(trashed), target)
    },
    async removeFromTrash(trashed) {
      await discard(folders.trashed(trashed), folders.trash)
      // Fails, as intended, while the folder of the day is not empty.
      await rmdir(join(folders.trash, trashed.day)).catch(() => {})
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

async function* listTrash(trash: string): AsyncGenerator<Trashed, void> {
  for (const day of (await readdir(trash)).filter(isDay)) {
    for (const name of (await readdir(join(trash, day)).catch(orUndefined)) ?? []) {
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
