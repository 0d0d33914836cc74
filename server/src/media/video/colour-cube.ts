// Converts high dynamic range and wide gamuts to what every screen shows, by a table of colours for ffmpeg's
// lut3d. Builds of ffmpeg differ in what they can convert; a table is exact, fast, and the same with all of
// them.
import type { Colour } from './streams.ts'

type Light = [red: number, green: number, blue: number]

/** Diffuse white in cd/m², by BT.2408. 1 is this white. */
const white = 203
/** The level that most masters are graded to. Brighter values are clipped to it. */
const peak = 1000 / white

const toBt709: Record<string, readonly (readonly [number, number, number])[]> = {
  bt709: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  bt2020: [
    [1.660491, -0.587641, -0.07285],
    [-0.12455, 1.1329, -0.008349],
    [-0.018151, -0.100579, 1.11873],
  ],
  smpte432: [
    [1.224745, -0.224745, 0],
    [-0.042057, 1.042057, 0],
    [-0.01963, -0.078636, 1.098266],
  ],
}

/** Whether colours have to be converted by a table. */
export function needsCube({ transfer, primaries }: Colour): boolean {
  return isBright(transfer) || (primaries !== undefined && primaries !== 'bt709' && primaries in toBt709)
}

function isBright(transfer: string | undefined): boolean {
  return transfer === 'smpte2084' || transfer === 'arib-std-b67'
}

/** In the format of `.cube`: red changes first. */
export function colourCube({ transfer, primaries = 'bt2020' }: Colour, size = 33): string {
  const matrix = toBt709[primaries] ?? toBt709.bt2020!
  const lines = [`LUT_3D_SIZE ${size}`]
  const step = 1 / (size - 1)
  for (let b = 0; b < size; b++)
    for (let g = 0; g < size; g++)
      for (let r = 0; r < size; r++) {
        const light = toneMap(linear([r * step, g * step, b * step], transfer), isBright(transfer))
        const shown = matrix.map((row) => row[0] * light[0] + row[1] * light[1] + row[2] * light[2])
        lines.push(shown.map((value) => (Math.min(Math.max(value, 0), 1) ** (1 / 2.4)).toFixed(6)).join(' '))
      }
  return `${lines.join('\n')}\n`
}

function linear(coded: Light, transfer: string | undefined): Light {
  if (transfer === 'smpte2084') return coded.map((value) => (pq(value) * 10_000) / white) as Light
  if (transfer === 'arib-std-b67') return hlg(coded)
  return coded.map((value) => value ** 2.4) as Light
}

/** SMPTE ST 2084. */
function pq(coded: number): number {
  const [m1, m2, c1, c2, c3] = [0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875]
  const root = coded ** (1 / m2)
  return (Math.max(root - c1, 0) / (c2 - c3 * root)) ** (1 / m1)
}

/** BT.2100, on a screen of 1000 cd/m². */
function hlg(coded: Light): Light {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073]
  const scene = coded.map((value) =>
    value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - c) / a) + b) / 12,
  ) as Light
  const luminance = 0.2627 * scene[0] + 0.678 * scene[1] + 0.0593 * scene[2]
  return scene.map((value) => value * luminance ** 0.2 * peak) as Light
}

/**
 * Scales by the brightest of the three channels, so that hues stay: dark values are unchanged, the rest is
 * compressed to end at 1.
 */
function toneMap(light: Light, bright: boolean): Light {
  const most = Math.max(...light)
  if (!bright || most <= knee) return light
  const [a, b] = [
    (-(knee ** 2) * (peak - 1)) / (knee ** 2 - 2 * knee + peak),
    (knee ** 2 - 2 * knee * peak + peak) / (peak - 1),
  ]
  const bent =
    ((b ** 2 + 2 * b * knee + knee ** 2) / (b - a)) *
    ((Math.min(most, peak) + a) / (Math.min(most, peak) + b))
  return light.map((value) => (value * bent) / most) as Light
}

const knee = 0.3
