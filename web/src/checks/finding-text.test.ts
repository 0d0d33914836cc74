import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileDetails } from '@dailies/sdk'
import {
  confidenceText,
  countOf,
  findingLabel,
  isWithin,
  measuredText,
  placeOfFinding,
} from './finding-text.ts'

const nowhere = { firstFrame: null, lastFrame: null, firstMs: null, lastMs: null, page: null }
const video = { kind: 'VIDEO', frameRate: '25/1', frameTable: null, timecode: null } as FileDetails['media']
const audio = { kind: 'AUDIO', frameRate: null, frameTable: null, timecode: null } as FileDetails['media']

test('the place of a finding: frames, milliseconds, a page or the whole file', () => {
  const frames = { ...nowhere, firstFrame: 60, lastFrame: 84, firstMs: 2400, lastMs: 3400 }
  assert.deepEqual(placeOfFinding(frames), { frame: 60, ms: 2400 })
  assert.deepEqual(placeOfFinding({ ...nowhere, firstMs: 500, lastMs: 900 }), { ms: 500 })
  assert.deepEqual(placeOfFinding({ ...nowhere, page: 3 }), { page: 3 })
  assert.equal(placeOfFinding(nowhere), undefined)
  assert.deepEqual(
    [59, 60, 84, 85].map((frame) => isWithin(frames, { frame, ms: frame * 40 })),
    [false, true, true, false],
  )
})

test('places are named in the chosen unit', () => {
  const frames = { ...nowhere, firstFrame: 60, lastFrame: 84, firstMs: 2400, lastMs: 3400 }
  assert.equal(findingLabel(frames, video, 'source'), '00:00:02:10 – 00:00:03:09')
  assert.equal(findingLabel(frames, video, 'frames'), 'Frame 60 – 84')
  assert.equal(findingLabel({ ...frames, lastFrame: 60 }, video, 'source'), '00:00:02:10')
  assert.equal(findingLabel({ ...nowhere, firstMs: 500, lastMs: 900 }, audio, 'seconds'), '0.500 – 0.900 s')
  assert.equal(findingLabel({ ...nowhere, page: 3 }, null, 'source'), 'Page 3')
  assert.equal(findingLabel(nowhere, video, 'source'), undefined)
})

test('numbers in words: measured against limit, confidence below 1 and counts', () => {
  assert.equal(measuredText({ measured: -17.234, limit: -23, unit: 'LUFS' }), '−17.23 LUFS, limit −23 LUFS')
  assert.equal(measuredText({ measured: 1, limit: null, unit: 'frames' }), '1 frame')
  assert.equal(
    measuredText({ measured: '640x360', limit: '1920x1080', unit: null }),
    '640x360, limit 1920x1080',
  )
  assert.equal(measuredText({ measured: null, limit: 1, unit: 's' }), undefined)
  assert.equal(confidenceText(1), undefined)
  assert.equal(confidenceText(0.6), 'Indicative, 60 % sure')
  assert.deepEqual([countOf('PROBLEM', 1), countOf('WARNING', 1200)], ['1 problem', '1,200 warnings'])
})
