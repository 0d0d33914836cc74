// Times in words.
import { parseTime } from './parse-time.ts'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

export function ago(timestamp: string, now = Date.now()): string {
  const seconds = (parseTime(timestamp).getTime() - now) / 1000
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  }
  return 'just now'
}

export function Time({ of }: { of: string }) {
  const date = parseTime(of)
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()}>
      {ago(of)}
    </time>
  )
}
