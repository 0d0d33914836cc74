// A storage that is away, for real: a file stands where the folder of the disk storage should be, so that every read and
// write of it fails, as on a lost mount.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export function takeStorageAway(dataDir: string): void {
  const files = join(dataDir, 'files')
  renameSync(files, `${files}.away`)
  writeFileSync(files, '')
}

export function bringStorageBack(dataDir: string): void {
  const files = join(dataDir, 'files')
  rmSync(files)
  renameSync(`${files}.away`, files)
}
