// Reads every packet of a file, and decodes only where the number of packets may differ from that of frames:
// headers are unreliable, and a frame number must be exact.
import type { FrameRate } from '../../core/frames.ts'
import { byLine, inputOf, runTool, threads } from '../children/ffmpeg.ts'
import type { FindTools } from '../children/find-tools.ts'
import { MediaFailure, type MediaInfo, type Work } from '../processor.ts'
import { readStreams, type Streams, type VideoStream } from './streams.ts'
import { type FrameTimes, ratio, type Timing, timingOf } from './timing.ts'

/** Data that the steps need and that is not stored. */
export type ProbedFile = {
  streams: Streams
  timing: Timing | undefined
  /** The time of the first frame or, without video, of the first audio, in seconds of the file. */
  start: FrameRate
  /** The times of frames, when the frame rate is not constant. */
  times: FrameTimes | undefined
  /** The range of the audio, in seconds of the file. */
  heard: { start: FrameRate; end: number } | undefined
}

const maxHours = 24
const maxFrames = 5_000_000

/** Saves reading the file again, as long as the steps are called with the object that the probe returned. */
const probedFiles = new WeakMap<MediaInfo, ProbedFile>()

export async function probe(find: FindTools, work: Work): Promise<MediaInfo> {
  const probed = await readProbedFile(find, work)
  const info = infoOf(probed)
  if (info.durationMs! > maxHours * 3_600_000)
    throw new MediaFailure('too_large', `The file is longer than ${maxHours} hours, the limit for previews.`)
  probedFiles.set(info, probed)
  return info
}

export async function probedFile(find: FindTools, work: Work, info: MediaInfo): Promise<ProbedFile> {
  return probedFiles.get(info) ?? (await readProbedFile(find, work))
}

function infoOf({ streams: { video, audio, technical }, timing, start, heard }: ProbedFile): MediaInfo {
  const seen = timing?.seconds ?? 0
  const audioSeconds = heard ? heard.end - start.num / start.den : 0
  // Audio codecs pad their last packet; the padding does not make the file longer.
  const seconds = timing && audioSeconds < seen + 0.1 ? seen : audioSeconds
  return {
    kind: video ? 'VIDEO' : 'AUDIO',
    width: video?.width ?? null,
    height: video?.height ?? null,
    durationMs: Math.round(seconds * 1000),
    frameRate: timing?.rate ?? null,
    variableRate: timing?.constant === false,
    frames: timing?.frames ?? null,
    pages: null,
    hasAudio: audio !== undefined,
    technical: {
      ...technical,
      video: technical.video && { ...technical.video, variableFrameRate: timing?.constant === false },
    },
  }
}

async function readProbedFile(find: FindTools, work: Work): Promise<ProbedFile> {
  const { ffprobe } = await find()
  const streams = await readStreams(ffprobe, work)
  const { video, audio, container } = streams
  const packets = await readPackets(ffprobe, work, streams)
  const heard = audio && packets.heard && { start: packets.heard.start, end: packets.heard.end }
  if (!video) {
    if (!heard) throw new MediaFailure('unreadable', 'The file is damaged: its audio track is empty.')
    return { streams, timing: undefined, start: heard.start, times: undefined, heard }
  }
  const exact = packets.seen.plain && countsPackets(container, video)
  const times = exact ? packets.seen.times() : await decodeTimes(ffprobe, work, video)
  if (times.starts.length === 0)
    throw new MediaFailure(
      'unreadable',
      'The file is damaged: its video track has no frame that can be shown.',
    )
  const timing = timingOf(times, video.rates)
  // AVI stores no times, only the order of packets: a decoder that reorders them is late, but its first frame
  // is not.
  const start = /^avi\b/.test(container) ? (packets.first ?? timing.start) : timing.start
  return { streams, timing, start, times: timing.constant ? undefined : times, heard }
}

/** Whether each packet is one frame. Fields, hidden frames and packed frames make the numbers differ. */
function countsPackets(container: string, { codec, interlaced }: VideoStream): boolean {
  if (!/^(mov|matroska|mxf)\b/.test(container)) return false
  if (codec === 'h264' || codec === 'hevc') return interlaced === false
  return /^(prores|dnxhd|cfhd|ffv1|mjpeg|av1|vp9|rawvideo|v210|qtrle|png|hap)$/.test(codec)
}

type AudioRange = { start: FrameRate; end: number }

async function readPackets(ffprobe: string, work: Work, { video, audio }: Streams) {
  const seen = new TimeList(video?.base)
  let heard: AudioRange | undefined
  let first: FrameRate | undefined
  const hear = (pts: number, duration: number) => {
    const { num, den } = audio!.base
    const end = ((pts + duration) * num) / den
    if (!heard) heard = { start: { num: pts * num, den }, end }
    else heard.end = Math.max(heard.end, end)
  }
  const onLine = (line: string) => {
    const { stream_index, pts, dts, duration, size, flags } = fieldsOf(line)
    const index = Number(stream_index)
    if (index === video?.index) {
      if (dts !== undefined) first ??= ratio(Number(dts) * video.base.num, video.base.den)
      seen.add(Number(pts ?? 'NaN'), Number(duration) || 0)
      // Discarded, damaged and empty packets may or may not be frames, and so may packets before the
      // first key frame.
      if (!/^[K_]_*$/.test(flags ?? '') || size === '0' || (seen.count === 1 && !flags?.startsWith('K')))
        seen.plain = false
    } else if (index === audio?.index && pts !== undefined && !flags?.includes('D'))
      hear(Number(pts), Number(duration) || 0)
  }
  await read(ffprobe, work, ['-show_entries', 'packet=stream_index,pts,dts,duration,size,flags'], onLine)
  return { seen, heard, first }
}

async function decodeTimes(ffprobe: string, work: Work, { index, base }: VideoStream): Promise<FrameTimes> {
  const shown = new TimeList(base)
  const onLine = (line: string) => {
    const { best_effort_timestamp, pkt_duration, duration } = fieldsOf(line)
    shown.add(Number(best_effort_timestamp ?? 'NaN'), Number(duration ?? pkt_duration) || 0)
  }
  const entries = 'frame=best_effort_timestamp,pkt_duration,duration,media_type'
  await read(
    ffprobe,
    work,
    ['-select_streams', String(index), '-show_frames', '-show_entries', entries],
    (line) => {
      if (line.startsWith('media_type=video')) onLine(line)
    },
  )
  return shown.inOrder()
}

async function read(
  ffprobe: string,
  work: Work,
  what: string[],
  onLine: (line: string) => void,
): Promise<void> {
  const args = ['-v', 'fatal', '-threads', threads, ...what, '-of', 'compact=p=0', ...inputOf(work)]
  const { source, folder, signal } = work
  await runTool({ program: ffprobe, args, source, folder, signal, seconds: 1800, onOutput: byLine(onLine) })
}

/** Parses `pts=0|duration=512`; unknown values are left out. */
function fieldsOf(line: string): Record<string, string | undefined> {
  const fields: Record<string, string> = {}
  for (const field of line.split('|')) {
    const at = field.indexOf('=')
    const value = field.slice(at + 1)
    if (value !== 'N/A') fields[field.slice(0, at)] = value
  }
  return fields
}

/** A growing list of frame times. */
class TimeList {
  count = 0
  /** Whether all times were regular. */
  plain = true
  private starts = new Float64Array(1024)
  private durations = new Float64Array(1024)
  private readonly base: FrameRate

  constructor(base: FrameRate = { num: 1, den: 1 }) {
    this.base = base
  }

  add(start: number, duration: number): void {
    if (this.count === maxFrames)
      throw new MediaFailure(
        'too_large',
        `The file has more than ${maxFrames.toLocaleString('en-US')} frames.`,
      )
    if (this.count === this.starts.length) {
      this.starts = grown(this.starts)
      this.durations = grown(this.durations)
    }
    // A frame that is shown before the first frame of the video may not be decodable.
    if (Number.isNaN(start) || (this.count > 0 && start < this.starts[0]!)) this.plain = false
    this.starts[this.count] = start
    this.durations[this.count++] = duration
  }

  /** For frames, which arrive in display order. */
  inOrder(): FrameTimes {
    return this.listed(this.starts.slice(0, this.count), this.count - 1)
  }

  /** For packets, which arrive in decoding order. */
  times(): FrameTimes {
    const starts = this.starts.slice(0, this.count)
    let latest = 0
    for (const [n, start] of starts.entries()) if (start > starts[latest]!) latest = n
    return this.listed(starts.sort(), latest)
  }

  private listed(starts: Float64Array, latest: number): FrameTimes {
    // The last frame may have no duration: then it gets that of the frame before.
    const between = starts.length > 1 ? starts.at(-1)! - starts.at(-2)! : 0
    return { starts, lastDuration: this.durations[latest] || between || 0, base: this.base }
  }
}

function grown(numbers: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}
