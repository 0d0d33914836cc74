// Reads every packet of a file, and decodes only where the number of packets may differ from that of frames:
// headers are unreliable, and a frame number must be exact.
import type { FrameRate } from '../../core/frames.ts'
import { listed, tracksOfSounds } from '../audio/sounds.ts'
import { byLine, inputOf, runTool, threads } from '../children/ffmpeg.ts'
import type { FindTools } from '../children/find-tools.ts'
import { MediaFailure, type MediaInfo, type Work } from '../processor.ts'
import { audioTimecode, videoTimecode } from '../source-timecode.ts'
import { hasClosedCaptions } from './has-closed-captions.ts'
import { isExact, playsInBrowsers } from './original-plays.ts'
import { PacketList, type PacketPlace, TimeList } from './packets.ts'
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
  originalPlays: boolean
  /** The places of the first packets of the video. */
  packets: PacketPlace[]
}

const maxHours = 24

/** Saves reading the file again, as long as the steps are called with the object that the probe returned. */
const probedFiles = new WeakMap<MediaInfo, ProbedFile>()

/** Of the last originals that were read: the steps of one file run as separate tasks, most of them soon after each other. */
const recentFiles = new Map<string, ProbedFile>()
const maxRecent = 16
/** Frames of a variable rate; longer lists are read again. */
const maxRecentTimes = 50_000

export async function probe(find: FindTools, work: Work): Promise<MediaInfo> {
  const probed = await readProbedFile(find, work)
  const info = infoOf(probed)
  if (await hasClosedCaptions(find, work, probed)) info.captionTracks! += 1
  if (info.durationMs! > maxHours * 3_600_000)
    throw new MediaFailure('too_large', `The file is longer than ${maxHours} hours, the limit for previews.`)
  probedFiles.set(info, probed)
  return info
}

export async function probedFile(find: FindTools, work: Work, info: MediaInfo): Promise<ProbedFile> {
  return probedFiles.get(info) ?? recentFiles.get(recentKey(work)) ?? (await readProbedFile(find, work))
}

const recentKey = ({ objectId = '', mimeType }: Work) => `${objectId} ${mimeType}`

function remember(work: Work, probed: ProbedFile): ProbedFile {
  if (work.objectId === undefined || (probed.times?.starts.length ?? 0) > maxRecentTimes) return probed
  recentFiles.set(recentKey(work), probed)
  const [oldest] = recentFiles.keys()
  if (recentFiles.size > maxRecent) recentFiles.delete(oldest!)
  return probed
}

function infoOf({ streams, timing, start, heard, originalPlays }: ProbedFile): MediaInfo {
  const { video, audio, technical, timecode } = streams
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
    captionTracks: streams.subtitles.length,
    audioTracks: tracksOfSounds(streams.sounds, audio?.sound).map(listed),
    originalPlays: video ? originalPlays : null,
    technical: {
      ...technical,
      video: technical.video && { ...technical.video, variableFrameRate: timing?.constant === false },
    },
    timecode: video
      ? videoTimecode(timecode, timing?.constant ? timing.rate : null)
      : audioTimecode(timecode),
  }
}

async function readProbedFile(find: FindTools, work: Work): Promise<ProbedFile> {
  return remember(work, await readFile(find, work))
}

async function readFile(find: FindTools, work: Work): Promise<ProbedFile> {
  const { ffprobe } = await find()
  const packets = new PacketList()
  const streams = await readStreams(ffprobe, work, (packet) => packets.add(packet))
  const { video, audio, container } = streams
  const heard = audio && packets.audioRange(audio)
  if (!video) {
    if (!heard) throw new MediaFailure('unreadable', 'The file is damaged: its audio track is empty.')
    return {
      ...{ streams, timing: undefined, start: heard.start, times: undefined, heard },
      ...{ originalPlays: false, packets: [] },
    }
  }
  const seen = packets.ofVideo(video)
  const exact = seen.plain && countsPackets(container, video)
  const times = exact ? seen.times(video.base) : await decodeTimes(ffprobe, work, video)
  if (times.starts.length === 0)
    throw new MediaFailure(
      'unreadable',
      'The file is damaged: its video track has no frame that can be shown.',
    )
  const timing = timingOf(times, video.rates)
  // AVI stores no times, only the order of packets: a decoder that reorders them is late, but its first frame
  // is not.
  const first =
    seen.firstDts === undefined ? undefined : ratio(seen.firstDts * video.base.num, video.base.den)
  const start = /^avi\b/.test(container) ? (first ?? timing.start) : timing.start
  const originalPlays = exact && playsInBrowsers(streams) && isExact(times, timing)
  return {
    ...{ streams, timing, start, times: timing.constant ? undefined : times, heard, originalPlays },
    packets: seen.places,
  }
}

/** Whether each packet is one frame. Fields, hidden frames and packed frames make the numbers differ. */
function countsPackets(container: string, { codec, interlaced }: VideoStream): boolean {
  if (!/^(mov|matroska|mxf)\b/.test(container)) return false
  if (codec === 'h264' || codec === 'hevc') return interlaced === false
  return /^(prores|dnxhd|cfhd|ffv1|mjpeg|av1|vp9|rawvideo|v210|qtrle|png|hap)$/.test(codec)
}

async function decodeTimes(ffprobe: string, work: Work, { index, base }: VideoStream): Promise<FrameTimes> {
  const shown = new TimeList()
  const onLine = (line: string) => {
    const { best_effort_timestamp, pkt_duration, duration } = fieldsOf(line)
    shown.add(Number(best_effort_timestamp ?? 'NaN'), Number(duration ?? pkt_duration) || 0)
  }
  const entries = 'frame=best_effort_timestamp,pkt_duration,duration,media_type'
  const what = ['-select_streams', String(index), '-show_frames', '-show_entries', entries]
  const args = ['-v', 'fatal', '-threads', threads, ...what, '-of', 'compact=p=0', ...inputOf(work)]
  const { source, folder, signal } = work
  const onOutput = byLine((line) => {
    if (line.startsWith('media_type=video')) onLine(line)
  })
  await runTool({ program: ffprobe, args, source, folder, signal, seconds: 1800, onOutput })
  return shown.inOrder(base)
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
