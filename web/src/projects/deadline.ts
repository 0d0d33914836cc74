const day = 86_400_000
const withYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const withoutYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A date such as `2026-11-15` in words, relative to `today`. */
export function deadlineInWords(
  deadline: string,
  today = localDay(new Date()),
): { text: string; late: boolean } {
  const days = Math.round((Date.parse(deadline) - Date.parse(today)) / day)
  if (days === 0) return { text: 'Due today', late: false }
  if (days === 1) return { text: 'Due tomorrow', late: false }
  if (days === -1) return { text: 'Due yesterday', late: true }
  const sameYear = deadline.slice(0, 4) === today.slice(0, 4)
  const date = (sameYear ? withoutYear : withYear).format(Date.parse(deadline))
  return days < 0 ? { text: `Was due ${date}`, late: true } : { text: `Due ${date}`, late: false }
}

export function localDay(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
