import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createByteReader, readTar, type TarHeader, tarEnd, tarHeader, tarPadding } from './tar.ts'

function entry(name: string, content: string, more: Partial<TarHeader> = {}): Buffer[] {
  const bytes = Buffer.from(content)
  const header = { name, size: bytes.length, mode: 0o600, time: 1_800_000_000, ...more }
  return [tarHeader(header), bytes, tarPadding(bytes.length)]
}

async function* cut(pieces: Buffer[], size: number): AsyncGenerator<Buffer, void> {
  const bytes = Buffer.concat(pieces)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(pieces: Buffer[], size = 1000) {
  const entries: [string, number, string][] = []
  for await (const { name, mode, content } of readTar(createByteReader(cut(pieces, size)))) {
    entries.push([name, mode, Buffer.concat(await Array.fromAsync(content)).toString()])
  }
  return entries
}

test('names, modes and contents round-trip in chunks of any size', async () => {
  const wanted: [string, number, string][] = [
    ['empty', 0o600, ''],
    ['a/b', 0o644, 'x'.repeat(512)],
    ['n'.repeat(100), 0o600, 'x'.repeat(513)],
    ['n'.repeat(101), 0o600, 'long name'],
    ['ünï 🎬 = \n', 0o600, 'strange name'],
    ['n'.repeat(987), 0o600, 'a length whose own digits change it'],
  ]
  const pieces = wanted.flatMap(([name, mode, content]) => entry(name, content, { mode }))
  for (const size of [1, 511, 512, 100_000]) assert.deepEqual(await read([...pieces, tarEnd], size), wanted)
})

test('the tar header matches the format of other programs', () => {
  const header = tarHeader({ name: 'a', size: 10, mode: 0o600, time: 0 })
  assert.equal(header.length, 512)
  assert.equal(header.toString('latin1', 124, 136), '00000000012\0')
  assert.equal(header.toString('latin1', 257, 265), 'ustar\x0000')
  assert.equal(header.toString('latin1', 148, 156), '006071\0 ')
})

test('a 20 GB file keeps its size', async () => {
  const size = 20_000_000_000
  const header = tarHeader({ name: 'film', size, mode: 0o600, time: 0 })
  const { value } = await readTar(createByteReader(cut([header], 512))).next()
  assert.deepEqual([value?.name, value?.size], ['film', size])
})

test('unread content is skipped', async () => {
  const pieces = [...entry('first', 'x'.repeat(2000)), ...entry('second', 'y'), tarEnd]
  const names: string[] = []
  for await (const { name } of readTar(createByteReader(cut(pieces, 100)))) names.push(name)
  assert.deepEqual(names, ['first', 'second'])
})

test('a truncated or invalid tar is an error', async () => {
  const whole = [...entry('a', 'content'), tarEnd]
  const bytes = Buffer.concat(whole)
  assert.deepEqual(await read(whole), [['a', 0o600, 'content']])
  for (const length of [0, 100, 512, 515, 1023, 1024]) {
    await assert.rejects(read([bytes.subarray(0, length)]), /is incomplete/)
  }
  await assert.rejects(read([Buffer.alloc(512, 'x')]), /wrong checksum/)
  const header = tarHeader({ name: 'a', size: 0, mode: 0, time: 0 })
  header[0] = 98
  await assert.rejects(read([header, tarEnd]), /wrong checksum/)
})
