// Stretches of frames, or of any other numbered things, to which a condition applies.

/** Both ends are included. */
export type Stretch = { first: number; last: number }

/** The stretches of at least `least` numbers from 0 to `count` that satisfy the condition without a gap. */
export function stretches(count: number, least: number, holds: (n: number) => boolean): Stretch[] {
  const found: Stretch[] = []
  let first = -1
  for (let n = 0; n <= count; n++) {
    const inside = n < count && holds(n)
    if (inside && first === -1) first = n
    if (inside || first === -1) continue
    if (n - first >= least) found.push({ first, last: n - 1 })
    first = -1
  }
  return found
}

/** Joins stretches with at most `gap` numbers between them. They must be in order. */
export function joined(parts: readonly Stretch[], gap: number): Stretch[] {
  const result: Stretch[] = []
  for (const { first, last } of parts) {
    const before = result.at(-1)
    if (before && first - before.last - 1 <= gap) before.last = Math.max(before.last, last)
    else result.push({ first, last })
  }
  return result
}

/** What is left of a stretch outside of the head and the tail of a file. */
export function within({ first, last }: Stretch, head: number, end: number): Stretch | undefined {
  const kept = { first: Math.max(first, head), last: Math.min(last, end - 1) }
  return kept.first <= kept.last ? kept : undefined
}
