// The folders of test runs that were killed. Their processes are gone, but a disk that a test has mounted stays.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'

const hourMs = 3_600_000

/** The name of a run's folder begins with this. */
export const runFolderName = (pid: number) => `dailies-tests-${pid}-`

/** Removes what killed runs have left in a folder. The process of a younger run may be in another container. */
export function removeLeftFolders(place: string, now = Date.now()): void {
  for (const folder of globSync(`${place}/dailies-tests-*`)) {
    const pid = Number(/^dailies-tests-(\d+)-/.exec(basename(folder))?.[1])
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? now
    if (now - made <= hourMs || existsSync(`/proc/${pid}`)) continue
    removeRunFolder(folder)
  }
}

/** Also when a test that was killed has left a disk mounted in the folder. The run does not fail when this does. */
export function removeRunFolder(folder: string): void {
  try {
    unmountBelow(folder)
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    console.error(`The folder ${folder} of a test run cannot be removed: ${(error as Error).message}`)
  }
}

function unmountBelow(folder: string): void {
  if (process.platform !== 'linux') return
  const places = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((place) => place.startsWith(`${folder}/`))
  for (const place of places.reverse()) execFileSync('umount', ['-l', place], { stdio: 'pipe' })
}
