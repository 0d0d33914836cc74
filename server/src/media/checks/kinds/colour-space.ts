// The colour space that an image names: by its ICC profile, or by a tag of its format.
import { profileName } from '../../image/icc-profile.ts'
import type { ImageMeasured } from './measured.ts'

type Colour = ImageMeasured['colour']
type Space = Colour['space']

/** The primaries in XYZ (D50), as profiles store them: red, green, blue. */
const primaries: readonly (readonly [space: Space, xyz: readonly number[]])[] = [
  ['SRGB', [0.4361, 0.2225, 0.0139, 0.3851, 0.7169, 0.0971, 0.1431, 0.0606, 0.7141]],
  ['DISPLAY_P3', [0.5151, 0.2412, -0.0011, 0.292, 0.6922, 0.0419, 0.1571, 0.0666, 0.7841]],
  ['ADOBE_RGB', [0.6097, 0.3111, 0.0195, 0.2053, 0.6257, 0.0609, 0.1492, 0.0632, 0.7446]],
  ['PROPHOTO_RGB', [0.7977, 0.288, 0, 0.1352, 0.7119, 0, 0.0313, 0.0001, 0.8249]],
  ['REC_2020', [0.6735, 0.279, -0.0019, 0.1657, 0.6753, 0.03, 0.125, 0.0456, 0.7969]],
]
const tolerance = 0.01
const maxTags = 200

export function colourOfIcc(icc: Buffer): Colour {
  return { space: spaceOfIcc(icc), profile: profileName(icc), source: 'ICC' }
}

function spaceOfIcc(icc: Buffer): Space {
  const data = icc.toString('latin1', 16, 20)
  if (data === 'CMYK') return 'CMYK'
  if (data === 'GRAY') return 'GREY'
  if (data === 'Lab ') return 'LAB'
  const xyz = ['rXYZ', 'gXYZ', 'bXYZ'].flatMap((name) => xyzOf(icc, name))
  const found =
    xyz.length === 9 &&
    primaries.find(([, known]) => known.every((value, n) => Math.abs(value - xyz[n]!) <= tolerance))
  return found ? found[0] : 'OTHER'
}

function xyzOf(icc: Buffer, name: string): number[] {
  if (icc.length < 132) return []
  const tags = Math.min(icc.readUInt32BE(128), maxTags)
  for (let at = 132; at < 132 + tags * 12 && at + 12 <= icc.length; at += 12) {
    if (icc.toString('latin1', at, at + 4) !== name) continue
    const start = icc.readUInt32BE(at + 4)
    if (start + 20 > icc.length || icc.toString('latin1', start, start + 4) !== 'XYZ ') return []
    return [8, 12, 16].map((offset) => icc.readInt32BE(start + offset) / 65_536)
  }
  return []
}

const untagged: Colour = { space: 'NONE', profile: null, source: 'NONE' }

/** For an image without an ICC profile. `head` is the beginning of the file. */
export function colourOfTags(format: string | undefined, head: Buffer, exif: Buffer | undefined): Colour {
  const space =
    format === 'png' ? spaceOfPng(head) : format === 'heif' ? spaceOfHeif(head) : exif && spaceOfExif(exif)
  return space ? { space, profile: null, source: 'TAG' } : untagged
}

const primariesOf = new Map<number, Space>([
  [1, 'SRGB'],
  [9, 'REC_2020'],
  [12, 'DISPLAY_P3'],
])
const unspecified = 2

/** Colour primaries by number, as video and PNG name them (H.273). */
function byNumber(number: number): Space | undefined {
  return number === unspecified ? undefined : (primariesOf.get(number) ?? 'OTHER')
}

function spaceOfPng(head: Buffer): Space | undefined {
  for (let at = 8; at + 12 <= head.length; ) {
    const name = head.toString('latin1', at + 4, at + 8)
    if (name === 'cICP') return byNumber(head[at + 8]!)
    if (name === 'sRGB') return 'SRGB'
    if (name === 'IDAT') return undefined
    at += 12 + head.readUInt32BE(at)
  }
  return undefined
}

function spaceOfHeif(head: Buffer): Space | undefined {
  const at = head.indexOf('colrnclx', 0, 'latin1')
  return at < 0 || at + 10 > head.length ? undefined : byNumber(head.readUInt16BE(at + 8))
}

/** The tag ColorSpace in the Exif part of the data: 1 is sRGB. */
function spaceOfExif(exif: Buffer): Space | undefined {
  const tiff = exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const find = (start: number, tag: number): number | undefined => {
    if (start + 2 > tiff.length) return undefined
    const end = Math.min(start + 2 + short(start) * 12, tiff.length - 11)
    for (let at = start + 2; at < end; at += 12) if (short(at) === tag) return at + 8
    return undefined
  }
  if (tiff.length < 8) return undefined
  const pointer = find(long(4), 0x8769)
  const value = pointer === undefined ? undefined : find(long(pointer), 0xa001)
  return value !== undefined && short(value) === 1 ? 'SRGB' : undefined
}
