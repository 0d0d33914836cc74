// Drawings as strokes of RV (schemas `Paint` and `Point`). Coordinates have their origin in the centre of the image, y goes up, and
// the image is 16 wide.
import type { Annotation } from '../annotation.ts'

type Shape = Annotation['shapes'][number]
type Point = readonly [number, number]

export const imageWidth = 16

/** Texts have no stroke: they stay in the metadata of the marker. */
export function paintLayers(shapes: readonly Shape[], aspect: number, name: string, range: object): object[] {
  return shapes.flatMap((shape) =>
    strokes(shape, aspect).map((line) => paint(line, shape, aspect, name, range)),
  )
}

function paint(line: Point[], { colour, width }: Shape, aspect: number, name: string, range: object) {
  const height = imageWidth / aspect
  return {
    OTIO_SCHEMA: 'Paint.1',
    name,
    points: line.map(([x, y]) => ({
      OTIO_SCHEMA: 'Point.1',
      width: width * height,
      x: (x - 0.5) * imageWidth,
      y: (0.5 - y) * height,
    })),
    rgba: [...[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255), 1],
    type: 'COLOR',
    brush: 'circle',
    layer_range: range,
    ...{ visible: true, soft_deleted: false, id: '', hold: false, ghost: false },
  }
}

/** The lines of a shape, in coordinates from 0 to 1. */
function strokes({ kind, points }: Shape, aspect: number): Point[][] {
  const line = points.map(([x, y]): Point => [x!, y!])
  const [[x1, y1], [x2, y2]] = [line[0]!, line.at(-1)!]
  if (kind === 'text') return []
  if (kind === 'pen') return [line]
  if (kind === 'arrow') return [line, head([x1, y1], [x2, y2], aspect)]
  if (kind === 'box')
    return [
      [
        [x1, y1],
        [x2, y1],
        [x2, y2],
        [x1, y2],
        [x1, y1],
      ],
    ]
  return [ellipse([(x1 + x2) / 2, (y1 + y2) / 2], Math.abs(x2 - x1) / 2, Math.abs(y2 - y1) / 2)]
}

/** Two sides of a quarter of the length of the arrow, 30° from its shaft. */
function head([x1, y1]: Point, [x2, y2]: Point, aspect: number): Point[] {
  const [dx, dy] = [(x1 - x2) * aspect, y1 - y2]
  const side = (angle: number): Point => {
    const [sin, cos] = [Math.sin(angle) / 4, Math.cos(angle) / 4]
    return [x2 + (dx * cos - dy * sin) / aspect, y2 + dx * sin + dy * cos]
  }
  return [side(Math.PI / 6), [x2, y2], side(-Math.PI / 6)]
}

function ellipse([x, y]: Point, rx: number, ry: number): Point[] {
  const corners = 48
  return Array.from({ length: corners + 1 }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / corners
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)]
  })
}
