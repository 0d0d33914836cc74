// Technical details for professionals: codec, depth, colour, tracks. All values are claims of the file
// itself.
import type { TimecodeClaims } from './source-timecode.ts'
import { parseRatio } from './video/timing.ts'

export type Colour = {
  primaries: string | null
  transfer: string | null
  matrix: string | null
  range: 'limited' | 'full' | null
  /** The kind of high dynamic range; null for standard range. */
  hdr: 'HDR10' | 'HLG' | 'Dolby Vision' | null
}

export type VideoTrack = {
  codec: string
  profile: string | null
  level: string | null
  bitDepth: number | null
  /** Such as 4:2:2. */
  chroma: string | null
  pixelFormat: string | null
  /** Bits per second. */
  bitRate: number | null
  interlaced: boolean | null
  variableFrameRate: boolean
  colour: Colour
}

export type AudioTrack = {
  codec: string
  channels: number | null
  /** Such as stereo or 5.1. */
  layout: string | null
  sampleRate: number | null
  bitDepth: number | null
  bitRate: number | null
}

export type Technical = {
  container: string | null
  /** Of all tracks together, in bits per second. */
  bitRate: number | null
  /** Of the first frame. */
  timecode: string | null
  reel: string | null
  video: VideoTrack | null
  audio: AudioTrack[]
  image: {
    format: string
    colourSpace: string | null
    /** The name of the embedded ICC profile. */
    profile: string | null
    bitDepth: number | null
    alpha: boolean
  } | null
  document: { pdfVersion: string | null; pageWidth: number; pageHeight: number } | null
}

const nothing: Technical = {
  ...{ container: null, bitRate: null, timecode: null, reel: null },
  ...{ video: null, audio: [], image: null, document: null },
}

export function technicalOf(known: Partial<Technical>): Technical {
  return { ...nothing, ...known }
}

/** The fields of ffprobe's output for a stream that are used here. Strings come from a stranger. */
export type ProbedStream = {
  codec_type?: string
  codec_name?: string
  avg_frame_rate?: string
  profile?: string
  level?: number
  pix_fmt?: string
  bits_per_raw_sample?: string
  bits_per_sample?: number
  bit_rate?: string
  color_range?: string
  color_space?: string
  color_transfer?: string
  color_primaries?: string
  field_order?: string
  channels?: number
  channel_layout?: string
  sample_rate?: string
  tags?: Tags
  side_data_list?: { dv_profile?: number }[]
}

type Tags = Record<string, string | undefined>

export type ProbedFormat = { format_name?: string; format_long_name?: string; bit_rate?: string; tags?: Tags }

/** Fields for ffprobe's `-show_entries`, in addition to those that playback needs. */
export const technicalEntries = {
  format: 'format_name,format_long_name,bit_rate',
  brand: 'major_brand',
  tags: 'timecode,reel_name,com.apple.proapps.reel',
  bext: 'time_reference',
  stream:
    'profile,level,pix_fmt,bits_per_raw_sample,bits_per_sample,bit_rate,color_range,channel_layout,sample_rate',
  sideData: 'dv_profile',
}

const maxTracks = 32

export function technicalOfStreams(
  format: ProbedFormat,
  streams: readonly ProbedStream[],
  video: ProbedStream | undefined,
): Technical {
  const tags = [video?.tags, ...streams.map((stream) => stream.tags), format.tags]
  const tag = (name: string, form: RegExp) =>
    tags.map((some) => plain(tagOf(some, name))).find((value) => value !== null && form.test(value)) ?? null
  const audio = streams.filter(({ codec_type, codec_name }) => codec_type === 'audio' && codec_name)
  return technicalOf({
    container: containerOf(format),
    bitRate: positive(format.bit_rate),
    timecode: tag('timecode', /^\d\d:\d\d:\d\d[:;.]\d{2,3}$/),
    reel: tag('reel_name', /./) ?? tag('com.apple.proapps.reel', /./),
    video: video ? videoTrack(video) : null,
    audio: audio.slice(0, maxTracks).map(audioTrack),
  })
}

/** The claims of the file about its timecode, for `source-timecode.ts`. */
export function timecodeClaims(
  format: ProbedFormat,
  streams: readonly ProbedStream[],
  { timecode, audio }: Technical,
): TimecodeClaims {
  const track = streams.find(({ codec_type, tags }) => codec_type === 'data' && tagOf(tags, 'timecode'))
  return {
    text: timecode,
    trackRate: parseRatio(track?.avg_frame_rate),
    timeReference: positive(tagOf(format.tags, 'time_reference')),
    sampleRate: audio[0]?.sampleRate ?? null,
  }
}

/** Matroska writes the names of tags in capitals. */
function tagOf(tags: Tags | undefined, name: string): string | undefined {
  return tags?.[name] ?? tags?.[name.toUpperCase()]
}

/** ffprobe has one name for QuickTime and MP4; their first brand tells them apart. */
function containerOf({ format_name, format_long_name, tags }: ProbedFormat): string | null {
  const brand = tags?.major_brand
  if (brand === undefined || !format_name?.startsWith('mov,')) return plain(format_long_name)
  return brand.startsWith('qt') ? 'QuickTime' : 'MP4'
}

function videoTrack(stream: ProbedStream): VideoTrack {
  const { codec_name, profile, pix_fmt = '', bit_rate, field_order } = stream
  return {
    codec: codec_name!,
    profile: named(profile),
    level: levelOf(stream),
    bitDepth: depthOf(pix_fmt, stream.bits_per_raw_sample),
    chroma: chromaOf(pix_fmt),
    pixelFormat: named(pix_fmt),
    bitRate: positive(bit_rate),
    interlaced: field_order === undefined || field_order === 'unknown' ? null : field_order !== 'progressive',
    variableFrameRate: false,
    colour: colourOf(stream),
  }
}

function colourOf(stream: ProbedStream): Colour {
  const { color_primaries, color_transfer, color_space, color_range, side_data_list = [] } = stream
  const range = { tv: 'limited', pc: 'full' } as const
  const transfers: Record<string, Colour['hdr']> = { smpte2084: 'HDR10', 'arib-std-b67': 'HLG' }
  const isDolbyVision = side_data_list.some(({ dv_profile }) => dv_profile !== undefined)
  return {
    primaries: named(color_primaries),
    transfer: named(color_transfer),
    matrix: named(color_space),
    range: range[color_range as keyof typeof range] ?? null,
    hdr: isDolbyVision ? 'Dolby Vision' : (transfers[color_transfer ?? ''] ?? null),
  }
}

function audioTrack(stream: ProbedStream): AudioTrack {
  const { codec_name, channels, channel_layout, sample_rate, bits_per_sample, bits_per_raw_sample } = stream
  return {
    codec: codec_name!,
    channels: channels ?? null,
    layout: named(channel_layout),
    sampleRate: positive(sample_rate),
    bitDepth: positive(bits_per_raw_sample) ?? positive(bits_per_sample),
    bitRate: positive(stream.bit_rate),
  }
}

/** Each codec encodes its levels differently. */
function levelOf({ codec_name, level }: ProbedStream): string | null {
  if (level === undefined || level <= 0) return null
  if (codec_name === 'h264') return (level / 10).toFixed(1)
  if (codec_name === 'hevc') return (level / 30).toFixed(1)
  if (codec_name === 'av1') return `${2 + (level >> 2)}.${level & 3}`
  return null
}

/** Such as yuv422p10le, rgb48be, p010le; a format without a number has 8 bits per sample. */
function depthOf(pixelFormat: string, raw: string | undefined): number | null {
  if (pixelFormat === '') return positive(raw)
  const deep = /(?:p|gray|^p0|^p2|^p4)(9|10|12|14|16)(?:le|be)$/.exec(pixelFormat)
  if (deep) return Number(deep[1])
  if (/48(le|be)$|64(le|be)$/.test(pixelFormat)) return 16
  return /f32/.test(pixelFormat) ? 32 : 8
}

function chromaOf(pixelFormat: string): string | null {
  const [, sampled] = /^yuv[aj]?(4\d\d)p/.exec(pixelFormat) ?? []
  if (sampled) return [...sampled].join(':')
  if (/^(nv12|nv21|p01)/.test(pixelFormat)) return '4:2:0'
  if (/^(uyvy422|yuyv422|nv16|p21|y21)/.test(pixelFormat)) return '4:2:2'
  return /^(rgb|bgr|gbr|argb|abgr|xyz|p41|ayuv)/.test(pixelFormat) ? '4:4:4' : null
}

function positive(value: string | number | undefined): number | null {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : null
}

/** Maps ffprobe's "unknown" to null. */
function named(value: string | undefined): string | null {
  return value === undefined || /^(unknown|reserved|unspecified)?$/.test(value) ? null : plain(value)
}

/** One short line without control characters. */
export function plain(value: string | undefined): string | null {
  const text = value
    ?.toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 100)
  return text ? text : null
}
