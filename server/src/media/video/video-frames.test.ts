// Frame n of the proxy is frame n of the source: the promise of the review room.
import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { missing } from '../../../test/helpers/media-tools.ts'
import { containerClips, rateClips, unevenClips } from '../../../test/media-corpus/clips.ts'
import { type Clip, makeClip } from '../../../test/media-corpus/make-clip.ts'
import { beepAt, inspect, numbersOfAll } from '../../../test/media-corpus/read-clip.ts'
import { startWorkshop } from '../../../test/media-corpus/workshop.ts'
import { partFrames } from '../../core/renditions.ts'
import type { Derivative } from '../processor.ts'

const options = { skip: missing('ffprobe') }
const workshop = startWorkshop()

async function proxyOf(clip: Clip) {
  const source = await makeClip(clip, workshop.folder)
  const { info, derivatives, parts } = await workshop.run(source, clip.mimeType, ['encode'])
  const proxy = derivatives['proxy.mp4']!
  const joined = joinParts(parts, proxy)
  const [shown, proxied, inParts] = numbersOfAll(source, proxy, ...(joined ? [joined] : [])) as [
    ...[number[], number[]],
    number[]?,
  ]
  assert.equal(info.frames, shown.length, 'the same number of frames as an independent reader counts')
  assert.deepEqual(proxied, shown, 'frame n of the proxy is frame n of the source')
  const seen = inspect(proxy)
  const inOrder = assertInOrder(parts)
  assert.ok(inOrder < proxied.length, 'the last part is not stored')
  if (joined) {
    assert.deepEqual(inParts, proxied.slice(0, inOrder))
    for (const [n, time] of inspect(joined).times.entries()) assert.ok(Math.abs(time - seen.times[n]!) < 1e-5)
  }
  return { source, info, derivatives, proxy, seen, shown, parts }
}

/** Returns the number of frames in the parts. */
function assertInOrder(parts: Derivative[]): number {
  let next = 0
  for (const { name } of parts) {
    const { firstFrame, frames } = partFrames(name)!
    assert.equal(firstFrame, next, 'the parts follow each other without a gap')
    next += frames
  }
  return next
}

/** Each part begins with the header; without it, the parts in order are one fragmented MP4 with the frames of the proxy. */
function joinParts(parts: Derivative[], proxy: string): string | undefined {
  if (parts.length === 0) return undefined
  const joined = join(dirname(proxy), 'joined.mp4')
  writeFileSync(joined, readFileSync(parts[0]!.path))
  for (const { path } of parts.slice(1)) appendFileSync(joined, withoutHeader(readFileSync(path)))
  return joined
}

function withoutHeader(part: Buffer): Buffer {
  for (let at = 0; at < part.length; at += part.readUInt32BE(at))
    if (part.toString('latin1', at + 4, at + 8) === 'moof') return part.subarray(at)
  throw new Error('the part has no fragment')
}

const counted = (frames: number) => Array.from({ length: frames }, (_, n) => n)

for (const clip of rateClips) {
  test(`${clip.rate}: every frame has its number, and the rate is exact`, options, async () => {
    const { info, seen, shown, parts } = await proxyOf(clip)
    const [num, den] = clip.rate.split('/').map(Number) as [number, number]
    const group = Math.round(num / den / 4)
    // The last groups of frames are never a part: the encoder keeps some frames back, and then the proxy itself follows at once.
    const hasParts = clip.frames > 2 * group
    assert.equal(parts.length > 0, hasParts, 'parts were stored while the proxy was made')
    assert.deepEqual(info.frameRate, { num, den })
    assert.equal(info.durationMs, Math.round((clip.frames * 1000 * den) / num))
    assert.deepEqual(shown, counted(clip.frames))
    const { tracks, times, keyFrames } = seen
    const [track] = tracks
    assert.equal(track!.r_frame_rate, clip.rate)
    assert.equal(track!.start_pts, 0)
    assert.equal(track!.has_b_frames, 0)
    for (const [n, time] of times.entries()) assert.ok(Math.abs(time - (n * den) / num) < 1e-5)
    assert.deepEqual(
      keyFrames,
      counted(clip.frames).filter((n) => n % group === 0),
    )
  })
}

for (const clip of unevenClips) {
  test(
    `${clip.name}.${clip.extension}: frames of a variable rate keep their number and their time`,
    options,
    async () => {
      const { source, info, derivatives, seen, shown } = await proxyOf(clip)
      // Some versions of ffmpeg write a last frame without duration, which is not shown.
      assert.ok(shown.length >= clip.frames - 1)
      assert.deepEqual(shown, counted(shown.length))
      const times = inspect(source)
        .times.slice(0, shown.length)
        .map((time, _, all) => time - all[0]!)
      const table = JSON.parse(readFileSync(derivatives['frames.json']!, 'utf8'))
      const { tracks, times: proxied } = seen
      for (const [n, time] of proxied.entries()) {
        assert.ok(Math.abs(time - times[n]!) < 0.0005, `frame ${n} is at ${time}, not at ${times[n]}`)
        assert.ok(Math.abs(table.starts[n] - times[n]! * 1000) < 0.5)
      }
      assert.ok(info.durationMs! > times.at(-1)! * 1000)
      assert.ok(Number(tracks[0]!.duration) > times.at(-1)!, 'the last frame has a duration')
      const average = (times.length - 1) / times.at(-1)!
      assert.ok(Math.abs(info.frameRate!.num / info.frameRate!.den / average - 1) < 0.06)
    },
  )
}

/** The time of the beep, from the first frame on. */
const beeps: Record<string, number> = { 'late-audio.mp4': 0.8 }

for (const clip of containerClips) {
  const name = `${clip.name}.${clip.extension}`
  test(`${name}: shows the frames of the source, with the audio in sync`, options, async () => {
    const { info, derivatives, proxy, seen, shown } = await proxyOf(clip)
    const [num, den] = clip.rate.split('/').map(Number) as [number, number]
    assert.deepEqual(info.frameRate, { num, den })
    assert.equal(derivatives['frames.json'], undefined, 'the rate is constant')
    assert.equal(info.hasAudio, clip.audio !== undefined)
    const audio = seen.tracks.find((track) => track.codec_type === 'audio')
    assert.equal(audio !== undefined, clip.audio !== undefined)
    if (clip.audio) {
      const beep = beepAt(proxy)
      assert.ok(Math.abs(beep - (beeps[name] ?? 0.5)) < 0.01, `beeps at ${beep}`)
    }
    // An edit list excludes the first of them.
    assert.deepEqual(shown, name === 'edit-list.mp4' ? counted(40).slice(15) : counted(clip.frames))
  })
}
