import type { Pen, Shape } from '../room.ts'
import { type Point, round, simplified } from './simplify.ts'

/** The unit of drawn shapes: a thousandth of the image's height. */
export const units = 1000

/** The position of a pointer on the image, from 0 to 1. */
export function pointAt(event: { clientX: number; clientY: number }, box: DOMRect): Point {
  return [round((event.clientX - box.left) / box.width), round((event.clientY - box.top) / box.height)]
}

/** The height of letters, in line widths. */
const letterHeight = 8

/** The shape drawn from the first point to the last; undefined if it is too small to be intended. */
export function shapeOf(
  { tool, colour, width }: Pen,
  points: readonly Point[],
  ratio: number,
): Shape | undefined {
  const [first, last] = [points[0]!, points.at(-1)!]
  if (tool === 'text') return undefined
  if (tool === 'pen')
    return { kind: tool, points: pairs(simplified(points, ratio)), colour, width: round(width) }
  if (Math.hypot((last[0] - first[0]) * ratio, last[1] - first[1]) < 0.008) return undefined
  return { kind: tool, points: pairs([first, last]), colour, width: round(width) }
}

export function textShape({ colour, width }: Pen, at: Point, text: string): Shape {
  return { kind: 'text', points: pairs([at]), colour, width: round(width * letterHeight), text }
}

/** A ring around a spot: a circle in the proportions of the displayed image. */
export function spotShape({ colour, width }: Pen, [x, y]: Point, ratio: number): Shape {
  const radius = 0.035
  const corners: Point[] = [
    [round(x - radius / ratio), round(y - radius)],
    [round(x + radius / ratio), round(y + radius)],
  ]
  return { kind: 'ellipse', points: pairs(corners), colour, width: round(width) }
}

function pairs(points: readonly Point[]): number[][] {
  return points.map(([x, y]) => [x, y])
}

/** A mean pressure of 0.5 draws at the chosen width; fingers and mice always report it. */
export function pressedWidth(width: number, pressures: readonly number[]): number {
  if (pressures.length === 0) return width
  const mean = pressures.reduce((sum, one) => sum + one, 0) / pressures.length
  return width * (0.5 + Math.min(1, mean))
}

/** The two strokes of an arrowhead. */
export function arrowHead([ax, ay]: Point, [bx, by]: Point, width: number): [Point, Point] {
  const angle = Math.atan2(by - ay, bx - ax)
  const size = Math.min(Math.max(width * 4, 24), Math.hypot(bx - ax, by - ay))
  const wing = (turn: number): Point => [
    bx - size * Math.cos(angle + turn),
    by - size * Math.sin(angle + turn),
  ]
  return [wing(0.5), wing(-0.5)]
}
