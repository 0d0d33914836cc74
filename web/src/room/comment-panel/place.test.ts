import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeFields, placeLabel } from './place.ts'

const video = { kind: 'VIDEO', frameRate: '30000/1001', frameTable: null } as const
const spot = { anchor: null, duration: null, frame: null }

test('the place of a comment is labelled by frame, time or page', () => {
  assert.equal(placeLabel({ ...spot, frame: 1800, anchor: 60_060 }, video), '00:01:00;02')
  assert.equal(
    placeLabel({ ...spot, frame: 0, anchor: 0, duration: 334 }, video),
    '00:00:00;00 – 00:00:00;09',
  )
  assert.equal(placeLabel({ ...spot, anchor: 3 }, { ...video, kind: 'DOCUMENT' }), 'Page 3')
  assert.equal(placeLabel({ ...spot, anchor: 3, duration: 2 }, { ...video, kind: 'DOCUMENT' }), 'Pages 3–5')
  assert.equal(placeLabel(spot, video), undefined)
})

test('a range lasts from the start of its first frame to the end of its last, and is parsed to the same frames', () => {
  const fields = placeFields({ frame: 40, ms: 1335 }, { from: 30, to: 59 }, video)
  assert.deepEqual(fields, { frame: 30, anchor: 1001, duration: 1001 })
  assert.equal(placeLabel({ ...spot, ...fields } as never, video), '00:00:01;00 – 00:00:01;29')
})

test('a range is ignored when another place is visible', () => {
  assert.deepEqual(placeFields({ frame: 5, ms: 167 }, { from: 30, to: 59 }, video), { frame: 5, anchor: 167 })
})

test('places on video, documents and audio are labelled', () => {
  assert.deepEqual(placeFields({ frame: 7, ms: 233.6 }, null, video), { frame: 7, anchor: 234 })
  assert.deepEqual(placeFields({ page: 4 }, null, null), { anchor: 4 })
  assert.deepEqual(placeFields({ ms: 1234.9 }, null, { ...video, kind: 'AUDIO' }), { anchor: 1234 })
  assert.deepEqual(placeFields({ ms: 120 }, { from: 100, to: 350 }, { ...video, kind: 'AUDIO' }), {
    anchor: 100,
    duration: 250,
  })
})
