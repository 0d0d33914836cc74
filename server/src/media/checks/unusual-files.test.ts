// Files that are not plain: without audio, of one frame, of a variable rate, with six channels, with a high dynamic range, too long,
// cut off and damaged. A rule that cannot be measured says why, and is never a pass.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { missing } from '../../../test/helpers/media-tools.ts'
import {
  breakFrame,
  bt709,
  type Draw,
  drawClean,
  type FaultyClip,
  fillLines,
  fillPart,
  lossless,
  makeFaultyClip,
  tone,
} from '../../../test/media-corpus/faulty-clips.ts'
import { startWorkshop } from '../../../test/media-corpus/workshop.ts'
import { builtInProfiles } from './built-in-profiles.ts'
import { judge } from './judge.ts'
import { measure } from './measure.ts'
import { readMeasured, writeMeasured } from './measured-file.ts'
import { CheckRules } from './profile.ts'
import { describeResults } from './results.ts'

const options = { skip: missing('ffprobe') }
const workshop = startWorkshop()
const level = 'PROBLEM'

async function measured(clip: FaultyClip, after?: (path: string) => void, most?: { mostSeconds: number }) {
  const path = makeFaultyClip(clip, workshop.folder)
  after?.(path)
  const work = workshop.work(path, clip.extension === 'mkv' ? 'video/x-matroska' : 'video/quicktime')
  const info = await workshop.processor.probe(work)
  return measure(workshop.find, work, info, most)
}

/** The result of one rule. */
function ruled(numbers: Awaited<ReturnType<typeof measured>>, rules: object) {
  const [result] = judge(numbers, CheckRules.parse(rules))
  return { ...result!, places: result!.findings.map(({ place }) => place && [place.first, place.last]) }
}

const clean = { rate: '25/1', frames: 50 }
const stereo = (_frame: number, second: number) => [tone(second), tone(second)]
const between = (frame: number, first: number, last: number) => frame >= first && frame <= last
const black =
  (first: number, last: number): Draw =>
  (planes, frame) => {
    if (between(frame, first, last)) fillPart(planes, 1, [16, 128, 128])
  }

const large = (width: number, height: number) => `scale=${width}:${height}:flags=neighbor,format=yuv420p`
const cleanClips: [profile: string, clip: FaultyClip][] = [
  [
    'web',
    {
      name: 'clean web',
      ...clean,
      audio: (_, second) => Array(2).fill(tone(second, 0.2)),
      filters: large(1280, 720),
    },
  ],
  [
    'ebu',
    {
      name: 'clean ebu',
      ...clean,
      audio: (_, second) => Array(2).fill(tone(second, 0.0725)),
      filters: large(1280, 720),
    },
  ],
  [
    'social',
    {
      name: 'clean social',
      rate: '25/1',
      frames: 80,
      audio: (_, second) => Array(2).fill(tone(second, 0.2)),
      filters: large(1080, 1920),
    },
  ],
  [
    'vfx',
    { name: 'clean vfx', ...clean, args: ['-c:v', 'prores_ks', ...bt709], filters: 'format=yuv422p10le' },
  ],
]
for (const [profile, clip] of cleanClips) {
  test(`a clean video has no finding by the check profile ${profile}`, options, async () => {
    const results = judge(await measured(clip), builtInProfiles[profile]!.rules)
    const found = results.filter(({ outcome }) => outcome === 'FOUND')
    assert.deepEqual(
      found.map(({ rule, measured: value, limit }) => ({ rule, value, limit })),
      [],
    )
    const unclear = results
      .filter(({ outcome }) => outcome === 'NOT_MEASURED')
      .map(({ rule, reason }) => `${rule}: ${reason}`)
    assert.deepEqual(unclear, [])
    for (const { outcome, reason } of results) assert.equal(outcome === 'NOT_APPLICABLE', reason !== null)
  })
}

test(
  'no audio: the rules of audio do not apply and say so, and the missing track is a finding',
  options,
  async () => {
    const numbers = await measured({ name: 'mute', ...clean })
    for (const rules of [
      { silence: { level, seconds: 1 } },
      { clipping: { level } },
      { phase: { level, seconds: 1 } },
      { oneSided: { level, seconds: 1 } },
      { loudness: { level, target: -23, tolerance: 1 } },
      { truePeak: { level, most: -1 } },
      { lateAudio: { level, seconds: 1 } },
      { channels: { level, layouts: ['stereo'] } },
    ]) {
      const { outcome, reason } = ruled(numbers, rules)
      assert.deepEqual({ outcome, reason }, { outcome: 'NOT_APPLICABLE', reason: 'The file has no audio.' })
    }
    assert.equal(ruled(numbers, { missingAudio: { level } }).outcome, 'FOUND')
  },
)

test('one frame: is measured, and nothing is called frozen or interlaced', options, async () => {
  const numbers = await measured({ name: 'one', rate: '25/1', frames: 1, draw: black(0, 0) })
  assert.equal(numbers.video?.frames, 1)
  assert.deepEqual(ruled(numbers, { black: { level, seconds: 0.04, allowedHead: 5 } }).places, [[0, 0]])
  assert.equal(ruled(numbers, { frozen: { level, seconds: 0.04 } }).outcome, 'PASSED')
  assert.equal(ruled(numbers, { interlacing: { level } }).outcome, 'NOT_MEASURED')
  assert.equal(ruled(numbers, { droppedFrames: { level } }).outcome, 'NOT_APPLICABLE')
})

test(
  'a variable rate: places are frames and their own times; dropped frames are not measured',
  options,
  async () => {
    const uneven = 'settb=1/90000,setpts=if(lt(N\\,20)\\,N*3000\\,60000+(N-20)*9000+mod(N\\,3)*1500)'
    const args = [
      ...lossless,
      '-fps_mode',
      'passthrough',
      '-enc_time_base',
      '1:90000',
      '-video_track_timescale',
      '90000',
    ]
    const numbers = await measured({
      ...{ name: 'uneven', extension: 'mp4', ...clean, draw: black(10, 23), args },
      filters: `format=yuv420p,${uneven}`,
    })
    assert.equal(numbers.rate, null)
    const rules = CheckRules.parse({ black: { level, seconds: 0.5 } })
    const [finding] = describeResults(numbers, judge(numbers, rules)).findings
    assert.deepEqual([finding?.firstFrame, finding?.lastFrame], [10, 23])
    // Frame 10 begins at 10/30 s, frame 24 at (60,000 + 4 × 9,000) / 90,000 s.
    assert.deepEqual([finding?.firstMs, finding?.lastMs], [334, 1067])
    const dropped = ruled(numbers, { droppedFrames: { level } })
    assert.equal(dropped.outcome, 'NOT_MEASURED')
    assert.match(dropped.reason!, /varies/)
    assert.equal(ruled(numbers, { frameRate: { level, rates: ['25'] } }).measured, 'variable')
  },
)

test('a frame that is missing in the times is found with the frame after it', options, async () => {
  const args = [
    ...lossless,
    '-fps_mode',
    'passthrough',
    '-enc_time_base',
    '1:25000',
    '-video_track_timescale',
    '25000',
  ]
  const numbers = await measured({
    ...{ name: 'dropped', extension: 'mp4', ...clean },
    args: [...args, '-bsf:v', 'setts=duration=1000'],
    filters: 'format=yuv420p,settb=1/25000,setpts=1000*(N+gte(N\\,12))',
  })
  const { places, findings } = ruled(numbers, { droppedFrames: { level } })
  assert.deepEqual(places, [[12, 12]])
  assert.equal(findings[0]?.measured, 1)
})

test('5.1: the channels have their weights, and rules for stereo do not apply', options, async () => {
  const levels = [-28, -28, -24, -3, -30, -30]
  const numbers = await measured({
    ...{ name: 'surround', rate: '25/1', frames: 100, audioOptions: ['-channel_layout', '5.1'] },
    audio: (_, second) =>
      levels.map((decibels) => 10 ** (decibels / 20) * Math.sin(2 * Math.PI * 1000 * second)),
  })
  assert.deepEqual(numbers.audio?.channels, ['FL', 'FR', 'FC', 'LFE', 'BL', 'BR'])
  const { outcome, measured: value } = ruled(numbers, { loudness: { level, target: -23, tolerance: 0.1 } })
  assert.deepEqual([outcome, value], ['PASSED', -23])
  assert.equal(ruled(numbers, { phase: { level, seconds: 1 } }).outcome, 'NOT_APPLICABLE')
  assert.equal(ruled(numbers, { channels: { level, layouts: ['stereo'] } }).measured, '5.1')
})

test('a dialogue-gated target: the number is shown, and never a pass', options, async () => {
  const numbers = await measured({ name: 'dialogue', ...clean, audio: stereo })
  const { measured: value } = ruled(numbers, { loudness: { level, target: -23, tolerance: 20 } })
  const gated = ruled(numbers, { loudness: { level, target: value, tolerance: 20, gating: 'DIALOGUE' } })
  assert.equal(gated.outcome, 'NOT_MEASURED')
  assert.equal(gated.measured, value)
  assert.match(gated.reason!, /speech/)
})

test(
  'HDR: levels for standard range do not apply, and flashes are counted by the luminance of PQ',
  options,
  async () => {
    const tags = [
      '-colorspace',
      'bt2020nc',
      '-color_primaries',
      'bt2020',
      '-color_trc',
      'smpte2084',
      '-color_range',
      'tv',
    ]
    const numbers = await measured({
      ...{ name: 'hdr', rate: '25/1', frames: 75, filters: 'format=yuv420p10le' },
      args: ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', ...tags],
      // In PQ, 130 and 190 are about 130 and 2,000 cd/m²; a change of 90 to 100 is less than 20.
      draw: (planes, frame) => {
        fillPart(planes, 1, [frame < 40 ? 90 : 130, 128, 128])
        if (Math.floor(frame / 3) % 2 === 0) fillPart(planes, 0.5, [frame < 40 ? 96 : 190, 128, 128])
      },
    })
    const levels = ruled(numbers, { levels: { level } })
    assert.equal(levels.outcome, 'NOT_APPLICABLE')
    assert.match(levels.reason!, /HDR10/)
    const { places } = ruled(numbers, { flashes: { level } })
    assert.equal(places.length, 1)
    assert.ok(places[0]![0]! >= 40)
    assert.equal(
      ruled(numbers, { colourTags: { level, primaries: ['bt2020'], transfers: ['smpte2084'] } }).outcome,
      'PASSED',
    )
    assert.equal(ruled(numbers, { colourTags: { level, matrices: ['bt709'] } }).measured, 'bt2020nc')
  },
)

test(
  'a file longer than the cap: only its beginning is measured, and the results say so',
  options,
  async () => {
    const numbers = await measured(
      { name: 'long', rate: '25/1', frames: 100, draw: black(10, 20), audio: stereo },
      undefined,
      { mostSeconds: 2 },
    )
    assert.equal(numbers.measuredSeconds, 2)
    assert.equal(numbers.video?.frames, 50)
    assert.deepEqual(ruled(numbers, { black: { level, seconds: 0.1 } }).places, [[10, 20]])
    const frozen = ruled(numbers, { frozen: { level, seconds: 1 } })
    assert.equal(frozen.outcome, 'NOT_MEASURED')
    assert.equal(frozen.reason, 'Only the first 2 s of the file were measured, without a finding.')
    assert.equal(ruled(numbers, { lastFrame: { level } }).outcome, 'NOT_MEASURED')
    assert.equal(ruled(numbers, { duration: { level, most: 10 } }).measured, 4)
  },
)

for (const extension of ['mp4', 'mkv']) {
  test(
    `a truncated ${extension}: the end is missing, and the frames that are there are measured`,
    options,
    async () => {
      const args = extension === 'mp4' ? [...lossless, '-movflags', '+faststart'] : lossless
      const cut = (path: string) => {
        const bytes = readFileSync(path)
        writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * 0.6)))
      }
      const numbers = await measured(
        { name: 'cut', extension, rate: '25/1', frames: 100, args, draw: black(5, 9) },
        cut,
      )
      const { outcome, findings } = ruled(numbers, { truncated: { level } })
      assert.equal(outcome, 'FOUND')
      assert.equal(findings[0]?.limit, 4)
      assert.match(findings[0]!.message!, /although its header says 4 s/)
      assert.deepEqual(ruled(numbers, { black: { level, seconds: 0.2 } }).places, [[5, 9]])
      assert.ok(numbers.video!.frames > 40 && numbers.video!.frames < 80)
    },
  )
}

test('a damaged frame is found by its number', options, async () => {
  const args = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '10', '-g', '1', ...bt709]
  const numbers = await measured({ name: 'broken', extension: 'mp4', ...clean, args }, (path) =>
    breakFrame(path, 17),
  )
  const { outcome, places } = ruled(numbers, { decodeErrors: { level } })
  assert.equal(outcome, 'FOUND')
  assert.deepEqual(places, [[17, 17]])
  assert.equal(ruled(await measured({ name: 'whole', ...clean }), { decodeErrors: { level } }).measured, 0)
})

test('the declared fields of a file are compared with those of its frames', options, async () => {
  const flagged = (order: string) => [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-qp',
    '0',
    '-flags',
    '+ilme+ildct',
    '-x264opts',
    order,
  ]
  const woven =
    (first: number): Draw =>
    (planes, frame) =>
      drawClean(planes, frame + 0.5, { from: first, step: 2 })
  const top = await measured({
    name: 'top',
    ...clean,
    draw: woven(1),
    args: flagged('tff=1'),
    filters: 'format=yuv420p,setfield=tff',
  })
  assert.equal(top.fields, 'TOP_FIRST')
  assert.equal(ruled(top, { interlacing: { level, expected: 'TOP_FIRST' } }).outcome, 'PASSED')
  assert.deepEqual(ruled(top, { interlacing: { level, expected: 'BOTTOM_FIRST' } }).places, [null, [0, 49]])
  const wrong = await measured({
    name: 'wrong',
    ...clean,
    draw: woven(0),
    args: flagged('tff=1'),
    filters: 'format=yuv420p,setfield=tff',
  })
  assert.deepEqual(ruled(wrong, { interlacing: { level, expected: 'TOP_FIRST' } }).places, [[0, 49]])
  const still = await measured({
    name: 'flagged',
    ...clean,
    args: flagged('tff=1'),
    filters: 'format=yuv420p,setfield=tff',
  })
  const [finding] = ruled(still, { interlacing: { level, expected: 'TOP_FIRST' } }).findings
  assert.match(finding!.message!, /its frames are progressive/)
})

test('bars: the declared matte is expected, others are found', options, async () => {
  // 160 × 96 with 9 black lines at the top and the bottom is 2.05.
  const matte: Draw = (planes) => {
    fillLines(planes, 0, 9, 16)
    fillLines(planes, 87, 96, 16)
  }
  const numbers = await measured({ name: 'matte', ...clean, draw: matte })
  assert.equal(ruled(numbers, { bars: { level, aspect: 2.05 } }).outcome, 'PASSED')
  assert.deepEqual(ruled(numbers, { bars: { level } }).places, [[0, 49]])
  assert.equal(ruled(numbers, { bars: { level } }).findings[0]?.measured, 2.05)
  assert.deepEqual(ruled(numbers, { bars: { level, aspect: 2.39 } }).places, [[0, 49]])
  const full = await measured({ name: 'full', ...clean })
  assert.deepEqual(ruled(full, { bars: { level, aspect: 2.39 } }).places, [[0, 49]])
})

test('audio that begins late is found with the frames without it', options, async () => {
  const numbers = await measured({
    name: 'late',
    ...clean,
    audio: stereo,
    audioOptions: ['-itsoffset', '0.4'],
  })
  const { places } = ruled(numbers, { lateAudio: { level, seconds: 0.1 } })
  assert.deepEqual(places[0], [0, 9])
})

test('numbers that were stored and read again have the same results', options, async () => {
  const numbers = await measured({ name: 'stored', ...clean, draw: black(5, 20), audio: stereo })
  const read = (await readMeasured(await writeMeasured(numbers)))!
  assert.deepEqual([read.video, read.audio, read.faults], [numbers.video, numbers.audio, numbers.faults])
  const { rules } = builtInProfiles.web!
  assert.deepEqual(judge(read, rules), judge(numbers, rules))
})
