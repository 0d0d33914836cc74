import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { crc32 } from './crc32.ts'
import {
  centralHeader,
  centralHeaderLength,
  descriptor,
  descriptorLength,
  endRecords,
  entryLength,
  localHeader,
  localHeaderLength,
  type ZipEntry,
} from './zip-format.ts'

const time = new Date('2026-11-17T08:09:10Z')

test('lengths are those of the records, on both sides of 4 GiB', () => {
  for (const size of [0, 5, 2 ** 32 - 2, 2 ** 32 - 1, 2 ** 42]) {
    for (const crc of [null, 7]) {
      for (const start of [0, 2 ** 32 - 2, 2 ** 32 - 1, 2 ** 50]) {
        const entry: ZipEntry = { name: 'Übung/第一集.mov', size, crc, modifiedAt: time }
        assert.equal(localHeader(entry).length, localHeaderLength(entry))
        assert.equal(centralHeader(entry, 7, start).length, centralHeaderLength(entry, start))
        const ending = crc === null ? descriptor(entry, 7).length : 0
        assert.equal(descriptorLength(entry), ending)
        assert.equal(entryLength(entry), localHeaderLength(entry) + size + ending)
      }
    }
  }
})

test('the end has 64 bits only where 32 are not enough', () => {
  assert.equal(endRecords({ count: 65_534, start: 2 ** 32 - 2, length: 9 }).length, 22)
  for (const large of [{ count: 65_535 }, { start: 2 ** 32 - 1 }, { length: 2 ** 32 - 1 }])
    assert.equal(endRecords({ count: 1, start: 9, length: 9, ...large }).length, 98)
})

test('zipinfo reads names, times, sizes and modes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-zip-'))
  try {
    const path = join(folder, 'a.zip')
    writeFileSync(path, zip({ 'Day 1/a.txt': 'first', 'Day 1/b.txt': '' }))
    const { stdout } = await promisify(execFile)('zipinfo', ['-T', path], { env: { TZ: 'UTC' } })
    assert.match(stdout, /-rw-r--r-- +4\.5 unx +5 b. stor 20261117\.080910 Day 1\/a\.txt/)
    assert.match(stdout, /2 files, 5 bytes uncompressed/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

function zip(files: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  const length = (buffers: Buffer[]) => Buffer.concat(buffers).length
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text)
    const entry = { name, size: bytes.length, crc: null, modifiedAt: time }
    directory.push(centralHeader(entry, crc32(bytes), length(parts)))
    parts.push(localHeader(entry), bytes, descriptor(entry, crc32(bytes)))
  }
  const end = { count: directory.length, start: length(parts), length: length(directory) }
  return Buffer.concat([...parts, ...directory, endRecords(end)])
}
