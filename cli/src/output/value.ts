// The value of a field as text for people.
import { type Comment, commentText } from '@dailies/sdk'
import { oneLine, printable } from '../kit/terminal-text.ts'
import { byteSize, fullTime, readTime, shortTime } from './time.ts'

/**
 * The record as people read it. `size` is 0 while the size is unknown, so people see `byteSize` as `size` instead; and
 * mentions in the text of a comment are names.
 */
export function forPeople(record: Record<string, unknown>): Record<string, unknown> {
  const text = isComment(record) ? { content: commentText(record) } : {}
  if (!('byteSize' in record)) return { ...record, ...text }
  const { byteSize, ...rest } = record
  return { ...rest, ...text, size: byteSize }
}

function isComment(record: Record<string, unknown>): record is Pick<Comment, 'content' | 'mentions'> {
  return Array.isArray(record.mentions) && typeof record.content === 'string'
}

/** The value in a table cell. */
export function cellText(name: string, value: unknown): string {
  if (Array.isArray(value) && typeof value[0] === 'object') return String(value.length)
  return oneLine(text(name, value, shortTime))
}

/** The value on a line of its own. */
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

/** The name of the object if it has one, otherwise its fields. */
function objectText(record: Record<string, unknown>, timeText: (time: Date) => string): string {
  for (const key of ['name', 'email', 'type', 'id']) if (typeof record[key] === 'string') return record[key]
  const entries = Object.entries(record)
  if (entries.length === 0) return '-'
  return entries.map(([key, value]) => `${key}=${text(key, value, timeText)}`).join(' ')
}

/** `accessRange` → “Access range”. Names of metadata come from users, so they are made printable. */
export function label(name: string): string {
  const words = printable(name).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const heading = words.charAt(0).toUpperCase() + words.slice(1)
  return heading
    .replace(/^Id$/, 'ID')
    .replace(/ at$/, '')
    .replace(/\burl\b/i, 'URL')
}
