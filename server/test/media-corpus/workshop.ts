// A folder of clips, and a processor that works on them as the pipeline does.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Loudness } from '../../src/media/audio/loudness.ts'
import { toolFinder } from '../../src/media/children/find-tools.ts'
import type { Derivative, MediaInfo, PartStore } from '../../src/media/processor.ts'
import { encodeProxy } from '../../src/media/video/proxy.ts'
import { videoProcessor } from '../../src/media/video/video.ts'
import { type Clip, makeClip } from './make-clip.ts'
import { fromRunCache } from './run-cache.ts'

export type Processed = {
  info: MediaInfo
  /** The names of the steps that ran. */
  steps: string[]
  /** The path of an output, by its name. */
  derivatives: Record<string, string>
  types: Record<string, string>
  /** The parts of the proxy that `encode` has stored, in order. */
  parts: Derivative[]
  /** Undefined if no step measured it. */
  loudness: Loudness | null | undefined
}

/** `ffmpeg`: another program than that of the machine. */
export function startWorkshop({ ffmpeg }: { ffmpeg?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-videos-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const find = toolFinder({ ffmpeg, ffprobe: undefined })
  const processor = videoProcessor(find)
  let works = 0

  function work(source: string, mimeType: string, signal = new AbortController().signal) {
    const scratch = join(folder, `work-${works++}`)
    mkdirSync(scratch)
    const reports: number[] = []
    return {
      source,
      mimeType,
      folder: scratch,
      signal,
      report: (progress: number) => void reports.push(progress),
      reports,
    }
  }

  /** Stores parts of a third of a second. */
  function partStore(scratch: string): PartStore & { stored: Derivative[] } {
    const stored: Derivative[] = []
    const own = join(scratch, 'parts')
    mkdirSync(own)
    return {
      ...{ folder: own, seconds: () => 1 / 3, stored },
      async store(part) {
        const path = join(scratch, `part-${stored.length}.mp4`)
        copyFileSync(part.path, path)
        stored.push({ ...part, path })
      },
      onError(error) {
        throw error
      },
    }
  }

  /**
   * Runs some of the steps, or all. `encode` creates the proxy and its parts, without the sprite; `again`
   * creates a proxy without parts.
   */
  async function run(source: string, mimeType: string, only?: string[]): Promise<Processed> {
    let loudness: Loudness | null | undefined
    const measured = (found: Loudness | null) => {
      loudness = found
    }
    const given = { ...work(source, mimeType), measured }
    const info = await processor.probe(given)
    const steps = processor.steps(info).filter(({ name }) => !only || only.includes(name))
    const derivatives: Derivative[] = []
    for (const step of steps) derivatives.push(...(await step.make(given, info)))
    const parts = partStore(given.folder)
    if (only?.includes('encode'))
      derivatives.push(...(await encodeProxy(find, { ...given, parts }, info)).encoded)
    if (only?.includes('again')) derivatives.push(...(await encodeProxy(find, given, info)).encoded)
    return {
      info,
      loudness,
      steps: steps.map(({ name }) => name),
      derivatives: Object.fromEntries(derivatives.map(({ name, path }) => [name, path])),
      types: Object.fromEntries(derivatives.map(({ name, mimeType: type }) => [name, type])),
      parts: parts.stored,
    }
  }

  /** The proxy of a clip, for tests that start from one: encoded once per run. */
  async function proxyOf(clip: Clip): Promise<{ info: MediaInfo; derivatives: Record<string, string> }> {
    const key = { proxyOf: clip, after: clip.after?.toString() }
    const [proxy, table, facts] = ['proxy.mp4', 'frames.json', 'info.json']
    const { folder: own } = work('', clip.mimeType)
    await fromRunCache(key, [proxy, table, facts], own, async (made) => {
      const source = await makeClip(clip, folder)
      const { info, derivatives } = await run(source, clip.mimeType, ['encode'])
      for (const name of [proxy, table])
        if (derivatives[name]) copyFileSync(derivatives[name], join(made, name))
      writeFileSync(join(made, facts), JSON.stringify(info))
    })
    const names = [proxy, table].filter((name) => existsSync(join(own, name)))
    return {
      info: JSON.parse(readFileSync(join(own, facts), 'utf8')),
      derivatives: Object.fromEntries(names.map((name) => [name, join(own, name)])),
    }
  }

  return { folder, find, processor, work, run, proxyOf }
}
