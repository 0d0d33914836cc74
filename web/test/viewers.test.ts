// Every kind of file in the review room, with the real processors and the production build: the test checks real
// pixels.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { Dailies } from '@dailies/sdk'
import { type Document, type Extension, NodeIO } from '@gltf-transform/core'
import { EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions'
import draco3d from 'draco3dgltf'
import { MeshoptEncoder } from 'meshoptimizer'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { coloredBox, glb, pdfFile } from '../../server/test/media-corpus/stills.ts'
import { follow, needsBrowser, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const folder = mkdtempSync(join(tmpdir(), 'dailies-viewers-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Each user has a rate limit, so each page belongs to another user. */
const viewer = () => app.world.member(projectId, 'PROJECT_MEMBER')

async function uploaded(name: string, bytes: Buffer): Promise<string> {
  const { id } = await client.files.upload(projectId, bytes, { name })
  await client.files.waitFor(id, { until: 'processed' })
  return id
}

/** Runs ffmpeg asynchronously: the server runs in this process. */
async function ffmpeg(name: string, ...args: string[]): Promise<Buffer> {
  const path = join(folder, name)
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...args, path])
  return readFile(path)
}

/** The colour at the centre of the screen, and whether there is more than one colour. */
async function seen(what: Locator): Promise<{ middle: number[]; isBlank: boolean }> {
  const image = sharp(await what.screenshot())
  const { width, height } = await image.metadata()
  const { data } = await image
    .clone()
    .extract({ left: width >> 1, top: height >> 1, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { channels } = await image.stats()
  return { middle: [...data], isBlank: channels.slice(0, 3).every(({ stdev }) => stdev < 1) }
}

/** Whether the model is in the centre: its surroundings and its shadow are not opaque. */
function isFilled(canvas: Locator): Promise<boolean> {
  return canvas.evaluate((element: HTMLCanvasElement) => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d')!
    pen.drawImage(element, element.width >> 1, element.height >> 1, 1, 1, 0, 0, 1, 1)
    return pen.getImageData(0, 0, 1, 1).data[3] === 255
  })
}

/** A PDF with black text on each page. */
function script(pages: number): Buffer {
  const texts = Array.from({ length: pages }, (_, i) => `BT /F 60 Tf 40 300 Td (Scene ${i + 1}) Tj ET`)
  const kids = texts.map((_, i) => `${4 + i * 2} 0 R`).join(' ')
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Resources << /Font << /F 3 0 R >> >> /Contents ${5 + i * 2} 0 R >>`,
      `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    ]),
  ])
}

const scaleOf = async (page: Page) =>
  Number.parseInt((await page.getByRole('toolbar', { name: 'Zoom' }).textContent()) ?? '', 10)

test('an image: fitted, zoomed by wheel and keys, then sharp', options, async () => {
  const large = { create: { width: 3200, height: 2400, channels: 3, background: '#2050c0' } } as const
  const id = await uploaded('Still.png', await sharp(large).png().toBuffer())
  const page = await app.open(`/files/${id}`, { user: await viewer() })
  const image = page.getByRole('img', { name: 'Still.png' })
  await image.waitFor()
  await page.waitForFunction(() => document.querySelector('img')!.naturalWidth > 0)
  const whole = (await image.boundingBox())!
  assert.ok(Math.abs(whole.width / whole.height - 4 / 3) < 0.01)
  const [red, green, blue] = (await seen(image)).middle as [number, number, number]
  assert.ok(Math.abs(red - 32) < 4 && Math.abs(green - 80) < 4 && Math.abs(blue - 192) < 4)
  await page.keyboard.press('1')
  assert.equal(await scaleOf(page), 100)
  assert.equal(Math.round((await image.boundingBox())!.width), 3200)
  // Zoomed in further than the preview is sharp, the original covers it.
  await page.locator('img[data-sharp]').waitFor()
  await page.keyboard.press('0')
  assert.deepEqual(await image.boundingBox(), whole)
  await page.mouse.move(whole.x + 10, whole.y + 10)
  await page.mouse.wheel(0, -300)
  await page.waitForFunction((width) => document.querySelector('img')!.width > width, Math.ceil(whole.width))
  const zoomed = (await image.boundingBox())!
  // The point under the pointer stays in place.
  assert.ok(Math.abs(zoomed.x + 10 * (zoomed.width / whole.width) - (whole.x + 10)) < 2)
})

test('a document: pages as images, then sharp, with selectable text', options, async () => {
  const id = await uploaded('Script.pdf', script(12))
  const page = await app.open(`/files/${id}`, { user: await viewer() })
  await page.locator('[data-page="1"][data-shown]').waitFor()
  // Rendered by pdf.js, with its text.
  await page.getByText('Scene 1', { exact: true }).waitFor()
  assert.equal((await seen(page.locator('[data-page="1"]'))).isBlank, false)
  await page.keyboard.press('End')
  await page.getByText('Scene 12', { exact: true }).waitFor()
  assert.equal(await page.getByLabel('Page', { exact: true }).inputValue(), '12')
  assert.ok((await page.locator('[data-page]').count()) < 6, 'pages far away are not there')
  await page.getByLabel('Page', { exact: true }).fill('7')
  await page.keyboard.press('Enter')
  await page.getByText('Scene 7', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Fit width' }).click()
  const wide = page.locator('[data-page="7"]')
  await page.waitForFunction(() => document.querySelector('[data-page="7"]')!.clientWidth > 700)
  assert.equal((await seen(wide)).isBlank, false)
  await page.getByRole('button', { name: 'Thumbnails' }).click()
  await page.getByRole('button', { name: 'Page 8', exact: true }).click()
  await page.getByText('Scene 8', { exact: true }).waitFor()
})

test('3D models, also compressed ones, can be turned and reset', options, async () => {
  await MeshoptEncoder.ready
  const io = new NodeIO()
    .registerExtensions([KHRDracoMeshCompression, EXTMeshoptCompression])
    .registerDependencies({
      'draco3d.encoder': await draco3d.createEncoderModule(),
      'meshopt.encoder': MeshoptEncoder,
    })
  const compressed = async (extension: new (document: Document) => Extension) => {
    const document = await coloredBox()
    document.createExtension<Extension>(extension).setRequired(true)
    return Buffer.from(await io.writeBinary(document))
  }
  const pyramid = ['v -1 0 1', 'v 1 0 1', 'v 1 0 -1', 'v -1 0 -1', 'v 0 1.5 0']
  const sides = ['f 1 2 5', 'f 2 3 5', 'f 3 4 5', 'f 4 1 5']
  const models = {
    'Box.glb': await glb(await coloredBox()),
    'Draco.glb': await compressed(KHRDracoMeshCompression),
    'Meshopt.glb': await compressed(EXTMeshoptCompression),
    'Pyramid.obj': Buffer.from([...pyramid, ...sides].join('\n')),
  }
  const page = await app.open('/', { user: await viewer(), size: { width: 900, height: 500 } })
  for (const [name, bytes] of Object.entries(models)) {
    await follow(page, `/files/${await uploaded(name, bytes)}`)
    await page.getByRole('heading', { name }).waitFor()
    const canvas = page.locator('canvas[data-loaded]').and(page.getByRole('img', { name }))
    await canvas.waitFor()
    const image = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL())
    const first = await image()
    assert.equal(await isFilled(canvas), true, name)
    await page.keyboard.press('ArrowRight')
    assert.notEqual(await image(), first, `${name} turns`)
    await page.keyboard.press('0')
    assert.equal(await image(), first, `${name} is as at the beginning`)
  }
})

test('audio: its waveform, playing and stepping', options, async () => {
  const id = await uploaded('Take.wav', await ffmpeg('take.wav', '-f', 'lavfi', '-i', 'sine=duration=4'))
  const page = await app.open(`/files/${id}`, { user: await viewer() })
  const wave = page.locator('[data-height="240"][data-drawn]')
  await wave.waitFor()
  await page.waitForFunction(() =>
    document.querySelector('[data-height="240"] > div')?.shadowRoot?.querySelector('canvas'),
  )
  assert.equal((await seen(wave)).isBlank, false)
  const readout = page.locator('[aria-busy=false] [data-timecode]')
  await page.keyboard.press('ArrowRight')
  await readout.getByText('00:00.100').waitFor()
  await page.keyboard.press('Space')
  await page.waitForFunction(() => document.querySelector('audio')!.currentTime > 0.3)
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
})

test('video: in and out, loop, speed, backwards, and a preview under the pointer', options, async () => {
  const bytes = await ffmpeg(
    'film.mp4',
    ...['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30000/1001:duration=4'],
    ...['-f', 'lavfi', '-i', 'sine=duration=4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  )
  const id = await uploaded('Film.mp4', bytes)
  const page = await app.open(`/files/${id}`, { user: await viewer() })
  const frame = page.locator('[aria-busy=false] [data-frame]')
  const frameNow = () => frame.textContent().then(Number)
  await frame.getByText('0', { exact: true }).waitFor()
  await page.keyboard.press('Shift+Period')
  await frame.getByText('30', { exact: true }).waitFor()
  await page.locator('[data-timecode]').getByText('00:00:01;00').waitFor()
  await page.keyboard.press('i')
  await page.keyboard.press('Shift+ArrowRight')
  await frame.getByText('40', { exact: true }).waitFor()
  await page.keyboard.press('o')
  await page.keyboard.press('r')
  assert.equal(await page.getByRole('button', { name: 'Loop' }).getAttribute('aria-pressed'), 'true')
  await page.keyboard.press('Space')
  // The range loops: after its last frame, the first is visible again.
  await page.evaluate(async () => {
    let last = -1
    for (let loops = 0; loops < 2; ) {
      await new Promise(requestAnimationFrame)
      const now = Number(document.querySelector('[data-frame]')!.textContent)
      if (now < last) loops++
      last = now
    }
  })
  await page.keyboard.press('k')
  const looped = await frameNow()
  assert.ok(looped >= 30 && looped <= 42, `in the range: ${looped}`)
  await page.keyboard.press('x')
  await page.keyboard.press('r')
  await page.keyboard.press('l')
  await page.keyboard.press('l')
  await page.getByText('▶ 2×').waitFor()
  assert.equal(await page.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate), 2)
  await page.keyboard.press('k')
  await page.keyboard.press('End')
  await frame.getByText('119', { exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.waitForFunction(() => Number(document.querySelector('[data-frame]')!.textContent) < 100)
  await page.keyboard.press('k')
  await page.keyboard.press('m')
  await page.getByRole('button', { name: 'Unmute' }).waitFor()
  await page.getByRole('button', { name: 'Speed: 1×' }).click()
  await page.getByRole('menuitemradio', { name: '0.5×' }).click()
  await page.getByRole('button', { name: 'Speed: 0.5×' }).waitFor()
  const timeline = page.getByRole('slider', { name: 'Position' })
  await timeline.hover({ position: { x: 300, y: 8 } })
  await page.locator('[class*=tile]').waitFor()
  await page.waitForFunction(() =>
    document.querySelector('[data-height="36"] > div')?.shadowRoot?.querySelector('canvas'),
  )
})

test('a file that cannot be shown says so', options, async () => {
  const broken = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0', 'latin1'), Buffer.alloc(5000, 7)])
  const page = await app.open(`/files/${await uploaded('Broken.mp4', broken)}`, { user: await viewer() })
  await page.getByRole('heading', { name: 'This file cannot be shown' }).waitFor()
  await follow(page, `/files/${await uploaded('Notes.txt', Buffer.from('Notes'))}`)
  await page.getByRole('heading', { name: 'Notes.txt', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Download' }).waitFor()
  const { id } = await client.files.linkYoutube(projectId, {
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  })
  await follow(page, `/files/${id}`)
  const link = page.getByRole('link', { name: 'Watch on YouTube' })
  assert.match((await link.getAttribute('href')) ?? '', /^https:\/\/www\.youtube\.com\//)
})
