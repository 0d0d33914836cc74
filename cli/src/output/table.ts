import type { Style } from './style.ts'
import { cellText, label } from './value.ts'
import { cut, pad, width } from './width.ts'

export type TableOptions = {
  columns: readonly string[]
  /** Undefined: nobody looks, so nothing is cut. */
  terminalWidth: number | undefined
  style: Style
}

const gap = '  '
/** Text may be cut to this; ids, numbers, states and times are never cut. */
const least = 10

/** Records as aligned lines under a heading. */
export function table(records: readonly Record<string, unknown>[], options: TableOptions): string {
  const { style, terminalWidth } = options
  const texts = options.columns.map((name) => records.map((record) => cellText(name, record[name])))
  const all = options.columns.map((name, i) => ({
    cells: [label(name).toUpperCase(), ...texts[i]!],
    fixed: isFixed(name, records),
  }))
  const shown = terminalWidth === undefined ? all.map(measured) : fitted(all.map(measured), terminalWidth)
  const lines = (shown[0]?.cells ?? []).map((_, row) =>
    shown
      .map(({ cells, columns }) => pad(cut(cells[row]!, columns), columns))
      .join(gap)
      .trimEnd(),
  )
  return lines.map((line, row) => `${row === 0 ? style.dim(line) : line}\n`).join('')
}

type Column = { cells: string[]; fixed: boolean; columns: number }

function measured({ cells, fixed }: { cells: string[]; fixed: boolean }): Column {
  return { cells, fixed, columns: Math.max(...cells.map(width)) }
}

function isFixed(name: string, records: readonly Record<string, unknown>[]): boolean {
  if (name === 'id' || name === 'size' || name.endsWith('At')) return true
  return records.every((record) => {
    const value = record[name]
    return typeof value !== 'object' && (typeof value !== 'string' || /^[A-Z_]+$/.test(value))
  })
}

/** Text gives way first, evenly; then the last columns go. */
function fitted(columns: Column[], terminalWidth: number): Column[] {
  const over = total(columns) - terminalWidth
  if (over <= 0) return columns
  const flexible = columns.filter(({ fixed, columns }) => !fixed && columns > least)
  const spare = flexible.reduce((sum, column) => sum + column.columns - least, 0)
  if (spare < over && columns.length > 1) return fitted(columns.slice(0, -1), terminalWidth)
  for (let left = over; left > 0 && flexible.some(({ columns }) => columns > least); left--) {
    flexible.reduce((widest, column) => (column.columns > widest.columns ? column : widest)).columns--
  }
  return columns
}

function total(columns: Column[]): number {
  return columns.reduce((sum, { columns }) => sum + columns, 0) + gap.length * (columns.length - 1)
}
