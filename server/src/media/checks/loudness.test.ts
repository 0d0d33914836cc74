import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weightsOf } from './channel-weights.ts'
import { LoudnessMeter } from './loudness.ts'

const rate = 48_000

type Part = { seconds: number; decibels: number }

/** A sine of 1 kHz in all channels, part after part; the level is that of its peak. */
function measured(parts: readonly Part[], channels: readonly string[] = ['L', 'R'], heard = channels) {
  const meter = new LoudnessMeter(weightsOf(channels))
  let n = 0
  for (const { seconds, decibels } of parts) {
    const amplitude = 10 ** (decibels / 20)
    const samples = new Float32Array(Math.round(seconds * rate) * channels.length)
    for (let at = 0; at < samples.length; at += channels.length, n++) {
      const value = amplitude * Math.sin((2 * Math.PI * 1000 * n) / rate)
      for (const [i, name] of channels.entries()) samples[at + i] = heard.includes(name) ? value : 0
    }
    meter.add(samples)
  }
  return meter.end()
}

function near(value: number | null, expected: number, tolerance: number): void {
  assert.ok(
    value !== null && Math.abs(value - expected) <= tolerance,
    `${value} is not ${expected} ± ${tolerance}`,
  )
}

// EBU Tech 3341, minimum requirements test signals 1 to 6.
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

test('5.1: surround channels are weighted and the low-frequency channel does not count', () => {
  const channels = ['L', 'R', 'C', 'LFE', 'Ls', 'Rs']
  const meter = new LoudnessMeter(weightsOf(channels))
  const levels: Record<string, number> = { L: -28, R: -28, C: -24, LFE: -3, Ls: -30, Rs: -30 }
  const samples = new Float32Array(20 * rate * channels.length)
  for (let at = 0; at < samples.length; at += channels.length) {
    const sine = Math.sin((2 * Math.PI * 1000 * (at / channels.length)) / rate)
    for (const [i, name] of channels.entries()) samples[at + i] = 10 ** (levels[name]! / 20) * sine
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

test('the true peak of a sine between samples is found within 0.2 dB', () => {
  // EBU Tech 3341, signals 15 to 19: a quarter of the sampling rate, at 0°, 45° and 60°, with half of full scale.
  for (const degrees of [0, 45, 60]) {
    const meter = new LoudnessMeter(weightsOf(['M']))
    const samples = Float32Array.from(
      { length: rate },
      (_, n) => 0.5 * Math.sin((Math.PI / 2) * n + (degrees * Math.PI) / 180),
    )
    meter.add(samples)
    near(meter.end().truePeak, -6, 0.3)
  }
})

test('silence has no loudness and no peak', () => {
  const { integrated, range, truePeak } = measured([{ seconds: 5, decibels: -200 }], ['L', 'R'], [])
  assert.deepEqual({ integrated, range, truePeak }, { integrated: null, range: null, truePeak: null })
})
