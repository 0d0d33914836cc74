// TIFF files written by hand: several pages, and raw files of a camera.

type Entry = { tag: number; type: 1 | 2 | 3 | 4 | 5 | 10; values: readonly number[] }

const sizes = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 10: 8 } as const

/** One directory of a TIFF: its entries, and the pixels that they describe. */
export type TiffDirectory = { entries: readonly Entry[]; pixels: Buffer }

export function tiffFile(directories: readonly TiffDirectory[]): Buffer {
  const parts: Buffer[] = [Buffer.from('II*\0\0\0\0\0', 'latin1')]
  let length = 8
  const add = (part: Buffer) => {
    const at = length
    // Every part begins at an even offset.
    const padded = part.length % 2 === 0 ? part : Buffer.concat([part, Buffer.alloc(1)])
    parts.push(padded)
    length += padded.length
    return at
  }
  let link: { buffer: Buffer; at: number } = { buffer: parts[0]!, at: 4 }
  for (const { entries, pixels } of directories) {
    const strips: Entry[] = [
      { tag: 273, type: 4, values: [add(pixels)] },
      { tag: 279, type: 4, values: [pixels.length] },
    ]
    const sorted = [...entries, ...strips].sort((a, b) => a.tag - b.tag)
    const directory = Buffer.alloc(2 + sorted.length * 12 + 4)
    directory.writeUInt16LE(sorted.length, 0)
    for (const [n, entry] of sorted.entries()) writeEntry(directory, 2 + n * 12, entry, add)
    link.buffer.writeUInt32LE(add(directory), link.at)
    link = { buffer: parts.at(-1)!, at: directory.length - 4 }
  }
  return Buffer.concat(parts)
}

function writeEntry(
  directory: Buffer,
  at: number,
  { tag, type, values }: Entry,
  add: (part: Buffer) => number,
): void {
  directory.writeUInt16LE(tag, at)
  directory.writeUInt16LE(type, at + 2)
  directory.writeUInt32LE(values.length, at + 4)
  const bytes = Buffer.alloc(Math.max(4, values.length * sizes[type]))
  for (const [n, value] of values.entries()) {
    if (type === 5 || type === 10) {
      bytes.writeInt32LE(Math.round(value * 10_000), n * 8)
      bytes.writeInt32LE(10_000, n * 8 + 4)
    } else bytes.writeUIntLE(value, n * sizes[type], sizes[type])
  }
  if (bytes.length <= 4) bytes.copy(directory, at + 8)
  else directory.writeUInt32LE(add(bytes), at + 8)
}

type Colour = readonly [number, number, number]

/** A page of one colour; `copy`: a smaller copy of another image, which is no page. */
export function tiffPage(width: number, height: number, colour: Colour, copy = false): TiffDirectory {
  const entries: Entry[] = [
    { tag: 254, type: 4, values: [copy ? 1 : 0] },
    ...size(width, height),
    { tag: 258, type: 3, values: [8, 8, 8] },
    { tag: 259, type: 3, values: [1] },
    { tag: 262, type: 3, values: [2] },
    { tag: 277, type: 3, values: [3] },
    { tag: 278, type: 4, values: [height] },
  ]
  return { entries, pixels: Buffer.concat(Array(width * height).fill(Buffer.from(colour))) }
}

function size(width: number, height: number): Entry[] {
  return [
    { tag: 256, type: 4, values: [width] },
    { tag: 257, type: 4, values: [height] },
  ]
}

const text = (words: string) => [...Buffer.from(`${words}\0`)]

/** A DNG: a sensor with red, green and blue filters, under light of this colour. */
export function dngFile(width: number, height: number, [red, green, blue]: Colour): Buffer {
  const pixels = Buffer.alloc(width * height * 2)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = y % 2 === 0 ? (x % 2 === 0 ? red : green) : x % 2 === 0 ? green : blue
      pixels.writeUInt16LE(value * 64, (y * width + x) * 2)
    }
  }
  const entries: Entry[] = [
    { tag: 254, type: 4, values: [0] },
    ...size(width, height),
    { tag: 258, type: 3, values: [16] },
    { tag: 259, type: 3, values: [1] },
    { tag: 262, type: 3, values: [32_803] },
    { tag: 271, type: 2, values: text('Dailies') },
    { tag: 272, type: 2, values: text('Test camera') },
    { tag: 274, type: 3, values: [1] },
    { tag: 277, type: 3, values: [1] },
    { tag: 278, type: 4, values: [height] },
    { tag: 33_421, type: 3, values: [2, 2] },
    { tag: 33_422, type: 1, values: [0, 1, 1, 2] },
    { tag: 50_706, type: 1, values: [1, 4, 0, 0] },
    { tag: 50_707, type: 1, values: [1, 1, 0, 0] },
    { tag: 50_708, type: 2, values: text('Dailies Test camera') },
    { tag: 50_714, type: 4, values: [0] },
    { tag: 50_717, type: 4, values: [255 * 64] },
    {
      tag: 50_721,
      type: 10,
      values: [3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.204, 1.057],
    },
    { tag: 50_728, type: 5, values: [1, 1, 1] },
    { tag: 50_778, type: 3, values: [21] },
  ]
  return tiffFile([{ entries, pixels }])
}
