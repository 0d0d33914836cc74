import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GenerationFailure } from '../core/provider.ts'
import { readAnswer, usageOf, withoutMentions } from './review-answer.ts'
import type { ReviewedFile } from './review-prompt.ts'

const video: ReviewedFile = {
  name: 'a',
  kind: 'VIDEO',
  frames: 100,
  durationMs: 4000,
  pages: null,
  rate: '25/1',
}
const audio: ReviewedFile = { ...video, kind: 'AUDIO', frames: null }
const pdf: ReviewedFile = { ...video, kind: 'DOCUMENT', frames: null, durationMs: null, pages: 3 }

const stored = (answer: unknown, finishReason = 'stop') =>
  JSON.stringify({ text: JSON.stringify(answer), finishReason, inputTokens: 5, outputTokens: 6 })
const read = (note: object, file = video) =>
  readAnswer(stored({ notes: [{ text: 'Dark', confidence: 0.5, ...note }] }), file, []).notes[0]!
const isRefused = (note: object, file = video) =>
  assert.throws(
    () => read(note, file),
    (error) => error instanceof GenerationFailure && error.code === 'provider_invalid_answer',
  )

test('places are those of the kind of the file; fields that are left out are null', () => {
  const { firstFrame, lastFrame, firstMs, page } = read({ firstFrame: 99, firstMs: 9_999_999, page: 9 })
  assert.deepEqual([firstFrame, lastFrame, firstMs, page], [99, 99, null, null])
  assert.deepEqual(
    read({ firstMs: 10, lastMs: 20, area: { x: 0, y: 0, width: 1, height: 1 } }, audio).area,
    null,
  )
  assert.equal(read({ page: 3 }, pdf).page, 3)
})

test('places outside of the file, fractions and empty texts are refused', () => {
  for (const note of [
    { firstFrame: 100 },
    { firstFrame: 5, lastFrame: 4 },
    { firstFrame: -1 },
    { firstFrame: 1.5 },
  ])
    isRefused(note)
  isRefused({ firstMs: 4001 }, audio)
  for (const page of [0, 4]) isRefused({ page }, pdf)
  for (const text of ['', '   ', 'x'.repeat(2001)]) isRefused({ text })
  isRefused({ area: { x: 0.6, y: 0, width: 0.5, height: 0.5 } })
})

test('a rounding error of an area is clipped, and an empty area is none', () => {
  assert.deepEqual(read({ area: { x: 0.5, y: 0, width: 0.5005, height: 1 } }).area?.width, 0.5)
  assert.equal(read({ area: { x: 0.5, y: 0, width: 0, height: 1 } }).area, null)
})

test('outcomes of unknown notes are dropped, and each note has one', () => {
  const outcome = (id: string) => ({ id, outcome: 'STILL_OPEN', reason: 'Same' })
  const answer = stored({ notes: [], openNotes: [outcome('a'), outcome('a'), outcome('b')] })
  assert.deepEqual(
    readAnswer(answer, video, ['a']).outcomes.map(({ id }) => id),
    ['a'],
  )
})

test('a code block around the JSON is accepted; a refusal by policy is a failure of its own', () => {
  const fenced = JSON.stringify({
    ...{ text: '```json\n{"notes":[]}\n```', finishReason: 'stop', inputTokens: null, outputTokens: null },
  })
  assert.deepEqual(readAnswer(fenced, video, []), { notes: [], outcomes: [] })
  assert.throws(
    () => readAnswer(stored({ notes: [] }, 'content-filter'), video, []),
    (error) => error instanceof GenerationFailure && error.code === 'content_policy',
  )
  assert.deepEqual(usageOf(stored({})).inputTokens, 5)
})

test('mentions of a model are plain text', () => {
  assert.equal(withoutMentions('@[Ann](user:1) and @[everyone](review:everyone)'), '@Ann and @everyone')
})
