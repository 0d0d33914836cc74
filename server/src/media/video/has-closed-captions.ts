// Whether the frames of a video carry closed captions.
import { inputOf, runTool } from '../children/ffmpeg.ts'
import type { FindTools } from '../children/find-tools.ts'
import { MediaFailure, type Work } from '../processor.ts'
import type { VideoStream } from './streams.ts'

/** Codecs whose frames can carry captions. */
const carriers = ['h264', 'hevc', 'mpeg2video']
/** Broadcast streams have captions, or the padding for them, in every frame. */
const lookedAt = 8

/** Decodes only the first frames: costs as much as the start of a program. */
export async function hasClosedCaptions(
  find: FindTools,
  work: Work,
  video: VideoStream | undefined,
): Promise<boolean> {
  if (!video || !carriers.includes(video.codec)) return false
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
