// Videos with a ladder, and with the parts of a proxy that is being made, without the work of the real encoder: the facts
// of the file are those of a large video, its derivatives are small.
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { type RungName, renditionName } from '../../server/src/core/renditions.ts'
import { type Derivative, derivative, type MediaInfo, type Work } from '../../server/src/media/processor.ts'
import type { FindProcessor } from '../../server/src/media/processors.ts'
import { createPartWriter } from '../../server/src/media/video/partial-proxy.ts'
import type { Clip } from '../../server/test/media-corpus/make-clip.ts'

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

/** One process makes all of them: to start one takes longer than to encode. */
async function encode(work: Work, rungs: readonly RungName[]): Promise<Derivative[]> {
  const codec = '-c:v libx264 -preset ultrafast -crf 18 -bf 0 -g 12 -an -movflags +faststart'
  const made = rungs.map((name) =>
    derivative(work, name === '1080p' ? 'proxy.mp4' : renditionName(name), 'video/mp4'),
  )
  const outputs = made.flatMap(({ path }, at) => {
    const scale = `scale=${widths[rungs[at]!]}:-2`
    return ['-map', '0:v', '-vf', scale, ...codec.split(' '), path]
  })
  for (const { path } of made) await mkdir(dirname(path), { recursive: true })
  await run('ffmpeg', ['-y', '-v', 'error', '-i', work.source, ...outputs])
  return made
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

export function withLadder(): FindProcessor {
  const make = (work: Work) => encode(work, ['1080p', '540p', '2160p'])
  return async () => ({ probe: infoOf, steps: () => [{ name: 'proxy', weight: 1, make }] })
}

export type HeldProxy = {
  findProcessor: FindProcessor
  /** Whether the next files claim that browsers play their original; otherwise their proxy is made in parts. */
  originalPlays: boolean
  /** Resolves when the next files may be read. */
  probing: Promise<void>
  /** Completes the proxies that are waiting, once there is one. */
  release(): Promise<void>
  /** Completes all proxies, also later ones. */
  end(): void
}

/** Proxies that are completed when the test says so, with all their frames in parts before. */
export function holdProxy(): HeldProxy {
  let [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isOver = false
  const held: HeldProxy = {
    originalPlays: true,
    probing: Promise.resolve(),
    findProcessor: async () => ({
      async probe(work) {
        await held.probing
        return { ...(await infoOf(work)), originalPlays: held.originalPlays }
      },
      steps: () => [
        {
          ...{ name: 'proxy', weight: 1, inParts: true },
          async make(work, { frameRate, originalPlays }) {
            if (!originalPlays) await storeParts(work, frameRate)
            arrived.resolve()
            if (!isOver) await released.promise
            return encode(work, ['1080p'])
          },
        },
      ],
    }),
    async release() {
      await arrived.promise
      released.resolve()
      arrived = Promise.withResolvers()
      released = Promise.withResolvers()
    },
    end() {
      isOver = true
      released.resolve()
    },
  }
  return held
}

/** All but the last part: that one is never stored. */
async function storeParts({ source, parts }: Work, rate: MediaInfo['frameRate']): Promise<void> {
  const writer = createPartWriter({ parts: { ...parts!, seconds: () => 0.4 }, rate, onFrames() {} })
  const output =
    '-c:v libx264 -preset ultrafast -bf 0 -g 12 -an -f mp4 -movflags +empty_moov+default_base_moof+frag_keyframe pipe:1'
  const options = { encoding: 'buffer' as const, maxBuffer: 2 ** 26 }
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', source, ...output.split(' ')], options)
  writer.write(stdout)
  await writer.end()
}
