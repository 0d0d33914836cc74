import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { personColour, personColours } from './person-colour.ts'

/** `--ground`, `--sheet`, `--raised` and `--hover` of both themes, and the background around the image. */
const grounds = [
  '#f4f4f3',
  '#ffffff',
  '#ebebe9',
  '#161616',
  '#1f1f1f',
  '#2a2a2a',
  '#2c2c2b',
  '#0e0e0e',
  '#181818',
]

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one)
  return (light! + 0.05) / (dark! + 0.05)
}

test('every avatar colour contrasts with every background and with white initials', () => {
  for (const colour of personColours) {
    for (const ground of grounds)
      assert.ok(contrast(colour, ground) >= 3, `${colour} on ${ground}: ${contrast(colour, ground)}`)
    assert.ok(contrast(colour, '#ffffff') >= 4.5, `white on ${colour}: ${contrast(colour, '#ffffff')}`)
  }
})

test('a person always has the same colour, and people are spread over all colours', () => {
  const id = randomUUID()
  assert.equal(personColour(id), personColour(id))
  const colours = new Set(Array.from({ length: 500 }, () => personColour(randomUUID())))
  assert.equal(colours.size, personColours.length)
})
