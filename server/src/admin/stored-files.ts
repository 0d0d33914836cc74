// The part of a backup that is in DATA_DIR: the storage folder and the secret key.
import { createWriteStream } from 'node:fs'
import {
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { failure } from '../../../cli/src/kit/errors.ts'
import { discardedName, markerName } from '../core/storage.ts'

export function storageFolder(dataDir: string): string {
  return join(dataDir, 'files')
}

export function secretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

// Inside the storage folder, which may be a separate disk: a rename must not cross disks.
const stagingName = '.restoring'
const replacedName = '.replaced'
const ownNames = [stagingName, replacedName]

/** Not referenced by the database: discarded objects, and the marker file, which a server writes again. */
export const notInBackup: readonly string[] = [discardedName, markerName]

/** The paths of all files below the folder, except the given names; none when the folder does not exist. */
export async function* listFiles(
  root: string,
  without: readonly string[] = [],
  below = '',
): AsyncGenerator<string, void> {
  const folder = await opendir(join(root, below)).catch(orNothing)
  if (!folder) return
  for await (const item of folder) {
    if (below === '' && [...ownNames, ...without].includes(item.name)) continue
    const path = below === '' ? item.name : `${below}/${item.name}`
    if (item.isDirectory()) yield* listFiles(root, without, path)
    else if (item.isFile()) yield path
    else throw failure(`${join(root, path)} is neither a file nor a folder: move it away`)
  }
}

export type StoredFile = { size: number; mode: number; content: AsyncGenerator<Buffer, void> }

/** Undefined when the file was deleted after it was listed: no row refers to it any more. */
export async function openFile(path: string): Promise<StoredFile | undefined> {
  const handle = await open(path).catch(orNothing)
  if (!handle) return undefined
  const { size, mode } = await handle.stat()
  return { size, mode: mode & 0o777, content: readHandle(handle, path, size) }
}

async function* readHandle(handle: FileHandle, path: string, size: number): AsyncGenerator<Buffer, void> {
  try {
    // Bytes appended during the read are not part of this backup.
    for (let at = 0; at < size; ) {
      const buffer = Buffer.allocUnsafe(Math.min(size - at, 262_144))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
      if (bytesRead === 0) throw failure(`${path} became shorter while it was read: run the backup again`)
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

export function readSecretKey(dataDir: string): Promise<string | undefined> {
  return readFile(secretKeyFile(dataDir), 'utf8').catch(orNothing)
}

export async function requireNoFiles(dataDir: string): Promise<void> {
  for await (const path of listFiles(storageFolder(dataDir), notInBackup)) {
    const file = join(storageFolder(dataDir), path)
    throw failure(
      `the storage already contains files (${file}): move them away, or add --force to replace everything`,
    )
  }
}

/** The result for the secret key of the backup. */
export type SecretKeyResult = 'restored' | 'same' | 'kept ours' | 'absent'

/** Files of a restore: staged, moved into place together, and reverted if the database transaction fails. */
export type Staging = {
  write(path: string, mode: number, content: AsyncIterable<Buffer>): Promise<void>
  /** Moves the staged files into place; replaces an existing secret key only with `force`. */
  place(secretKey: string | undefined, force: boolean): Promise<SecretKeyResult>
  /** Reverts all changes. */
  undo(): Promise<void>
  /** Deletes the replaced files. */
  finish(): Promise<void>
}

export async function createStaging(dataDir: string): Promise<Staging> {
  const root = storageFolder(dataDir)
  const staging = join(root, stagingName)
  const replaced = join(root, replacedName)
  if (await readdir(replaced).catch(orNothing)) {
    throw failure(
      `${replaced} contains the files from before an interrupted restore: move them back to ${root} if they ` +
        'are missed there, delete the folder, and restore again',
    )
  }
  await rm(staging, { recursive: true, force: true })
  const steps: (() => Promise<void>)[] = []

  async function move(names: string[], from: string, to: string): Promise<void> {
    for (const name of names) {
      await rename(join(from, name), join(to, name))
      steps.push(() => rename(join(to, name), join(from, name)))
    }
  }

  return {
    async write(path, mode, content) {
      const file = join(staging, safePath(path))
      await mkdir(dirname(file), { recursive: true })
      await pipeline(content, createWriteStream(file, { flags: 'wx', mode, flush: true }))
    },
    async place(secretKey, force) {
      const present = ((await readdir(root).catch(orNothing)) ?? []).filter(
        // Discarded objects stay for their week, even after a forced restore.
        (name) => !ownNames.includes(name) && name !== discardedName,
      )
      if (present.length > 0) await mkdir(replaced)
      await move(present, root, replaced)
      await move((await readdir(staging).catch(orNothing)) ?? [], staging, root)
      return await placeSecretKey(secretKeyFile(dataDir), secretKey, force, steps)
    },
    async undo() {
      for (const step of steps.toReversed()) await step()
      await rm(staging, { recursive: true, force: true })
      await rmdir(replaced).catch(orNothing)
    },
    async finish() {
      await rm(staging, { recursive: true, force: true })
      await rm(replaced, { recursive: true, force: true })
    },
  }
}

/** A replaced key is renamed, not deleted. */
async function placeSecretKey(
  file: string,
  secretKey: string | undefined,
  force: boolean,
  steps: (() => Promise<void>)[],
): Promise<SecretKeyResult> {
  if (secretKey === undefined) return 'absent'
  const present = await readFile(file, 'utf8').catch(orNothing)
  if (present?.trim() === secretKey.trim()) return 'same'
  if (present !== undefined && !force) return 'kept ours'
  if (present !== undefined) {
    await rename(file, `${file}.replaced`)
    steps.push(() => rename(`${file}.replaced`, file))
  }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, secretKey, { flag: 'wx', mode: 0o600, flush: true })
  steps.push(() => rm(file))
  return 'restored'
}

/** A path in an archive must not lead out of the folder. */
function safePath(path: string): string {
  const parts = path.split('/')
  const isSafe = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part))
  if (isSafe && !ownNames.includes(parts[0]!)) return path
  throw new Error(`it has a file with the name ${JSON.stringify(path)}`)
}

function orNothing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
