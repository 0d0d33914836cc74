// Times in words. The API writes `YYYY-MM-DD HH:MM:SS.ffffff`, in UTC.

export function parseTime(timestamp: string): Date {
  return new Date(`${timestamp.slice(0, 23).replace(' ', 'T')}Z`)
}

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
