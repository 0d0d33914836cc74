// One field of a record as people read it.

import { oneLine, printable } from '../kit/terminal-text.ts'
import { byteSize, fullTime, readTime, shortTime } from './time.ts'

/** `size` is 0 while it is unknown; people see the `byteSize` of a file under its name instead. */
export function withKnownSize(record: Record<string, unknown>): Record<string, unknown> {
  if (!('byteSize' in record)) return record
  const { byteSize, ...rest } = record
  return { ...rest, size: byteSize }
}

/** In a cell of a table. */
export function cellText(name: string, value: unknown): string {
  if (Array.isArray(value) && typeof value[0] === 'object') return String(value.length)
  return oneLine(text(name, value, shortTime))
}

/** On a line of its own. */
export function lineText(name: string, value: unknown): string {
  return text(name, value, fullTime)
}

function text(name: string, value: unknown, timeText: (time: Date) => string): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (name === 'size' && typeof value === 'number') return byteSize(value)
  const time = readTime(value)
  if (time) return timeText(time)
  if (Array.isArray(value))
    return value.length === 0 ? '-' : value.map((one) => text('', one, timeText)).join(', ')
  return typeof value === 'object' ? objectText(value as Record<string, unknown>, timeText) : String(value)
}

/** Who or what it is: its name where it has one. */
function objectText(record: Record<string, unknown>, timeText: (time: Date) => string): string {
  for (const key of ['name', 'email', 'type', 'id']) if (typeof record[key] === 'string') return record[key]
  const entries = Object.entries(record)
  if (entries.length === 0) return '-'
  return entries.map(([key, value]) => `${key}=${text(key, value, timeText)}`).join(' ')
}

/** `accessRange` is “Access range”. Some names come from people, too: those of metadata. */
export function label(name: string): string {
  const words = printable(name).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const heading = words.charAt(0).toUpperCase() + words.slice(1)
  return heading
    .replace(/^Id$/, 'ID')
    .replace(/ at$/, '')
    .replace(/\burl\b/i, 'URL')
}
