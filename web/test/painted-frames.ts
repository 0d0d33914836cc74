// Records the frames that a page paints on the canvases above its videos: the numbers are read from their pixels in the
// page, after every animation frame.
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    recorded: number[][]
    /** Decoded frames that are not closed: now, and at most. */
    openFrames: { now: number; most: number }
  }
}

/** Before the page loads: records from then on, and counts the decoded frames. */
export async function recordPaintedFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.recorded = []
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
      requestAnimationFrame(record)
      const canvases = [...document.querySelectorAll<HTMLCanvasElement>('canvas[data-frames]:not([hidden])')]
      if (canvases.length === 0) return
      const numbers = canvases.map(read)
      if (String(numbers) !== String(window.recorded.at(-1))) window.recorded.push(numbers)
    }
    requestAnimationFrame(record)

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
  return page.evaluate(() => window.recorded.splice(0))
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
