// Tells interlaced frames from progressive ones by their lines. Two fields that were taken one after the other differ where the image
// moves. The comparison is that of ffmpeg's `idet`: lines of the frame between lines of the frames before and after.

/** How a frame was taken; stored as a number. */
export const fieldOrder = { UNKNOWN: 0, PROGRESSIVE: 1, TOP_FIRST: 2, BOTTOM_FIRST: 3 } as const
export type FieldNumber = (typeof fieldOrder)[keyof typeof fieldOrder]

/** The frames around differ by so much more than neighbouring lines: there is motion without combing. */
const progressiveRatio = 1.6
const interlacedRatio = 1.1
/** The mean difference of two lines below which noise decides. */
const leastDifference = 0.5

/** Each plane has `width` × `height` samples of luma; every line of the image is in it. */
export function fieldsOf(
  before: Uint8Array,
  frame: Uint8Array,
  after: Uint8Array,
  width: number,
  height: number,
): FieldNumber {
  let [evenFirst, oddFirst, within] = [0, 0, 0]
  for (let y = 1; y < height - 1; y++) {
    let [earlier, later, own] = [0, 0, 0]
    const line = y * width
    for (let at = line; at < line + width; at++) {
      const around = frame[at - width]! + frame[at + width]!
      earlier += Math.abs(around - 2 * before[at]!)
      later += Math.abs(around - 2 * after[at]!)
      own += Math.abs(around - 2 * frame[at]!)
    }
    within += own
    if (y % 2 === 0) {
      evenFirst += earlier
      oddFirst += later
    } else {
      evenFirst += later
      oddFirst += earlier
    }
  }
  const points = width * Math.max(1, height - 2)
  const least = Math.min(evenFirst, oddFirst)
  if (Math.max(evenFirst, oddFirst) - within < leastDifference * points) return fieldOrder.UNKNOWN
  if (least > progressiveRatio * within) return fieldOrder.PROGRESSIVE
  if (evenFirst > interlacedRatio * oddFirst) return fieldOrder.TOP_FIRST
  if (oddFirst > interlacedRatio * evenFirst) return fieldOrder.BOTTOM_FIRST
  return fieldOrder.UNKNOWN
}
