import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deadlineInWords } from './deadline.ts'

test('a deadline is shown in words', () => {
  const textOf = (deadline: string) => deadlineInWords(deadline, '2026-11-15')
  assert.deepEqual(textOf('2026-11-15'), { text: 'Due today', late: false })
  assert.deepEqual(textOf('2026-11-16'), { text: 'Due tomorrow', late: false })
  assert.deepEqual(textOf('2026-11-14'), { text: 'Due yesterday', late: true })
  assert.deepEqual(textOf('2026-12-03'), { text: 'Due 3 Dec', late: false })
  assert.deepEqual(textOf('2027-01-02'), { text: 'Due 2 Jan 2027', late: false })
  assert.deepEqual(textOf('2026-03-01'), { text: 'Was due 1 Mar', late: true })
})
