// A processor that follows instructions in its file: the first bytes are those of an image, then comes JSON with the probe
// result, the outputs and the faults. It waits at gates, which are files, so that a test in another process can hold it.
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Derivative,
  MediaFailure,
  type MediaInfo,
  type Processor,
  type Work,
} from '../../src/media/processor.ts'
import type { FindProcessor } from '../../src/media/processors.ts'

type Action = {
  /** Waits as long as the test holds the gate of this name. */
  gate?: string
  /** Throws an unexpected error. */
  throws?: boolean
  fails?: boolean
  /** Never ends and ignores its abort signal. */
  hangs?: boolean
  /** Writes this many bytes into its folder first. */
  litter?: number
  reports?: number
}

type Making = Action & { makes: Record<string, string | number> }

const stepNames = ['thumbnail', 'sprite', 'proxy'] as const

export type Script = { info?: Partial<MediaInfo>; probe?: Action } & Partial<
  Record<(typeof stepNames)[number], Making>
>

const magic = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

export function scripted(script: Script): Buffer {
  return Buffer.concat([magic, Buffer.from(JSON.stringify(script))])
}

const mimeTypes: Record<string, string> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  vtt: 'text/vtt',
  json: 'application/json',
  mp4: 'video/mp4',
}

const noInfo: MediaInfo = {
  ...{ kind: 'IMAGE', width: null, height: null, durationMs: null, frameRate: null },
  ...{ frames: null, pages: null, hasAudio: null },
}

export function standInProcessors(gates: string): FindProcessor {
  async function act(action: Action, { folder, signal, report }: Work): Promise<void> {
    const { gate, throws, fails, hangs, litter, reports } = action
    if (reports !== undefined) report(reports)
    if (litter !== undefined) await writeFile(join(folder, 'litter'), Buffer.alloc(litter))
    if (gate !== undefined) {
      await writeFile(join(gates, `at-${gate}`), '')
      while (existsSync(join(gates, `hold-${gate}`))) await pause(5, undefined, { signal })
    }
    if (hangs) await new Promise(() => {})
    if (throws) throw new Error('on purpose')
    if (fails) throw new MediaFailure('unreadable', 'The image is broken. Export it again.', false)
  }

  const processor: Processor = {
    async probe(work) {
      const { info, probe = {} } = await read(work)
      await act(probe, work)
      return { ...noInfo, ...info }
    },
    steps: () =>
      stepNames.map((name) => ({
        name,
        weight: name === 'proxy' ? 8 : 1,
        long: name === 'proxy',
        async make(work) {
          const { makes = {}, ...action } = (await read(work))[name] ?? {}
          await act(action, work)
          return Promise.all(Object.entries(makes).map((entry) => write(work, ...entry)))
        },
      })),
  }
  return async (mimeType) => (mimeType.startsWith('image/') ? processor : undefined)
}

async function read({ source }: Work): Promise<Script> {
  return JSON.parse((await readFile(source)).subarray(magic.length).toString())
}

async function write({ folder }: Work, name: string, content: string | number): Promise<Derivative> {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, typeof content === 'number' ? Buffer.alloc(content) : content)
  return { name, path, mimeType: mimeTypes[name.split('.').at(-1)!]! }
}
