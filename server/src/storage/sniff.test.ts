import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sniff, sniffedBytes } from './sniff.ts'

function bytes(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

function box(brand: string, ...compatible: string[]): string {
  const rest = `ftyp${brand}\0\0\0\0${compatible.join('')}`
  return `\0\0\0${String.fromCharCode(rest.length + 4)}${rest}\0\0\0\x08moov`
}

function zip(...names: string[]): string {
  return names
    .map((name) => `PK\x03\x04${'\0'.repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}data`)
    .join('')
}

const bmp = `BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0`
const stl = `${'x'.repeat(80)}\x02\0\0\0${'\0\x01'.repeat(50)}`
const ts = Array(3)
  .fill(`G${'\x01'.repeat(187)}`)
  .join('')

// By the bytes alone: the name suggests another type.
const kinds: [string, string][] = [
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['\xff\xd8\xff\xe0\0\x10JFIF\0', 'image/jpeg'],
  ['GIF89a\x01\0\x01\0', 'image/gif'],
  ['RIFF\x1a\0\0\0WEBPVP8L', 'image/webp'],
  [box('avif', 'mif1'), 'image/avif'],
  [box('heic', 'mif1'), 'image/heic'],
  [box('mif1', 'mif1', 'heic'), 'image/heic'],
  [box('mif1', 'mif1', 'avif'), 'image/avif'],
  [box('mif1', 'mif1'), 'image/heif'],
  ['II*\0\x08\0\0\0', 'image/tiff'],
  ['MM\0*\0\0\0\x08', 'image/tiff'],
  [bmp, 'image/bmp'],
  ['8BPS\0\x01\0\0', 'image/vnd.adobe.photoshop'],
  ['\x76\x2f\x31\x01\x02\0\0\0', 'image/x-exr'],
  ['%PDF-1.7\n%\xe2\xe3', 'application/pdf'],
  [box('isom', 'isom', 'avc1'), 'video/mp4'],
  [box('mp42'), 'video/mp4'],
  [box('qt  '), 'video/quicktime'],
  ['\0\0\0\x08wide\0\0\x10\0mdat', 'video/quicktime'],
  ['\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm', 'video/webm'],
  ['\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska', 'video/x-matroska'],
  ['RIFF\x1a\0\0\0AVI LIST', 'video/x-msvideo'],
  ['\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02\x01\x01\x02', 'application/mxf'],
  [ts, 'video/mp2t'],
  ['ID3\x04\0\0\0\0\0\0', 'audio/mpeg'],
  ['\xff\xfb\x90\x64', 'audio/mpeg'],
  ['RIFF\x1a\0\0\0WAVEfmt ', 'audio/wav'],
  ['RF64\xff\xff\xff\xffWAVEds64', 'audio/wav'],
  ['fLaC\0\0\0\x22', 'audio/flac'],
  ['OggS\0\x02\0\0\0\0\0\0\0\0\x01vorbis', 'audio/ogg'],
  ['OggS\0\x02\0\0\0\0\0\0\0\0\x80theora', 'video/ogg'],
  ['\xff\xf1\x50\x80\x02\x1f', 'audio/aac'],
  [box('M4A '), 'audio/mp4'],
  ['glTF\x02\0\0\0\x10\0\0\0', 'model/gltf-binary'],
  [stl, 'model/stl'],
  ['Kaydara FBX Binary  \0\x1a\0', 'application/vnd.autodesk.fbx'],
  [zip('scene.usdc'), 'model/vnd.usdz+zip'],
  ['II*\0\x10\0\0\0CR\x02\0', 'image/x-canon-cr2'],
  ['FUJIFILMCCD-RAW 0201', 'image/x-fuji-raf'],
  ['IIU\0\x18\0\0\0', 'image/x-panasonic-rw2'],
  [
    `PK\x03\x04${'\0'.repeat(22)}\x08\0\0\0mimetypeapplication/vnd.oasis.opendocument.textPK\x03\x04`,
    'application/vnd.oasis.opendocument.text',
  ],
  [zip('a.txt'), 'application/zip'],
  [
    zip('[Content_Types].xml', '_rels/.rels', 'word/document.xml'),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  [
    zip('[Content_Types].xml', 'xl/workbook.xml'),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  [
    zip('[Content_Types].xml', 'ppt/presentation.xml'),
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
  ['<!DOCTYPE html><p>', 'text/html'],
  ['\xef\xbb\xbf \n<!-- x --> <HTML>', 'text/html'],
  ['<script>alert(1)</script>', 'text/html'],
  ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', 'text/html'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['<?xml version="1.0"?>\n<!-- a --><!DOCTYPE svg PUBLIC "x">\n<svg>', 'image/svg+xml'],
  ['\xff\xfe<\0s\0v\0g\0>\0', 'image/svg+xml'],
  ['<?xml version="1.0"?><a/>', 'application/xml'],
  ['solid cube\n  facet normal 0 0 1\n', 'model/stl'],
  ['WEBVTT\n\n', 'text/vtt'],
  ['plain words', 'text/plain'],
  ['\0\x01\x02\x03', 'application/octet-stream'],
  ['\xc3\x28 not UTF-8', 'application/octet-stream'],
]

for (const [text, mimeType] of kinds) {
  test(`${JSON.stringify(text.slice(0, 24))} is ${mimeType}, with any name`, () => {
    const content = bytes(text)
    for (const name of ['photo.png', 'page.html', 'noname', 'x.JPG']) {
      assert.equal(sniff(content, content.length, name), mimeType, name)
    }
  })
}

test('a name decides between kinds of text only', () => {
  const named = (name: string, text: string) => sniff(bytes(text), text.length, name)
  assert.equal(named('notes.md', '# Notes'), 'text/markdown')
  assert.equal(named('NOTES.MD', '# Notes'), 'text/markdown')
  assert.equal(named('cut.csv', 'a,b\n1,2'), 'text/csv')
  assert.equal(named('a.json', ' {"a": 1}'), 'application/json')
  assert.equal(named('a.json', 'no json'), 'text/plain')
  assert.equal(named('scene.gltf', '{"asset":{}}'), 'model/gltf+json')
  assert.equal(named('cube.obj', 'v 0 0 0\n'), 'model/obj')
  assert.equal(named('a.txt', '{"a": 1}'), 'text/plain')
  assert.equal(named('notes.md', '<script>alert(1)</script>'), 'text/html')
  assert.equal(named('a.csv', '<svg onload="alert(1)">'), 'image/svg+xml')
  assert.equal(named('a.md', '\x89PNG\r\n\x1a\n'), 'image/png')
})

test('a name decides which raw file of a camera a TIFF is', () => {
  const content = bytes('II*\0\x08\0\0\0')
  assert.equal(sniff(content, content.length, 'A.NEF'), 'image/x-nikon-nef')
  assert.equal(sniff(content, content.length, 'a.dng'), 'image/x-adobe-dng')
  assert.equal(sniff(content, content.length, 'a.jpg'), 'image/tiff')
  assert.equal(sniff(bytes('no TIFF'), 7, 'a.dng'), 'text/plain')
})

test('text truncated in the middle of a character is text', () => {
  const text = Buffer.from('é'.repeat(sniffedBytes), 'utf8').subarray(0, sniffedBytes - 1)
  assert.equal(sniff(text, sniffedBytes * 2, 'a'), 'text/plain')
})

test('an office file whose first entry fills the examined bytes is typed by its name', () => {
  const content = bytes(zip('[Content_Types].xml'))
  assert.match(sniff(content, content.length, 'a.docx'), /wordprocessingml/)
  assert.equal(sniff(content, content.length, 'a.png'), 'application/zip')
  const byLibreOffice = bytes(zip('_rels/.rels', 'docProps/core.xml', 'xl/workbook.xml'))
  assert.match(sniff(byLibreOffice, 100_000, 'a.xlsx'), /spreadsheetml/)
})

test('any few bytes have a type', () => {
  for (let first = 0; first < 256; first++) {
    for (const length of [1, 2, 3, 5]) {
      const content = Buffer.alloc(length, first)
      assert.match(sniff(content, length, 'a.png'), /^[\w.+-]+\/[\w.+-]+$/)
    }
  }
})
