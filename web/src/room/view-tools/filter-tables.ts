// The numbers of the filters. Each table has a value for each of the 256 levels of an 8-bit channel, so the result does not
// depend on how a browser rounds linear light.
import type { Channel } from './view-state.ts'

const levels = Array.from({ length: 256 }, (_, level) => level / 255)

/** sRGB to linear light, both from 0 to 1. */
export function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

export function fromLinear(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
}

/** A stop doubles the light. */
export function exposureTable(stops: number): string {
  return tableOf(levels.map((level) => Math.min(1, fromLinear(toLinear(level) * 2 ** stops))))
}

/** A little above each level: browsers cut off what is behind the point. */
function tableOf(values: readonly number[]): string {
  return values.map((value) => Number(Math.min(1, value + 0.25 / 255).toFixed(5))).join(' ')
}

/** Luma of Rec. 709, the weights of HD video. */
const luma = [0.2126, 0.7152, 0.0722, 0, 0]

const rows: Record<Exclude<Channel, 'colour'>, readonly number[]> = {
  red: [1, 0, 0, 0, 0],
  green: [0, 1, 0, 0, 0],
  blue: [0, 0, 1, 0, 0],
  alpha: [0, 0, 0, 1, 0],
  luma,
}

/** Shows one channel as grey. Alpha is shown opaque; the others keep the transparency of the image. */
export function channelMatrix(channel: Exclude<Channel, 'colour'>): string {
  const row = rows[channel]
  const opacity = channel === 'alpha' ? [0, 0, 0, 0, 1] : [0, 0, 0, 1, 0]
  return [row, row, row, opacity].flat().join(' ')
}

export type Band = { from: number; to: number; colour: string; label: string }

/** Ranges of luma in percent (IRE), as camera monitors colour them. Between them the image is grey. */
export const bands: readonly Band[] = [
  { from: 0, to: 2.5, colour: '#8a2be2', label: 'Black clips' },
  { from: 2.5, to: 4, colour: '#1e5bff', label: 'Just above black' },
  { from: 38, to: 42, colour: '#26b24b', label: '18 % grey' },
  { from: 52, to: 56, colour: '#ff8fb8', label: 'One stop over grey: skin' },
  { from: 97, to: 99, colour: '#ffe14d', label: 'Just below white' },
  { from: 99, to: 100, colour: '#ff2d2d', label: 'White clips' },
]

/** The tables of red, green and blue by luma. */
export function falseColourTables(): readonly [string, string, string] {
  const colours = levels.map((level) => {
    const percent = level * 100
    const band = bands.find(({ from, to }) => percent >= from && (percent < to || to === 100))
    return band ? channelsOf(band.colour) : [level, level, level]
  })
  return [0, 1, 2].map((channel) => tableOf(colours.map((colour) => colour[channel]!))) as [
    string,
    string,
    string,
  ]
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
}

/** The part of an image that an aspect mask leaves visible, in fractions of its size. */
export function visiblePart(pictureRatio: number, maskRatio: number) {
  const width = Math.min(1, maskRatio / pictureRatio)
  const height = Math.min(1, pictureRatio / maskRatio)
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height }
}
