// When a mail is due: a pure function of the settings and of what waits.
import type { MailFrequency } from '../../records/notification-settings.ts'

/** An event that is seen within this time is not mailed. */
export const waitMinutes = 10
/** Daily and weekly mails are sent at this hour of the person's time zone. */
const localHour = 9

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The first time for a mail after `since`: the oldest event that waits, or the last mail if that was later. */
export function mailDueAt(
  frequency: Exclude<MailFrequency, 'NEVER'>,
  timeZone: string | null,
  since: Date,
): Date {
  const start = since.getTime()
  if (frequency === 'SOON') return new Date(start + waitMinutes * minute)
  if (frequency === 'HOURLY') return new Date((Math.floor(start / hour) + 1) * hour)
  const zone = zoneOf(timeZone ?? 'UTC')
  const first = Math.floor((start + zone.offsetAt(start)) / day) * day
  // A zone that moves over the date line repeats or skips a day: then the second or third Monday is the next one.
  for (let date = first; date <= first + 30 * day; date += day) {
    const at = zone.instantOf(date + localHour * hour)
    const isDay = frequency === 'DAILY' || new Date(at + zone.offsetAt(at)).getUTCDay() === 1
    if (isDay && at > start) return new Date(at)
  }
  throw new Error(`no ${localHour}:00 within a month in ${timeZone}`)
}

type Zone = {
  /** Local time minus UTC, in milliseconds. */
  offsetAt(instant: number): number
  /**
   * The instant of a local time, given as if it were UTC; the first if there are two. A local time that a clock skips
   * becomes the one as much later as the clock is put forward.
   */
  instantOf(local: number): number
}

function zoneOf(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  function offsetAt(instant: number): number {
    const whole = Math.floor(instant / 1000) * 1000
    const parts = new Map(format.formatToParts(whole).map(({ type, value }) => [type, Number(value)]))
    const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type)!
    const date = [read('year'), read('month') - 1, read('day')] as const
    return Date.UTC(...date, read('hour'), read('minute'), read('second')) - whole
  }
  function instantOf(local: number): number {
    // The offsets before and after any change of the clock that is near.
    const before = local - offsetAt(local - day)
    const after = local - offsetAt(local + day)
    const found = [before, after].sort((a, b) => a - b).find((at) => at + offsetAt(at) === local)
    return found ?? before
  }
  return { offsetAt, instantOf }
}
