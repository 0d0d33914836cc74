// The times of packets and frames, in the units of their track.
import type { FrameRate } from '../../core/frames.ts'
import { MediaFailure } from '../processor.ts'
import type { Packet, Streams, VideoStream } from './streams.ts'
import type { FrameTimes } from './timing.ts'

const maxFrames = 5_000_000
const listedPlaces = 16

/** The bytes of a packet in the file. */
export type PacketPlace = { at: number; bytes: number }

/** The packets of all tracks: which tracks are played is known only after the last packet. */
export class PacketList {
  private readonly videos = new Map<number, VideoPackets>()
  private readonly audios = new Map<number, { start: number; end: number }>()
  private frames = 0

  add(packet: Packet): void {
    if (packet.codec_type === 'video') this.addVideo(packet)
    else if (packet.codec_type === 'audio') this.addAudio(packet)
  }

  private addVideo({
    stream_index,
    pts = Number.NaN,
    dts,
    duration = 0,
    size,
    pos,
    flags = '',
  }: Packet): void {
    // Of all tracks together: they are all in memory.
    if (this.frames++ === maxFrames) throw tooManyFrames()
    const seen = this.videos.get(stream_index) ?? new VideoPackets()
    this.videos.set(stream_index, seen)
    seen.firstDts ??= dts
    seen.add(pts, duration)
    if (seen.places.length < listedPlaces) seen.places.push({ at: Number(pos ?? 'NaN'), bytes: Number(size) })
    // Discarded, damaged and empty packets may or may not be frames, and so may packets before the first key frame.
    if (!/^[K_]_*$/.test(flags) || size === '0' || (seen.count === 1 && !flags.startsWith('K')))
      seen.plain = false
  }

  private addAudio({ stream_index, pts, duration = 0, flags }: Packet): void {
    if (pts === undefined || flags?.includes('D')) return
    const heard = this.audios.get(stream_index)
    if (!heard) this.audios.set(stream_index, { start: pts, end: pts + duration })
    else heard.end = Math.max(heard.end, pts + duration)
  }

  ofVideo({ index }: VideoStream): VideoPackets {
    return this.videos.get(index) ?? new VideoPackets()
  }

  /** In seconds of the file; undefined when the track is empty. */
  audioRange({ index, base: { num, den } }: NonNullable<Streams['audio']>) {
    const heard = this.audios.get(index)
    return heard && { start: { num: heard.start * num, den }, end: (heard.end * num) / den }
  }
}

/** A growing list of frame times. */
export class TimeList {
  count = 0
  /** Whether all times were regular. */
  plain = true
  private starts = new Float64Array(1024)
  private durations = new Float64Array(1024)

  add(start: number, duration: number): void {
    if (this.count === maxFrames) throw tooManyFrames()
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
  inOrder(base: FrameRate): FrameTimes {
    return listed(this.starts.slice(0, this.count), this.durations[this.count - 1], base)
  }

  /** For packets, which arrive in decoding order. */
  times(base: FrameRate): FrameTimes {
    const starts = this.starts.slice(0, this.count)
    let latest = 0
    for (const [n, start] of starts.entries()) if (start > starts[latest]!) latest = n
    return listed(starts.sort(), this.durations[latest], base)
  }
}

function listed(starts: Float64Array, lastDuration: number | undefined, base: FrameRate): FrameTimes {
  // The last frame may have no duration: then it gets that of the frame before.
  const between = starts.length > 1 ? starts.at(-1)! - starts.at(-2)! : 0
  return { starts, lastDuration: lastDuration || between || 0, base }
}

function grown(numbers: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}

/** The packets of a video track. */
class VideoPackets extends TimeList {
  firstDts: number | undefined
  /** Of the first packets. */
  readonly places: PacketPlace[] = []
}

function tooManyFrames(): MediaFailure {
  return new MediaFailure('too_large', `The file has more than ${maxFrames.toLocaleString('en-US')} frames.`)
}
