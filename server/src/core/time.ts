/**
 * Postgres prints a timestamptz of a UTC session as `2026-01-31 09:05:00.12+00`: always with the zone, never with
 * trailing zeros. The wire form is `2026-01-31 09:05:00.120000`. The value stays text throughout, because a
 * JavaScript Date loses the microseconds.
 */
export function wireTime(text: string): string {
  const time = text.slice(0, -3)
  return time.length === 19 ? `${time}.000000` : time.padEnd(26, '0')
}
