// Reduces the points of a line. A pen produces hundreds of points; a drawing is limited to 64 KB.
import type { Shape } from '../room.ts'

export type Point = readonly [x: number, y: number]

/** One pixel of an image that is 1,000 pixels high: removes the tremble of a hand, and little else. */
const finest = 0.001
/** A little less than the server's limit, to leave space for the JSON around the shapes. */
export const maxBytes = 60_000

/**
 * The points that a line needs so that no part of it deviates by more than `tolerance`, in fractions of the image's
 * height.
 */
export function simplified(points: readonly Point[], ratio: number, tolerance = finest): Point[] {
  if (points.length < 3) return points.map(rounded)
  const isKept = new Uint8Array(points.length)
  isKept[0] = isKept[points.length - 1] = 1
  // Uses its own stack: recursion over a line of many points could overflow.
  const parts: [number, number][] = [[0, points.length - 1]]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to] = part
    const [far, distance] = farthest(points, from, to, ratio)
    if (distance <= tolerance) continue
    isKept[far] = 1
    parts.push([from, far], [far, to])
  }
  return points.filter((_, index) => isKept[index]).map(rounded)
}

function farthest(points: readonly Point[], from: number, to: number, ratio: number): [number, number] {
  let [far, most] = [from, -1]
  for (let index = from + 1; index < to; index++) {
    const distance = distanceTo(points[index]!, points[from]!, points[to]!, ratio)
    if (distance > most) [far, most] = [index, distance]
  }
  return [far, most]
}

/** The distance of a point from the line through two others, in units of the height on both axes. */
function distanceTo([x, y]: Point, [ax, ay]: Point, [bx, by]: Point, ratio: number): number {
  const [px, py] = [(x - ax) * ratio, y - ay]
  const [dx, dy] = [(bx - ax) * ratio, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length))
  return Math.hypot(px - along * dx, py - along * dy)
}

/** Rounds to a precision finer than any screen shows. */
function rounded([x, y]: Point): Point {
  return [round(x), round(y)]
}

export function round(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4
}

/** Adds a shape; lines get coarser if the drawing would become too large. undefined if it does not fit. */
export function withShape(shapes: readonly Shape[], shape: Shape, ratio: number): Shape[] | undefined {
  let all = [...shapes, shape]
  for (let tolerance = finest; tolerance < 0.02; tolerance *= 2) {
    if (all.length <= 500 && bytesOf(all) <= maxBytes) return all
    all = all.map((one) => (one.kind === 'pen' ? { ...one, points: coarser(one, ratio, tolerance) } : one))
  }
  return undefined
}

function coarser({ points }: Shape, ratio: number, tolerance: number): number[][] {
  return simplified(points as unknown as Point[], ratio, tolerance).map(([x, y]) => [x, y])
}

function bytesOf(shapes: readonly Shape[]): number {
  return new TextEncoder().encode(JSON.stringify(shapes)).length
}
