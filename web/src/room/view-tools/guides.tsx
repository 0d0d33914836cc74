// Aspect masks and safe areas, over the image.
import { visiblePart } from './filter-tables.ts'
import { masks, useView } from './view-state.ts'
import styles from './view-tools.module.css'

/** The height of the image in units of the drawing. */
const units = 1000

/** Parts of the image's width and height (SMPTE ST 2046-1). */
const safeAreas = [
  ['action', 0.93],
  ['title', 0.9],
] as const

export function Guides({ ratio }: { ratio: number }) {
  const mask = useView((state) => state.mask)
  const isSafe = useView((state) => state.safeAreas)
  const maskRatio = masks.find(([name]) => name === mask)?.[1] ?? ratio
  const { x, y, width, height } = visiblePart(ratio, maskRatio)
  const whole = { width: ratio * units, height: units }
  const box = { x: x * whole.width, y: y * units, width: width * whole.width, height: height * units }
  return (
    <svg
      className={styles.guides}
      viewBox={`0 0 ${whole.width} ${whole.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-guides
    >
      {mask !== 'off' && (
        <path
          className={styles.mask}
          data-mask={mask}
          d={`M0 0H${whole.width}V${units}H0ZM${box.x} ${box.y}v${box.height}h${box.width}v${-box.height}Z`}
        />
      )}
      {isSafe && <SafeAreas box={box} />}
    </svg>
  )
}

type Box = { x: number; y: number; width: number; height: number }

/** The safe areas of the whole image or, with a mask, of the part that it leaves visible. */
function SafeAreas({ box: { x, y, width, height } }: { box: Box }) {
  const [middleX, middleY, arm] = [x + width / 2, y + height / 2, Math.min(width, height) * 0.04]
  return safeAreas
    .map(([name, part]) => (
      <Line
        key={name}
        name={name}
        d={`M${x + (width * (1 - part)) / 2} ${y + (height * (1 - part)) / 2}h${width * part}v${height * part}h${-width * part}Z`}
      />
    ))
    .concat(
      <Line
        key="centre"
        name="centre"
        d={`M${middleX - arm} ${middleY}h${2 * arm}M${middleX} ${middleY - arm}v${2 * arm}`}
      />,
    )
}

/** White on black, so that it is visible on every image. */
function Line({ name, d }: { name: string; d: string }) {
  return (
    <g data-safe={name}>
      <path className={styles.shade} d={d} />
      <path className={styles.line} d={d} />
    </g>
  )
}
