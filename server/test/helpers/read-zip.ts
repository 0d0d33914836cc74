// Reads a ZIP by its directory, as most programs do, and checks that each local header says the same.
import assert from 'node:assert/strict'
import { crc32 } from 'node:zlib'

/** The text of each entry, in the order of the directory. Only for archives without numbers of 64 bits. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22
  assert.equal(zip.readUInt32LE(end), 0x06054b50, 'the file ends with the end of a directory')
  const count = zip.readUInt16LE(end + 10)
  const entries = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  assert.equal(at + zip.readUInt32LE(end + 12), end)
  for (let i = 0; i < count; i++) {
    assert.equal(zip.readUInt32LE(at), 0x02014b50)
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    assert.ok(!entries.has(name), `two entries are called ${name}`)
    entries.set(name, contentAt(zip, zip.readUInt32LE(at + 42), at, name))
    at += 46 + nameLength + extraLength
  }
  assert.equal(at, end)
  return entries
}

function contentAt(zip: Buffer, local: number, central: number, name: string): Buffer {
  assert.equal(zip.readUInt32LE(local), 0x04034b50)
  const flags = zip.readUInt16LE(local + 6)
  assert.equal(flags, zip.readUInt16LE(central + 8))
  assert.ok(flags & (1 << 11), 'the name is marked as UTF-8')
  assert.equal(zip.readUInt16LE(local + 8), 0, 'stored')
  const nameLength = zip.readUInt16LE(local + 26)
  const start = local + 30 + nameLength + zip.readUInt16LE(local + 28)
  assert.equal(zip.toString('utf8', local + 30, local + 30 + nameLength), name)
  const [crc, size] = [zip.readUInt32LE(central + 16), zip.readUInt32LE(central + 24)]
  const content = zip.subarray(start, start + size)
  assert.equal(crc32(content), crc, `CRC of ${name}`)
  const follows = (flags & (1 << 3)) !== 0
  const [place, signature] = follows ? [start + size, 0x08074b50] : [local + 10, undefined]
  if (signature !== undefined) assert.equal(zip.readUInt32LE(place), signature)
  assert.deepEqual([zip.readUInt32LE(place + 4), zip.readUInt32LE(place + 8)], [crc, size])
  return content
}
