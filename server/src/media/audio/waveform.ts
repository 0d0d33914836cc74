// The peaks of the audio, as audiowaveform writes them in JSON and wavesurfer.js and peaks.js read them.
import { join } from 'node:path'
import { inputOf, runFfmpeg } from '../children/ffmpeg.ts'
import type { FindTools } from '../children/find-tools.ts'
import type { Derivative, MediaInfo, Step, Work } from '../processor.ts'
import { writeNew } from '../scratch.ts'
import { type ProbedFile, probedFile } from '../video/probe.ts'
import { audioFilters, sampleRate } from './audio-filters.ts'

export type Waveform = {
  version: 2
  channels: 1
  sample_rate: number
  samples_per_pixel: number
  bits: 8
  length: number
  /** The minimum and the maximum of each pixel, from -128 to 127. */
  data: number[]
}

const maxPixels = 16_000

/** The resolution that common players draw. */
const minSamplesPerPixel = 256

export function waveformStep(find: FindTools): Step {
  return {
    name: 'waveform',
    weight: 10,
    make: async (work, info) => {
      const probed = await probedFile(find, work, info)
      return [await storeWaveform(await readWaveform(find, work, info, probed), work)]
    },
  }
}

export async function storeWaveform(waveform: Waveform, { folder }: Work): Promise<Derivative> {
  const path = join(folder, 'waveform.json')
  await writeNew(path, JSON.stringify(waveform))
  return { name: 'waveform.json', path, mimeType: 'application/json' }
}

export async function readWaveform(
  find: FindTools,
  work: Work,
  info: MediaInfo,
  probed: ProbedFile,
): Promise<Waveform> {
  const { ffmpeg } = await find()
  const samples = (info.durationMs! * sampleRate) / 1000
  const samplesPerPixel = Math.max(minSamplesPerPixel, Math.ceil(samples / maxPixels))
  const peaks = new Peaks(samplesPerPixel)
  const onOutput = (chunk: Buffer) => {
    peaks.add(chunk)
    work.report(Math.min(1, peaks.samples / samples))
  }
  const audio = probed.streams.audio!.index
  const filters = `[0:${audio}]${audioFilters(probed, info)}[audio]`
  const args = [
    '-copyts',
    ...inputOf(work),
    '-filter_complex',
    filters,
    '-map',
    '[audio]',
    '-f',
    's16le',
    'pipe:1',
  ]
  const seconds = 300 + info.durationMs! / 1000
  const { source, folder, signal } = work
  await runFfmpeg({ program: ffmpeg, args, source, folder, signal, seconds, onOutput })
  const data = peaks.end()
  return {
    ...{ version: 2, channels: 1, sample_rate: sampleRate, samples_per_pixel: samplesPerPixel, bits: 8 },
    ...{ length: data.length / 2, data },
  }
}

/** The peaks of both channels together, so that a sound in only one channel is visible. */
class Peaks {
  /** Samples of one channel. */
  samples = 0
  private rest: Buffer = Buffer.alloc(0)
  private readonly data: number[] = []
  private least = 0
  private greatest = 0
  private filled = 0
  private readonly samplesPerPixel: number

  constructor(samplesPerPixel: number) {
    this.samplesPerPixel = samplesPerPixel
  }

  add(chunk: Buffer): void {
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk
    const whole = bytes.length - (bytes.length % 4)
    this.addSamples(samplesIn(bytes.subarray(0, whole)))
    this.samples += whole / 4
    this.rest = bytes.subarray(whole)
  }

  private addSamples(samples: Int16Array): void {
    let { least, greatest, filled } = this
    for (let at = 0; at < samples.length; at += 2) {
      const left = samples[at]!
      const right = samples[at + 1]!
      if (left < least) least = left
      if (left > greatest) greatest = left
      if (right < least) least = right
      if (right > greatest) greatest = right
      if (++filled < this.samplesPerPixel) continue
      this.data.push(least >> 8, greatest >> 8)
      least = greatest = filled = 0
    }
    this.least = least
    this.greatest = greatest
    this.filled = filled
  }

  end(): number[] {
    if (this.filled > 0) this.data.push(this.least >> 8, this.greatest >> 8)
    return this.data
  }
}

/** 16 bits, little-endian. An array of numbers must begin at an even place in memory. */
function samplesIn(bytes: Buffer): Int16Array {
  const even = bytes.byteOffset % 2 === 0 ? bytes : Uint8Array.from(bytes)
  return new Int16Array(even.buffer, even.byteOffset, even.length / 2)
}
