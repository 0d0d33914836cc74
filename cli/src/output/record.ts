import type { Style } from './style.ts'
import { label, lineText } from './value.ts'
import { pad, printable, width } from './width.ts'

/** One record as `Name  value` lines. What is in it in turn is indented. */
export function recordText(record: Record<string, unknown>, style: Style, indent = ''): string {
  const names = Object.keys(record)
  const column = Math.max(0, ...names.map((name) => width(label(name))))
  return names
    .map((name) => {
      const heading = `${indent}${style.dim(pad(label(name), column))}`
      return `${heading}  ${valueText(name, record[name], style, `${indent}${' '.repeat(column + 2)}`)}\n`
    })
    .join('')
}

function valueText(name: string, value: unknown, style: Style, indent: string): string {
  if (isRecord(value) && Object.keys(value).length > 1) return inner([value], style, indent)
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord)) return inner(value, style, indent)
  return lineText(name, value).split('\n').map(printable).join(`\n${indent}`)
}

function inner(records: Record<string, unknown>[], style: Style, indent: string): string {
  return records.map((record) => recordText(record, style, indent).trim()).join(`\n${indent}`)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
