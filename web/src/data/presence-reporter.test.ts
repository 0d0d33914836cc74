import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createPresenceReporter, type PresenceReport } from './presence-reporter.ts'

function start(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const sent: string[] = []
  const write = (fileId: string, { typing, leave }: PresenceReport) =>
    void sent.push(
      [fileId, leave && 'leave', typing && (typing.parent?.id ?? 'new')].filter(Boolean).join(' '),
    )
  const reporter = createPresenceReporter(write)
  // In steps: a timer that is set by a timer counts from the end of a tick.
  const tick = (ms: number) => {
    for (let i = 0; i < ms; i++) t.mock.timers.tick(1)
  }
  return { reporter, sent: () => sent.splice(0), tick }
}

test('a file is reported after a second and then every 5 seconds, until it is left', (t) => {
  const { reporter, sent, tick } = start(t)
  reporter.show('a')
  tick(999)
  assert.deepEqual(sent(), [])
  tick(1)
  assert.deepEqual(sent(), ['a'])
  tick(10_000)
  assert.deepEqual(sent(), ['a', 'a'])
  reporter.leave()
  assert.deepEqual(sent(), ['a leave'])
  tick(60_000)
  reporter.leave()
  assert.deepEqual(sent(), [])
})

test('files that a person only steps through are not reported', (t) => {
  const { reporter, sent, tick } = start(t)
  for (const file of ['a', 'b', 'c']) {
    reporter.show(file)
    tick(600)
  }
  tick(400)
  assert.deepEqual(sent(), ['c'])
  reporter.show('d')
  assert.deepEqual(sent(), ['c leave'])
})

test('typing is reported at once, ends after 5 seconds without a change, and at most once a second', (t) => {
  const { reporter, sent, tick } = start(t)
  reporter.show('a')
  tick(2_000)
  sent()
  reporter.type('a', { parent: null })
  assert.deepEqual(sent(), ['a new'])
  tick(400)
  reporter.type('a', null)
  reporter.type('a', { parent: { id: 'thread' } })
  assert.deepEqual(sent(), [])
  tick(600)
  assert.deepEqual(sent(), ['a thread'])
  tick(4_399)
  assert.deepEqual(sent(), [])
  tick(1)
  assert.deepEqual(sent(), ['a'])
})

test('after a refusal nothing is reported, not even the departure, until a file is shown again', (t) => {
  const { reporter, sent, tick } = start(t)
  reporter.show('a')
  tick(1_000)
  reporter.stop('another file')
  tick(5_000)
  assert.deepEqual(sent(), ['a', 'a'])
  reporter.stop('a')
  reporter.leave()
  tick(10_000)
  assert.deepEqual(sent(), [])
  reporter.show('a')
  tick(1_000)
  assert.deepEqual(sent(), ['a'])
})

test('typing about another file than the reported one is not reported', (t) => {
  const { reporter, sent, tick } = start(t)
  reporter.show('a')
  tick(1_000)
  sent()
  reporter.type('b', { parent: null })
  tick(4_999)
  assert.deepEqual(sent(), [])
})

test('a minute of typing is at most 60 reports, and a minute of stepping through files at most 120', (t) => {
  const { reporter, sent, tick } = start(t)
  reporter.show('a')
  for (let i = 0; i < 600; i++) {
    reporter.type('a', i % 2 ? null : { parent: null })
    tick(100)
  }
  const typing = sent().length
  assert.ok(typing <= 60, `${typing}`)
  for (let i = 0; i < 60; i++) {
    reporter.show(`file ${i}`)
    tick(1_000)
  }
  const stepping = sent().length
  assert.ok(stepping <= 120, `${stepping}`)
})
