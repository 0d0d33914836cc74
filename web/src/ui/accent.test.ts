import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { accentIn, contrast } from './accent.ts'

/** `--ground`, `--sheet`, `--raised` and `--hover` of each theme, and the grounds of the review room and the stage. */
const grounds = {
  light: ['#f4f4f3', '#ffffff', '#ebebe9'],
  dark: ['#161616', '#1f1f1f', '#2a2a2a', '#2c2c2b', '#141414', '#1a1a1a', '#262626', '#2c2c2c', '#0e0e0e'],
}

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('any colour becomes readable on every background of its theme, and so does the text on it', () => {
  fc.assert(
    fc.property(colour, fc.constantFrom('light', 'dark'), (chosen, theme) => {
      const { accent, onAccent, ground } = accentIn(theme, chosen)
      assert.match(accent, /^#[0-9a-f]{6}$/)
      for (const other of [...grounds[theme], onAccent, ground])
        assert.ok(
          contrast(accent, other) >= 4.5,
          `${chosen} became ${accent}: ${contrast(accent, other)} on ${other}`,
        )
    }),
    { numRuns: 3000 },
  )
})

test('a colour that is readable stays as it is', () => {
  assert.equal(accentIn('light', '#b03a0b').accent, '#b03a0b')
  assert.equal(accentIn('dark', '#ff9a62').accent, '#ff9a62')
})

test('yellow is darkened for the light theme, navy lightened for the dark one, and both keep their hue', () => {
  const yellow = accentIn('light', '#ffd400').accent
  assert.ok(Number.parseInt(yellow.slice(1, 3), 16) > Number.parseInt(yellow.slice(5, 7), 16) + 40, yellow)
  const navy = accentIn('dark', '#001f5c').accent
  assert.ok(Number.parseInt(navy.slice(5, 7), 16) > Number.parseInt(navy.slice(1, 3), 16) + 40, navy)
})

test('black and white become readable too', () => {
  assert.equal(accentIn('light', '#000000').accent, '#000000')
  assert.ok(contrast(accentIn('dark', '#000000').accent, '#1f1f1f') >= 4.5)
  assert.ok(contrast(accentIn('light', '#ffffff').accent, '#ffffff') >= 4.5)
})
