// Whether the frames of a video carry closed captions.
import { open } from 'node:fs/promises'
import { inputOf, runTool } from '../children/ffmpeg.ts'
import type { FindTools } from '../children/find-tools.ts'
import { MediaFailure, type Work } from '../processor.ts'
import type { PacketPlace } from './packets.ts'
import type { Streams } from './streams.ts'

/** Codecs whose frames can carry captions. */
const carriers = ['h264', 'hevc', 'mpeg2video']
/** Broadcast streams have captions, or the padding for them, in every frame. */
const lookedAt = 8

/** Decodes only the first frames: costs as much as the start of a program. */
export async function hasClosedCaptions(
  find: FindTools,
  work: Work,
  { streams: { video, container }, packets }: { streams: Streams; packets: readonly PacketPlace[] },
): Promise<boolean> {
  if (!video || !carriers.includes(video.codec)) return false
  if (await canBeRuledOut(work, video.codec, container, packets)) return false
  const { ffprobe } = await find()
  const { source, folder, signal } = work
  const frames = ['-select_streams', String(video.index), '-read_intervals', `%+#${lookedAt}`, '-show_frames']
  const entries = ['-show_entries', 'frame=pts:frame_side_data=side_data_type', '-of', 'compact']
  let text = ''
  const onOutput = (chunk: Buffer) => {
    text = (text + chunk.toString('latin1')).slice(0, 65_536)
  }
  const args = ['-v', 'fatal', ...frames, ...entries, ...inputOf(work)]
  try {
    await runTool({ program: ffprobe, args, source, folder, signal, seconds: 60, onOutput })
  } catch (error) {
    // Captions are no reason to refuse a file.
    if (!(error instanceof MediaFailure)) throw error
  }
  return /\bA53\b.*Closed Captions/.test(text)
}

/** Far more than the first packets have, except in very large videos. */
const mostBytes = 32 * 2 ** 20

/**
 * Whether the first packets do not have the mark of ATSC A/53, by which every caption in H.264 and HEVC begins. In MP4, packets are in
 * the file as they are, so no program is started for most uploads.
 */
async function canBeRuledOut(
  { source }: Work,
  codec: string,
  container: string,
  packets: readonly PacketPlace[],
): Promise<boolean> {
  if (codec === 'mpeg2video' || !/^mov\b/.test(container) || packets.length === 0) return false
  const first = packets.slice(0, lookedAt)
  if (first.some(({ at, bytes }) => !Number.isSafeInteger(at) || !(bytes > 0))) return false
  if (first.reduce((sum, { bytes }) => sum + bytes, 0) > mostBytes) return false
  const file = await open(source)
  try {
    for (const { at, bytes } of first) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at)
      if (bytesRead < bytes || buffer.includes('GA94')) return false
    }
    return true
  } finally {
    await file.close()
  }
}
