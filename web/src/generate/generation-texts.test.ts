import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Generation } from '@dailies/sdk'
import { adjustmentsInWords, pollEvery, stateInWords, watch } from './generation-texts.ts'

const generation: Generation = {
  outputType: 'VIDEO',
  outputModel: 'kling-3.0',
  prompt: 'Rain',
  attachments: [],
  configs: null,
  state: 'QUEUED',
  progress: null,
  position: 2,
  adjustments: [],
  provider: 'kling',
}
const words = (change: Partial<Generation>, message?: string) =>
  stateInWords({
    generation: { ...generation, ...change },
    failure: message === undefined ? null : { code: 'refused', message, retryable: false },
  })

test('the status shows the queue position, the progress and the reason of a failure', () => {
  assert.equal(words({}), 'Queued, 2 ahead')
  assert.equal(words({ position: 0 }), 'Queued, next')
  assert.equal(words({ state: 'RUNNING' }), 'Generating')
  assert.equal(words({ state: 'RUNNING', progress: 0.429 }), 'Generating, 42 %')
  assert.equal(words({ state: 'RUNNING', provider: 'local' }), 'Generating draft')
  assert.equal(
    words({ state: 'FAILED' }, 'The provider refused the prompt.'),
    'The provider refused the prompt.',
  )
  assert.equal(words({ state: 'CANCELLED' }), 'Cancelled')
})

test('any number of visible generations is polled 15 times a minute in total', () => {
  const perMinute = (count: number) => (count * 60_000) / pollEvery()
  const stops = Array.from({ length: 12 }, () => watch())
  assert.equal(perMinute(12), 15)
  for (const stop of stops) stop()
  assert.equal(perMinute(1), 15)
})

test('adjustments are listed per reference', () => {
  const large = { mimeType: 'image/tiff', width: 7000, height: 3500, size: 60_000_000 }
  const small = { mimeType: 'image/jpeg', width: 5999, height: 3000, size: 9_000_000 }
  const lines = adjustmentsInWords({
    ...generation,
    attachments: [{ id: 'FX1' }, { id: 'FX2' }],
    adjustments: [
      { attachment: { id: 'FX2' }, changes: ['CONVERTED', 'DOWNSCALED'], from: large, to: small },
      { attachment: { id: 'FX1' }, changes: ['COMPRESSED'], from: { ...small, size: 12_000_000 }, to: small },
    ],
  })
  assert.deepEqual(lines, [
    'Reference 2: converted from TIFF to JPEG, downscaled from 7000 × 3500 to 5999 × 3000 pixels',
    'Reference 1: compressed from 12.0 MB to 9.0 MB',
  ])
})
