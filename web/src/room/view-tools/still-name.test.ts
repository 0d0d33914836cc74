import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stillName } from './still-name.ts'

const file = (name: string, number = 3) => ({ name, stack: { number } }) as Parameters<typeof stillName>[0]

test('a still is named after the file, its revision and its timecode', () => {
  assert.equal(stillName(file('Shot 10.mov'), '01:00:04:12', false), 'Shot 10_v3_01000412.png')
  assert.equal(stillName(file('Shot 10.mov'), '01:00:04;12', true), 'Shot 10_v3_01000412_drawing.png')
  assert.equal(stillName(file('Poster.final.png', 1), undefined, false), 'Poster.final_v1.png')
})

test('characters that file systems refuse are replaced', () => {
  assert.equal(stillName(file('A/B: "C".mp4', 1), undefined, false), 'A_B_ _C__v1.png')
})
