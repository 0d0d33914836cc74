import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { missing } from '../../../test/helpers/media-tools.ts'
import { beepAt, tracksOf } from '../../../test/media-corpus/read-clip.ts'
import { startWorkshop } from '../../../test/media-corpus/workshop.ts'

const options = { skip: missing('ffprobe') }
const workshop = startWorkshop()

function make(name: string, args: string): string {
  const path = join(workshop.folder, name)
  execFileSync('ffmpeg', ['-y', '-v', 'error', ...args.split(' '), path])
  return path
}

const rate = 48_000

/** The channels of a file, decoded. */
function channelsOf(path: string, count: number): Float32Array[] {
  const args = ['-v', 'error', '-i', path, '-map', '0:a:0', '-ar', String(rate), '-f', 'f32le', '-']
  const bytes = execFileSync('ffmpeg', args, { maxBuffer: 2 ** 28 })
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  return Array.from({ length: count }, (_, channel) => samples.filter((__, at) => at % count === channel))
}

/** The level of a tone in dBFS, from 0.2 s to 1.2 s: whole periods of tones of whole hertz. */
function level(samples: Float32Array, hertz: number): number {
  let [real, imaginary] = [0, 0]
  const from = rate * 0.2
  for (let n = 0; n < rate; n++) {
    const angle = (2 * Math.PI * hertz * n) / rate
    real += samples[from + n]! * Math.cos(angle)
    imaginary += samples[from + n]! * Math.sin(angle)
  }
  return 20 * Math.log10(Math.max(1e-9, (2 * Math.hypot(real, imaginary)) / rate))
}

const db = (factor: number) => 20 * Math.log10(factor)

/** A tone of -12 dBFS in each channel, each of its own pitch. */
const amplitude = 0.25
const tones = (hertz: readonly number[], layout: string, seconds = 2) =>
  `-f lavfi -i aevalsrc=${hertz.map((one) => `${amplitude}*sin(2*PI*${one}*t)`).join('|')}:s=48000:d=${seconds}:c=${layout}`

const near = (found: number, expected: number, message: string, slack = 0.5) =>
  assert.ok(
    Math.abs(found - expected) <= slack,
    `${message}: ${found.toFixed(2)}, not ${expected.toFixed(2)} dB`,
  )
const silent = (found: number, message: string) =>
  assert.ok(found < -60, `${message}: ${found.toFixed(1)} dB`)

const pitches = [300, 500, 700, 60, 1100, 1300]

test(
  '5.1: the proxy has the mix of BS.775 without LFE, and the track has all channels',
  options,
  async () => {
    const source = make('surround.wav', `${tones(pitches, '5.1')} -c:a pcm_s16le`)
    const { info, derivatives } = await workshop.run(source, 'audio/wav', ['proxy', 'tracks'])
    const [left, right] = channelsOf(derivatives['proxy.m4a']!, 2) as [Float32Array, Float32Array]
    // Divided by the sum of the weights, so that full channels do not clip.
    const full = 1 / (1 + 2 * Math.SQRT1_2)
    const whole = db(amplitude * full)
    const part = db(amplitude * full * Math.SQRT1_2)
    near(level(left, 300), whole, 'L on the left')
    silent(level(right, 300), 'L on the right')
    near(level(right, 500), whole, 'R on the right')
    near(level(left, 700), part, 'C on the left')
    near(level(right, 700), part, 'C on the right')
    silent(level(left, 60), 'LFE')
    near(level(left, 1100), part, 'Ls on the left')
    silent(level(right, 1100), 'Ls on the right')
    near(level(right, 1300), part, 'Rs on the right')

    assert.deepEqual(info.audioTracks, [
      {
        ...{ index: 0, name: null, language: null, channels: 6, layout: '5.1', inProxy: true },
        channelNames: ['L', 'R', 'C', 'LFE', 'Ls', 'Rs'],
      },
    ])
    const channels = channelsOf(derivatives['track-0.m4a']!, 6)
    for (const [at, samples] of channels.entries())
      for (const [other, hertz] of pitches.entries())
        if (other === at) near(level(samples, hertz), db(amplitude), `channel ${at}`)
        else silent(level(samples, hertz), `channel ${other} in ${at}`)
  },
)

test('full 5.1 channels do not clip, from integers and from floating point', options, async () => {
  const inputs = `-f lavfi -i aevalsrc=${Array(6).fill('0.99*sin(2*PI*400*t)').join('|')}:s=48000:d=2:c=5.1`
  for (const [name, codec] of [
    ['full-integer.wav', 'pcm_s16le'],
    ['full-float.wav', 'pcm_f32le'],
  ] as const) {
    const { derivatives } = await workshop.run(make(name, `${inputs} -c:a ${codec}`), 'audio/wav', ['proxy'])
    const [left] = channelsOf(derivatives['proxy.m4a']!, 2)
    near(level(left!, 400), db(0.99), name)
    // A clipped sine has overtones.
    silent(level(left!, 1200), `${name}: overtones`)
  }
})

test('7.1: every channel is in the track under its name', options, async () => {
  const hertz = [...pitches, 1700, 1900]
  const source = make('cinema.wav', `${tones(hertz, '7.1')} -c:a pcm_s16le`)
  const { info, derivatives } = await workshop.run(source, 'audio/wav', ['tracks'])
  assert.deepEqual(info.audioTracks![0]!.channelNames, ['L', 'R', 'C', 'LFE', 'Lrs', 'Rrs', 'Ls', 'Rs'])
  for (const [at, samples] of channelsOf(derivatives['track-0.m4a']!, 8).entries())
    near(level(samples, hertz[at]!), db(amplitude), `channel ${at}`)
})

test('loudness of a known signal: EBU Tech 3341, -23 and -33 LUFS, and the true peak', options, async () => {
  for (const [decibels, integrated] of [
    [-23, -23],
    [-33, -33],
  ] as const) {
    const factor = 10 ** (decibels / 20)
    const tone = `${factor}*sin(2*PI*1000*t)`
    const source = make(
      `tone${decibels}.wav`,
      `-f lavfi -i aevalsrc=${tone}|${tone}:s=48000:d=8 -c:a pcm_s24le`,
    )
    const { loudness } = await workshop.run(source, 'audio/wav', ['tracks'])
    near(loudness!.integrated, integrated, 'integrated')
    near(loudness!.truePeak, decibels, 'true peak')
    near(loudness!.range, 0, 'range')
  }
})

test('loudness of 5.1 counts its own channels, not the mix', options, async () => {
  // EBU Tech 3341, test 6: five tones that are -23 LUFS together.
  const side = (decibels: number) => `${10 ** (decibels / 20)}*sin(2*PI*1000*t)`
  const channels = [side(-28), side(-28), side(-24), '0', side(-30), side(-30)].join('|')
  const source = make('five.wav', `-f lavfi -i aevalsrc=${channels}:s=48000:d=8:c=5.1 -c:a pcm_s24le`)
  const { loudness } = await workshop.run(source, 'audio/wav', ['tracks'])
  near(loudness!.integrated, -23, 'integrated')
})

test('silence has no loudness', options, async () => {
  const source = make('silence.wav', '-f lavfi -i anullsrc=r=48000:cl=stereo:d=2 -c:a pcm_s16le')
  const { loudness, derivatives } = await workshop.run(source, 'audio/wav', ['tracks'])
  assert.equal(loudness, null)
  assert.deepEqual(derivatives, {})
})

test(
  'eight tracks of one channel: the first two are left and right, all are in tracks',
  options,
  async () => {
    const hertz = [300, 500, 700, 900, 1100, 1300, 1700, 1900]
    const inputs = hertz.map((one) => tones([one], 'mono')).join(' ')
    const video = '-f lavfi -i color=s=64x64:r=25:d=2'
    const maps = hertz.map((_, at) => `-map ${at}:a`).join(' ')
    const source = make('camera.mxf', `${inputs} ${video} -map 8:v ${maps} -c:v mpeg2video -c:a pcm_s16le`)
    const { info, derivatives, types } = await workshop.run(source, 'application/mxf', ['encode', 'tracks'])
    const [left, right] = channelsOf(derivatives['proxy.mp4']!, 2) as [Float32Array, Float32Array]
    near(level(left, 300), db(amplitude), 'track 1 on the left')
    silent(level(right, 300), 'track 1 on the right')
    near(level(right, 500), db(amplitude), 'track 2 on the right')
    silent(level(left, 700), 'track 3')
    assert.deepEqual(
      info.audioTracks!.map(({ name, channelNames, inProxy }) => [name, channelNames, inProxy]),
      [
        ['Channels 1 to 4', ['1', '2', '3', '4'], true],
        ['Channels 5 to 8', ['5', '6', '7', '8'], false],
      ],
    )
    assert.equal(types['track-1.m4a'], 'audio/mp4')
    const all = ['track-0.m4a', 'track-1.m4a'].flatMap((name) => channelsOf(derivatives[name]!, 4))
    for (const [at, samples] of all.entries())
      near(level(samples, hertz[at]!), db(amplitude), `channel ${at + 1}`)
  },
)

test('two tracks of one channel are left and right: the proxy has them both', options, async () => {
  const inputs = `${tones([300], 'mono')} ${tones([500], 'mono')}`
  const source = make('two.mov', `${inputs} -map 0 -map 1 -c:a pcm_s16le -metadata:s:a:1 handler_name=Lav`)
  const { info, derivatives } = await workshop.run(source, 'video/quicktime', ['proxy', 'tracks'])
  assert.deepEqual(
    info.audioTracks!.map(({ channels, channelNames }) => [channels, channelNames]),
    [[2, ['L', 'Lav']]],
  )
  const [left, right] = channelsOf(derivatives['proxy.m4a']!, 2) as [Float32Array, Float32Array]
  near(level(left, 300), db(amplitude), 'left')
  near(level(right, 500), db(amplitude), 'right')
  assert.deepEqual(Object.keys(derivatives), ['proxy.m4a'])
})

test(
  'languages are tracks of their own, aligned to the frames as the audio of the proxy is',
  options,
  async () => {
    const beep = (hertz: number, delay: number) =>
      `-itsoffset ${delay} -f lavfi -i aevalsrc=if(between(t\\,0.5\\,0.52)\\,0.8*sin(2*PI*${hertz}*t)\\,0):s=44100:d=2`
    // The audio begins after the video, and the second language later than the first.
    const inputs = `-f lavfi -i color=s=64x64:r=25:d=3 ${beep(1000, 0.2)} ${beep(1000, 0.3)}`
    const names = '-metadata:s:a:0 language=eng -metadata:s:a:0 title=Main -metadata:s:a:1 language=deu'
    const maps = '-map 0:v -map 1:a -map 2:a -c:v libx264 -pix_fmt yuv420p -c:a pcm_s16le'
    const source = make('languages.mkv', `${inputs} ${maps} ${names}`)
    const { info, derivatives } = await workshop.run(source, 'video/x-matroska', ['encode', 'tracks'])
    assert.deepEqual(
      info.audioTracks!.map(({ name, language, inProxy }) => [name, language, inProxy]),
      [
        ['Main', 'en', true],
        [null, 'de', false],
      ],
    )
    assert.equal(derivatives['track-0.m4a'], undefined)
    const proxy = beepAt(derivatives['proxy.mp4']!)
    near(proxy, 0.7, 'proxy', 0.005)
    near(beepAt(derivatives['track-1.m4a']!), proxy + 0.1, 'second language', 0.002)
    const seconds = (path: string) =>
      Number(tracksOf(path).find((one) => one.codec_type === 'audio')!.duration)
    assert.ok(seconds(derivatives['track-1.m4a']!) <= info.durationMs! / 1000 + 0.03)
  },
)
