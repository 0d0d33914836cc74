// A real storage outage: a file takes the place of the storage folder, so every read and write fails as on a lost mount.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export function breakStorage(dataDir: string): void {
  const files = join(dataDir, 'files')
  renameSync(files, `${files}.away`)
  writeFileSync(files, '')
}

export function repairStorage(dataDir: string): void {
  const files = join(dataDir, 'files')
  rmSync(files)
  renameSync(`${files}.away`, files)
}
