// Free space of the data disk. Postgres, parts, objects and scratch files share that disk in the default
// installation, and Postgres stops when the disk is full. So every writer of bytes leaves a reserve.
import { stat, statfs } from 'node:fs/promises'
import { ApiError, type ErrorDetails } from './errors.ts'

export type DiskSpace = {
  /** Throws 507 when this many more bytes would use up part of the reserve. */
  require(bytes: number): Promise<void>
  /** Checks as above and reserves the bytes for one writer: when not all writers fit, the first ones succeed. */
  hold(bytes: number): Promise<Hold>
  look(): Promise<SpaceReading>
}

export type Hold = {
  /** Call this before writing bytes. Bytes beyond the reservation must fit as well. */
  use(bytes: number): Promise<void>
  release(): void
}

export type SpaceReading = {
  /** Free space for files, beyond the reserve. Negative when the reserve is in use. */
  available: number
  free: number
  reserve: number
}

export type StatFs = (folder: string) => Promise<{ bavail: number; blocks: number; bsize: number }>

const freshMs = 1_000

/** Calls `changed` when space runs short and when space is available again. */
export function createDiskSpace(
  folder: string,
  reserve: number,
  changed: (short: boolean, reading: SpaceReading) => void = () => {},
  ask: StatFs = statfs,
  clock = () => performance.now(),
): DiskSpace {
  let free = 0
  // Reserved by writers and not written yet.
  let held = 0
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let wasShort = false

  function now(): SpaceReading {
    return { available: free - reserve, free, reserve }
  }

  async function read(): Promise<void> {
    const { bavail, blocks, bsize } = await ask(folder)
    // A file system that reports no blocks counts as unlimited.
    free = blocks === 0 ? Number.MAX_SAFE_INTEGER : bavail * bsize
    readAt = clock()
    const current = now()
    if (isShort(current) === wasShort) return
    wasShort = !wasShort
    changed(wasShort, current)
  }

  async function refresh(): Promise<void> {
    if (clock() - readAt < freshMs) return
    reading ??= read().finally(() => {
      reading = undefined
    })
    await reading
  }

  function check(bytes: number): void {
    const left = free - reserve - held
    if (bytes > left) throw diskFull(left > 0 ? { message: tooSmallFor(bytes) } : {})
  }

  async function hold(bytes: number): Promise<Hold> {
    await refresh()
    // No await between the check and the reservation: they must not be interleaved with another writer.
    check(bytes)
    let unused = bytes
    held += bytes
    return {
      async use(used) {
        await refresh()
        const beyond = Math.max(0, used - unused)
        if (beyond > 0) check(beyond)
        unused -= used - beyond
        held -= used - beyond
        // An estimate, until the next read of the disk.
        free -= used
      },
      release() {
        held -= unused
        unused = 0
      },
    }
  }

  return {
    async require(bytes) {
      await refresh()
      check(bytes)
    },
    hold,
    async look() {
      await refresh()
      return now()
    },
  }
}

function tooSmallFor(bytes: number): string {
  return (
    `The disk of this server has too little free space for ${bytes} more bytes, so nothing was stored. Delete files for ` +
    'good, or ask the administrator of the server for more space; then retry.'
  )
}

export function isShort({ available }: Pick<SpaceReading, 'available'>): boolean {
  return available <= 0
}

/** One DiskSpace per file system: files may be mounted from another disk than the rest of the data folder. */
export async function openDiskSpaces(
  folders: { data: string; files: string },
  reserve: number,
  changed: Parameters<typeof createDiskSpace>[2],
  ask?: StatFs,
  clock?: () => number,
): Promise<{ data: DiskSpace; files: DiskSpace }> {
  const open = (folder: string) => createDiskSpace(folder, reserve, changed, ask, clock)
  const data = open(folders.data)
  const [a, b] = await Promise.all([stat(folders.data), stat(folders.files)])
  return { data, files: a.dev === b.dev ? data : open(folders.files) }
}

/** Why files cannot be stored, as a message; undefined when they can. */
export async function fullDisks(spaces: readonly (DiskSpace | undefined)[]) {
  const readings = await Promise.all([...new Set(spaces)].map((space) => space?.look()))
  return readings
    .filter((reading) => reading && isShort(reading))
    .map(() => ({ code: 'disk_full', message: fullMessage, local: false }))
}

const fullMessage =
  'The disk has less free space than the reserve (DISK_RESERVE_MB). Uploads, previews and generations wait; everything ' +
  'else works, and files that are deleted for good are removed at once. Delete files for good, or enlarge the disk: the server ' +
  'resumes by itself.'

/**
 * Yields the bytes of a source as long as the disk has space for them. `expected` is the number of bytes, when known.
 */
export async function* metered(
  space: DiskSpace,
  source: AsyncIterable<Buffer>,
  expected = 0,
): AsyncGenerator<Buffer> {
  const hold = await space.hold(expected)
  try {
    for await (const chunk of source) {
      await hold.use(chunk.length)
      yield chunk
    }
  } finally {
    hold.release()
  }
}

export function diskFull(details: ErrorDetails = {}): ApiError {
  return new ApiError('disk_full', { headers: { 'Retry-After': '60' }, ...details })
}

/** Whether an error or its cause says that a disk is full: an error of this module, of the system, or of Postgres. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (['disk_full', 'ENOSPC', 'EDQUOT', postgresDiskFull].includes(code as string)) return true
  return (
    /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/.test(error.message) || isDiskFull(error.cause)
  )
}

export const postgresDiskFull = '53100'

/** Runs work on the disk; throws 507 when the disk is full. */
export async function orDiskFull<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isDiskFull(error) && !(error instanceof ApiError) ? diskFull({ cause: error }) : error
  }
}
