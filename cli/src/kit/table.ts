// Aligned columns under headings.
import type { Style } from './style.ts'
import { cut, pad, width } from './terminal-text.ts'

/** Cells are printable text on one line. `fixed`: never cut to fit the terminal. */
export type Column = { heading: string; cells: readonly string[]; fixed?: boolean }

export type TableOptions = {
  /** Undefined: the output is not a terminal, so nothing is cut. */
  terminalWidth?: number | undefined
  style?: Style | undefined
}

const gap = '  '
/** Text may be cut to this many columns. */
const minimumWidth = 10

export function tableText(columns: readonly Column[], { style, terminalWidth }: TableOptions = {}): string {
  const measured = columns.map(measure)
  const shown = terminalWidth === undefined ? measured : fit(measured, terminalWidth)
  const lines = (shown[0]?.cells ?? []).map((_, row) =>
    shown
      .map(({ cells, columns }) => pad(cut(cells[row]!, columns), columns))
      .join(gap)
      .trimEnd(),
  )
  return lines.map((line, row) => `${row === 0 && style ? style.dim(line) : line}\n`).join('')
}

type Measured = { cells: string[]; fixed: boolean; columns: number }

function measure({ heading, cells, fixed = false }: Column): Measured {
  const all = [heading, ...cells]
  return { cells: all, fixed, columns: Math.max(...all.map(width)) }
}

/** Shortens the widest texts first; drops the last columns when that is not enough. */
function fit(columns: Measured[], terminalWidth: number): Measured[] {
  const over = total(columns) - terminalWidth
  if (over <= 0) return columns
  const flexible = columns.filter(({ fixed, columns }) => !fixed && columns > minimumWidth)
  const spare = flexible.reduce((sum, column) => sum + column.columns - minimumWidth, 0)
  if (spare < over && columns.length > 1) return fit(columns.slice(0, -1), terminalWidth)
  for (let left = over; left > 0 && flexible.some(({ columns }) => columns > minimumWidth); left--) {
    flexible.reduce((widest, column) => (column.columns > widest.columns ? column : widest)).columns--
  }
  return columns
}

function total(columns: Measured[]): number {
  return columns.reduce((sum, { columns }) => sum + columns, 0) + gap.length * (columns.length - 1)
}
