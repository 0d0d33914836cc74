// The expiry of an access link: chosen by people, sent in the format of the API.

export const expiries = ['never', 'day', 'week', 'month', 'date'] as const
export type Expiry = (typeof expiries)[number]

const days: Partial<Record<Expiry, number>> = { day: 1, week: 7, month: 30 }

/** `date` comes from a date field, `YYYY-MM-DD`: the link works until the end of that day, in the person's time zone. */
export function expiryTime(expiry: Expiry, date: string, now = Date.now()): string | null {
  if (expiry === 'never') return null
  if (expiry === 'date') return date === '' ? null : timestampOf(new Date(`${date}T23:59:59`))
  return timestampOf(new Date(now + days[expiry]! * 86_400_000))
}

function timestampOf(date: Date): string {
  return date.toISOString().replace('T', ' ').replace('Z', '000')
}

/** Today in the person's time zone, as the earliest day that can be chosen. */
export function localDay(now = new Date()): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
