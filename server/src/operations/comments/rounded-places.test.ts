// Rounding and clamping of anchors at common frame rates, over random moments: the statement that creates comments against
// the exact arithmetic of core/frames.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type FrameRate, frameToMs, msToFrame, parseFrameRate } from '../../core/frames.ts'
import { placeOn } from '../../records/media-place.ts'
import { startCommentWorld } from './fixtures/comment-world.ts'

const { sql, file } = await startCommentWorld()
const frames = 240

/** A video without audio whose file ends with its last frame. */
async function silentVideo({ num, den }: FrameRate) {
  const id = await file('video/mp4')
  const durationMs = Math.round((frames * 1000 * den) / num)
  await sql`
    insert into media (file_id, state, kind, duration_ms, frame_rate_num, frame_rate_den, frames, has_audio)
    values (${id}, 'READY', 'VIDEO', ${durationMs}, ${num}, ${den}, ${frames}, false)`
  const resolve = async (anchor: number, frame: number | null = null) => {
    const [place] = await sql<{ fault: string | null; anchor: number }>`
      select fault, anchor from ${placeOn(id, { anchor, frame })}`
    return place!
  }
  return { durationMs, frameMs: (1000 * den) / num, resolve }
}

for (const text of ['24000/1001', '24', '25', '30000/1001', '50', '60000/1001', '120', '1']) {
  const rate = parseFrameRate(text)!
  const { durationMs, frameMs, resolve } = await silentVideo(rate)
  const end = frameToMs(frames, rate)
  const last = frameToMs(frames - 1, rate)
  const check = (property: fc.IAsyncProperty<unknown>) => fc.assert(property, { numRuns: 150 })
  const moment = (min: number, max: number) => fc.double({ min, max, noNaN: true, noDefaultInfinity: true })

  test(`${text}: an anchor before the end is rounded to the nearest millisecond`, () =>
    check(
      fc.asyncProperty(fc.oneof(moment(0, end - 1), fc.integer({ min: 0, max: end - 1 })), async (given) => {
        assert.deepEqual(await resolve(given), { fault: null, anchor: Math.round(given) })
      }),
    ))

  test(`${text}: an anchor less than a frame beyond the end is the last frame; a later one is refused`, async () => {
    await check(
      fc.asyncProperty(moment(end, durationMs + frameMs - 0.001), async (given) => {
        assert.deepEqual(await resolve(given), { fault: null, anchor: last })
      }),
    )
    await check(
      fc.asyncProperty(moment(durationMs + frameMs + 0.001, 1e12), async (given) => {
        assert.equal((await resolve(given)).fault, 'time_beyond')
      }),
    )
  })

  test(`${text}: a time within a frame matches that frame, and so does the stored anchor`, () =>
    check(
      fc.asyncProperty(fc.integer({ min: 0, max: frames - 1 }), moment(0, 0.999), async (frame, part) => {
        const stored = await resolve((frame + part) * frameMs, frame)
        assert.equal(stored.fault, null)
        assert.ok([frame, frame - 1].includes(msToFrame(stored.anchor, rate)), String(stored.anchor))
        assert.deepEqual(await resolve(stored.anchor, frame), stored)
      }),
    ))

  test(`${text}: placing a stored anchor again changes nothing`, () =>
    check(
      fc.asyncProperty(moment(0, durationMs + frameMs - 0.001), async (given) => {
        const once = await resolve(given)
        assert.deepEqual(await resolve(once.anchor), once)
      }),
    ))
}
