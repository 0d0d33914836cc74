import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeMarkerFile, fittingText } from './marker-file.ts'

const bytes = (buffer: Buffer) => Uint8Array.from(buffer).buffer

test('marker files in UTF-8 and UTF-16 of both orders are read, with and without a byte order mark', () => {
  const little = Buffer.from('\ufeffZoë 🎬', 'utf16le')
  assert.equal(decodeMarkerFile(bytes(little)), 'Zoë 🎬')
  assert.equal(decodeMarkerFile(bytes(Buffer.from(little).swap16())), 'Zoë 🎬')
  assert.equal(decodeMarkerFile(bytes(Buffer.from('\ufeffZoë 🎬'))), 'Zoë 🎬')
  assert.equal(decodeMarkerFile(bytes(Buffer.from('Zoë 🎬'))), 'Zoë 🎬')
  assert.equal(decodeMarkerFile(bytes(Buffer.from(''))), '')
})

test('a file that is no UTF-8 is read as Windows-1252', () => {
  assert.equal(decodeMarkerFile(bytes(Buffer.from([0x5a, 0x6f, 0xeb, 0x20, 0x93]))), 'Zoë “')
})

test('a large sequence of Premiere Pro is sent without its effects and sources, and with its markers', () => {
  const marker = '<marker><name>Ann</name><comment>Too dark</comment><in>7</in><out>-1</out></marker>'
  const clip = `<clipitem id="c"><file id="f1"/><start>0</start>
  <file id="f2"><name>x</name><media><video/></media></file>
  <filter><effect><name>Basic Motion</name></effect></filter><link><linkclipref>c</linkclipref></link>${marker}</clipitem>`
  const project = (count: number) =>
    `<xmeml version="4"><sequence><media><video><track>${clip.repeat(count)}</track></video></media>${marker}</sequence></xmeml>`
  assert.equal(fittingText(project(2)), project(2))
  const long = fittingText(project(4000))!
  assert.ok(long.length <= 900_000 && !long.includes('Basic Motion') && !long.includes('linkclipref'))
  assert.equal(long.split(marker).length, 4002)
  assert.ok(long.includes('<file id="f1"/><start>0</start>'))
  assert.equal(fittingText(project(40_000)), undefined)
  assert.equal(fittingText('x'.repeat(900_001)), undefined)
  assert.equal(fittingText('日'.repeat(400_000)), undefined)
})
