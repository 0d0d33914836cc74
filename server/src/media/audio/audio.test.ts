import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { missing } from '../../../test/helpers/media-tools.ts'
import { beep } from '../../../test/media-corpus/make-clip.ts'
import { beepAt, tracksOf } from '../../../test/media-corpus/read-clip.ts'
import { startWorkshop } from '../../../test/media-corpus/workshop.ts'
import type { Waveform } from './waveform.ts'

const options = { skip: missing('ffprobe') }
const workshop = startWorkshop()

function make(name: string, args: string, inputs = beep): string {
  const path = join(workshop.folder, name)
  execFileSync('ffmpeg', ['-y', '-v', 'error', ...inputs.split(' '), ...args.split(' '), path])
  return path
}

function waveformIn(path: string): Waveform {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** The time of the first pixel that is not silent, in seconds. */
function firstPeak({ data, samples_per_pixel, sample_rate }: Waveform): number {
  const index = data.findIndex((value) => Math.abs(value) > 30)
  return (Math.floor(index / 2) * samples_per_pixel) / sample_rate
}

// Two seconds, with a beep at half a second. MP3 and AAC without a container do not say how much padding
// their codec adds.
const recordings = [
  ['beep.wav', 'audio/wav', '-c:a pcm_s24le', 0],
  ['beep.aiff', 'audio/aiff', '-c:a pcm_s16be', 0],
  ['beep.flac', 'audio/flac', '-c:a flac', 0],
  ['beep.ogg', 'audio/ogg', '-c:a libvorbis', 0.01],
  ['beep.opus', 'audio/ogg', '-c:a libopus', 0.01],
  ['beep.m4a', 'audio/mp4', '-c:a aac', 0.03],
  ['beep.mp4', 'video/mp4', '-c:a aac', 0.03],
  ['beep.mka', 'video/x-matroska', '-c:a libmp3lame', 0.06],
  ['beep.mp3', 'audio/mpeg', '-c:a libmp3lame', 0.06],
  ['beep.aac', 'audio/aac', '-c:a aac -f adts', 0.06],
] as const

/** Encodes all recordings in one run of ffmpeg. */
before(() => {
  if (options.skip) return
  const outputs = recordings.flatMap(([name, , args]) => [...args.split(' '), join(workshop.folder, name)])
  execFileSync('ffmpeg', ['-y', '-v', 'error', ...beep.split(' '), ...outputs])
})

for (const [name, mimeType, , slack] of recordings) {
  test(`${name}: has a waveform, a drawing of it and a proxy`, options, async () => {
    const source = join(workshop.folder, name)
    const { info, derivatives, types, steps } = await workshop.run(source, mimeType)
    const { durationMs, technical, audioTracks, captionTracks: _, timecode: __, ...rest } = info
    const nothing = {
      width: null,
      height: null,
      frameRate: null,
      frames: null,
      pages: null,
      originalPlays: null,
    }
    assert.deepEqual(rest, { kind: 'AUDIO', ...nothing, variableRate: false, hasAudio: true })
    assert.ok(Math.abs(durationMs! - 2000) <= slack * 1000 + 1, `${durationMs} ms`)
    assert.deepEqual(
      [technical!.video, technical!.audio.length, technical!.audio[0]!.sampleRate! > 0],
      [null, 1, true],
    )
    assert.deepEqual(
      audioTracks!.map(({ channelNames, inProxy }) => [channelNames, inProxy]),
      [[['Mono'], true]],
    )
    assert.deepEqual(steps, ['waveform', 'proxy', 'tracks'])
    assert.deepEqual(types, {
      'thumbnail.webp': 'image/webp',
      'waveform.json': 'application/json',
      'proxy.m4a': 'audio/mp4',
    })
    const waveform = waveformIn(derivatives['waveform.json']!)
    assert.equal(waveform.data.length, 2 * waveform.length)
    const pixels = Math.ceil((durationMs! * 48) / waveform.samples_per_pixel)
    assert.ok(Math.abs(waveform.length - pixels) <= slack * 100)
    assert.ok(Math.abs(firstPeak(waveform) - 0.5) < 0.01 + slack)
    const [track] = tracksOf(derivatives['proxy.m4a']!)
    assert.deepEqual([track!.codec_name, track!.channels], ['aac', 2])
    assert.ok(Math.abs(beepAt(derivatives['proxy.m4a']!) - 0.5) < 0.01 + slack)
    const { width, height } = await sharp(derivatives['thumbnail.webp']!).metadata()
    assert.deepEqual([width, height], [640, 360])
  })
}

test('the waveform has the format that players read, and is exact', options, async () => {
  const samples = Int16Array.from({ length: 256 * 4 }, (_, n) =>
    n >= 256 && n < 512 ? (n % 2 ? 25_600 : -12_800) : 0,
  )
  const raw = join(workshop.folder, 'square.raw')
  writeFileSync(raw, samples)
  const source = make('square.wav', '-c:a copy', `-f s16le -ar 48000 -ac 1 -i ${raw}`)
  const { derivatives } = await workshop.run(source, 'audio/wav', ['waveform'])
  const { data, ...head } = waveformIn(derivatives['waveform.json']!)
  assert.deepEqual(head, {
    version: 2,
    channels: 1,
    sample_rate: 48_000,
    samples_per_pixel: 256,
    bits: 8,
    length: 4,
  })
  assert.deepEqual(data, [0, 0, -50, 100, 0, 0, 0, 0])
})

test('long audio still has a small waveform', options, async () => {
  const source = make('long.flac', '-c:a flac', '-f lavfi -i anullsrc=r=8000:cl=mono -t 300')
  const { info, derivatives } = await workshop.run(source, 'audio/flac', ['waveform'])
  assert.equal(info.durationMs, 300_000)
  const { length, data } = waveformIn(derivatives['waveform.json']!)
  assert.ok(length <= 16_000 && length > 15_000)
  assert.ok(data.every((value) => value === 0))
})

test('an embedded cover becomes the thumbnail and does not count as video', options, async () => {
  const inputs = `${beep} -f lavfi -i color=red:s=300x300:d=0.04`
  const cover = '-map 0 -map 1 -c:v mjpeg -disposition:v attached_pic'
  for (const [name, mimeType, args] of [
    ['cover.mp3', 'audio/mpeg', `${cover} -c:a libmp3lame -id3v2_version 3`],
    ['cover.m4a', 'audio/mp4', `${cover} -c:a aac`],
  ] as const) {
    const { info, derivatives } = await workshop.run(make(name, args, inputs), mimeType, ['waveform'])
    assert.equal(info.kind, 'AUDIO')
    const { dominant } = await sharp(derivatives['thumbnail.webp']!).stats()
    assert.ok(dominant.r > 200 && dominant.g < 40 && dominant.b < 40)
  }
})

test('six channels are mixed to two without losing one', options, async () => {
  // Only the centre channel, which carries speech.
  const inputs = '-f lavfi -i aevalsrc=0|0|0.8*sin(2*PI*1000*t)|0|0|0:s=48000:d=1:c=5.1'
  const { derivatives } = await workshop.run(make('surround.wav', '-c:a pcm_s16le', inputs), 'audio/wav')
  assert.equal(tracksOf(derivatives['proxy.m4a']!)[0]!.channels, 2)
  const { data } = waveformIn(derivatives['waveform.json']!)
  assert.ok(Math.max(...data) > 20)
})

test('a file with many tracks: the default video and audio tracks are played', options, async () => {
  const subtitles = join(workshop.folder, 'words.srt')
  writeFileSync(subtitles, '1\n00:00:00,000 --> 00:00:01,000\nHello\n')
  const inputs = [
    '-f lavfi -i color=red:s=64x64:r=25:d=2 -f lavfi -i color=blue:s=128x64:r=30:d=2',
    `-f lavfi -i anullsrc=r=48000:d=2 ${beep} -f lavfi -i anullsrc=r=48000:d=2 -i ${subtitles}`,
    '-f lavfi -i color=green:s=300x300:d=0.04',
  ].join(' ')
  const maps =
    '-map 0 -map 1 -map 2 -map 3 -map 4 -map 5 -map 6 -c:v:0 libx264 -c:v:1 libx264 -c:v:2 mjpeg -c:a aac -c:s mov_text'
  const marks =
    '-disposition:v:0 0 -disposition:v:1 default -disposition:v:2 attached_pic -disposition:a:0 0 -disposition:a:1 default'
  const source = make('tracks.mp4', `${maps} ${marks}`, inputs)
  const { info, derivatives } = await workshop.run(source, 'video/mp4')
  assert.deepEqual([info.kind, info.width, info.height], ['VIDEO', 128, 64])
  assert.deepEqual([info.frameRate, info.frames], [{ num: 30, den: 1 }, 60])
  assert.deepEqual(
    tracksOf(derivatives['proxy.mp4']!).map((track) => track.codec_name),
    ['h264', 'aac'],
  )
  assert.ok(Math.abs(beepAt(derivatives['proxy.mp4']!) - 0.5) < 0.01)
  assert.ok(Math.abs(firstPeak(waveformIn(derivatives['waveform.json']!)) - 0.5) < 0.01)
  const { dominant } = await sharp(derivatives['poster.webp']!).stats()
  assert.ok(dominant.b > 200 && dominant.r < 40)
})
