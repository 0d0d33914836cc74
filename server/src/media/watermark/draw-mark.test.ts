// The text of a watermark: every script, every position, and texts of any length.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fontFilesFor } from '../../generation/fonts.ts'
import { drawMark, loadFonts, type Overlay, type Size } from './draw-mark.ts'
import { cut } from './draw-marked-image.ts'
import { type Mark, markText, namesGuest } from './mark.ts'

const frame: Size = { width: 1280, height: 720 }
const plain: Mark = { text: 'Anna', position: 'CENTER', size: 'MEDIUM', opacity: 1 }

async function draw(mark: Partial<Mark>, size = frame): Promise<Overlay> {
  const whole = { ...plain, ...mark }
  await loadFonts(await fontFilesFor(whole.text))
  return drawMark(whole, size)
}

const alphaAt = ({ data, width }: Overlay, x: number, y: number) => data[4 * (y * width + x) + 3]!
const whiteAt = ({ data, width }: Overlay, x: number, y: number) => data[4 * (y * width + x)]!

/** The share of pixels of the overlay that are letters. */
function ink(overlay: Overlay): number {
  let letters = 0
  for (let n = 0; n < overlay.data.length; n += 4)
    if (overlay.data[n + 3]! > 127 && overlay.data[n]! > 127) letters++
  return letters / (overlay.width * overlay.height)
}

test('each position is inside of the frame, with the same margin to its corner', async () => {
  const places = {
    TOP_LEFT: [true, true],
    TOP_RIGHT: [false, true],
    BOTTOM_LEFT: [true, false],
    BOTTOM_RIGHT: [false, false],
  } as const
  for (const [position, [left, top]] of Object.entries(places)) {
    const overlay = await draw({ position: position as Mark['position'] })
    const space = [
      left ? overlay.left : frame.width - overlay.left - overlay.width,
      top ? overlay.top : frame.height - overlay.top - overlay.height,
    ]
    for (const side of space) assert.ok(side >= 24 && side <= 27, `${position}: ${space}`)
  }
  const { left, top, width, height } = await draw({ position: 'CENTER' })
  assert.ok(Math.abs(left + width / 2 - frame.width / 2) <= 2)
  assert.ok(Math.abs(top + height / 2 - frame.height / 2) <= 2)
})

test('sizes and opacity: larger letters, and the same opacity in every pixel of a letter', async () => {
  const heights = await Promise.all(
    (['SMALL', 'MEDIUM', 'LARGE'] as const).map(async (size) => (await draw({ size })).height),
  )
  assert.deepEqual(
    heights,
    heights.toSorted((a, b) => a - b),
  )
  assert.ok(heights[2]! > 2 * heights[0]!)
  for (const opacity of [0.05, 0.3, 1]) {
    const overlay = await draw({ opacity })
    assert.equal(Math.max(...overlay.data.filter((_, n) => n % 4 === 3)), Math.round(255 * opacity))
  }
})

test('white letters have a dark edge, so that they show on every background', async () => {
  const overlay = await draw({ text: 'H', size: 'LARGE' })
  const middle = Math.floor(overlay.height / 2)
  const row = Array.from({ length: overlay.width }, (_, x) => [
    alphaAt(overlay, x, middle),
    whiteAt(overlay, x, middle),
  ])
  assert.ok(
    row.some(([alpha, white]) => alpha! > 250 && white! > 250),
    'letters',
  )
  assert.ok(
    row.some(([alpha, white]) => alpha! > 100 && white! < 60),
    'an edge',
  )
})

test('tiled: every ninth of the frame has a part of the text', async () => {
  for (const text of ['A', 'Anna Müller · anna@example.com', 'W'.repeat(200)]) {
    const overlay = await draw({ text, position: 'TILED' })
    assert.deepEqual([overlay.left, overlay.top, overlay.width, overlay.height], [0, 0, 1280, 720])
    for (let part = 0; part < 9; part++) {
      const [fromX, fromY] = [(part % 3) * 426, Math.floor(part / 3) * 240]
      let letters = 0
      for (let y = fromY; y < fromY + 240; y++)
        for (let x = fromX; x < fromX + 426; x++) if (alphaAt(overlay, x, y) > 200) letters++
      assert.ok(letters > 50, `${text.slice(0, 10)}: part ${part} has ${letters} pixels`)
    }
  }
})

const names = {
  Latin: 'Zoë Ångström',
  Cyrillic: 'Анна Ахматова',
  Greek: 'Οδυσσέας',
  Arabic: 'مريم بنت عبد الله',
  Hebrew: 'מרים כהן',
  Chinese: '王小明',
  Japanese: 'やまだ 太郎',
  Korean: '김민수',
}

for (const [script, name] of Object.entries(names)) {
  test(`${script}: the letters of a font, not boxes`, async () => {
    const overlay = await draw({ text: name, size: 'LARGE' })
    assert.ok(ink(overlay) > 0.05, `ink: ${ink(overlay)}`)
    // Pango draws a character without a font as a box with its number: an upright line at its left and at its right.
    for (let x = 0; x < overlay.width; x++) {
      const filled = Array.from({ length: overlay.height }, (_, y) => whiteAt(overlay, x, y) > 127)
      const longest = filled
        .join('')
        .split('false')
        .map((run) => run.length / 4)
        .reduce((a, b) => Math.max(a, b))
      assert.ok(longest < overlay.height * 0.95, `an upright line at ${x}`)
    }
  })
}

test('Arabic letters are joined, and run from right to left', async () => {
  const joined = await draw({ text: 'ببب', size: 'LARGE' })
  const apart = await draw({ text: 'ب\u200cب\u200cب', size: 'LARGE' })
  assert.ok(joined.width < 0.9 * apart.width, `${joined.width} is narrower than ${apart.width}`)
  // Alef is an upright line, beh is wide and low: alef is written first, so it is on the right.
  const { data, width, height } = await draw({ text: 'اب', size: 'LARGE' })
  const high = (from: number, to: number) => {
    let count = 0
    for (let y = 0; y < height * 0.4; y++)
      for (let x = from; x < to; x++) if (data[4 * (y * width + x)]! > 127) count++
    return count
  }
  assert.ok(high(width / 2, width) > 4 * high(0, width / 2))
})

test('a long text becomes smaller and is broken into lines; it never leaves the frame', async () => {
  const long = `${'Donaudampfschifffahrtsgesellschaft '.repeat(6)}${'x'.repeat(90)}`
  for (const size of [
    frame,
    { width: 405, height: 720 },
    { width: 160, height: 90 },
    { width: 16, height: 16 },
  ]) {
    for (const position of ['CENTER', 'TILED', 'TOP_RIGHT', 'BOTTOM_LEFT'] as const) {
      const overlay = cut(await draw({ text: long, position, size: 'LARGE' }, size), size)
      assert.ok(overlay.left >= 0 && overlay.left + overlay.width <= size.width)
      assert.ok(overlay.top >= 0 && overlay.top + overlay.height <= size.height)
      assert.equal(overlay.data.length, 4 * overlay.width * overlay.height)
      assert.ok(
        overlay.data.some((value, n) => n % 4 === 3 && value > 127),
        `${size.width}: ${position}`,
      )
    }
  }
})

test('a text of markup is drawn as text, and a text without visible letters is replaced', async () => {
  const [markup, letters] = [await draw({ text: '<b>&amp;</b>' }), await draw({ text: '&' })]
  assert.ok(markup.width > 3 * letters.width)
  const nothing = await draw({ text: '\u200b\u2060' })
  assert.equal(nothing.width, (await draw({ text: 'CONFIDENTIAL' })).width)
})

test('placeholders: name, address and date; a guest without an address is named', () => {
  const names = { name: 'Anna {email} <b>', email: 'anna@example.com', date: '2026-11-17' }
  assert.equal(
    markText('{name} · {email} · {date} · {other}', names),
    'Anna {email} <b> · anna@example.com · 2026-11-17 · {other}',
  )
  assert.equal(markText('{email}', { ...names, name: 'Anna', email: null }), 'Anna')
  assert.equal([...markText('{name}'.repeat(20), { ...names, name: '😀'.repeat(100) })].length, 300)
  assert.equal(markText('  two\n lines ', names), 'two lines')
  assert.deepEqual(['{name}', 'for {email}', '{date}', 'Confidential'].map(namesGuest), [
    true,
    true,
    false,
    false,
  ])
})
