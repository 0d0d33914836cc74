// A disk of a few megabytes, in memory, that a test can fill.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A `statFs` that reports 4 PiB of free space: files of any size fit. */
export const hugeDisk = async () => ({ bavail: 2 ** 40, blocks: 2 ** 40, bsize: 4_096 })

export type SmallDisk = {
  folder: string
  free(): number
  /** Fills the disk until this many bytes are free. */
  fillUpTo(left: number): void
  /** Removes the file that `fillUpTo` added. */
  empty(): void
  unmount(): void
}

/** A reason to skip where mounting is not allowed. */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    rmdirSync(folder)
    return `a small disk cannot be mounted: ${(error as Error).message.split('\n')[1] ?? 'not allowed'}`
  }
  const ballast = join(folder, 'ballast')
  const free = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    folder,
    free,
    fillUpTo(left) {
      rmSync(ballast, { force: true })
      writeFileSync(ballast, Buffer.alloc(Math.max(0, free() - left)))
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount() {
      execFileSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}
