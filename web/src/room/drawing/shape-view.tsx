import { memo } from 'react'
import type { Shape } from '../room.ts'
import styles from './drawing.module.css'
import { arrowHead, units } from './geometry.ts'
import { inkPath } from './ink.ts'
import type { Point } from './simplify.ts'

/** A shape in an image that is 1,000 units high. Memoized, because lines of many points are expensive to compute. */
export const ShapeView = memo(function ShapeView({ shape, ratio }: { shape: Shape; ratio: number }) {
  const { kind, colour } = shape
  const width = shape.width * units
  const points = shape.points.map(([x, y]): Point => [x! * units * ratio, y! * units])
  if (kind === 'pen') return <path d={inkPath(points, width)} fill={colour} />
  if (kind === 'text') return <Words shape={shape} at={points[0]!} height={width} />
  const line = { className: styles.line, stroke: colour, strokeWidth: width }
  const [[ax, ay], [bx, by]] = points as [Point, Point]
  if (kind === 'arrow') {
    const [left, right] = arrowHead([ax, ay], [bx, by], width)
    return <path {...line} d={`M${ax} ${ay}L${bx} ${by}M${left.join(' ')}L${bx} ${by}L${right.join(' ')}`} />
  }
  const [x, y, w, h] = [Math.min(ax, bx), Math.min(ay, by), Math.abs(bx - ax), Math.abs(by - ay)]
  if (kind === 'box') return <rect {...line} x={x} y={y} width={w} height={h} rx={width / 2} />
  return <ellipse {...line} cx={x + w / 2} cy={y + h / 2} rx={w / 2} ry={h / 2} />
})

function Words({ shape, at: [x, y], height }: { shape: Shape; at: Point; height: number }) {
  return (
    <text className={styles.words} fill={shape.colour} fontSize={height / lineHeight}>
      {(shape.text ?? '').split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key, and never change.
        <tspan key={index} x={x} y={y + height * (index + 0.8)}>
          {line}
        </tspan>
      ))}
    </text>
  )
}

/** The height of letters within their line. */
export const lineHeight = 1.25
