// Detects the type of a file from its bytes. The name decides only between kinds of text, which bytes cannot
// distinguish; content that looks like a page or a drawing with script is never detected as another type.
import { extname } from 'node:path'
import { looksLikeText, sniffText } from './sniff-text.ts'

/** How many bytes of a file are examined. */
export const sniffedBytes = 16 * 1024

const unknown = 'application/octet-stream'

/** Bytes at an offset, as text in which `\xNN` is a byte. */
const magics: readonly (readonly [offset: number, magic: string, mimeType: string])[] = [
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, 'GIF87a', 'image/gif'],
  [0, 'GIF89a', 'image/gif'],
  [0, 'II*\0', 'image/tiff'],
  [0, 'MM\0*', 'image/tiff'],
  [0, 'II+\0', 'image/tiff'],
  [0, 'MM\0+', 'image/tiff'],
  [0, '8BPS\0\x01', 'image/vnd.adobe.photoshop'],
  [0, '8BPS\0\x02', 'image/vnd.adobe.photoshop'],
  [0, '\x76\x2f\x31\x01', 'image/x-exr'],
  [0, 'SDPX', 'image/x-dpx'],
  [0, 'XPDS', 'image/x-dpx'],
  [0, '#?RADIANCE', 'image/vnd.radiance'],
  [0, 'FUJIFILMCCD-RAW', 'image/x-fuji-raf'],
  [0, 'IIRO', 'image/x-olympus-orf'],
  [0, 'IIRS', 'image/x-olympus-orf'],
  [0, 'MMOR', 'image/x-olympus-orf'],
  [0, 'IIU\0', 'image/x-panasonic-rw2'],
  [0, '\0\0\0\x0cJXL \r\n\x87\n', 'image/jxl'],
  [0, '\xff\x0a', 'image/jxl'],
  [0, '\0\0\0\x0cjP  \r\n\x87\n', 'image/jp2'],
  [0, '%PDF-', 'application/pdf'],
  [0, 'fLaC', 'audio/flac'],
  [0, 'ID3', 'audio/mpeg'],
  [0, '\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02\x01\x01', 'application/mxf'],
  [0, '\0\0\x01\xba', 'video/mpeg'],
  [0, 'glTF\x01\0\0\0', 'model/gltf-binary'],
  [0, 'glTF\x02\0\0\0', 'model/gltf-binary'],
  [0, 'Kaydara FBX Binary  \0', 'application/vnd.autodesk.fbx'],
  [0, '7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
  [0, '\x1f\x8b\x08', 'application/gzip'],
  [257, 'ustar', 'application/x-tar'],
]

/** An empty file has no detectable type, whatever its name says: there is nothing to show or to process. */
export function sniff(bytes: Buffer, size: number, name: string): string {
  if (size === 0) return unknown
  const head = bytes.subarray(0, sniffedBytes).toString('latin1')
  const extension = extname(name).toLowerCase()
  const magic = magics.find(([offset, text]) => head.startsWith(text, offset))
  if (magic?.[2] === 'image/tiff') return sniffTiff(head, extension)
  return (
    magic?.[2] ??
    sniffRiff(head) ??
    sniffIsoMedia(bytes, head) ??
    sniffMatroska(head) ??
    sniffOgg(head) ??
    sniffMpegAudio(bytes) ??
    sniffTransportStream(bytes) ??
    sniffZip(bytes, head, extension) ??
    sniffBitmap(bytes, head) ??
    sniffBinaryStl(bytes, size) ??
    (looksLikeText(bytes) ? sniffText(bytes, extension) : unknown)
  )
}

/** Raw files of cameras that are TIFFs: the name distinguishes them, and nothing is shown differently in a browser. */
const rawFiles: Record<string, string> = {
  '.dng': 'image/x-adobe-dng',
  '.nef': 'image/x-nikon-nef',
  '.nrw': 'image/x-nikon-nef',
  '.arw': 'image/x-sony-arw',
  '.pef': 'image/x-pentax-pef',
  '.srw': 'image/x-samsung-srw',
  '.3fr': 'image/x-hasselblad-3fr',
  '.iiq': 'image/x-phaseone-iiq',
}

function sniffTiff(head: string, extension: string): string {
  if (head.startsWith('CR\x02', 8)) return 'image/x-canon-cr2'
  return rawFiles[extension] ?? 'image/tiff'
}

function sniffRiff(head: string): string | undefined {
  const [container, kind] = [head.slice(0, 4), head.slice(8, 12)]
  if (container === 'FORM') return /^AIF[FC]$/.test(kind) ? 'audio/aiff' : undefined
  if (!['RIFF', 'RF64', 'BW64'].includes(container)) return undefined
  return { WAVE: 'audio/wav', WEBP: 'image/webp', 'AVI ': 'video/x-msvideo' }[kind]
}

const brands: Record<string, string> = {
  avif: 'image/avif',
  avis: 'image/avif',
  heic: 'image/heic',
  heix: 'image/heic',
  heim: 'image/heic',
  heis: 'image/heic',
  hevc: 'image/heic',
  hevx: 'image/heic',
  mif1: 'image/heif',
  msf1: 'image/heif',
  'qt  ': 'video/quicktime',
  'M4A ': 'audio/mp4',
  'M4B ': 'audio/mp4',
  'crx ': 'image/x-canon-cr3',
}

/** MP4, QuickTime, HEIC and AVIF share one container format; the brand distinguishes them. */
function sniffIsoMedia(bytes: Buffer, head: string): string | undefined {
  const box = head.slice(4, 8)
  if (box !== 'ftyp') {
    // QuickTime files from before brands existed.
    return /^(moov|mdat|wide|free|skip|pnot)$/.test(box) ? 'video/quicktime' : undefined
  }
  const major = brands[head.slice(8, 12)]
  if (major !== 'image/heif') return major ?? (head.startsWith('3g', 8) ? 'video/3gpp' : 'video/mp4')
  // The general image brand: the compatible brands say how the image is encoded.
  const compatible = head.slice(16, Math.min(bytes.readUInt32BE(0), 256)).match(/.{4}/gs) ?? []
  return compatible.map((brand) => brands[brand]).find((type) => /avif|heic/.test(type ?? '')) ?? major
}

function sniffMatroska(head: string): string | undefined {
  if (!head.startsWith('\x1a\x45\xdf\xa3')) return undefined
  return head.slice(0, 128).includes('webm') ? 'video/webm' : 'video/x-matroska'
}

function sniffOgg(head: string): string | undefined {
  if (!head.startsWith('OggS\0')) return undefined
  return head.slice(0, 512).includes('theora') ? 'video/ogg' : 'audio/ogg'
}

/** A frame of MP3 or AAC: 11 set bits, then fields in which some values are invalid. */
function sniffMpegAudio(bytes: Buffer): string | undefined {
  if (bytes.length < 4 || bytes[0] !== 0xff || (bytes[1]! & 0xe0) !== 0xe0) return undefined
  const layer = (bytes[1]! >> 1) & 3
  if (layer === 0) return (bytes[1]! & 0xf0) === 0xf0 && bytes[2]! >> 2 !== 0x3f ? 'audio/aac' : undefined
  const version = (bytes[1]! >> 3) & 3
  const [rate, frequency] = [bytes[2]! >> 4, (bytes[2]! >> 2) & 3]
  // Accepting Layer I would detect UTF-16 text as audio.
  return layer !== 3 && version !== 1 && rate !== 15 && frequency !== 3 ? 'audio/mpeg' : undefined
}

function sniffTransportStream(bytes: Buffer): string | undefined {
  const packets = [0, 188, 376]
  return packets.every((offset) => bytes[offset] === 0x47) ? 'video/mp2t' : undefined
}

const office: Record<string, string> = {
  'word/': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'xl/': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'ppt/': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}
const officeFolders: Record<string, string> = { '.docx': 'word/', '.xlsx': 'xl/', '.pptx': 'ppt/' }

/** The first entry of an OpenDocument file is its type, as plain text. */
const openDocument =
  /^.{30}mimetype(application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation|graphics))(?!-)/s

function sniffZip(bytes: Buffer, head: string, extension: string): string | undefined {
  if (!head.startsWith('PK\x03\x04')) return head.startsWith('PK\x05\x06') ? 'application/zip' : undefined
  const [, open] = openDocument.exec(head) ?? []
  if (open !== undefined) return open
  const names = zipNames(bytes, head)
  if (/\.usd[ac]?$/.test(names[0] ?? '')) return 'model/vnd.usdz+zip'
  // LibreOffice writes the content types last, beyond the examined bytes.
  if (!names.includes('[Content_Types].xml') && !names.includes('_rels/.rels')) return 'application/zip'
  const folder = Object.keys(office).find((start) => names.some((name) => name.startsWith(start)))
  // An office file with a long first entry: the examined bytes show nothing more.
  return office[folder ?? officeFolders[extension] ?? ''] ?? 'application/zip'
}

function zipNames(bytes: Buffer, head: string): string[] {
  const names: string[] = []
  for (let at = 0; at >= 0 && at + 30 <= bytes.length; at = head.indexOf('PK\x03\x04', at + 4)) {
    names.push(head.slice(at + 30, at + 30 + bytes.readUInt16LE(at + 26)))
  }
  return names
}

function sniffBitmap(bytes: Buffer, head: string): string | undefined {
  if (!head.startsWith('BM') || bytes.length < 18 || bytes.readUInt32LE(6) !== 0) return undefined
  return [12, 40, 52, 56, 64, 108, 124].includes(bytes.readUInt32LE(14)) ? 'image/bmp' : undefined
}

/** Binary STL has no magic number: its header is arbitrary, and the size must match the count of triangles. */
function sniffBinaryStl(bytes: Buffer, size: number): string | undefined {
  return bytes.length >= 84 && size === 84 + 50 * bytes.readUInt32LE(80) ? 'model/stl' : undefined
}
