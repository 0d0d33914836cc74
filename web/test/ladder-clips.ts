// Videos with a ladder, and with the parts of a proxy that is being made, without the work of the real encoder: the facts
// of the file are those of a large video, its derivatives are small.
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { type RungName, renditionName } from '../../server/src/core/renditions.ts'
import { derivative, type MediaInfo, type Work } from '../../server/src/media/processor.ts'
import type { FindProcessor } from '../../server/src/media/processors.ts'
import type { Clip } from '../../server/test/media-corpus/make-clip.ts'
import { readFrame } from './frame-numbers.ts'

const run = promisify(execFile)

/** Encoded like a proxy. */
export function ladderClip(rate: string, frames: number): Clip {
  return {
    ...{ name: `ladder-${rate.replace('/', '-')}`, extension: 'mp4', mimeType: 'video/mp4', rate, frames },
    args: `-c:v libx264 -preset ultrafast -crf 18 -bf 0 -g 12 -r ${rate}`,
  }
}

/** The widths of the small videos that stand for the rungs. */
export const widths: Record<RungName, number> = { '540p': 144, '1080p': 192, '2160p': 240 }

async function encode(work: Work, path: string, name: RungName): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const scale = `scale=${widths[name]}:-2`
  const codec = '-c:v libx264 -preset ultrafast -crf 18 -bf 0 -g 12 -an -movflags +faststart'
  await run('ffmpeg', ['-y', '-v', 'error', '-i', work.source, '-vf', scale, ...codec.split(' '), path])
}

async function infoOf({ source }: Work): Promise<MediaInfo> {
  const asked = '-v error -count_packets -select_streams v -show_entries stream=nb_read_packets,r_frame_rate'
  const { stdout } = await run('ffprobe', [...asked.split(' '), '-of', 'json', source])
  const [stream] = JSON.parse(stdout).streams as { nb_read_packets: string; r_frame_rate: string }[]
  const [num, den] = stream!.r_frame_rate.split('/').map(Number) as [number, number]
  const frames = Number(stream!.nb_read_packets)
  return {
    ...{ kind: 'VIDEO', width: 3840, height: 2240, frameRate: { num, den }, frames, pages: null },
    ...{ durationMs: Math.round((frames * den * 1000) / num), hasAudio: false },
  }
}

/** `hold` delays a step until it resolves. */
export function withLadder(hold: (step: string) => Promise<void> = async () => {}): FindProcessor {
  const rung = (name: RungName, file: string) => ({
    name: name === '1080p' ? 'proxy' : `rendition-${name}`,
    weight: 1,
    async make(work: Work) {
      await hold(name)
      const made = derivative(work, file, 'video/mp4')
      await encode(work, made.path, name)
      return [made]
    },
  })
  const steps = [
    rung('1080p', 'proxy.mp4'),
    rung('540p', renditionName('540p')),
    rung('2160p', renditionName('2160p')),
  ]
  return async () => ({ probe: infoOf, steps: () => steps })
}

/** The frame on the screen: of the stand-in while the source changes, else of the video. */
export async function readVisible(page: Page): Promise<number> {
  return readFrame(await visible(page))
}

async function visible(page: Page): Promise<Locator> {
  const standIn = page.locator('video[data-stand-in=shown]')
  return (await standIn.count()) > 0 ? standIn : page.locator('video[data-plays]')
}
