import type { Style } from '../kit/style.ts'
import { pad, printable, width, wrap } from '../kit/terminal-text.ts'
import { label, lineText } from './value.ts'

/** `columns` is undefined when the output is not a terminal: then nothing is wrapped. */
type Page = { style: Style; columns: number | undefined }

/** One record as `Name  value` lines. Nested records are indented. */
export function recordText(record: Record<string, unknown>, page: Page, indent = ''): string {
  const { style } = page
  const names = Object.keys(record)
  const column = Math.max(0, ...names.map((name) => width(label(name))))
  return names
    .map((name) => {
      const heading = `${indent}${style.dim(pad(label(name), column))}`
      return `${heading}  ${valueText(name, record[name], page, `${indent}${' '.repeat(column + 2)}`)}\n`
    })
    .join('')
}

function valueText(name: string, value: unknown, page: Page, indent: string): string {
  if (isRecord(value) && Object.keys(value).length > 1) return inner([value], page, indent)
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord)) return inner(value, page, indent)
  const lines = lineText(name, value).split('\n').map(printable)
  const textColumns = page.columns === undefined ? undefined : Math.max(20, page.columns - indent.length)
  const shown = textColumns === undefined ? lines : lines.flatMap((line) => wrap(line, textColumns))
  return shown.join(`\n${indent}`)
}

function inner(records: Record<string, unknown>[], page: Page, indent: string): string {
  return records.map((record) => recordText(record, page, indent).trim()).join(`\n${indent}`)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
