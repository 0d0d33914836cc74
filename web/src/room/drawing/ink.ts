// Lines as they are displayed: smooth, with round ends, the same at every size. The unit is a thousandth of the image's
// height.
import { getStroke } from 'perfect-freehand'
import type { Point } from './simplify.ts'

/** A curve through the points, with a point at least every few units, so that the outline has no corners. */
export function smooth(points: readonly Point[]): Point[] {
  if (points.length < 3) return [...points]
  const curve: Point[] = [points[0]!]
  for (let index = 0; index + 1 < points.length; index++) {
    const [before, from, to, after] = [index - 1, index, index + 1, index + 2].map(
      (at) => points[Math.min(points.length - 1, Math.max(0, at))]!,
    ) as [Point, Point, Point, Point]
    const steps = Math.max(1, Math.min(40, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 4)))
    for (let step = 1; step <= steps; step++) curve.push(between(before, from, to, after, step / steps))
  }
  return curve
}

/** A Catmull–Rom curve from `from` to `to`, bent by their neighbours. */
function between(before: Point, from: Point, to: Point, after: Point, t: number): Point {
  const along = (axis: 0 | 1) => {
    const [p0, p1, p2, p3] = [before[axis], from[axis], to[axis], after[axis]]
    return (
      0.5 *
      (2 * p1 +
        (p2 - p0) * t +
        (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t +
        (3 * p1 - p0 - 3 * p2 + p3) * t * t * t)
    )
  }
  return [along(0), along(1)]
}

/** The outline of a stroke, as an SVG path. */
export function inkPath(points: readonly Point[], width: number): string {
  const outline = getStroke(smooth(points) as [number, number][], {
    size: width,
    thinning: 0,
    smoothing: 0.6,
    streamline: 0.2,
    simulatePressure: false,
    last: true,
  })
  if (outline.length < 3) return ''
  const middle = (index: number) => {
    const [a, b] = [outline[index]!, outline[(index + 1) % outline.length]!]
    return `${tenth((a[0]! + b[0]!) / 2)} ${tenth((a[1]! + b[1]!) / 2)}`
  }
  const curves = outline.map(([x, y], index) => `Q${tenth(x!)} ${tenth(y!)} ${middle(index)}`)
  return `M${middle(outline.length - 1)}${curves.join('')}Z`
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
