import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mailDueAt } from './schedule.ts'

const due = (frequency: Parameters<typeof mailDueAt>[0], zone: string | null, since: string) =>
  mailDueAt(frequency, zone, new Date(since)).toISOString()

test('SOON is 10 minutes later, HOURLY the next full hour', () => {
  assert.equal(due('SOON', null, '2026-03-01T08:55:30Z'), '2026-03-01T09:05:30.000Z')
  assert.equal(due('HOURLY', null, '2026-03-01T08:55:30Z'), '2026-03-01T09:00:00.000Z')
  assert.equal(due('HOURLY', null, '2026-03-01T09:00:00Z'), '2026-03-01T10:00:00.000Z')
})

test('DAILY is at 9:00 local time on both sides of daylight saving', () => {
  // Berlin: +1, from 29 March 2026 at 2:00 +2, from 25 October 2026 at 3:00 +1.
  const berlin = 'Europe/Berlin'
  assert.equal(due('DAILY', berlin, '2026-03-28T07:59:59Z'), '2026-03-28T08:00:00.000Z')
  assert.equal(due('DAILY', berlin, '2026-03-28T08:00:00Z'), '2026-03-29T07:00:00.000Z')
  assert.equal(due('DAILY', berlin, '2026-10-24T07:00:00Z'), '2026-10-25T08:00:00.000Z')
  assert.equal(due('DAILY', 'Asia/Kathmandu', '2026-06-01T00:00:00Z'), '2026-06-01T03:15:00.000Z')
  assert.equal(due('DAILY', null, '2026-06-01T09:00:00Z'), '2026-06-02T09:00:00.000Z')
})

test('WEEKLY is on Monday of the time zone', () => {
  assert.equal(due('WEEKLY', 'Europe/Berlin', '2026-03-23T12:00:00Z'), '2026-03-30T07:00:00.000Z')
  // It is Monday in Auckland while it is Sunday in UTC.
  assert.equal(due('WEEKLY', 'Pacific/Auckland', '2026-06-07T12:00:00Z'), '2026-06-07T21:00:00.000Z')
})

test('a day that a zone skips has no mail, and the next one has one', () => {
  // Samoa went from 29 to 31 December 2011.
  assert.equal(due('DAILY', 'Pacific/Apia', '2011-12-29T19:00:00Z'), '2011-12-30T19:00:00.000Z')
  assert.equal(due('DAILY', 'Pacific/Apia', '2011-12-30T19:00:00Z'), '2011-12-31T19:00:00.000Z')
})

const zones = Intl.supportedValuesOf('timeZone')
const zone = fc.constantFrom(...zones)
const moment = fc.date({ min: new Date('2012-01-01'), max: new Date('2037-12-31'), noInvalidDate: true })

function local(timeZone: string, at: Date) {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hourCycle: 'h23', weekday: 'short', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const read = (...types: Intl.DateTimeFormatPartTypes[]) => types.map((type) => parts.get(type)).join('-')
  return {
    day: read('year', 'month', 'day'),
    clock: read('hour', 'minute', 'second'),
    weekday: read('weekday'),
  }
}

test('in every zone, a fortnight of daily mails is one at 9:00 of each local day', () => {
  fc.assert(
    fc.property(zone, moment, (timeZone, start) => {
      const days = new Set<string>()
      let at = start
      for (let mail = 0; mail < 14; mail++) {
        const next = mailDueAt('DAILY', timeZone, at)
        const { day, clock } = local(timeZone, next)
        assert.equal(clock, '09-00-00')
        assert.ok(next > at && !days.has(day))
        // No day is left out: 9:00 of two days in a row is 22 to 26 hours apart. Antarctica/Troll changes its clocks by two hours.
        if (mail > 0) assert.ok(Math.abs(next.getTime() - at.getTime() - 86_400_000) <= 7_200_000)
        else assert.ok(next.getTime() - at.getTime() <= 93_600_000)
        days.add(day)
        at = next
      }
    }),
    { numRuns: 100, examples: [['Antarctica/Troll', new Date('2021-03-14T09:00:00Z')]] },
  )
})

test('in every zone, a weekly mail is on the next Monday at 9:00', () => {
  fc.assert(
    fc.property(zone, moment, (timeZone, start) => {
      const next = mailDueAt('WEEKLY', timeZone, start)
      const { clock, weekday } = local(timeZone, next)
      assert.deepEqual([clock, weekday], ['09-00-00', 'Mon'])
      assert.ok(next > start && next.getTime() - start.getTime() <= 7 * 86_400_000 + 3_600_000)
    }),
    { numRuns: 100 },
  )
})
