// Faults at known frames, at each of the eleven rates: the first and the last frame of each finding are exact.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missing } from '../../../test/helpers/media-tools.ts'
import { elevenRates } from '../../../test/media-corpus/clips.ts'
import {
  type Draw,
  drawClean,
  type FaultyClip,
  fillLines,
  fillPart,
  makeFaultyClip,
  tone,
} from '../../../test/media-corpus/faulty-clips.ts'
import { startWorkshop } from '../../../test/media-corpus/workshop.ts'
import type { Measured } from './finding.ts'
import { judge } from './judge.ts'
import { measure } from './measure.ts'
import { CheckRules } from './profile.ts'

const options = { skip: missing('ffprobe') }
const workshop = startWorkshop()

async function measured(clip: FaultyClip): Promise<Measured> {
  const work = workshop.work(makeFaultyClip(clip, workshop.folder), 'video/quicktime')
  const info = await workshop.processor.probe(work)
  assert.equal(info.frames, clip.frames)
  return measure(workshop.find, work, info)
}

function placesIn(numbers: Measured, rules: object): Record<string, number[][]> {
  const found = judge(numbers, CheckRules.parse(rules)).filter(({ findings }) => findings.length > 0)
  return Object.fromEntries(
    found.map(({ rule, findings }) => [
      rule,
      findings.map(({ place }) => (place ? [place.first, place.last] : [])),
    ]),
  )
}

/** Tests of the same clip measure it once. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}

const level = 'PROBLEM'
const videoRules = {
  black: { level, seconds: 0.1 },
  frozen: { level, seconds: 0.2 },
  singleColour: { level, seconds: 0.1 },
  duplicatedFrames: { level },
  droppedFrames: { level },
  bars: { level },
  levels: { level },
  interlacing: { level },
  flashes: { level },
  redFlashes: { level },
  firstFrame: { level },
  lastFrame: { level, is: 'BLACK' },
  decodeErrors: { level },
  truncated: { level },
}
const audioRules = {
  silence: { level, seconds: 0.2 },
  clipping: { level },
  phase: { level, seconds: 0.3 },
  oneSided: { level, seconds: 0.3 },
  missingAudio: { level },
  lateAudio: { level, seconds: 0.02 },
}

for (const rate of elevenRates) {
  const [num = 0, den = 0] = rate.split('/').map(Number)
  const at = (seconds: number) => Math.round((seconds * num) / den)
  const stretch = (from: number, to: number): [number, number] => [at(from), at(to)]
  const isIn = (frame: number, [first, last]: readonly [number, number]) => frame >= first && frame <= last

  const black = stretch(0.4, 0.8)
  const colour = stretch(1.2, 1.5)
  const frozen = stretch(2, 2.6)
  const bars = stretch(3, 3.8)
  const twice = at(4.2)
  const woven = stretch(4.6, 5.2)
  const dark = stretch(5.5, 5.7)
  const frames = at(6)
  const draw: Draw = (planes, frame) => {
    if (isIn(frame, black) || frame === 0) fillPart(planes, 1, [16, 128, 128])
    if (isIn(frame, colour)) fillPart(planes, 1, [100, 90, 90])
    if (isIn(frame, frozen)) drawClean(planes, frozen[0])
    if (isIn(frame, bars)) {
      fillLines(planes, 0, 12, 16)
      fillLines(planes, 84, 96, 16)
    }
    if (frame === twice) drawClean(planes, twice - 1)
    if (isIn(frame, woven)) drawClean(planes, frame + 0.5, { from: 1, step: 2 })
    if (isIn(frame, dark)) fillLines(planes, 60, 70, 2)
  }
  const silent = stretch(0.5, 1)
  const oneSided = stretch(1.5, 2)
  const opposed = stretch(2.5, 3)
  const clipped = stretch(3.5, 3.7)
  const audio = (frame: number, second: number) => {
    const value = tone(second)
    if (isIn(frame, silent)) return [0, 0]
    if (isIn(frame, oneSided)) return [value, 0]
    if (isIn(frame, opposed)) return [value, -value]
    if (!isIn(frame, clipped)) return [value, value]
    const loud = Math.max(-1, Math.min(1, 6 * value))
    return [loud, loud]
  }
  const faulty = once(() => measured({ name: `faults ${rate}`, rate, frames, draw, audio }))

  test(`${rate}: every finding in the frames begins and ends at its fault`, options, async () => {
    assert.deepEqual(placesIn(await faulty(), videoRules), {
      black: [black],
      // One colour does not change either.
      frozen: [colour, frozen],
      singleColour: [colour],
      duplicatedFrames: [[twice, twice]],
      bars: [bars],
      levels: [dark],
      interlacing: [woven],
      firstFrame: [[0, 0]],
      lastFrame: [[frames - 1, frames - 1]],
    })
  })

  test(
    `${rate}: every finding in the audio begins and ends with the frame of its fault`,
    options,
    async () => {
      assert.deepEqual(placesIn(await faulty(), audioRules), {
        silence: [silent],
        oneSided: [oneSided],
        phase: [opposed],
        clipping: [clipped],
      })
    },
  )

  // More than a second lies between two parts, so that no second has flashes of both.
  const [part, pause] = [1.3, 1.1]
  const partAt = (n: number) => {
    const start = 0.5 + n * (part + pause)
    return { first: at(start), last: at(start + part) - 1 }
  }
  const combinations = [2, 3, 4, 5].flatMap((hertz) => [0.2, 0.3].map((area) => ({ hertz, area })))
  const parts = combinations.map((one, n) => ({ ...one, ...partAt(n) }))
  const redParts = [3, 4].map((hertz, n) => ({ hertz, ...partAt(parts.length + n) }))
  const isLit = (frame: number, { first, last, hertz }: { first: number; last: number; hertz: number }) =>
    isIn(frame, [first, last]) && Math.floor(((frame - first) * den * 2 * hertz) / num + 1e-9) % 2 === 0
  const flashing = once(() =>
    measured({
      ...{ name: `flashes ${rate}`, rate, frames: partAt(parts.length + redParts.length).first },
      coversAll: true,
      draw(planes, frame) {
        // Red and grey of the same luma: their luminance does not change.
        fillPart(planes, 1, [63, 128, 128])
        for (const one of parts) if (isLit(frame, one)) fillPart(planes, one.area, [200, 128, 128])
        for (const one of redParts) if (isLit(frame, one)) fillPart(planes, 0.4, [63, 102, 240])
      },
    }),
  )
  const { flashes, redFlashes } = videoRules

  test(
    `${rate}: 4 and 5 flashes a second on 30 % of the area are found, fewer and smaller ones are allowed`,
    options,
    async () => {
      const expected = parts
        .filter(({ hertz, area }) => hertz > 3 && area > 0.25)
        .map((one) => {
          let last = one.first
          for (let frame = one.first; frame <= one.last + 1; frame++)
            if (isLit(frame, one) !== isLit(frame - 1, one)) last = frame
          return [one.first, last]
        })
      assert.deepEqual(placesIn(await flashing(), { flashes }), { flashes: expected })
    },
  )

  test(`${rate}: 4 changes a second to saturated red are found, 3 are allowed`, options, async () => {
    const places = placesIn(await flashing(), { redFlashes })
    assert.equal(places.redFlashes?.length, 1)
    assert.equal(places.redFlashes![0]![0], redParts[1]!.first)
  })
}
