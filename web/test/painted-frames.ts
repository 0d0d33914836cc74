// Records the frames that a page paints on the canvases above its videos: the numbers are read from their pixels in the
// page, in every animation frame.
import assert from 'node:assert/strict'
import type { FileDetails } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { readFrame } from './frame-numbers.ts'

declare global {
  interface Window {
    paintedFrames: number[][]
    /** Decoded frames that are not closed: now, and at most. */
    openFrames: { now: number; most: number }
  }
}

/** Before the page loads: records from then on, and counts the decoded frames. */
export async function recordPaintedFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.paintedFrames = []
    window.openFrames = { now: 0, most: 0 }
    const [width, height] = [48, 24]
    const small = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
    const read = (canvas: HTMLCanvasElement) => {
      small.drawImage(canvas, 0, 0, width, height)
      const { data } = small.getImageData(0, 0, width, height)
      let number = 0
      for (let bit = 0; bit < 16; bit++) {
        const [x, y] = [(bit % 8) * 6 + 3, Math.floor(bit / 8) * 6 + 3]
        if (data[(y * width + x) * 4 + 1]! > 110) number |= 1 << bit
      }
      return number
    }
    const record = () => {
      const canvases = [...document.querySelectorAll<HTMLCanvasElement>('canvas[data-frames]:not([hidden])')]
      if (canvases.length === 0) return
      const numbers = canvases.map(read)
      if (String(numbers) !== String(window.paintedFrames.at(-1))) window.paintedFrames.push(numbers)
    }
    // Before and after the page paints: the order of callbacks in one animation frame is not known.
    const watch = () => {
      requestAnimationFrame(watch)
      record()
      setTimeout(record)
    }
    requestAnimationFrame(watch)

    if (typeof VideoDecoder === 'undefined') return
    const closed = new WeakSet<VideoFrame>()
    const close = VideoFrame.prototype.close
    VideoFrame.prototype.close = function () {
      if (!closed.has(this)) window.openFrames.now--
      closed.add(this)
      close.call(this)
    }
    window.VideoDecoder = class extends VideoDecoder {
      constructor({ output, error }: VideoDecoderInit) {
        const count = (frame: VideoFrame) => {
          window.openFrames.most = Math.max(window.openFrames.most, ++window.openFrames.now)
          output(frame)
        }
        super({ output: count, error })
      }
    }
  })
}

/** The frames since the last call, one list per animation frame: from left to right. */
export function takeRecorded(page: Page): Promise<number[][]> {
  return page.evaluate(() => window.paintedFrames.splice(0))
}

/** Waits until the videos themselves are visible again. */
export async function uncovered(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('canvas[data-frames]:not([hidden])') === null)
}

/** In the page, as soon as the displayed frame is beyond another one: a key of the test may arrive too late. */
export async function pressWhenBeyond(
  page: Page,
  key: string,
  frame: number,
  direction: 1 | -1,
): Promise<void> {
  await page.evaluate(
    ({ key, frame, direction }) =>
      new Promise<void>((done) => {
        const look = () => {
          const text = document.querySelector('[data-frame]')?.textContent ?? ''
          if (text === '' || (Number(text) - frame) * direction <= 0) return requestAnimationFrame(look)
          const code = `Key${key.toUpperCase()}`
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }))
          return done()
        }
        look()
      }),
    { key, frame, direction },
  )
}

/** Waits for more painted images, and returns them. */
export async function nextPainted(page: Page, count = 10): Promise<number[][]> {
  await takeRecorded(page)
  await page.waitForFunction((count) => window.paintedFrames.length >= count, count)
  return takeRecorded(page)
}

export const readout = (page: Page) => page.locator('[aria-busy=false] [data-frame]')
export const lastOf = ({ media }: FileDetails) => media!.frames! - 1

/** The video itself shows this frame. */
export async function requireFrame(page: Page, frame: number): Promise<void> {
  await readout(page).getByText(String(frame), { exact: true }).waitFor()
  await uncovered(page)
  assert.equal(await readFrame(page.locator('video')), frame)
}

/** Both videos themselves show these frames. */
export async function requireFrames(page: Page, left: number, right: number): Promise<void> {
  await page.locator('video').nth(1).waitFor()
  await readout(page)
    .getByText(String(Math.max(left, right)), { exact: true })
    .waitFor()
  await uncovered(page)
  const shown = [
    await readFrame(page.locator('video').first()),
    await readFrame(page.locator('video').last()),
  ]
  assert.deepEqual(shown, [left, right])
}

/** Every painted image has the same frame on both sides; beyond the end of a side, its last one. */
export function requireEqual(painted: readonly number[][], last: readonly number[]): void {
  assert.ok(painted.length > 5, `${painted.length} images`)
  for (const [left, right] of painted) {
    const frame = Math.max(left!, right!)
    assert.deepEqual([left, right], [Math.min(frame, last[0]!), Math.min(frame, last[1]!)])
  }
}

export function requireMonotone(frames: readonly number[], direction: 1 | -1): void {
  for (const [at, frame] of frames.entries())
    assert.ok(at === 0 || (frame - frames[at - 1]!) * direction > 0, frames.join())
}
