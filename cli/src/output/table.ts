import type { Style } from '../kit/style.ts'
import { tableText } from '../kit/table.ts'
import { cellText, label } from './value.ts'

export type TableOptions = {
  columns: readonly string[]
  /** Undefined: the output is not a terminal, so nothing is cut. */
  terminalWidth: number | undefined
  style: Style
}

/** Records as a table of these fields. */
export function table(records: readonly Record<string, unknown>[], options: TableOptions): string {
  const columns = options.columns.map((name) => ({
    heading: label(name).toUpperCase(),
    cells: records.map((record) => cellText(name, record[name])),
    fixed: isFixed(name, records),
  }))
  return tableText(columns, options)
}

/** IDs, numbers, states and times are never cut. */
function isFixed(name: string, records: readonly Record<string, unknown>[]): boolean {
  if (name === 'id' || name === 'size' || name.endsWith('At')) return true
  return records.every((record) => {
    const value = record[name]
    return typeof value !== 'object' && (typeof value !== 'string' || /^[A-Z_]+$/.test(value))
  })
}
