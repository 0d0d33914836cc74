// The levels of meters: fast up, slowly down, with the highest peak held for a while.

/** The level that a meter shows for silence, in dBFS. */
export const floor = -60

const fallPerSecond = 24
const holdSeconds = 1.5

export type Level = { shown: number; peak: number; peakAt: number }

export const silence: Level = { shown: floor, peak: floor, peakAt: 0 }

/** `seconds`: the time of this measurement and that of the one before. */
export function nextLevel(before: Level, decibels: number, seconds: number, earlier: number): Level {
  const fallen = before.shown - fallPerSecond * (seconds - earlier)
  const shown = Math.min(0, Math.max(floor, decibels, fallen))
  const isHeld = before.peak > shown && seconds - before.peakAt < holdSeconds
  if (isHeld) return { shown, peak: before.peak, peakAt: before.peakAt }
  return { shown, peak: shown, peakAt: seconds }
}

/** The highest sample of a stretch of audio, in dBFS. */
export function peakOf(samples: Float32Array): number {
  let most = 0
  for (const sample of samples) most = Math.max(most, Math.abs(sample))
  return most === 0 ? floor : Math.max(floor, 20 * Math.log10(most))
}

/** From 0 at the floor to 1 at full scale. */
export const partOf = (decibels: number) => 1 - Math.max(floor, decibels) / floor
