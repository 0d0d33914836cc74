import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeMarkerFile } from './marker-file.ts'

const bytes = (buffer: Buffer) => Uint8Array.from(buffer).buffer

test('marker files in UTF-8 and UTF-16 of both orders are read, with and without a byte order mark', () => {
  const little = Buffer.from('\ufeffZoë 🎬', 'utf16le')
  assert.equal(decodeMarkerFile(bytes(little)), 'Zoë 🎬')
  assert.equal(decodeMarkerFile(bytes(Buffer.from(little).swap16())), 'Zoë 🎬')
  assert.equal(decodeMarkerFile(bytes(Buffer.from('\ufeffZoë 🎬'))), 'Zoë 🎬')
  assert.equal(decodeMarkerFile(bytes(Buffer.from('Zoë 🎬'))), 'Zoë 🎬')
  assert.equal(decodeMarkerFile(bytes(Buffer.from(''))), '')
})
