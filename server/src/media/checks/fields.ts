// Tells interlaced frames from progressive ones by their lines. Two fields that were taken one after the other differ where the image
// moves. The comparison is that of ffmpeg's `idet`: lines of the frame between lines of the frames before and after.

/** How a frame was taken; stored as a number. */
export const fieldOrder = { UNKNOWN: 0, PROGRESSIVE: 1, TOP_FIRST: 2, BOTTOM_FIRST: 3 } as const
export type FieldNumber = (typeof fieldOrder)[keyof typeof fieldOrder]

/** The frames around differ by so much more than neighbouring lines: there is motion without combing. */
const progressiveRatio = 1.6
const interlacedRatio = 1.2
/** Only samples that move show fields: those that differ from the frames around by more than noise does. */
const leastMotion = 24
/** The part of the samples that must move. */
const leastShare = 0.01

/** Each plane has `width` × `height` samples of luma; every line of the image is in it. */
export function fieldsOf(
  before: Uint8Array,
  frame: Uint8Array,
  after: Uint8Array,
  width: number,
  height: number,
): FieldNumber {
  let evenFirst = 0
  let oddFirst = 0
  let within = 0
  let moving = 0
  for (let y = 1; y < height - 1; y++) {
    let earlier = 0
    let later = 0
    const end = (y + 1) * width
    for (let at = y * width; at < end; at++) {
      const value = frame[at]!
      const past = before[at]!
      const next = after[at]!
      if (Math.abs(value - past) + Math.abs(value - next) <= leastMotion) continue
      const around = frame[at - width]! + frame[at + width]!
      moving++
      earlier += Math.abs(around - 2 * past)
      later += Math.abs(around - 2 * next)
      within += Math.abs(around - 2 * value)
    }
    evenFirst += y % 2 === 0 ? earlier : later
    oddFirst += y % 2 === 0 ? later : earlier
  }
  if (moving < leastShare * frame.length) return fieldOrder.UNKNOWN
  const least = Math.min(evenFirst, oddFirst)
  if (least > progressiveRatio * within) return fieldOrder.PROGRESSIVE
  if (evenFirst > interlacedRatio * oddFirst) return fieldOrder.TOP_FIRST
  if (oddFirst > interlacedRatio * evenFirst) return fieldOrder.BOTTOM_FIRST
  return fieldOrder.UNKNOWN
}
