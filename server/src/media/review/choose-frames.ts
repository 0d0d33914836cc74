// Which frames of a video a model gets: those that somebody asks about, and one of each shot. Pure.

/** Costs grow with every image, and models read no more of them well. */
export const maxReviewImages = 24
/** A video of one shot is still looked at in several places. */
const leastFrames = 8
/** The mean difference of levels, of 255, from which a frame begins a shot. */
const cutDifference = 20
/** A cut stands out from the motion around it. */
const timesMotion = 3
const nearby = 4

export type FrameChoice = {
  frames: number
  /** The difference of each frame from the one before; null if it is not known. */
  difference: ArrayLike<number> | null
  /** Frames that the skill, open comments and findings name, the most important first; -1 is the last frame. */
  wanted: readonly number[]
}

export function chooseFrames({ frames, difference, wanted }: FrameChoice, most = maxReviewImages): number[] {
  if (frames <= 0) return []
  const named = wanted.map((frame) => (frame === -1 ? frames - 1 : frame))
  const chosen = new Set<number>()
  const add = (list: readonly number[]) => {
    for (const frame of list)
      if (frame >= 0 && frame < frames && chosen.size < most && Number.isInteger(frame)) chosen.add(frame)
  }
  // Named frames leave a third for the shots: a skill that names many still sees the whole video.
  add(named.slice(0, Math.ceil((most * 2) / 3)))
  const middles = difference ? middlesOfShots(frames, difference) : []
  const free = most - chosen.size
  add(middles.length > free ? spread(middles, free) : middles)
  if (chosen.size < leastFrames) add(evenly(frames, leastFrames - chosen.size))
  return [...chosen].sort((a, b) => a - b)
}

/** The frame in the middle of each shot. */
export function middlesOfShots(frames: number, difference: ArrayLike<number>): number[] {
  const starts = [0]
  for (let n = 1; n < frames; n++) if (isCut(difference, n)) starts.push(n)
  return starts.map((start, i) => Math.floor((start + (starts[i + 1] ?? frames) - 1) / 2))
}

function isCut(difference: ArrayLike<number>, n: number): boolean {
  const here = difference[n] ?? 0
  if (here < cutDifference) return false
  let [sum, count] = [0, 0]
  for (let other = Math.max(1, n - nearby); other <= n + nearby && other < difference.length; other++) {
    if (other === n) continue
    sum += difference[other] ?? 0
    count++
  }
  return count === 0 || here >= (sum / count) * timesMotion
}

/** `count` of the list, from its whole length. */
function spread(list: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, i) => list[Math.floor(((i + 0.5) * list.length) / count)]!)
}

function evenly(frames: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * frames) / count))
}
