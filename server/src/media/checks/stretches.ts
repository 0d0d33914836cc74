// Stretches of frames, or of any other numbered things, to which a condition applies.

/** Both ends are included. */
export type Stretch = { first: number; last: number }

/** The stretches from 0 to `count` that satisfy the condition without a gap. */
export function stretches(count: number, holds: (n: number) => boolean): Stretch[] {
  const found: Stretch[] = []
  let first = -1
  for (let n = 0; n <= count; n++) {
    const inside = n < count && holds(n)
    if (inside && first === -1) first = n
    if (inside || first === -1) continue
    found.push({ first, last: n - 1 })
    first = -1
  }
  return found
}

/** Joins each stretch with the one before if they belong together. They must be in order. */
export function joined(
  parts: readonly Stretch[],
  belong: (before: Stretch, after: Stretch) => boolean,
): Stretch[] {
  const result: Stretch[] = []
  for (const part of parts) {
    const before = result.at(-1)
    if (before && belong(before, part)) before.last = Math.max(before.last, part.last)
    else result.push({ ...part })
  }
  return result
}
