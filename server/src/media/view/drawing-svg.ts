// The drawings of comments as SVG, as the review room shows them (`web/src/room/drawing/shape-view.tsx`).
import type { Drawing, DrawnShape } from '../../core/views.ts'

type Point = readonly [number, number]
type Size = { width: number; height: number }

/** The height of letters within their line. */
const lineHeight = 1.25
export const fontFamily = 'Noto Sans'

/** Covers an image of this size. */
export function drawingSvg(drawings: readonly Drawing[], size: Size): string {
  const parts = drawings.flatMap(({ number, shapes }) => [
    ...shapes.map((shape) => shapeSvg(shape, size)),
    ...shapes.slice(0, 1).map((shape) => badge(number, shape, size)),
  ])
  return `${open(size)}${parts.join('')}</svg>`
}

function open({ width, height }: Size): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`
}

function shapeSvg(shape: DrawnShape, size: Size): string {
  const { kind, colour } = shape
  const width = shape.width * size.height
  const points = placed(shape, size)
  if (kind === 'text') return words(shape.text ?? '', points[0]!, colour, width)
  // A dark edge makes a line visible on a background of its own colour.
  const edge = { colour: '#000', width: width + 3, opacity: 0.6 }
  const head = Math.max(width * 4, 16)
  return line(kind, points, head, edge) + line(kind, points, head, { colour, width, opacity: 1 })
}

function line(
  kind: DrawnShape['kind'],
  points: readonly Point[],
  head: number,
  { colour, width, opacity }: { colour: string; width: number; opacity: number },
): string {
  const style = `fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${tenth(width)}" stroke-linecap="round" stroke-linejoin="round"`
  if (kind === 'pen') return `<path ${style} d="${curve(points)}"/>`
  const [[ax, ay], [bx, by]] = [points[0]!, points.at(-1)!]
  if (kind === 'arrow') {
    const [left, right] = arrowHead([ax, ay], [bx, by], head)
    return `<path ${style} d="M${pair([ax, ay])}L${pair([bx, by])}M${pair(left)}L${pair([bx, by])}L${pair(right)}"/>`
  }
  const [x, y, w, h] = [Math.min(ax, bx), Math.min(ay, by), Math.abs(bx - ax), Math.abs(by - ay)].map(tenth)
  if (kind === 'box')
    return `<rect ${style} x="${x}" y="${y}" width="${w}" height="${h}" rx="${tenth(width / 2)}"/>`
  return `<ellipse ${style} cx="${x! + w! / 2}" cy="${y! + h! / 2}" rx="${w! / 2}" ry="${h! / 2}"/>`
}

function placed({ points }: DrawnShape, { width, height }: Size): Point[] {
  return points.map(([x, y]) => [x! * width, y! * height])
}

/** A Catmull–Rom curve through the points; a dot for a single one. */
function curve(points: readonly Point[]): string {
  const at = (index: number) => points[Math.min(points.length - 1, Math.max(0, index))]!
  const start = `M${pair(at(0))}`
  if (points.length < 3) return `${start}L${pair(at(points.length - 1))}`
  const control = (from: Point, to: Point, near: Point, sign: 1 | -1): Point => [
    near[0] + (sign * (to[0] - from[0])) / 6,
    near[1] + (sign * (to[1] - from[1])) / 6,
  ]
  const parts = points.slice(1).map((to, index) => {
    const first = control(at(index - 1), to, at(index), 1)
    const second = control(at(index), at(index + 2), to, -1)
    return `C${pair(first)} ${pair(second)} ${pair(to)}`
  })
  return start + parts.join('')
}

function arrowHead([ax, ay]: Point, [bx, by]: Point, longest: number): [Point, Point] {
  const angle = Math.atan2(by - ay, bx - ax)
  const size = Math.min(longest, Math.hypot(bx - ax, by - ay))
  const wing = (turn: number): Point => [
    bx - size * Math.cos(angle + turn),
    by - size * Math.sin(angle + turn),
  ]
  return [wing(0.5), wing(-0.5)]
}

function words(text: string, [x, y]: Point, colour: string, height: number): string {
  const lines = text.split('\n').map((line, index) => {
    return `<tspan x="${tenth(x)}" y="${tenth(y + height * (index + 0.8))}">${escaped(line)}</tspan>`
  })
  return `<text font-family="${fontFamily}" font-weight="700" fill="${colour}" stroke="#000" stroke-opacity="0.6" stroke-width="3" paint-order="stroke" font-size="${tenth(height / lineHeight)}">${lines.join('')}</text>`
}

const badgeRadius = 13

/** The number of the drawing's comment, at the upper left of its first shape. */
function badge(number: number, shape: DrawnShape, size: Size): string {
  const points = placed(shape, size)
  const inside = (value: number, end: number) => Math.min(Math.max(value, badgeRadius), end - badgeRadius)
  const x = tenth(inside(Math.min(...points.map(([left]) => left)) - badgeRadius, size.width))
  const y = tenth(inside(Math.min(...points.map(([, top]) => top)) - badgeRadius, size.height))
  return (
    `<circle cx="${x}" cy="${y}" r="${badgeRadius}" fill="#fff" stroke="#000" stroke-width="2"/>` +
    `<text x="${x}" y="${y + 5}" text-anchor="middle" font-family="${fontFamily}" font-weight="700" font-size="15" fill="#000">${number}</text>`
  )
}

/** One line of text on a dark strip. */
export function labelSvg(text: string, size: Size): string {
  return (
    `${open(size)}<rect width="100%" height="100%" fill="#111"/>` +
    `<text x="6" y="${Math.round(size.height * 0.72)}" font-family="${fontFamily}" font-weight="700" font-size="${Math.round(size.height * 0.62)}" fill="#fff">${escaped(text)}</text></svg>`
  )
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Control characters are not allowed in XML. */
export function escaped(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"']/g, (character) => entities[character]!)
}

function pair([x, y]: Point): string {
  return `${tenth(x)} ${tenth(y)}`
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
