// Frames that encode their number in 16 black or white fields above four patches of colour. The fields are large enough
// to be read at any size and after any codec.
export type Size = { width: number; height: number }

export const frameSize: Size = { width: 192, height: 112 }

const [columns, rows] = [8, 2]

/** From left to right; another order means that the frame is rotated or mirrored. */
export const patches = [
  [200, 30, 30],
  [30, 160, 30],
  [30, 30, 200],
  [180, 180, 180],
] as const

/** RGB, 8 bits each. All rows of a row of fields are equal, and so are those of the patches. */
export function drawFrame(number: number, { width, height }: Size): Buffer {
  const drawn = new Map<number, Buffer>()
  return Buffer.concat(
    Array.from({ length: height }, (_, y) => {
      const down = y / height
      const band = down < 0.5 ? Math.floor(down * 2 * rows) : rows
      const row = drawn.get(band) ?? drawRow(number, width, down)
      drawn.set(band, row)
      return row
    }),
  )
}

function drawRow(number: number, width: number, down: number): Buffer {
  const row = Buffer.alloc(width * 3)
  for (let x = 0; x < width; x++) {
    const across = x / width
    const colour =
      down < 0.5 ? bitColour(number, across, down) : patches[Math.floor(across * patches.length)]!
    row.set(colour, x * 3)
  }
  return row
}

function bitColour(number: number, across: number, down: number): readonly number[] {
  const bit = Math.floor(across * columns) + columns * Math.floor(down * 2 * rows)
  return (number >> bit) & 1 ? [235, 235, 235] : [16, 16, 16]
}

/** The number of a frame of RGB, or of another format by the bytes of a pixel. */
export function readNumber(pixels: Uint8Array, size: Size, bytes = 3): number {
  let number = 0
  for (let bit = 0; bit < columns * rows; bit++) {
    const across = ((bit % columns) + 0.5) / columns
    const down = (Math.floor(bit / columns) + 0.5) / rows / 2
    if (meanAt(pixels, size, { across, down }, { bytes, channel: bytes >> 1 }) > 110) number |= 1 << bit
  }
  return number
}

export function readPatches(pixels: Uint8Array, size: Size): number[][] {
  return patches.map((_, index) =>
    [0, 1, 2].map((channel) =>
      meanAt(pixels, size, { across: (index + 0.5) / patches.length, down: 0.75 }, { bytes: 3, channel }),
    ),
  )
}

/** The mean of 3 × 3 pixels. */
function meanAt(
  pixels: Uint8Array,
  { width, height }: Size,
  { across, down }: { across: number; down: number },
  { bytes, channel }: { bytes: number; channel: number },
): number {
  const [x, y] = [Math.floor(across * width), Math.floor(down * height)]
  let sum = 0
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++) sum += pixels[((y + dy) * width + x + dx) * bytes + channel]!
  return Math.round(sum / 9)
}
