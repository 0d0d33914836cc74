import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import {
  checksumsFile,
  checksumsPath,
  landedChecksums,
  readChecksums,
} from '../../../../scripts/lib/migration-checksums.ts'
import { root } from '../../../../scripts/lib/repository.ts'
import { listMigrations } from '../../../src/database/migrate.ts'

const one = { name: '0001_one.sql', checksum: 'a1' }
const two = { name: '0002_two.sql', checksum: 'b2' }
const both = 'a1  0001_one.sql\nb2  0002_two.sql\n'
const restore = /0001_one\.sql has landed and must not change: restore the file/

test('no migration that has landed was changed or removed, and each has its checksum', () => {
  const written = readFileSync(join(root, checksumsPath), 'utf8')
  assert.equal(checksumsFile(listMigrations(), landedChecksums(root)), written, 'run `npm run generate`')
})

test('new migrations are added, wherever their names are in the order', () => {
  assert.equal(checksumsFile([one, two], new Map()), both)
  assert.equal(checksumsFile([one, two], readChecksums('b2  0002_two.sql\n')), both)
})

test('a landed migration that was edited or removed is refused by its name', () => {
  assert.throws(() => checksumsFile([{ ...one, checksum: 'c3' }, two], readChecksums(both)), restore)
  assert.throws(() => checksumsFile([two], readChecksums(both)), restore)
})

test('an edit of a migration and of its checksum is detected by the landed commit', () => {
  const repository = newRepository(both)
  writeChecksums(repository, 'c3  0001_one.sql\nb2  0002_two.sql\n')
  const edited = [{ ...one, checksum: 'c3' }, two]
  assert.throws(() => checksumsFile(edited, landedChecksums(repository)), restore)
})

test('on a branch, the landed migrations are those of its merge base: its own may still change', () => {
  const repository = newRepository('a1  0001_one.sql\n')
  git(repository, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
  writeChecksums(repository, both)
  git(repository, 'commit', '-qam', 'a migration of the branch')
  const changed = { ...two, checksum: 'd4' }
  assert.equal(
    checksumsFile([one, changed], landedChecksums(repository)),
    'a1  0001_one.sql\nd4  0002_two.sql\n',
  )
  assert.throws(() => checksumsFile([{ ...one, checksum: 'c3' }], landedChecksums(repository)), restore)
})

test('without git, the file on disk is what landed', () => {
  const folder = newFolder()
  writeChecksums(folder, both)
  assert.deepEqual(landedChecksums(folder), readChecksums(both))
})

function newRepository(checksums: string): string {
  const folder = newFolder()
  writeChecksums(folder, checksums)
  git(folder, 'init', '-q', '-b', 'main')
  git(folder, 'add', '-A')
  git(folder, 'commit', '-qm', 'landed')
  return folder
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-migrations-'))
  after(() => rmSync(folder, { recursive: true }))
  return folder
}

function writeChecksums(folder: string, text: string): void {
  const path = join(folder, checksumsPath)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function git(folder: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
}
