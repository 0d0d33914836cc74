// Scratch folders: one for each attempt, named after it. Each folder is removed by its attempt, or by the
// next sweep after a worker has died.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type DiskSpace, metered } from '../core/disk-space.ts'
import type { Sql } from '../core/sql.ts'
import { reachStorage, type Storage } from '../core/storage.ts'
import type { Claim } from './media-state.ts'
import { MediaFailure } from './processor.ts'

export function scratchOf(root: string, { fileId, attempt }: Pick<Claim, 'fileId' | 'attempt'>): string {
  return join(root, `${fileId}.${attempt}`)
}

export async function removeScratch(folder: string): Promise<void> {
  // A process that was just killed may still have a file open or create one.
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/**
 * Removes the folders of attempts that have ended. A claim is committed before its folder is created, and folders are
 * listed before claims are read: so the folders of running attempts stay, on any node.
 */
export function sweepScratch(sql: Sql, root: string): Promise<void> {
  return sweepFolders(root, async (names) => {
    const current = await sql<{ name: string }>`
      select file_id || '.' || attempt as name from media
      where state = 'PROCESSING' and file_id || '.' || attempt = any(${names})
        and file_id = any(${names.map((name) => name.split('.')[0])})`
    return current.map(({ name }) => name)
  })
}

/** Removes the folders of a root except those of running attempts. */
export async function sweepFolders(
  root: string,
  findRunning: (names: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  const names = await readdir(root).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length === 0) return
  const running = new Set(await findRunning(names))
  for (const name of names) if (!running.has(name)) await removeScratch(join(root, name))
}

/**
 * Copies the original into one file in the scratch folder. Files on the disk are copied, too: the storage
 * holds them in parts with digests, and a program that reads hostile files must not see other files.
 */
export function fetchSource(
  storage: Storage,
  object: StoredObject,
  folder: string,
  limits: FetchLimits,
): Promise<string> {
  return fetchObject(storage, object, join(folder, 'source'), limits)
}

export type StoredObject = { objectId: string; size: number }
export type FetchLimits = { maxBytes: number; space: DiskSpace; signal: AbortSignal }

/** Copies an object into a file of this path, and returns the path. */
export async function fetchObject(
  storage: Storage,
  { objectId, size }: StoredObject,
  source: string,
  { maxBytes, space, signal }: FetchLimits,
): Promise<string> {
  if (size > maxBytes) throw tooLarge(maxBytes)
  const file = createWriteStream(source, { mode: 0o400 })
  const bytes = await reachStorage(() => storage.read(objectId))
  await pipeline(metered(space, bytes, size), file, { signal })
  return source
}

/** The SHA-256 in hexadecimal, and the CRC-32, which archives need. */
export type Checksums = { sha256: string; crc: number }

export async function checksumsOf(path: string, signal: AbortSignal): Promise<Checksums> {
  const hash = createHash('sha256')
  let crc = 0
  for await (const chunk of createReadStream(path, { signal, highWaterMark: 2 ** 18 })) {
    hash.update(chunk)
    crc = crc32(chunk, crc)
  }
  return { sha256: hash.digest('hex'), crc }
}

/**
 * Writes a file into a folder that a decoder has used. A symlink that the decoder may have left is removed,
 * not followed.
 */
export async function writeNew(path: string, content: string): Promise<void> {
  await rm(path, { force: true })
  await writeFile(path, content, { flag: 'wx' })
}

/** Total bytes of the files in a folder; files that disappear meanwhile do not count. */
export async function sizeOf(folder: string): Promise<number> {
  const items = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = items
    .filter((item) => item.isFile())
    .map((item) =>
      stat(join(item.parentPath, item.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

export function tooLarge(maxBytes: number): MediaFailure {
  const gigabytes = Math.round(maxBytes / 2 ** 30)
  const message =
    `Previews of this file need more than the ${gigabytes} GB of disk that the server allows (MEDIA_DISK_GB). ` +
    'The original is safe and can be downloaded.'
  return new MediaFailure('too_large', message, true)
}

/** `resumeMedia` finds such failures by their code. */
export function noSpace(): MediaFailure {
  const message =
    'The disk of the server is full, so previews could not be created. They will be created when there is space. ' +
    'The original is safe and can be downloaded.'
  return new MediaFailure('no_space', message, true)
}
