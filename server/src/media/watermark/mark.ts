// A watermark as it is drawn: its text, and where and how large it appears.
import type { ShareWatermark } from '../../core/access.ts'

/** The style of a share's watermark, with the text of one copy. */
export type Mark = ShareWatermark

/** The people and the day that the text of a watermark can name. */
export type MarkNames = { name: string; email: string | null; date: string }

/** Longer texts would cover the image. */
const maxCharacters = 300

/** Whether each guest gets a copy of their own. */
export function namesGuest(text: string): boolean {
  return /\{(name|email)\}/.test(text)
}

/** A guest who gave no address is named instead. */
export function markText(text: string, { name, email, date }: MarkNames): string {
  const values: Record<string, string> = { name, email: email ?? name, date }
  const filled = text.replace(/\{(name|email|date)\}/g, (_, field: string) => values[field]!)
  return [...filled.replace(/\s+/g, ' ').trim()].slice(0, maxCharacters).join('')
}
