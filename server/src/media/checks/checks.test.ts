// Faults at known frames, at each of the eleven rates: the first and the last frame of a finding are exact.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { missing } from '../../../test/helpers/media-tools.ts'
import { elevenRates } from '../../../test/media-corpus/clips.ts'
import { startWorkshop } from '../../../test/media-corpus/workshop.ts'
import { toolFinder } from '../children/find-tools.ts'
import { judge } from './judge.ts'
import { measure } from './measure.ts'
import { CheckRules } from './profile.ts'

const options = { skip: missing('ffprobe') }
const workshop = startWorkshop()
const find = toolFinder({ ffmpeg: undefined, ffprobe: undefined })

const rules = CheckRules.parse({
  black: { level: 'PROBLEM', seconds: 0.1 },
  frozen: { level: 'WARNING', seconds: 0.2 },
  singleColour: { level: 'WARNING', seconds: 0.1 },
  flashes: { level: 'PROBLEM' },
  redFlashes: { level: 'PROBLEM' },
  silence: { level: 'WARNING', seconds: 0.2 },
  clipping: { level: 'PROBLEM' },
  phase: { level: 'WARNING', seconds: 0.3 },
  oneSided: { level: 'WARNING', seconds: 0.3 },
  levels: { level: 'WARNING' },
})

/** A moving image with filters, and audio if it is given. */
function makeVideo(name: string, rate: string, frames: number, filters: string, audio?: string): string {
  const path = join(workshop.folder, `${name.replace(/\W/g, '-')}.mp4`)
  const source = `testsrc2=size=320x180:rate=${rate},format=yuv420p`
  const heard = audio === undefined ? [] : ['-f', 'lavfi', '-i', audio]
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-crf',
    '16',
    ...(audio === undefined ? [] : ['-c:a', 'pcm_s16le', '-f', 'mov']),
  ]
  const args = [
    '-y',
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    source,
    ...heard,
    '-vf',
    filters,
    '-frames:v',
    String(frames),
    ...codecs,
    path,
  ]
  execFileSync('ffmpeg', args)
  return path
}

async function findingsIn(path: string) {
  const work = workshop.work(path, 'video/mp4')
  const info = await workshop.processor.probe(work)
  const measured = await measure(find, work, info)
  const results = judge(measured, rules)
  return { info, measured, results, places: placesOf(results) }
}

function placesOf(results: ReturnType<typeof judge>) {
  const found = results.filter(({ findings }) => findings.length > 0)
  return Object.fromEntries(
    found.map(({ rule, findings }) => [
      rule,
      findings.map(({ place }) => place && [place.first, place.last]),
    ]),
  )
}

const between = (first: number, last: number) => `enable='between(n,${first},${last})'`

for (const rate of elevenRates) {
  test(`${rate}: black, single-colour and frozen stretches have exact frames`, options, async () => {
    const [num, den] = rate.split('/').map(Number) as [number, number]
    const second = Math.round(num / den)
    const at = (part: number) => Math.round(second * part)
    const [black, colour, frozen] = [
      [at(0.4), at(0.8)],
      [at(1.2), at(1.5)],
      [at(2), at(2.6)],
    ] as const
    const filters = [
      `drawbox=c=black:t=fill:${between(black[0], black[1])}`,
      `drawbox=c=green:t=fill:${between(colour[0], colour[1])}`,
      // Frame n of the loop repeats the one before the freeze.
      `freezeframes=first=${frozen[0]}:last=${frozen[1]}:replace=${frozen[0]}`,
    ]
    const [first, ...rest] = [filters[2]!, filters[0]!, filters[1]!]
    const path = freeze(rate, at(3), first, rest.join(','))
    const { places } = await findingsIn(path)
    assert.deepEqual(places['black'], [[...black]])
    assert.deepEqual(places['singleColour'], [[...colour]])
    assert.deepEqual(
      places['frozen']?.filter((place) => place?.[0] === frozen[0]),
      [[...frozen]],
    )
  })
}

/** `freezeframes` takes its replacement from a second input. */
function freeze(rate: string, frames: number, freezing: string, filters: string): string {
  const path = join(workshop.folder, `freeze-${rate.replace('/', '-')}.mp4`)
  const source = `testsrc2=size=320x180:rate=${rate},format=yuv420p`
  const graph = `[0:v]split[a][b];[a][b]${freezing},${filters}[out]`
  execFileSync('ffmpeg', [
    ...['-y', '-v', 'error', '-f', 'lavfi', '-i', source, '-filter_complex', graph, '-map', '[out]'],
    ...['-frames:v', String(frames), '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '16', path],
  ])
  return path
}

test('a moving image with clean audio has no finding', options, async () => {
  const path = makeVideo(
    'clean',
    '25',
    75,
    'null',
    'sine=frequency=440:sample_rate=48000,volume=0.3,pan=stereo|c0=c0|c1=c0',
  )
  const { places, results } = await findingsIn(path)
  assert.deepEqual(places, {})
  assert.ok(results.every(({ outcome }) => outcome === 'PASSED'))
})

test('a video without audio: rules of audio do not apply, and are no pass', options, async () => {
  const { results } = await findingsIn(makeVideo('mute', '25', 30, 'null'))
  const outcomes = Object.fromEntries(results.map(({ rule, outcome }) => [rule, outcome]))
  for (const rule of ['silence', 'clipping', 'phase', 'oneSided'])
    assert.equal(outcomes[rule], 'NOT_APPLICABLE')
})

test('one frame is measured', options, async () => {
  const { measured } = await findingsIn(makeVideo('one', '25', 1, 'null'))
  assert.equal(measured.video?.frames, 1)
})

for (const rate of ['25', '30', '60']) {
  for (const hertz of [2, 3, 4, 5]) {
    for (const percent of [20, 30]) {
      const harmful = hertz > 3 && percent > 25
      test(
        `${hertz} flashes a second on ${percent} % of the area at ${rate}: ${harmful ? 'found' : 'allowed'}`,
        options,
        async () => {
          const width = Math.round((320 * percent) / 100)
          const lit = `lt(mod(t*${hertz},1),0.5)`
          const filters = `drawbox=c=0x202020:t=fill,drawbox=w=${width}:c=white:t=fill:enable='${lit}'`
          const path = makeVideo(`flash-${rate}-${hertz}-${percent}`, rate, Number(rate) * 3, filters)
          const { places } = await findingsIn(path)
          assert.equal(places['flashes'] !== undefined, harmful)
        },
      )
    }
  }
}

test('silence, clipping, opposed phase and one-sided stereo have exact frames', options, async () => {
  // 25 frames a second: silence in second 1, one side in second 2, opposed phase in second 3, clipping in second 4.
  const tone = '0.3*sin(2*PI*441*t)'
  const left = `if(between(t,1,1.99999),0,if(between(t,4,4.99999),max(-1,min(1,6*${tone})),${tone}))`
  const right = `if(between(t,1,2.99999),0,if(between(t,3,3.99999),-${tone},if(between(t,4,4.99999),max(-1,min(1,6*${tone})),${tone})))`
  const audio = `aevalsrc='${left}|${right}':s=48000:d=6`
  const { places } = await findingsIn(makeVideo('sounds', '25', 150, 'null', audio))
  assert.deepEqual(places['silence'], [[25, 49]])
  assert.deepEqual(places['oneSided'], [[50, 74]])
  assert.deepEqual(places['phase'], [[75, 99]])
  assert.deepEqual(places['clipping'], [[100, 124]])
})
