// Documents, audio and 3D models, as a client that cannot open them sees them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { coloredBox, glb, pdfOf } from '../../../test/media-corpus/stills.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { pixelsOf, startViewing } from './fixtures/viewed-files.ts'

const world = await startWorld()
const { newMedia, look, comment } = await startViewing(world)

const page = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .webp({ lossless: true })
    .toBuffer()

const isNear = (found: number[], expected: number[]) =>
  found.every((value, n) => Math.abs(value - expected[n]!) < 40)

async function newDocument(): Promise<string> {
  const colours = ['#ff0000', '#00ff00', '#0000ff']
  const images = await Promise.all(colours.map(page))
  const derived = Object.fromEntries(images.map((image, n) => [`pages/${n + 1}.webp`, image]))
  const bytes = pdfOf(['Scene one', 'Scene two', 'Scene three'])
  return newMedia({ kind: 'DOCUMENT', pages: 3 }, derived, { bytes, mimeType: 'application/pdf' })
}

test('a page of a document comes with its text, its comments and their drawings', async () => {
  const id = await newDocument()
  const shapes = [
    {
      kind: 'box',
      points: [
        [0.3, 0.3],
        [0.7, 0.7],
      ],
      colour: '#ffffff',
      width: 0.05,
    },
  ]
  const note = await comment(id, { content: 'Which scene?', anchor: 2, annotation: { shapes } })
  const [second, third] = await look(id, { at: ['page 2', '3'], drawings: true })
  assert.deepEqual([second!.page, second!.text, second!.shows], [2, 'Scene two', 'page 2 of 3'])
  assert.deepEqual([second!.commentIds, third!.commentIds, third!.text], [[note], [], 'Scene three'])
  const { at } = await pixelsOf(second!)
  assert.ok(isNear(at(0.5, 0.5), [0, 255, 0]) && isNear(at(0.5, 0.7), [255, 255, 255]), String(at(0.5, 0.7)))
})

test('without a place, a document is a contact sheet; two documents stand side by side', async () => {
  const [first, second] = [await newDocument(), await newDocument()]
  const [sheet] = await look(first)
  assert.deepEqual(
    [sheet!.shows, sheet!.text],
    ['contact sheet, in rows from left to right: pages 1 to 3 of 3', null],
  )
  const { at } = await pixelsOf(sheet!)
  assert.ok(isNear(at(0.02, 0.02), [255, 0, 0]) && isNear(at(0.5, 0.1), [0, 255, 0]))
  const [pair] = await look(first, { at: ['1'], compareWith: { id: second } })
  assert.equal(pair!.shows, 'A: v1, page 1 of 3; B: v1, page 1 of 3')
  assert.ok(pair!.width > pair!.height * 2)
})

test('audio is its waveform, with the asked times marked', async () => {
  // Silence, then noise.
  const data = Array.from({ length: 400 }, (_, n) => (n < 200 ? 0 : n % 2 ? 100 : -100))
  const waveform = {
    version: 2,
    channels: 1,
    sample_rate: 48_000,
    samples_per_pixel: 256,
    bits: 8,
    length: 200,
    data,
  }
  const id = await newMedia(
    { kind: 'AUDIO', durationMs: 4000 },
    { 'waveform.json': Buffer.from(JSON.stringify(waveform)) },
  )
  const note = await comment(id, { content: 'Click', anchor: 1000 })
  const [image] = await look(id, { at: ['1000ms', '0:03.5'] })
  assert.deepEqual(
    [image!.shows, image!.commentIds],
    ['waveform of 4000ms, marked at 1000ms, 3500ms', [note]],
  )
  const { at } = await pixelsOf(image!)
  const isBlue = ([red, , blue]: number[]) => blue! > red! + 60
  const isYellow = ([red, , blue]: number[]) => red! > blue! + 60
  assert.deepEqual([isBlue(at(0.4, 0.3)), isBlue(at(0.6, 0.3))], [false, true])
  assert.deepEqual([isYellow(at(0.25, 0.3)), isYellow(at(0.3, 0.3))], [true, false])
})

test('a 3D model is shown from six sides, and as its comments show it', async () => {
  const bytes = await glb(await coloredBox())
  const preview = await page('#808080')
  const id = await newMedia(
    { kind: 'MODEL' },
    { 'preview.webp': preview },
    { bytes, mimeType: 'model/gltf-binary' },
  )
  const [sides] = await look(id)
  assert.match(sides!.shows, /overview, front, right, back, left, top$/)
  const { at } = await pixelsOf(sides!)
  const dominant = (color: number[]) => color.indexOf(Math.max(...color))
  // The front is red, the right side green, the top blue.
  assert.deepEqual([dominant(at(0.5, 0.23)), dominant(at(0.83, 0.23)), dominant(at(0.83, 0.75))], [0, 1, 2])
  const camera = { position: [4, 0, 0], target: [0, 0, 0], fieldOfView: 40 }
  const shapes = [
    {
      kind: 'ellipse',
      points: [
        [0.05, 0.05],
        [0.15, 0.2],
      ],
      colour: '#ffffff',
      width: 0.02,
    },
  ]
  const note = await comment(id, { content: 'This side', annotation: { shapes, camera } })
  const [seen] = await look(id, { drawings: true })
  assert.deepEqual([seen!.commentIds, seen!.width > seen!.height], [[note], true])
  const drawn = await pixelsOf(seen!)
  assert.equal(dominant(drawn.at(0.5, 0.5)), 1, String(drawn.at(0.5, 0.5)))
  assert.ok(isNear(drawn.at(0.1, 0.2), [255, 255, 255]), String(drawn.at(0.1, 0.2)))
})
