import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bands,
  channelMatrix,
  exposureTable,
  falseColourTables,
  fromLinear,
  toLinear,
  visiblePart,
} from './filter-tables.ts'

const numbers = (table: string) => table.split(' ').map(Number)

test('sRGB to linear light and back returns the same level', () => {
  for (let level = 0; level <= 255; level++)
    assert.equal(Math.round(fromLinear(toLinear(level / 255)) * 255), level)
})

test('one stop doubles the light of every level that does not clip; no stops change nothing', () => {
  const [up, none] = [numbers(exposureTable(1)), numbers(exposureTable(0))]
  assert.equal(up.length, 256)
  for (let level = 0; level <= 255; level++) {
    assert.equal(Math.round(none[level]! * 255), level)
    const light = Math.min(1, toLinear(level / 255) * 2)
    assert.ok(Math.abs(toLinear(up[level]!) - light) < 0.004, `level ${level}`)
  }
})

test('a channel is shown as grey, and alpha without transparency', () => {
  assert.deepEqual(numbers(channelMatrix('green')).slice(0, 5), [0, 1, 0, 0, 0])
  assert.deepEqual(numbers(channelMatrix('alpha')).slice(15), [0, 0, 0, 0, 1])
  assert.equal(
    numbers(channelMatrix('luma'))
      .slice(0, 3)
      .reduce((sum, one) => sum + one),
    1,
  )
})

test('false colour: each band has its colour, and the levels between are grey', () => {
  const tables = falseColourTables().map(numbers)
  const colourAt = (percent: number) => tables.map((table) => table[Math.round(percent * 2.55)]!)
  const hex = (colour: number[]) =>
    `#${colour
      .map((one) =>
        Math.round(one * 255)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
  for (const { from, to, colour } of bands) assert.equal(hex(colourAt((from + to) / 2)), colour)
  assert.equal(hex(colourAt(100)), '#ff2d2d')
  const [red, green, blue] = colourAt(70)
  assert.ok(red === green && green === blue)
})

test('an aspect mask: wide ones leave a band, narrow ones a column', () => {
  const wide = visiblePart(16 / 9, 2.39)
  assert.deepEqual([wide.width, wide.x], [1, 0])
  assert.ok(Math.abs(wide.height - 16 / 9 / 2.39) < 1e-9)
  const narrow = visiblePart(16 / 9, 9 / 16)
  assert.deepEqual([narrow.height, narrow.y], [1, 0])
  assert.ok(Math.abs(narrow.x * 2 + narrow.width - 1) < 1e-9)
})
