// The numbers of every frame: ffmpeg decodes them and passes them on in a small layout.
import { inputOf, runFfmpeg } from '../children/ffmpeg.ts'
import { secondsFor } from '../video/encoding.ts'
import { pace, timeFilters } from '../video/pacing.ts'
import type { Transfer } from './flashes.ts'
import { layoutFilters, layoutFor } from './frame-layout.ts'
import type { Measuring } from './measuring.ts'
import { matrixOf } from './red.ts'
import { VideoMeter, type VideoSeries } from './video-series.ts'

export async function measureVideo(measuring: Measuring): Promise<VideoSeries> {
  const { find, work, info, probed, claims, log, frames } = measuring
  const { ffmpeg } = await find()
  const timing = probed.timing!
  const layout = layoutFor(claims.height, claims.isRotated)
  const { transfer, matrix } = info.technical?.video?.colour ?? {}
  const meter = new VideoMeter(frames, layout, {
    transfer: transferOf(transfer),
    matrix: matrixOf(matrix, probed.streams.video!.colour.lines),
  })
  const graph = layoutFilters(layout, timing).replace(
    '[in]',
    `[0:${probed.streams.video!.index}]${timeFilters(timing)},`,
  )
  const args = [
    ...['-copyts', '-max_error_rate', '1', ...inputOf(work), '-filter_complex', graph],
    ...['-map', '[out]', '-frames:v', String(frames), ...pace(timing, probed.times)],
    ...['-f', 'rawvideo', 'pipe:1'],
  ]
  const onOutput = (chunk: Buffer) => {
    meter.add(chunk)
    work.report(Math.min(1, meter.frames / frames))
  }
  const { source, folder, signal } = work
  await runFfmpeg({
    ...{
      program: ffmpeg,
      args,
      source,
      folder,
      signal,
      seconds: secondsFor(info.durationMs!),
      background: true,
    },
    ...{ onOutput, onComplaint: log.listen },
  })
  return meter.end()
}

function transferOf(tag: string | null | undefined): Transfer {
  if (tag === 'smpte2084') return 'PQ'
  return tag === 'arib-std-b67' ? 'HLG' : 'SDR'
}
