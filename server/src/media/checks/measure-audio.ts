// The numbers of the audio: the main sound in its own channels, from the first frame on.
import { audioFilters, measuredFilters, sampleRate } from '../audio/audio-filters.ts'
import { usualOrder } from '../audio/channels.ts'
import { inputOf, runFfmpeg } from '../children/ffmpeg.ts'
import { AudioMeter, type AudioSeries, blockOf } from './audio-series.ts'
import type { Measuring } from './measuring.ts'

export async function measureAudio(measuring: Measuring): Promise<AudioSeries> {
  const { find, work, info, probed, log, seconds } = measuring
  const { ffmpeg } = await find()
  const names = channelsOf(measuring)
  const rate = info.kind === 'VIDEO' && !info.variableRate ? info.frameRate : null
  const meter = new AudioMeter(names, blockOf(rate), seconds)
  const args = [
    ...['-copyts', '-max_error_rate', '1', ...inputOf(work, '-vn', '-sn', '-dn'), '-filter_complex'],
    `[0:${probed.streams.audio!.index}]${filtersOf(measuring)}[audio]`,
    ...['-map', '[audio]', '-ac', String(names.length), '-ar', String(sampleRate), '-f', 'f32le', 'pipe:1'],
  ]
  const bytes = seconds * sampleRate * names.length * 4
  let heard = 0
  const onOutput = (chunk: Buffer) => {
    meter.add(chunk)
    heard += chunk.length
    work.report(Math.min(1, heard / bytes))
  }
  const { source, folder, signal } = work
  await runFfmpeg({
    ...{ program: ffmpeg, args, source, folder, signal, seconds: 300 + seconds, background: true },
    ...{ onOutput, onComplaint: log.listen },
  })
  return meter.finish()
}

/** The names that ffmpeg gives channels: FL, FR, FC, LFE, BL, BR. Of channels without names, the two that are played. */
function channelsOf({ probed }: Measuring): string[] {
  const { channels } = probed.streams.audio!.sound
  if (channels.length === 1) return ['FC']
  if (channels.length === 2 || channels.includes(null)) return ['FL', 'FR']
  return usualOrder(channels).map((at) => channels[at]!)
}

/** A single channel is measured as one, not on both sides as it is played. */
function filtersOf({ probed, info, seconds }: Measuring): string {
  const part = { ...info, durationMs: seconds * 1000 }
  const { channels } = probed.streams.audio!.sound
  if (channels.length > 1) return measuredFilters(probed, part)
  return `${audioFilters(probed, part)},pan=mono|c0=c0`
}
