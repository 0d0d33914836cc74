// The difference of two texts, line by line, and within a line word by word.
import { commonElements } from './sequence-diff.ts'

/** A run of a line; `changed`: the other side does not have it. */
export type Part = { text: string; changed: boolean }

export type DiffLine = {
  kind: 'same' | 'removed' | 'added'
  parts: Part[]
  /** Line numbers, from 1; null: the line does not exist on that side. */
  before: number | null
  after: number | null
}

export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [splitLines(before), splitLines(after)]
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  for (const [nextI, nextJ] of [...commonElements(a, b), [a.length, b.length] as const]) {
    lines.push(...changedLines(a.slice(i, nextI), b.slice(j, nextJ), i, j))
    if (nextI < a.length) {
      lines.push({ kind: 'same', parts: [whole(a[nextI]!)], before: nextI + 1, after: nextJ + 1 })
    }
    ;[i, j] = [nextI + 1, nextJ + 1]
  }
  return lines
}

/** A text that ends with a line break has no empty line after it. */
function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

const whole = (text: string): Part => ({ text, changed: false })

/** Lines that replace each other are shown one above the other, with the changed words highlighted. */
function changedLines(removed: string[], added: string[], i: number, j: number): DiffLine[] {
  const pairs = removed.slice(0, added.length).map((line, k) => changedWords(line, added[k]!))
  return [
    ...removed.map((line, k) => ({
      kind: 'removed' as const,
      parts: pairs[k]?.[0] ?? [whole(line)],
      before: i + k + 1,
      after: null,
    })),
    ...added.map((line, k) => ({
      kind: 'added' as const,
      parts: pairs[k]?.[1] ?? [whole(line)],
      before: null,
      after: j + k + 1,
    })),
  ]
}

const words = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu
const longestLine = 2_000

/** Undefined when the lines have too little in common for highlighting to help. */
function changedWords(removed: string, added: string): [Part[], Part[]] | undefined {
  if (removed.length > longestLine || added.length > longestLine) return undefined
  const [a, b] = [removed.match(words) ?? [], added.match(words) ?? []]
  const matches = commonElements(a, b)
  const kept = matches.reduce((sum, [i]) => sum + a[i]!.trim().length, 0)
  if (kept * 3 < Math.max(removed.length, added.length)) return undefined
  const [inA, inB] = [new Set(matches.map(([i]) => i)), new Set(matches.map(([, j]) => j))]
  return [marked(a, inA), marked(b, inB)]
}

function marked(tokens: readonly string[], kept: ReadonlySet<number>): Part[] {
  const parts: Part[] = []
  for (const [i, text] of tokens.entries()) {
    const changed = !kept.has(i)
    const last = parts.at(-1)
    if (last?.changed === changed) last.text += text
    else parts.push({ text, changed })
  }
  return parts
}

/** A visible line, or a number of collapsed lines that are unchanged and far from any change. */
export type Section = { folded: boolean; lines: DiffLine[] }

export function foldUnchanged(lines: readonly DiffLine[], context = 3): Section[] {
  const near = new Array<boolean>(lines.length).fill(false)
  for (const [i, { kind }] of lines.entries()) {
    if (kind === 'same') continue
    near.fill(true, Math.max(0, i - context), i + context + 1)
  }
  const sections: Section[] = []
  for (const [i, line] of lines.entries()) {
    const folded = !near[i]
    const last = sections.at(-1)
    if (last?.folded === folded) last.lines.push(line)
    else sections.push({ folded, lines: [line] })
  }
  return sections
}

export function countChanges(lines: readonly DiffLine[]): { added: number; removed: number } {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return { added: count('added'), removed: count('removed') }
}
