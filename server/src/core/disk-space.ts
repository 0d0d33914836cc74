// Free space of the data disk. Postgres, parts, objects and scratch share that disk in the default installation, and
// Postgres stops for good when it runs full: so everything that writes bytes leaves a reserve.
import { stat, statfs } from 'node:fs/promises'
import { ApiError } from './errors.ts'

export type DiskSpace = {
  /** Throws 507 when so many more bytes would reach into the reserve. */
  require(bytes: number): Promise<void>
  /** The same for bytes about to be written: concurrent writers see each other's before the disk is asked again. */
  claim(bytes: number): Promise<void>
  look(): Promise<SpaceReading>
}

export type SpaceReading = {
  /** For files: what is free beyond the reserve. Negative when the reserve is in use. */
  available: number
  free: number
  reserve: number
}

export type StatFs = (
  folder: string,
) => Promise<{ bavail: number; bfree: number; blocks: number; bsize: number }>

const freshMs = 1_000

/** `changed` hears when space runs short and when it is back. */
export function createDiskSpace(
  folder: string,
  reserve: number,
  changed: (short: boolean, reading: SpaceReading) => void = () => {},
  ask: StatFs = statfs,
): DiskSpace {
  let available = 0
  let free = 0
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let wasShort = false

  async function read(): Promise<void> {
    const { bavail, blocks, bsize } = await ask(folder)
    // File systems that do not count their blocks cannot be judged.
    free = blocks === 0 ? Number.MAX_SAFE_INTEGER : bavail * bsize
    available = free - reserve
    readAt = performance.now()
    if (isShort({ available }) === wasShort) return
    wasShort = !wasShort
    changed(wasShort, { available, free, reserve })
  }

  async function refresh(): Promise<void> {
    if (performance.now() - readAt < freshMs) return
    reading ??= read().finally(() => {
      reading = undefined
    })
    await reading
  }

  return {
    async require(bytes) {
      await refresh()
      if (bytes > available) throw diskFull()
    },
    async claim(bytes) {
      await refresh()
      if (bytes > available) throw diskFull()
      available -= bytes
    },
    async look() {
      await refresh()
      return { available, free, reserve }
    },
  }
}

export function isShort({ available }: Pick<SpaceReading, 'available'>): boolean {
  return available <= 0
}

/** One watch for each file system: files may be mounted from another disk than the rest of the data folder. */
export async function openDiskSpaces(
  folders: { data: string; files: string },
  reserve: number,
  changed: Parameters<typeof createDiskSpace>[2],
): Promise<{ data: DiskSpace; files: DiskSpace }> {
  const data = createDiskSpace(folders.data, reserve, changed)
  const [a, b] = await Promise.all([stat(folders.data), stat(folders.files)])
  return { data, files: a.dev === b.dev ? data : createDiskSpace(folders.files, reserve, changed) }
}

/** Why files cannot be stored, in words; nothing when they can. */
export async function fullDisks(spaces: readonly (DiskSpace | undefined)[]) {
  const readings = await Promise.all([...new Set(spaces)].map((space) => space?.look()))
  return readings.filter((reading) => reading && isShort(reading)).map(() => ({ code: 'disk_full', message: fullMessage }))
}

const fullMessage =
  'The disk has less free space than the reserve (DISK_RESERVE_MB). Uploads, previews and generations wait; everything ' +
  'else works, and deleted files are removed at once. Delete files or enlarge the disk: the server resumes by itself.'

/** The bytes of a source, as long as the disk has space for them. */
export async function* metered(space: DiskSpace, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    await space.claim(chunk.length)
    yield chunk
  }
}

export function diskFull(cause?: unknown): ApiError {
  return new ApiError('disk_full', { cause, headers: { 'Retry-After': '60' } })
}

/** Whether an error, or what caused it, says that a disk has no space left: ours, of the system, or of Postgres. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (['disk_full', 'ENOSPC', 'EDQUOT', postgresDiskFull].includes(code as string)) return true
  return /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/.test(error.message) || isDiskFull(error.cause)
}

export const postgresDiskFull = '53100'

/** Runs work on the disk; 507 when there was no space for it. */
export async function orDiskFull<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isDiskFull(error) && !(error instanceof ApiError) ? diskFull(error) : error
  }
}
