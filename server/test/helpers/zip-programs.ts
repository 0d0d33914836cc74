// Programs that people unpack archives with.
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Why a test with this program is skipped; false when the program is there. */
export function lacks(program: string): string | false {
  const { error } = spawnSync(program, ['--help'], { stdio: 'ignore' })
  return error ? `${program} is not installed` : false
}

/** Throws unless `unzip -t` finds every entry intact. */
export async function unzipTest(path: string): Promise<string> {
  const { stdout } = await run('unzip', ['-t', path], { maxBuffer: 2 ** 26, env: { LC_ALL: 'C.UTF-8' } })
  return stdout
}

const script = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as zip:
    broken = zip.testzip()
    print(json.dumps({'broken': broken, 'entries': [[i.filename, i.file_size] for i in zip.infolist()]}))`

/** The name and the size of each entry, read by Python's zipfile, which checks every CRC. */
export async function pythonEntries(path: string): Promise<[name: string, size: number][]> {
  const { stdout } = await run('python3', ['-c', script, path], { maxBuffer: 2 ** 26 })
  const { broken, entries } = JSON.parse(stdout)
  if (broken !== null) throw new Error(`${broken} is broken`)
  return entries
}
