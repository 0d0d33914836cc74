// A real browser plays the proxy, and shows the frame that it seeks to.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { needsBrowser, startBrowser } from '../../../test/helpers/browser.ts'
import { missing } from '../../../test/helpers/media-tools.ts'
import { rateClips, unevenClips } from '../../../test/media-corpus/clips.ts'
import { type Clip, makeClip } from '../../../test/media-corpus/make-clip.ts'
import { readNumber } from '../../../test/media-corpus/numbered-frames.ts'
import { startWorkshop } from '../../../test/media-corpus/workshop.ts'

const options = missing('ffprobe') ? { skip: missing('ffprobe') } : needsBrowser
const workshop = startWorkshop()
const look = readFileSync(new URL('../../../test/media-corpus/look.js', import.meta.url), 'utf8')

/** Enough to recognise the 16 fields of a frame. */
const small = { width: 48, height: 24 }
const browser = 'skip' in options ? undefined : await startBrowser()

async function proxyOf(clip: Clip) {
  return workshop.run(await makeClip(clip, workshop.folder), clip.mimeType, ['proxy'])
}

/** The frame numbers that are visible at these times, and the duration of the video in seconds. */
async function watch(path: string, times: number[]): Promise<{ numbers: number[]; duration: number }> {
  const page = await browser!.newPage()
  const given = JSON.stringify({ video: readFileSync(path).toString('base64'), times, ...small })
  const { seen, duration } = await page.evaluate<{ seen: number[][]; duration: number }>(
    `const given = ${given}\n${look}`,
  )
  const colours = seen.map((pixels) => Uint8Array.from(pixels.filter((_, index) => index % 4 < 3)))
  return { numbers: colours.map((pixels) => readNumber(pixels, small)), duration }
}

for (const rate of ['24000/1001', '120000/1001']) {
  test(`${rate}: each frame is visible at its time`, options, async () => {
    const { info, derivatives } = await proxyOf(rateClips.find((clip) => clip.rate === rate)!)
    const { num, den } = info.frameRate!
    // Backwards and in jumps, as people step through a video.
    const order = Array.from({ length: info.frames! }, (_, n) => (n * 37) % info.frames!).toReversed()
    const times = order.map((n) => ((n + 0.5) * den) / num)
    const { numbers, duration } = await watch(derivatives['proxy.mp4']!, times)
    assert.deepEqual(numbers, order)
    assert.ok(Math.abs(duration * 1000 - info.durationMs!) < 2)
  })
}

test('frames of a variable rate are visible at their listed times, with audio', options, async () => {
  const { derivatives } = await proxyOf(unevenClips[0]!)
  const { starts } = JSON.parse(readFileSync(derivatives['frames.json']!, 'utf8')) as { starts: number[] }
  const middles = starts.slice(0, -1).map((start, n) => (start + starts[n + 1]!) / 2000)
  const { numbers } = await watch(derivatives['proxy.mp4']!, middles.toReversed())
  assert.deepEqual(numbers.toReversed(), [...middles.keys()])
})
