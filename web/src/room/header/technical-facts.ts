// Technical details in the terms of post-production.
import type { Media } from '@dailies/sdk'
import type { ReactNode } from 'react'

export type Fact = readonly [string, ReactNode]

type Technical = NonNullable<Media['technical']>
type Video = NonNullable<Technical['video']>

const codecs: Record<string, string> = {
  h264: 'H.264',
  hevc: 'HEVC (H.265)',
  av1: 'AV1',
  vp8: 'VP8',
  vp9: 'VP9',
  prores: 'Apple ProRes',
  dnxhd: 'Avid DNxHD/DNxHR',
  cfhd: 'CineForm',
  mjpeg: 'Motion JPEG',
  mpeg2video: 'MPEG-2',
  mpeg4: 'MPEG-4 Part 2',
  aac: 'AAC',
  mp3: 'MP3',
  opus: 'Opus',
  vorbis: 'Vorbis',
  flac: 'FLAC',
  alac: 'Apple Lossless',
  ac3: 'Dolby Digital',
  eac3: 'Dolby Digital Plus',
}

function codecName(codec: string): string {
  return codecs[codec] ?? (codec.startsWith('pcm_') ? 'PCM' : codec)
}

export function rateOfBits(bitsPerSecond: number | null): string | null {
  if (bitsPerSecond === null) return null
  if (bitsPerSecond < 1e6) return `${Math.round(bitsPerSecond / 1e3)} kb/s`
  return `${(bitsPerSecond / 1e6).toFixed(bitsPerSecond < 1e8 ? 1 : 0)} Mb/s`
}

export function videoFacts({ width, height, technical }: Media): Fact[] {
  const video = technical?.video
  const size: Fact = ['Dimensions', width === null ? null : `${width} × ${height} pixels`]
  if (!video) return [size]
  return [
    ['Codec', codecName(video.codec)],
    ['Profile', [video.profile, video.level && `level ${video.level}`].filter(Boolean).join(', ') || null],
    size,
    ['Bit depth', video.bitDepth && `${video.bitDepth} bit`],
    ['Chroma', video.chroma],
    ['Pixel format', video.pixelFormat],
    ['Scan', video.interlaced === null ? null : video.interlaced ? 'Interlaced' : 'Progressive'],
    ['Bit rate', rateOfBits(video.bitRate)],
    ['Total bit rate', rateOfBits(technical.bitRate)],
  ]
}

export function audioFacts({ audio }: Technical): Fact[] {
  return audio.map((track, index) => [
    audio.length === 1 ? 'Track' : `Track ${index + 1}`,
    [
      codecName(track.codec),
      channelsOf(track),
      track.sampleRate && `${track.sampleRate / 1000} kHz`,
      track.bitDepth && `${track.bitDepth} bit`,
      rateOfBits(track.bitRate),
    ]
      .filter(Boolean)
      .join(', '),
  ])
}

/** The number of channels, because not everybody knows the names of layouts. */
function channelsOf({ layout, channels }: Technical['audio'][number]): string | null {
  if (channels === null || layout === 'mono' || layout === 'stereo') return layout
  const count = channels === 1 ? '1 channel' : `${channels} channels`
  return layout ? `${layout} (${count})` : count
}

export function imageFacts({
  format,
  colourSpace,
  profile,
  bitDepth,
  alpha,
}: NonNullable<Technical['image']>): Fact[] {
  return [
    ['Format', format.toUpperCase()],
    ['Colour space', colourSpace],
    ['Colour profile', profile],
    ['Bit depth', bitDepth && `${bitDepth} bit`],
    ['Alpha channel', alpha ? 'Yes' : 'No'],
  ]
}

const colours: Record<string, string> = {
  bt709: 'BT.709',
  bt2020: 'BT.2020',
  bt2020nc: 'BT.2020',
  smpte170m: 'SMPTE 170M',
  bt470bg: 'BT.470 BG',
  smpte432: 'Display P3',
  smpte431: 'DCI-P3',
  smpte2084: 'PQ (ST 2084)',
  'arib-std-b67': 'HLG',
  'iec61966-2-1': 'sRGB',
  'bt2020-10': 'BT.2020, 10 bit',
  gbr: 'RGB',
}

export function colourFacts({ colour }: Video): Fact[] {
  const named = (name: string | null) => name && (colours[name] ?? name)
  return [
    ['Dynamic range', colour.hdr ?? 'Standard (SDR)'],
    ['Primaries', named(colour.primaries)],
    ['Transfer', named(colour.transfer)],
    ['Matrix', named(colour.matrix)],
    ['Range', colour.range && (colour.range === 'full' ? 'Full' : 'Limited')],
  ]
}
