// The longest common subsequence of two lists, by the shortest edit (Myers). Where that is long, elements that occur
// exactly once in both are anchors (patience diff), and the parts between them are compared separately. So the work
// stays nearly linear.

/** Pairs of indexes of equal elements, both increasing. */
export type Match = readonly [before: number, after: number]

/** With more edits than this, anchors are used; without anchors, everything counts as replaced. */
const maxEdits = 500

export function commonElements(before: readonly string[], after: readonly string[]): Match[] {
  const matches: Match[] = []
  const pieces: Piece[] = [[0, before.length, 0, after.length]]
  // A work list instead of recursion: a text may be split into many pieces.
  for (let piece = pieces.pop(); piece; piece = pieces.pop()) {
    const inner = trim(before, after, piece, matches)
    const found = shortestEdit(before, after, inner)
    const anchors = found ?? findAnchors(before, after, inner)
    for (const match of anchors) matches.push(match)
    if (found === undefined && anchors.length > 0) {
      for (const rest of between(anchors, inner)) pieces.push(rest)
    }
  }
  return matches.sort(([a], [b]) => a - b)
}

/** Start and end in the first list, start and end in the second. */
type Piece = readonly [number, number, number, number]

/** Equal elements at both ends are matched first. */
function trim(a: readonly string[], b: readonly string[], piece: Piece, matches: Match[]): Piece {
  let [aFrom, aTo, bFrom, bTo] = piece
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) matches.push([aFrom++, bFrom++])
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) matches.push([--aTo, --bTo])
  return [aFrom, aTo, bFrom, bTo]
}

/** The longest increasing run of elements that occur exactly once in each list. */
function findAnchors(a: readonly string[], b: readonly string[], [aFrom, aTo, bFrom, bTo]: Piece): Match[] {
  const inB = uniqueIndexes(b, bFrom, bTo)
  const candidates: Match[] = []
  for (const [text, i] of uniqueIndexes(a, aFrom, aTo)) {
    const j = inB.get(text)
    if (i >= 0 && j !== undefined && j >= 0) candidates.push([i, j])
  }
  return longestRise(candidates)
}

/** The index of each element, in the order of the list; -1 if it occurs more than once. */
function uniqueIndexes(list: readonly string[], from: number, to: number): Map<string, number> {
  const found = new Map<string, number>()
  for (let i = from; i < to; i++) found.set(list[i]!, found.has(list[i]!) ? -1 : i)
  return found
}

/** `pairs` increase by their first number; the longest subsequence that increases by the second as well. */
function longestRise(pairs: readonly Match[]): Match[] {
  // The last pair of the best run of each length, and for each pair its predecessor.
  const ends: number[] = []
  const previous: number[] = []
  for (const [k, [, j]] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends[middle]!]![1] < j) low = middle + 1
      else high = middle
    }
    previous.push(ends[low - 1] ?? -1)
    ends[low] = k
  }
  const run: Match[] = []
  for (let k = ends.at(-1) ?? -1; k >= 0; k = previous[k]!) run.push(pairs[k]!)
  return run.reverse()
}

function between(anchors: readonly Match[], [aFrom, aTo, bFrom, bTo]: Piece): Piece[] {
  const pieces: Piece[] = []
  let [a, b] = [aFrom, bFrom]
  for (const [i, j] of [...anchors, [aTo, bTo] as const]) {
    if (a < i && b < j) pieces.push([a, i, b, j])
    ;[a, b] = [i + 1, j + 1]
  }
  return pieces
}

/**
 * Myers' greedy search: `reach[k]` is the furthest index on diagonal k with this many edits. Undefined: too many edits.
 */
function shortestEdit(a: readonly string[], b: readonly string[], piece: Piece): Match[] | undefined {
  const [aFrom, aTo, bFrom, bTo] = piece
  const [n, m] = [aTo - aFrom, bTo - bFrom]
  if (n === 0 || m === 0) return []
  const most = Math.min(n + m, maxEdits)
  const reach = new Int32Array(2 * most + 3)
  const steps: Int32Array[] = []
  for (let edits = 0; edits <= most; edits++) {
    steps.push(reach.slice(most + 1 - edits - 1, most + 1 + edits + 2))
    for (let k = -edits; k <= edits; k += 2) {
      const at = most + 1 + k
      const down = k === -edits || (k !== edits && reach[at - 1]! < reach[at + 1]!)
      let x = down ? reach[at + 1]! : reach[at - 1]! + 1
      while (x < n && x - k < m && a[aFrom + x] === b[bFrom + x - k]) x++
      reach[at] = x
      if (x >= n && x - k >= m) return walkBack(steps, piece)
    }
  }
  return undefined
}

/** Walks back from the end, by the state before each step. */
function walkBack(steps: readonly Int32Array[], [aFrom, aTo, bFrom, bTo]: Piece): Match[] {
  const matches: Match[] = []
  let [x, y] = [aTo - aFrom, bTo - bFrom]
  for (let edits = steps.length - 1; edits >= 0; edits--) {
    const known = (k: number) => steps[edits]![k + edits + 1]!
    const k = x - y
    const down = k === -edits || (k !== edits && known(k - 1) < known(k + 1))
    const from = edits === 0 ? 0 : down ? known(k + 1) : known(k - 1) + 1
    while (x > from) matches.push([aFrom + --x, bFrom + --y])
    if (edits > 0) {
      if (down) y--
      else x--
    }
  }
  return matches
}
