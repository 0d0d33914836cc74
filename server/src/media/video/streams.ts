// Reads the tracks and packets of a file with one ffprobe, and selects the video and audio track to play.
import type { FrameRate } from '../../core/frames.ts'
import { type Sound, soundsOf } from '../audio/sounds.ts'
import { byLine, inputOf, maxPixels, runTool } from '../children/ffmpeg.ts'
import { MediaFailure, type Work } from '../processor.ts'
import type { TimecodeClaims } from '../source-timecode.ts'
import {
  type ProbedFormat,
  type ProbedStream,
  plain,
  type Technical,
  technicalEntries,
  technicalOfStreams,
  timecodeClaims,
} from '../technical.ts'
import { type ClaimingFormat, type Claims, claimsOf } from './claims.ts'
import { parseRatio } from './timing.ts'

export type VideoStream = {
  index: number
  codec: string
  /** As displayed, after rotation and pixel aspect ratio. */
  width: number
  height: number
  /** Possible frame rates, the most likely first. */
  rates: FrameRate[]
  base: FrameRate
  /** Undefined when the header does not say. */
  interlaced: boolean | undefined
  /** Shown as stored: neither rotated nor stretched. */
  upright: boolean
  /** Whether the file has no other video track. */
  alone: boolean
  colour: Colour
}

export type Colour = { matrix?: string; transfer?: string; primaries?: string; lines: number }

export type SubtitleStream = {
  index: number
  codec: string
  language: string | undefined
  title: string | undefined
}

export type Streams = {
  container: string
  video: VideoStream | undefined
  /** `index`: the first stream of the sound that is played. */
  audio: { index: number; base: FrameRate; channels: number; sound: Sound } | undefined
  sounds: Sound[]
  /** The embedded cover image. */
  cover: number | undefined
  /** Those that are text. */
  subtitles: SubtitleStream[]
  technical: Technical
  timecode: TimecodeClaims
  claims: Claims
}

type Stream = Omit<ProbedStream, 'side_data_list'> & {
  index: number
  width?: number
  height?: number
  sample_aspect_ratio?: string
  r_frame_rate?: string
  time_base?: string
  duration?: string
  codec_tag_string?: string
  disposition?: { default?: number; attached_pic?: number }
  side_data_list?: { rotation?: number; dv_profile?: number }[]
}

const entries = [
  `format=duration,${technicalEntries.format}`,
  `format_tags=${technicalEntries.tags},${technicalEntries.brand},${technicalEntries.bext}`,
  'stream=index,codec_type,codec_name,codec_tag_string,width,height,sample_aspect_ratio,r_frame_rate,avg_frame_rate,time_base,' +
    `field_order,duration,color_space,color_transfer,color_primaries,channels,${technicalEntries.stream}`,
  `stream_tags=${technicalEntries.tags},language,title,name,handler_name`,
  'stream_disposition=default,attached_pic',
  `stream_side_data=rotation,${technicalEntries.sideData}`,
  'packet=codec_type,stream_index,pts,dts,duration,size,pos,flags',
].join(':')

export type Packet = {
  codec_type?: string
  stream_index: number
  pts?: number
  dts?: number
  duration?: number
  size?: string
  pos?: string
  flags?: string
}

const maxStreams = 100
/** Characters of everything but the packets. */
const maxText = 2 ** 20

/** A frame with a longer side is refused, whatever the other side is. */
const maxSide = 16_384

/**
 * Packets arrive before the tracks are known. One ffprobe reads both, because its start costs as much as a minute of video;
 * so a file that is refused for its tracks is read to its end, too.
 */
export async function readStreams(
  ffprobe: string,
  work: Work,
  onPacket: (packet: Packet) => void,
): Promise<Streams> {
  let text = ''
  let inPackets = false
  // Compact JSON has one packet per line; lines of its side data are indented further.
  const onLine = (line: string) => {
    if (line === '    ],') inPackets = false
    if (inPackets) {
      if (line.startsWith('        {')) onPacket(packetOf(line))
      return
    }
    inPackets = line === '    "packets": ['
    text += line
    if (text.length > maxText) throw tooManyTracks()
  }
  // A frame that is too large is reported here instead of skipped: only one frame of it is decoded.
  const input = inputOf(work, '-max_pixels', String(maxSide ** 2))
  const args = ['-v', 'error', '-show_entries', entries, '-of', 'json=compact=1', ...input]
  const { source, folder, signal } = work
  const onOutput = byLine(onLine, maxText)
  await runTool({ program: ffprobe, args, source, folder, signal, seconds: 1800, onOutput })
  const { streams = [], format = {} } = JSON.parse(Buffer.from(text, 'latin1').toString()) as {
    streams?: Stream[]
    format?: ProbedFormat & ClaimingFormat
  }
  if (streams.length > maxStreams) throw tooManyTracks()
  const shown = chosen(streams)
  const video = streams.find(({ index }) => index === shown.video?.index)
  const technical = technicalOfStreams(format, streams, video)
  return {
    ...{ container: format.format_name ?? '', ...shown, technical, subtitles: subtitlesOf(streams) },
    timecode: timecodeClaims(format, streams, technical),
    claims: claimsOf(format, streams, { video: shown.video?.index, audio: shown.audio?.index }),
  }
}

/** EIA-608 is what cameras and broadcasters write as a track of closed captions. */
const textSubtitles = ['mov_text', 'subrip', 'srt', 'webvtt', 'ass', 'ssa', 'text', 'eia_608']
const maxSubtitles = 30

/** ffmpeg knows no TTML in MP4, and calls it data. */
const isTimedText = ({ codec_tag_string }: Stream) => codec_tag_string === 'stpp'

function subtitlesOf(streams: readonly Stream[]): SubtitleStream[] {
  return streams
    .filter(
      (stream) =>
        isTimedText(stream) ||
        (stream.codec_type === 'subtitle' && textSubtitles.includes(stream.codec_name ?? '')),
    )
    .slice(0, maxSubtitles)
    .map((stream) => ({ ...stream, codec: isTimedText(stream) ? 'ttml' : stream.codec_name! }))
    .map(({ index, codec, tags }) => ({
      ...{ index, codec, language: tags?.language, title: plain(tags?.title) ?? undefined },
    }))
}

/** The line of a packet with side data ends in a comma instead of a brace. */
function packetOf(line: string): Packet {
  const fields = line.replace(/,$/, '')
  return JSON.parse(fields.endsWith('}') ? fields : `${fields} }`)
}

function chosen(streams: readonly Stream[]): Pick<Streams, 'video' | 'audio' | 'sounds' | 'cover'> {
  const known = streams.filter(({ codec_name }) => codec_name !== undefined && codec_name !== 'unknown')
  const videos = known.filter(({ codec_type }) => codec_type === 'video')
  const moving = videos.filter(({ disposition }) => !disposition?.attached_pic)
  const video = preferred(moving)
  const audios = known.filter(({ codec_type }) => codec_type === 'audio')
  const sounds = soundsOf(audios)
  const wanted = preferred(audios)?.index
  const sound = sounds.find(({ places }) => places.some(({ stream }) => stream === wanted))
  const audio = audios.find(({ index }) => index === sound?.places[0]?.stream)
  if (!video && !audio) {
    if (streams.length > known.length)
      throw new MediaFailure('unsupported', 'The codecs of the file are unknown.')
    throw new MediaFailure('unreadable', 'The file has neither a video nor an audio track.')
  }
  return {
    video: video && { ...videoStreamOf(video), alone: moving.length === 1 },
    audio: audio && { index: audio.index, base: baseOf(audio), channels: audio.channels ?? 2, sound: sound! },
    sounds,
    cover: videos.find(({ disposition }) => disposition?.attached_pic)?.index,
  }
}

/** The stream that the file marks as default, else the first. */
function preferred(streams: readonly Stream[]): Stream | undefined {
  return streams.find(({ disposition }) => disposition?.default) ?? streams[0]
}

function videoStreamOf(stream: Stream): Omit<VideoStream, 'alone'> {
  const { index, codec_name, color_space, color_transfer, color_primaries } = stream
  const rates = [stream.r_frame_rate, stream.avg_frame_rate].map(parseRatio)
  const colour = {
    ...(color_space !== undefined && { matrix: color_space }),
    ...(color_transfer !== undefined && { transfer: color_transfer }),
    ...(color_primaries !== undefined && { primaries: color_primaries }),
    lines: Math.min(stream.width ?? 0, stream.height ?? 0),
  }
  const interlaced = { progressive: false, unknown: undefined }[stream.field_order ?? 'unknown']
  return {
    ...{ index, codec: codec_name!, ...shownSize(stream), base: baseOf(stream), colour },
    rates: rates.filter((rate) => rate !== undefined),
    upright: isUpright(stream),
    interlaced: /^[tb]{2}$/.test(stream.field_order ?? '') ? true : interlaced,
  }
}

function baseOf({ time_base }: Stream): FrameRate {
  const base = parseRatio(time_base)
  if (base) return base
  throw new MediaFailure('unreadable', 'The file is damaged: its tracks have no time.')
}

function shownSize({ width = 0, height = 0, ...stream }: Stream): { width: number; height: number } {
  if (width < 1 || height < 1)
    throw new MediaFailure('unreadable', 'The file is damaged: its video track has no size.')
  // Stretch the side that grows, so that no pixel is lost.
  const { num, den } = parseRatio(stream.sample_aspect_ratio) ?? { num: 1, den: 1 }
  const shown =
    num >= den
      ? { width: Math.round((width * num) / den), height }
      : { width, height: Math.round((height * den) / num) }
  if (Math.max(shown.width, shown.height, width, height) > maxSide || width * height > maxPixels)
    throw new MediaFailure('too_large', `A video of ${width} × ${height} is too large for previews.`)
  const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0
  return Math.round(rotation / 90) % 2 === 0 ? shown : { width: shown.height, height: shown.width }
}

/** A mirrored video has a rotation of 0. */
function isUpright({ sample_aspect_ratio, side_data_list = [] }: Stream): boolean {
  const { num, den } = parseRatio(sample_aspect_ratio) ?? { num: 1, den: 1 }
  return num === den && side_data_list.every(({ rotation }) => rotation === undefined)
}

function tooManyTracks(): MediaFailure {
  return new MediaFailure('too_large', `The file has more than ${maxStreams} tracks.`)
}
