// Malicious files of the kinds that the server opens.
import { crc32, deflateSync } from 'node:zlib'
import { coloredBox, glb, pdf, pdfFile } from './stills.ts'

export type Hostile = { name: string; mimeType: string; bytes: Buffer }

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** A black PNG with one bit per pixel: a few hundred kilobytes for any number of pixels. */
function png(
  width: number,
  height: number,
  data = deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * height), { level: 1 }),
) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The largest canvas of the format, with frames that fill it. */
function gifBomb(frames: number): Buffer {
  const head = Buffer.from('GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  const frame = Buffer.from('!\xf9\x04\0\x0a\0\0\0,\0\0\0\0\xff\xff\xff\xff\0\x02\x02D\x01\0', 'latin1')
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}

function tiff(width: number, height: number): Buffer {
  const entries: [number, number, number][] = [
    [256, 4, width],
    [257, 4, height],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 8],
    [277, 3, 1],
    [278, 4, height],
    [279, 4, 0xffffffff],
  ]
  const directory = Buffer.alloc(2 + entries.length * 12 + 4)
  directory.writeUInt16LE(entries.length, 0)
  for (const [i, [tag, type, value]] of entries.entries()) {
    directory.writeUInt16LE(tag, 2 + i * 12)
    directory.writeUInt16LE(type, 4 + i * 12)
    directory.writeUInt32LE(1, 6 + i * 12)
    directory.writeUInt32LE(value, 10 + i * 12)
  }
  return Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), directory])
}

function laughs(): Buffer {
  const names = 'abcdefghij'.split('')
  const entities = names.map(
    (name, i) => `<!ENTITY ${name} "${i ? `&${names[i - 1]};`.repeat(10) : 'ha'.repeat(50)}">`,
  )
  return Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg [${entities.join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><text>&j;</text></svg>`,
  )
}

function svg(body: string, attributes = 'width="40" height="40"'): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${body}</svg>`,
  )
}

function stream(data: Buffer, entries = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`<< /Length ${data.length} ${entries} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])
}

/** A PDF whose one page draws a stream that unpacks to this many bytes. */
function pdfBomb(bytes: number): Buffer {
  const once = deflateSync(Buffer.alloc(bytes, '0 0 m '), { level: 9 })
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R >>',
    stream(deflateSync(once), '/Filter [/FlateDecode /FlateDecode]'),
  ])
}

/** Nested page trees, with the first one again at the end. */
function deepPdf(depth: number): Buffer {
  const nodes = Array.from(
    { length: depth },
    (_, i) => `<< /Type /Pages /Parent ${i + 1} 0 R /Kids [${i === depth - 1 ? 2 : i + 3} 0 R] /Count 1 >>`,
  )
  return pdfFile(['<< /Type /Catalog /Pages 2 0 R >>', ...nodes])
}

function glbOf(json: unknown, binary = Buffer.alloc(4)): Buffer {
  const text = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json))
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')])
  const header = Buffer.alloc(20)
  header.write('glTF', 0, 'latin1')
  header.writeUInt32LE(2, 4)
  header.writeUInt32LE(28 + padded.length + binary.length, 8)
  header.writeUInt32LE(padded.length, 12)
  header.write('JSON', 16, 'latin1')
  const second = Buffer.alloc(8)
  second.writeUInt32LE(binary.length, 0)
  second.write('BIN\0', 4, 'latin1')
  return Buffer.concat([header, padded, second, binary])
}

function meshOf(accessors: unknown[], more: object = {}): object {
  return {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...(accessors[1] ? { indices: 1 } : {}) }] }],
    buffers: [{ byteLength: 4 }],
    bufferViews: [{ buffer: 0, byteLength: 4 }],
    accessors,
    ...more,
  }
}

/** Each of them must fail. `site` is the server that some of them try to contact. */
export async function hostileStills(site: string): Promise<Hostile[]> {
  const box = await glb(await coloredBox())
  const float3 = { componentType: 5126, type: 'VEC3' }
  const nowhere = Buffer.from(Float32Array.from([Number.NaN, 0, 0, Infinity, 0, 0, 0, 1, 0]).buffer)
  const named: [string, string, Buffer][] = [
    ['PNG of 900 million black pixels', 'image/png', png(30_000, 30_000)],
    ['PNG that claims two billion pixels a side', 'image/png', png(0x7fffffff, 0x7fffffff, Buffer.alloc(40))],
    ['truncated PNG', 'image/png', png(2_000, 2_000).subarray(0, 300)],
    ['GIF with a canvas of 4 billion pixels', 'image/gif', gifBomb(2_000)],
    ['TIFF that claims 4 billion pixels a side', 'image/tiff', tiff(0xffffffff, 0xffffffff)],
    ['TIFF with a strip outside of the file', 'image/tiff', tiff(1_000, 1_000)],
    ['SVG with a billion laughs', 'image/svg+xml', laughs()],
    ['truncated SVG', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9"><g>')],
    ['truncated PDF', 'application/pdf', pdf(['/MediaBox [0 0 9 9]']).subarray(0, 60)],
    ['PDF with an endless page tree', 'application/pdf', deepPdf(20_000)],
    ['PDF that needs a password', 'application/pdf', encryptedPdf()],
    ['truncated GLB', 'model/gltf-binary', box.subarray(0, box.length / 2)],
    ['GLB with 4 billion corners', 'model/gltf-binary', glbOf(meshOf([{ ...float3, count: 4_000_000_000 }]))],
    [
      'GLB whose corners are beyond its bytes',
      'model/gltf-binary',
      glbOf(meshOf([{ ...float3, count: 300, bufferView: 0 }])),
    ],
    [
      'GLB with corners at invalid positions',
      'model/gltf-binary',
      glbOf(
        {
          ...meshOf([{ ...float3, count: 3, bufferView: 0 }]),
          buffers: [{ byteLength: 36 }],
          bufferViews: [{ buffer: 0, byteLength: 36 }],
        },
        nowhere,
      ),
    ],
    ['GLB with endless brackets', 'model/gltf-binary', glbOf('['.repeat(1_000_000))],
    [
      'GLB whose nodes are their own parents',
      'model/gltf-binary',
      glbOf({ ...meshOf([]), nodes: [{ children: [0] }], meshes: [] }),
    ],
    [
      'GLB that requires an unknown extension',
      'model/gltf-binary',
      glbOf(meshOf([], { extensionsRequired: ['EXT_made_up'], extensionsUsed: ['EXT_made_up'] })),
    ],
    [
      'glTF with parts on the network',
      'model/gltf+json',
      Buffer.from(
        JSON.stringify(
          meshOf([{ ...float3, count: 3 }], { buffers: [{ byteLength: 4, uri: `${site}/buffer` }] }),
        ),
      ),
    ],
    [
      'glTF with parts on the disk',
      'model/gltf+json',
      Buffer.from(
        JSON.stringify(
          meshOf([{ ...float3, count: 3 }], { buffers: [{ byteLength: 4, uri: 'file:///etc/passwd' }] }),
        ),
      ),
    ],
    ['OBJ whose faces have no corners', 'model/obj', Buffer.from('v 0 0 0\nf 1 2 3\n')],
    ['STL without triangles', 'model/stl', Buffer.from('solid x\nendsolid x\n')],
    ['FBX', 'application/vnd.autodesk.fbx', Buffer.from('Kaydara FBX Binary  \0\x1a\0')],
  ]
  const random: [string, string, Buffer][] = [
    ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF\0'],
    ['image/gif', 'GIF89a'],
    ['image/webp', 'RIFF\xff\xff\0\0WEBPVP8 '],
    ['image/avif', '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'],
    ['image/tiff', 'II*\0\x08\0\0\0'],
    ['image/vnd.adobe.photoshop', '8BPS\0\x01'],
    ['application/pdf', '%PDF-1.7\n'],
    ['model/gltf-binary', 'glTF\x02\0\0\0'],
  ].map(([mimeType, magic]) => [`${mimeType} of random bytes`, mimeType!, noise(magic!)])
  return [...named, ...random].map(([name, mimeType, bytes]) => ({ name, mimeType, bytes }))
}

/** These may be shown, but the resources that they refer to must not be loaded. */
export function pointingSvgs(site: string, file: string): Hostile[] {
  const bodies = {
    'an image on the network': `<image href="${site}/image.png" width="40" height="40"/>`,
    'an image on the disk': `<image href="file://${file}" width="40" height="40"/>`,
    'an image beside itself': `<image href="${file.split('/').at(-1)}" width="40" height="40"/>`,
    'an inclusion': `<include xmlns="http://www.w3.org/2001/XInclude" href="file://${file}" parse="text"/>`,
    'a style sheet': `<style>@import url("${site}/style.css"); rect { fill: url("${site}/fill.svg#a") }</style><rect width="9" height="9"/>`,
    'a use of another file': `<use xlink:href="${site}/other.svg#a"/><use href="file://${file}#a"/>`,
    'a script': `<script href="${site}/script.js"/><script>fetch("${site}/fetched")</script>`,
  }
  return Object.entries(bodies).map(([name, body]) => ({ name, mimeType: 'image/svg+xml', bytes: svg(body) }))
}

/** Pages that are huge or unpack to a lot: shown small, or refused. */
export function largePdfs(): Hostile[] {
  const bytes: [string, Buffer][] = [
    ['a page of a thousand kilometres', pdf(['/MediaBox [0 0 3000000000 3000000000]'])],
    ['a page without a size', pdf(['/MediaBox [0 0 0 0]'])],
    ['a page that unpacks to 60 MB', pdfBomb(60_000_000)],
    ['actions that start programs', launchingPdf()],
  ]
  return bytes.map(([name, file]) => ({ name, mimeType: 'application/pdf', bytes: file }))
}

function launchingPdf(): Buffer {
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /Launch /F (/bin/sh) >> /AA << /WC << /S /JavaScript /JS (app.launchURL\\("http://127.0.0.1"\\)) >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /AA << /O << /S /JavaScript /JS (while\\(true\\){}) >> >> >>',
  ])
}

function encryptedPdf(): Buffer {
  const plain = pdf(['/MediaBox [0 0 9 9]']).toString('latin1')
  const key = '00'.repeat(32)
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >> /ID [<00> <00>]`
  return Buffer.from(plain.replace('/Root 1 0 R', `/Root 1 0 R ${encrypt}`), 'latin1')
}

/** Deterministic pseudo-random bytes. */
function noise(magic: string): Buffer {
  const bytes = Buffer.alloc(20_000)
  let state = magic.length * 2_654_435_761
  for (let i = 0; i < bytes.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[i] = state >>> 24
  }
  bytes.write(magic, 0, 'latin1')
  return bytes
}
