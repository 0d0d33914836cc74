import { tableText } from '../../../cli/src/kit/table.ts'
import { printable } from '../../../cli/src/kit/terminal-text.ts'

/** Names come from users, so control characters are made visible. */
export function table(headings: string[], rows: string[][]): string {
  const columns = headings.map((heading, i) => ({
    heading,
    cells: rows.map((cells) => printable(cells[i]!)),
  }))
  return tableText(columns).trimEnd()
}

/** Without fractions of a second. */
export function shortTime(time: string | null): string {
  return time === null ? '-' : time.slice(0, 19)
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
