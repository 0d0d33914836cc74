// Watermarks on images: posters, sheets of small frames, pages and animations.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { makeProcessFolder } from '../../../test/helpers/process-folder.ts'
import { fontFilesFor } from '../../generation/fonts.ts'
import type { Mark } from './mark.ts'
import { runMark } from './run-mark.ts'

const folder = makeProcessFolder('dailies-marks-')
const mark: Mark = { text: 'مريم · Anna', position: 'CENTER', size: 'LARGE', opacity: 0.6 }
const { signal } = new AbortController()
let count = 0

const grey = { r: 120, g: 120, b: 120 }

/** Draws the mark into these images, in the child of production. */
async function marked(images: { bytes: Buffer; tile?: { width: number; height: number } }[], given = mark) {
  const tasks = await Promise.all(
    images.map(async ({ bytes, tile = null }) => {
      const path = join(folder, `image-${count++}`)
      await sharp(bytes, { animated: true }).toFile(`${path}.webp`)
      return { source: `${path}.webp`, target: `${path}-marked.webp`, quality: 90, tile }
    }),
  )
  const reports: number[] = []
  const fonts = await fontFilesFor(given.text)
  await runMark({
    ...{ mark: given, fonts, overlay: null, images: tasks, folder, signal },
    report: (progress) => reports.push(progress),
  })
  return { paths: tasks.map(({ target }) => target), reports }
}

/** How much of an area of a grey image differs from grey. */
async function changed(
  path: string,
  area: { left: number; top: number; width: number; height: number },
  page = 0,
) {
  const pixels = await sharp(path, { page }).removeAlpha().extract(area).greyscale().raw().toBuffer()
  return pixels.filter((value) => Math.abs(value - 120) > 25).length / pixels.length
}

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: grey } })
    .webp({ lossless: true })
    .toBuffer()

test('an image of any shape gets the mark, and keeps its size', async () => {
  const sizes = [
    [1920, 1080],
    [640, 360],
    [300, 1600],
    [24, 24],
  ] as const
  const { paths, reports } = await marked(
    await Promise.all(sizes.map(async ([width, height]) => ({ bytes: await flat(width, height) }))),
  )
  for (const [n, [width, height]] of sizes.entries()) {
    const info = await sharp(paths[n]!).metadata()
    assert.deepEqual([info.width, info.height, info.format], [width, height, 'webp'])
    assert.ok((await changed(paths[n]!, { left: 0, top: 0, width, height })) > 0.0005, `${width} × ${height}`)
  }
  assert.deepEqual(reports, [0.25, 0.5, 0.75, 1])
})

test('a sheet of small frames has the mark in each of them', async () => {
  const [columns, rows, tile] = [10, 3, { width: 160, height: 90 }]
  const { paths } = await marked([{ bytes: await flat(columns * tile.width, rows * tile.height), tile }])
  for (let n = 0; n < columns * rows; n++) {
    const area = { left: (n % columns) * tile.width, top: Math.floor(n / columns) * tile.height, ...tile }
    assert.ok((await changed(paths[0]!, area)) > 0.005, `frame ${n}`)
  }
})

test('an animation has the mark in each frame, and keeps its frames and delays', async () => {
  const frames = await Promise.all(
    Array.from({ length: 5 }, () =>
      sharp(Buffer.alloc(200 * 120 * 3, 120), { raw: { width: 200, height: 120, channels: 3 } })
        .png()
        .toBuffer(),
    ),
  )
  const different = await Promise.all(
    frames.map((frame, n) =>
      sharp(frame)
        .composite([
          {
            input: { create: { width: 4, height: 4, channels: 3, background: '#f00' } },
            left: 4 * n,
            top: 0,
          },
        ])
        .png()
        .toBuffer(),
    ),
  )
  const bytes = await sharp(different, { join: { animated: true } })
    .webp({ delay: [40, 50, 60, 70, 80] })
    .toBuffer()
  const { paths } = await marked([{ bytes }])
  const info = await sharp(paths[0]!, { animated: true }).metadata()
  assert.deepEqual([info.pages, info.pageHeight, info.delay], [5, 120, [40, 50, 60, 70, 80]])
  for (let page = 0; page < 5; page++)
    assert.ok(
      (await changed(paths[0]!, { left: 0, top: 40, width: 200, height: 40 }, page)) > 0.005,
      `frame ${page}`,
    )
})

test('a transparent image shows the mark, and stays transparent elsewhere', async () => {
  const bytes = await sharp({ create: { width: 400, height: 200, channels: 4, background: '#0000' } })
    .webp({ lossless: true })
    .toBuffer()
  const { paths } = await marked([{ bytes }])
  const { data } = await sharp(paths[0]!).raw().toBuffer({ resolveWithObject: true })
  const alpha = data.filter((_, n) => n % 4 === 3)
  assert.equal(alpha[0], 0)
  assert.ok(alpha.some((value) => value > 100))
})

test('a broken image fails, and says so', async () => {
  const source = join(folder, 'broken.webp')
  writeFileSync(source, 'not an image')
  const images = [{ source, target: join(folder, 'out.webp'), quality: 80, tile: null }]
  await assert.rejects(
    runMark({ mark, fonts: [], overlay: null, images, folder, signal, report: () => {} }),
    /drawing a watermark failed/,
  )
})
