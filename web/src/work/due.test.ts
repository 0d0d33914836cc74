import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueInWords } from './due.ts'

test('a due time counts local days, and shows the time on the same day', () => {
  const now = new Date(2026, 10, 16, 12, 0)
  const expected: [Date, string, string][] = [
    [new Date(2026, 10, 14, 23, 0), '2 days overdue', 'late'],
    [new Date(2026, 10, 15, 23, 59), '1 day overdue', 'late'],
    [new Date(2026, 10, 16, 9, 30), 'Overdue since 09:30', 'late'],
    [new Date(2026, 10, 16, 18, 0), 'Due today, 18:00', 'soon'],
    [new Date(2026, 10, 17, 0, 0), 'Due tomorrow', 'soon'],
    [new Date(2026, 10, 22, 0, 0), 'Due in 6 days', 'later'],
    [new Date(2026, 11, 3, 0, 0), 'Due 3 Dec', 'later'],
  ]
  for (const [due, text, look] of expected) assert.deepEqual(dueInWords(due, now), { text, look })
})
