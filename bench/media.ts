// The video processor compared with plain ffmpeg commands for the same work, on one 1080p video, and watermarks compared with
// our proxy: seconds per minute of video, and the peak memory of all processes.
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fontFilesFor } from '../server/src/generation/fonts.ts'
import { type Tools, toolFinder } from '../server/src/media/children/find-tools.ts'
import { MediaFailure, type MediaInfo, type Work } from '../server/src/media/processor.ts'
import { videoProcessor } from '../server/src/media/video/video.ts'
import type { Mark } from '../server/src/media/watermark/mark.ts'
import { markVideo } from '../server/src/media/watermark/mark-video.ts'
import { bounds, type Judged, judge, type SuiteReport, table } from './report.ts'
import { median, medianInterval } from './statistics.ts'

type Cost = { seconds: number; bytes: number | undefined }
export type MediaFigures = {
  /** The duration of the video in seconds. */
  length: number
  /** Pairs, one after the other. */
  costs: Record<string, { pipeline: Cost; plain: Cost }[]>
}

/** The whole frame is covered: that costs most. */
const mark: Mark = { text: 'Anna Müller · anna@example.com', position: 'TILED', size: 'MEDIUM', opacity: 0.3 }
const watermark = 'watermark'

/** Goals for the time of a step, relative to plain ffmpeg, and of a watermark, relative to our proxy. */
const goals: Record<string, number> = { probe: 1.2, poster: 1.3, [watermark]: 1.1 }

/** Undefined without ffmpeg. */
export async function measureMedia(
  folder: string,
  length: number,
  pairs: number,
): Promise<MediaFigures | undefined> {
  const find = toolFinder({ ffmpeg: undefined, ffprobe: undefined })
  const tools = await find().catch((error) => {
    if (error instanceof MediaFailure) return undefined
    throw error
  })
  if (!tools) return undefined
  const mediaFolder = join(folder, 'media')
  mkdirSync(mediaFolder)
  const source = makeVideo(tools, mediaFolder, length)
  const processor = videoProcessor(find)
  let folders = 0
  const newWork = (): Work => {
    const own = join(mediaFolder, String(folders++))
    mkdirSync(own)
    const { signal } = new AbortController()
    return { source, mimeType: 'video/mp4', folder: own, signal, report: () => {} }
  }
  const costs: MediaFigures['costs'] = {}
  const plainStep = (name: string) => (work: Work) => runPlain(tools, name, work, length)
  const compare = async (
    name: string,
    pipeline: (work: Work) => Promise<unknown>,
    other: (work: Work) => Promise<unknown> = plainStep(name),
  ) => {
    const list: { pipeline: Cost; plain: Cost }[] = []
    costs[name] = list
    for (let pair = 0; pair < pairs; pair++) {
      const plain = await costOf(() => other(newWork()))
      list.push({ plain, pipeline: await costOf(() => pipeline(newWork())) })
    }
  }
  let info: MediaInfo | undefined
  await compare('probe', async (work) => {
    info = await processor.probe(work)
  })
  for (const step of processor.steps(info!)) await compare(step.name, (work) => step.make(work, info!))
  const proxy = processor.steps(info!).find(({ name }) => name === 'proxy')!
  const [made] = await proxy.make(newWork(), info!)
  const { durationMs, frames, frameRate } = info!
  const facts = { durationMs: durationMs!, frames: frames!, frameRate }
  const fonts = await fontFilesFor(mark.text)
  await compare(
    watermark,
    (work) => markVideo(find, { ...work, source: made!.path }, facts, { mark, fonts }),
    (work) => proxy.make(work, info!),
  )
  return { length, costs }
}

/** Moving shapes with grain: neither as easy as a test card nor as hard as noise. */
function makeVideo({ ffmpeg }: Tools, folder: string, length: number): string {
  const path = join(folder, 'video.mp4')
  const video = `testsrc2=size=1920x1080:rate=24000/1001:duration=${length},noise=alls=12:allf=t`
  execFileSync(ffmpeg, [
    ...['-v', 'error', '-f', 'lavfi', '-i', video, '-f', 'lavfi', '-i', `sine=duration=${length}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '20', '-pix_fmt', 'yuv420p', '-c:a', 'aac', path],
  ])
  return path
}

/** The plain ffmpeg commands for the same result, with the same encoder settings. */
function plainCommand(
  { ffmpeg, ffprobe }: Tools,
  step: string,
  source: string,
  length: number,
): [string, string[]] {
  const input = ['-v', 'error', '-nostdin', '-i', source]
  if (step === 'probe') {
    return [ffprobe, ['-v', 'error', '-count_packets', '-show_streams', '-show_format', source]]
  }
  if (step === 'poster')
    return [ffmpeg, ['-v', 'error', '-ss', String(length / 10), '-i', source, '-frames:v', '1', 'poster.jpg']]
  if (step === 'waveform') return [ffmpeg, [...input, '-vn', '-ac', '1', '-f', 's16le', 'samples.raw']]
  return [
    ffmpeg,
    [
      ...[
        ...input,
        '-c:v',
        'libx264',
        '-preset',
        'veryfast',
        '-profile:v',
        'high',
        '-crf',
        '21',
        '-maxrate',
        '12M',
      ],
      ...[
        '-bufsize',
        '24M',
        '-g',
        '12',
        '-keyint_min',
        '12',
        '-sc_threshold',
        '0',
        '-bf',
        '0',
        '-flags',
        '+cgop',
      ],
      ...['-c:a', 'aac', '-b:a', '160k', '-movflags', '+faststart', 'proxy.mp4'],
    ],
  ]
}

/** Without the sandbox. */
async function runPlain(tools: Tools, step: string, { source, folder }: Work, length: number): Promise<void> {
  const [program, args] = plainCommand(tools, step, source, length)
  await promisify(execFile)(program, args, { cwd: folder, maxBuffer: 2 ** 28 })
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  let bytes: number | undefined
  const look = () => {
    const now = childMemory()
    if (now !== undefined) bytes = Math.max(bytes ?? 0, now)
  }
  const timer = setInterval(look, 50)
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  clearInterval(timer)
  return { seconds, bytes }
}

/** The memory of the ffmpeg processes that this run started; undefined where the system does not report it. */
function childMemory(): number | undefined {
  try {
    const processes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readProcess)
    const descendants = new Set([process.pid])
    for (let before = 0; before !== descendants.size; ) {
      before = descendants.size
      for (const { pid, parent } of processes) if (descendants.has(parent)) descendants.add(pid)
    }
    return processes
      .filter(({ pid, program }) => program.startsWith('ff') && descendants.has(pid))
      .reduce((sum, { resident }) => sum + resident, 0)
  } catch {
    return undefined
  }
}

function readProcess(name: string): { pid: number; parent: number; program: string; resident: number }[] {
  try {
    const status = readFileSync(`/proc/${name}/status`, 'utf8')
    const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    const program = /^Name:\s+(\S+)/m.exec(status)?.[1] ?? ''
    return [{ pid: Number(name), parent: field('PPid'), program, resident: field('VmRSS') * 1024 }]
  } catch {
    // The process has just ended.
    return []
  }
}

export function mediaReport({ length, costs }: MediaFigures): SuiteReport {
  const judged: Judged[] = []
  const rows = Object.entries(costs).map(([name, pairs]) => {
    const ratio = medianInterval(pairs.map(({ pipeline, plain }) => pipeline.seconds / plain.seconds))
    const goal = goals[name]
    if (goal !== undefined) judged.push({ name, interval: ratio, goal: { atMost: goal } })
    const perMinute = (side: 'pipeline' | 'plain') =>
      ((median(pairs.map((pair) => pair[side].seconds)) * 60) / length).toFixed(1)
    const memory = (side: 'pipeline' | 'plain') => {
      const bytes = pairs.flatMap((pair) => pair[side].bytes ?? [])
      return bytes.length === 0 ? '?' : `${(Math.max(...bytes) / 1e6).toFixed(0)} MB`
    }
    return [
      ...[name, perMinute('pipeline'), perMinute('plain'), ratio.estimate.toFixed(2), bounds(ratio, 2)],
      ...(goal === undefined ? ['', ''] : [`≤ ${goal}`, judge(judged.at(-1)!).verdict]),
      ...[memory('pipeline'), memory('plain')],
    ]
  })
  const head = ['step', 's/min', 'plain s/min', 'ratio', '95 %', 'goal', '', 'memory', 'plain memory']
  const times = Object.values(costs)[0]!.length
  const text = [
    `${length} s of 1080p at 23.976, ${times} times in turns; seconds of work for a minute of video. The proxy is made with the sprite, ` +
      'in one reading; the plain one without. The watermark is tiled over the whole frame, and compared with making the proxy.',
    '',
    ...table(head, rows),
  ].join('\n')
  return { text, goals: judged.map(judge), figures: { length, costs } }
}
