// The video processor compared with plain ffmpeg commands for the same work, on one 1080p video: seconds per minute of video,
// and the peak memory of all processes.
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Tools, toolFinder } from '../server/src/media/children/find-tools.ts'
import { MediaFailure, type MediaInfo, type Work } from '../server/src/media/processor.ts'
import { videoProcessor } from '../server/src/media/video/video.ts'
import { table } from './report.ts'

type Cost = { seconds: number; bytes: number | undefined }
export type MediaFigures = {
  /** The duration of the video in seconds. */
  length: number
  costs: Record<string, { pipeline: Cost; plain: Cost; rounds: number }>
}

/** Steps that take less than a second are repeated, in turns with the plain command. */
const rounds = (step: string) => (['probe', 'poster'].includes(step) ? 7 : 1)

/** Undefined without ffmpeg. */
export async function measureMedia(folder: string, length: number): Promise<MediaFigures | undefined> {
  const find = toolFinder({ ffmpeg: undefined, ffprobe: undefined })
  const tools = await find().catch((error) => {
    if (error instanceof MediaFailure) return undefined
    throw error
  })
  if (!tools) return undefined
  const room = join(folder, 'media')
  mkdirSync(room)
  const source = makeFilm(tools, room, length)
  const processor = videoProcessor(find)
  const workIn = (name: string): Work => {
    const own = join(room, name)
    mkdirSync(own)
    const { signal } = new AbortController()
    return { source, mimeType: 'video/mp4', folder: own, signal, report: () => {} }
  }
  const costs: MediaFigures['costs'] = {}
  const compare = async (name: string, pipeline: (work: Work) => Promise<unknown>) => {
    const [plain, ours]: [Cost[], Cost[]] = [[], []]
    for (let round = 0; round < rounds(name); round++) {
      const turns = [
        async () =>
          plain.push(await costOf(() => runPlain(tools, name, workIn(`plain-${name}-${round}`), length))),
        async () => ours.push(await costOf(() => pipeline(workIn(`pipeline-${name}-${round}`)))),
      ]
      for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn()
    }
    costs[name] = { plain: median(plain), pipeline: median(ours), rounds: rounds(name) }
  }
  let info: MediaInfo | undefined
  await compare('probe', async (work) => {
    info = await processor.probe(work)
  })
  for (const step of processor.steps(info!)) await compare(step.name, (work) => step.make(work, info!))
  return { length, costs }
}

/** Moving shapes with grain: neither as easy as a test card nor as hard as noise. */
function makeFilm({ ffmpeg }: Tools, folder: string, length: number): string {
  const path = join(folder, 'film.mp4')
  const picture = `testsrc2=size=1920x1080:rate=24000/1001:duration=${length},noise=alls=12:allf=t`
  execFileSync(ffmpeg, [
    ...['-v', 'error', '-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=duration=${length}`],
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

async function runPlain(tools: Tools, step: string, { source, folder }: Work, length: number) {
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

/** The cost in the middle, by time. */
function median(costs: Cost[]): Cost {
  return costs.toSorted((a, b) => a.seconds - b.seconds)[costs.length >> 1]!
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

export function mediaReport({ length, costs }: MediaFigures): string {
  const perMinute = ({ seconds }: Cost) => ((seconds * 60) / length).toFixed(1)
  const memory = ({ bytes }: Cost) => (bytes === undefined ? '?' : `${(bytes / 1e6).toFixed(0)} MB`)
  const rows = Object.entries(costs).map(([name, { pipeline, plain, rounds }]) => [
    ...[name, perMinute(pipeline), perMinute(plain), (pipeline.seconds / plain.seconds).toFixed(2)],
    ...[String(rounds), memory(pipeline), memory(plain)],
  ])
  return [
    `Media: ${length} s of 1080p at 23.976. The proxy is made with the sprite, in one reading; the plain one without.`,
    '',
    ...table(['step', 's/min', 'plain s/min', 'ratio', 'rounds', 'memory', 'plain memory'], rows),
  ].join('\n')
}
