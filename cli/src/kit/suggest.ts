/** The most similar known word, if one is similar enough. */
export function nearest(given: string, known: Iterable<string>): string | undefined {
  const word = given.toLowerCase()
  let best: string | undefined
  let least = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of known) {
    const other = candidate.toLowerCase()
    const distance = other.startsWith(word) && word.length > 2 ? 1 : editDistance(word, other)
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}

/** The number of letters to insert, remove, replace or swap with a neighbour. */
export function editDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array<number>(b.length).fill(0)])
  for (let j = 0; j <= b.length; j++) rows[0]![j] = j
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replace = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let distance = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, replace)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        distance = Math.min(distance, rows[i - 2]![j - 2]! + 1)
      rows[i]![j] = distance
    }
  }
  return rows[a.length]![b.length]!
}

export function didYouMean(word: string, known: Iterable<string>): string {
  const near = nearest(word, known)
  return near === undefined ? '' : ` Did you mean ${near}?`
}
