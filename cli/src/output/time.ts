const form = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Parses a timestamp of the API (UTC, in microseconds); undefined for other values. */
export function readTime(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !form.test(value)) return undefined
  return new Date(`${value.slice(0, 10)}T${value.slice(11, 23)}Z`)
}

/** Short local time as in `ls`: with the time of day in the current year, otherwise with the year. */
export function shortTime(time: Date, now = new Date()): string {
  const day = `${months[time.getMonth()]} ${String(time.getDate()).padStart(2)}`
  return time.getFullYear() === now.getFullYear() ? `${day} ${clock(time)}` : `${day}  ${time.getFullYear()}`
}

/** Full local time, and how long ago it was. */
export function fullTime(time: Date, now = new Date()): string {
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()]
  const date = day.map((part) => String(part).padStart(2, '0')).join('-')
  return `${date} ${clock(time)} (${distance(time.getTime() - now.getTime())})`
}

/** `due tomorrow`, `2 days overdue`: in local days, with the time for today. */
export function dueInWords(time: Date, now = new Date()): string {
  const days = Math.round((startOfDay(time) - startOfDay(now)) / 86_400_000)
  if (time < now) return days === 0 ? `overdue since ${clock(time)}` : `${count(-days, 'day')} overdue`
  if (days < 2) return days === 0 ? `due today ${clock(time)}` : 'due tomorrow'
  return days < 7 ? `due in ${days} days` : `due ${shortTime(time, now)}`
}

const startOfDay = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()

function clock(time: Date): string {
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

const units: [number, string][] = [
  [86_400_000 * 365, 'year'],
  [86_400_000 * 30, 'month'],
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
]

function distance(milliseconds: number): string {
  const [size, unit] = units.find(([size]) => Math.abs(milliseconds) >= size) ?? [0, '']
  if (size === 0) return 'just now'
  const text = count(Math.floor(Math.abs(milliseconds) / size), unit)
  return milliseconds < 0 ? `${text} ago` : `in ${text}`
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

/** `1:05`, `2:03:04`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

const sizes = ['B', 'KB', 'MB', 'GB', 'TB']

export function byteSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < sizes.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${sizes[unit]}`
}
