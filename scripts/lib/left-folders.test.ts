import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { removeLeftFolders, runFolderName } from './left-folders.ts'

const inTwoHours = () => Date.now() + 2 * 3_600_000
const endedPid = () => spawnSync('true').pid

test('the folder of a killed run is removed with the disk that a test has mounted in it', (t) => {
  const place = mkdtempSync(join(tmpdir(), 'dailies-left-'))
  const left = join(place, `${runFolderName(endedPid())}left`)
  const disk = join(left, 'tmp/disk')
  mkdirSync(disk, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', disk], { stdio: 'pipe' })
  } catch {
    rmSync(place, { recursive: true })
    return t.skip('a disk cannot be mounted here')
  }
  removeLeftFolders(place, inTwoHours())
  assert.equal(existsSync(left), false)
  rmSync(place, { recursive: true })
})

test('the folder of a run that goes on stays, and that of a young one', () => {
  const place = mkdtempSync(join(tmpdir(), 'dailies-left-'))
  const running = join(place, `${runFolderName(process.pid)}running`)
  const young = join(place, `${runFolderName(endedPid())}young`)
  for (const folder of [running, young]) mkdirSync(folder)
  removeLeftFolders(place)
  assert.ok(existsSync(running) && existsSync(young))
  removeLeftFolders(place, inTwoHours())
  assert.ok(existsSync(running) && !existsSync(young))
  rmSync(place, { recursive: true })
})
