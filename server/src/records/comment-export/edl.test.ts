// No available program reads EDLs, so this file has a reader that is independent of the writer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeEdl } from './edl.ts'
import { comment, comments, made } from './fixtures/sample-export.ts'

type EdlEvent = { number: number; source: number[]; record: number[]; marker: string; length: number }

/** Reads CMX 3600 by its columns, and timecodes by the formula of SMPTE 12M. */
function readEdl(text: string, base: number): { title: string; mode: string; events: EdlEvent[] } {
  const [title, mode, ...rest] = text.split('\r\n')
  const drop = mode === 'FCM: DROP FRAME'
  const frames = (code: string) => {
    assert.match(code, drop ? /^\d\d:\d\d:\d\d;\d\d$/ : /^\d\d:\d\d:\d\d:\d\d$/)
    const [h, m, s, f] = code.split(/[:;]/).map(Number) as [number, number, number, number]
    const minutes = 60 * h + m
    const dropped = drop ? (base / 15) * (minutes - Math.floor(minutes / 10)) : 0
    return (60 * minutes + s) * base + f - dropped
  }
  const events: EdlEvent[] = []
  for (const line of rest.filter((any) => any !== '')) {
    const edit = /^(\d+) +(\S+) +(\S+) +C +(\S+) (\S+) (\S+) (\S+)$/.exec(line)
    const marker = /^ \|C:ResolveColor\w+ \|M:([^|]+) \|D:(\d+)$/.exec(line)
    const locator = /^\* LOC: (\S+) (RED|GREEN) +(\S.*)$/.exec(line)
    if (edit) {
      const [from, to, recordFrom, recordTo] = edit.slice(4).map(frames) as [number, number, number, number]
      const number = Number(edit[1])
      events.push({ number, source: [from, to], record: [recordFrom, recordTo], marker: '', length: 0 })
    } else if (marker) Object.assign(events.at(-1)!, { marker: marker[1], length: Number(marker[2]) })
    else {
      assert.ok(locator, `no statement of an EDL: ${line}`)
      assert.deepEqual([frames(locator[1]!), locator[3]], [events.at(-1)!.record[0], events.at(-1)!.marker])
    }
  }
  return { title: title!, mode: mode!, events }
}

for (const [rateText, mode] of [
  ['24000/1001', 'NON-DROP FRAME'],
  ['24', 'NON-DROP FRAME'],
  ['25', 'NON-DROP FRAME'],
  ['30000/1001', 'DROP FRAME'],
  ['30', 'NON-DROP FRAME'],
  ['48000/1001', 'NON-DROP FRAME'],
  ['50', 'NON-DROP FRAME'],
  ['60000/1001', 'DROP FRAME'],
  ['60', 'NON-DROP FRAME'],
] as const) {
  test(`EDL: at ${rateText} a reader finds every marker at its frame, ${mode.toLowerCase()}`, () => {
    const far = comment('far', { anchor: 36_000_000 + 61_234, duration: 5_000 })
    const written = made(rateText, [...comments, far])
    const { num, den } = written.rate
    const { title, mode: said, events } = readEdl(writeEdl(written), Math.round(num / den))
    assert.deepEqual([title, said], ['TITLE: Cut <3> "ü".mov', `FCM: ${mode}`])
    assert.deepEqual(
      events.map(({ number, source, record, length }) => [number, ...source, ...record, length]),
      written.threads.map(({ start, length }, i) => {
        const range = [start, start + length]
        return [i + 1, ...range, ...range, length]
      }),
    )
    const text = 'Ann, "A": Zażółć "quoted", <b>&amp; 😀 =1+1 --> /x/ tab / Ann, "A": @Ben: yes'
    assert.equal(events.at(-2)!.marker, text)
  })
}

test('EDL: resolved threads are green, open ones red', () => {
  const colours = [...writeEdl(made()).matchAll(/\* LOC: \S+ (RED|GREEN)/g)].map((match) => match[1])
  assert.deepEqual(colours, ['RED', 'GREEN', 'RED', 'RED', 'RED', 'RED'])
})
