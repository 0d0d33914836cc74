import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weightsOf } from './channel-weights.ts'
import { LoudnessMeter } from './loudness.ts'

const rate = 48_000

/** A period of 1 kHz. */
const sine = Float64Array.from({ length: rate / 1000 }, (_, n) => Math.sin((2 * Math.PI * 1000 * n) / rate))

type Part = { seconds: number; decibels: number }

/** A sine of 1 kHz in all channels, part after part; the level is that of its peak. Returns the loudness so far. */
function measuring(channels: readonly string[] = ['FL', 'FR'], heard = channels) {
  const meter = new LoudnessMeter(weightsOf(channels))
  const audible = heard.map((name) => channels.indexOf(name))
  let n = 0
  return (parts: readonly Part[]) => {
    for (const { seconds, decibels } of parts) {
      const amplitude = 10 ** (decibels / 20)
      const samples = new Float32Array(Math.round(seconds * rate) * channels.length)
      for (let at = 0; at < samples.length; at += channels.length, n++) {
        const value = amplitude * sine[n % sine.length]!
        for (const i of audible) samples[at + i] = value
      }
      meter.add(samples)
    }
    return meter.end()
  }
}

const measured = (parts: readonly Part[], channels?: readonly string[], heard?: readonly string[]) =>
  measuring(channels, heard)(parts)

function near(value: number | null, expected: number, tolerance: number): void {
  assert.ok(
    value !== null && Math.abs(value - expected) <= tolerance,
    `${value} is not ${expected} ± ${tolerance}`,
  )
}

// EBU Tech 3341, minimum requirements test signals 1 to 6. Signals 7 and 8 are recorded programmes, which this project cannot ship.
const signals: [name: string, parts: Part[], expected: number][] = [
  ['1: a sine at −23', [{ seconds: 20, decibels: -23 }], -23],
  ['2: a sine at −33', [{ seconds: 20, decibels: -33 }], -33],
  [
    '3: a relative gate',
    [
      { seconds: 10, decibels: -36 },
      { seconds: 60, decibels: -23 },
      { seconds: 10, decibels: -36 },
    ],
    -23,
  ],
  [
    '4: an absolute gate',
    [
      { seconds: 10, decibels: -72 },
      { seconds: 10, decibels: -36 },
      { seconds: 60, decibels: -23 },
      { seconds: 10, decibels: -36 },
      { seconds: 10, decibels: -72 },
    ],
    -23,
  ],
  [
    '5: three levels',
    [
      { seconds: 20, decibels: -26 },
      { seconds: 20.1, decibels: -20 },
      { seconds: 20, decibels: -26 },
    ],
    -23,
  ],
]

for (const [name, parts, expected] of signals) {
  test(`EBU Tech 3341 signal ${name}: within 0.1 LU`, () => near(measured(parts).integrated, expected, 0.1))
}

test('EBU Tech 3341 signal 6, 5.1: surround channels are weighted and the low-frequency channel does not count', () => {
  const channels = ['FL', 'FR', 'FC', 'LFE', 'BL', 'BR']
  const meter = new LoudnessMeter(weightsOf(channels))
  const levels: Record<string, number> = { FL: -28, FR: -28, FC: -24, LFE: -3, BL: -30, BR: -30 }
  const amplitudes = channels.map((name) => 10 ** (levels[name]! / 20))
  const samples = new Float32Array(20 * rate * channels.length)
  for (let at = 0; at < samples.length; at += channels.length) {
    const value = sine[(at / channels.length) % sine.length]!
    for (let i = 0; i < channels.length; i++) samples[at + i] = amplitudes[i]! * value
  }
  meter.add(samples)
  near(meter.end().integrated, -23, 0.1)
})

test('EBU Tech 3342: the loudness range of two levels is their difference', () => {
  near(
    measured([
      { seconds: 20, decibels: -20 },
      { seconds: 20, decibels: -30 },
    ]).range,
    10,
    0.5,
  )
})

test('7.1: channels at the sides are weighted, those at the back are not', () => {
  const names = ['FL', 'FR', 'FC', 'LFE', 'BL', 'BR', 'SL', 'SR']
  assert.deepEqual(weightsOf(names), [1, 1, 1, 0, 1, 1, 1.41, 1.41])
})

test('EBU Tech 3341 signals 9 and 12: changing levels have a steady short-term and momentary loudness', () => {
  const repeated = (times: number, parts: Part[]) => Array.from({ length: times }, () => parts).flat()
  const nine = repeated(5, [
    { seconds: 1.34, decibels: -20 },
    { seconds: 1.66, decibels: -30 },
  ])
  near(measured(nine).mostShortTerm, -23, 0.1)
  const twelve = repeated(25, [
    { seconds: 0.18, decibels: -20 },
    { seconds: 0.22, decibels: -30 },
  ])
  near(measured(twelve).mostMomentary, -23, 0.1)
})

test('EBU Tech 3341 signals 10 and 13: the loudest 3 s and 400 ms are found wherever they begin', () => {
  for (let n = 0; n < 20; n++) {
    const burst = (silence: number, seconds: number) =>
      measured([
        { seconds: n * silence, decibels: -200 },
        { seconds, decibels: -23 },
        { seconds: 1, decibels: -200 },
      ])
    near(burst(0.15, 3).mostShortTerm, -23, 0.1)
    near(burst(0.02, 0.4).mostMomentary, -23, 0.1)
  }
})

test('EBU Tech 3341 signals 11 and 14: the loudest 3 s and 400 ms so far rise with twenty bursts', () => {
  for (const [name, seconds, silence] of [
    ['mostShortTerm', 3, 0.15],
    ['mostMomentary', 0.4, 0.02],
  ] as const) {
    const add = measuring()
    for (let n = 0; n < 20; n++) {
      const level = -38 + n
      const soFar = add([
        { seconds: n * silence, decibels: -200 },
        { seconds, decibels: level },
        { seconds: 3 + (20 - n) * silence, decibels: -200 },
      ])
      near(soFar[name], level, 0.1)
    }
  }
})

/** The true peak of samples in both channels. */
function peakOf(sampleAt: (n: number) => number): number | null {
  const meter = new LoudnessMeter(weightsOf(['FL', 'FR']))
  meter.add(Float32Array.from({ length: rate }, (_, at) => sampleAt(Math.floor(at / 2))))
  return meter.end().truePeak
}

// EBU Tech 3341, signals 15 to 19. They begin and end softly, so that the edges of the test are no peaks.
const sines: [part: number, degrees: number, amplitude: number, expected: number][] = [
  [4, 0, 0.5, -6],
  [4, 45, 0.5, -6],
  [6, 60, 0.5, -6],
  [8, 67.5, 0.5, -6],
  [4, 45, 1.41, 3],
]
for (const [part, degrees, amplitude, expected] of sines) {
  test(`the true peak of a sine at 1/${part} of the sampling rate and ${degrees}° is within 0.2 dB of ${expected}`, () => {
    const fade = (n: number) => Math.min(1, n / 4800, (rate / 2 - n) / 4800)
    const phase = (degrees * Math.PI) / 180
    near(
      peakOf((n) => amplitude * fade(n) * Math.sin((2 * Math.PI * n) / part + phase)),
      expected,
      0.2,
    )
  })
}

test('EBU Tech 3341 signals 20 to 23: a peak of 0 dB is found at each quarter between two samples', () => {
  for (const quarter of [0, 1, 2, 3]) {
    const centre = 12_000 + quarter / 4
    const burst = (n: number) =>
      Math.exp(-(((n - centre) / 20) ** 2)) * Math.cos((2 * Math.PI * (n - centre)) / 6)
    near(peakOf(burst), 0, 0.2)
  }
})

test('silence has no loudness and no peak', () => {
  const loudness = measured([{ seconds: 5, decibels: -200 }], ['FL', 'FR'], [])
  assert.deepEqual(loudness, {
    ...{ integrated: null, range: null, mostMomentary: null, mostShortTerm: null, truePeak: null },
  })
})
