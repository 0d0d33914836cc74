// Measuring a video for its checks, compared with plain ffmpeg and similar filters, and with making the proxy: seconds per minute of
// 1080p, and the processor time of all processes.
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { measure } from '../server/src/media/checks/measure.ts'
import { type Tools, toolFinder } from '../server/src/media/children/find-tools.ts'
import { MediaFailure, type Work } from '../server/src/media/processor.ts'
import { videoProcessor } from '../server/src/media/video/video.ts'
import { bounds, type Judged, judge, type SuiteReport, table } from './report.ts'
import { median, medianInterval } from './statistics.ts'

type Cost = { seconds: number; cpuSeconds: number }
type Round = Record<'checks' | 'plain' | 'proxy', Cost>
export type ChecksFigures = {
  /** The duration of the video in seconds. */
  length: number
  rounds: Round[]
}

const mostOfProxy = 0.5
const videoFilters = 'blackdetect,freezedetect,cropdetect,idet,signalstats'
const audioFilters = 'ebur128=peak=true,silencedetect,aphasemeter=video=0:phasing=1'

/** Undefined without ffmpeg. */
export async function measureChecks(
  folder: string,
  length: number,
  times: number,
): Promise<ChecksFigures | undefined> {
  const find = toolFinder({ ffmpeg: undefined, ffprobe: undefined })
  const tools = await find().catch((error) => {
    if (error instanceof MediaFailure) return undefined
    throw error
  })
  if (!tools) return undefined
  const own = join(folder, 'checks')
  mkdirSync(own)
  const source = makeVideo(tools, own, length)
  const processor = videoProcessor(find)
  let folders = 0
  const newWork = (): Work => {
    const scratch = join(own, String(folders++))
    mkdirSync(scratch)
    const { signal } = new AbortController()
    return { source, mimeType: 'video/mp4', folder: scratch, signal, report: () => {} }
  }
  const info = await processor.probe(newWork())
  const proxy = processor.steps(info).find(({ name }) => name === 'proxy')!
  const rounds: Round[] = []
  for (let round = 0; round < times; round++) {
    rounds.push({
      checks: await costOf(() => measure(find, newWork(), info)),
      plain: await costOf(() => runPlain(tools, source)),
      proxy: await costOf(() => proxy.make(newWork(), info)),
    })
  }
  return { length, rounds }
}

/** Moving shapes with little grain, at the bit rate of a good delivery. */
function makeVideo({ ffmpeg }: Tools, folder: string, length: number): string {
  const path = join(folder, 'video.mp4')
  const image = `testsrc2=size=1920x1080:rate=25:duration=${length},noise=alls=6:allf=t`
  execFileSync(ffmpeg, [
    ...['-v', 'error', '-f', 'lavfi', '-i', image, '-f', 'lavfi', '-i', `sine=duration=${length}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '20M', '-maxrate', '25M', '-bufsize', '25M'],
    ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-ac', '2', path],
  ])
  return path
}

/** Without the sandbox. */
async function runPlain({ ffmpeg }: Tools, source: string): Promise<void> {
  const args = ['-v', 'error', '-nostdin', '-i', source, '-vf', videoFilters, '-af', audioFilters]
  await promisify(execFile)(ffmpeg, [...args, '-f', 'null', '-'], { maxBuffer: 2 ** 28 })
}

/** Reads the processor time of all children again and again: what a child used last counts when it has ended. */
async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const used = new Map<number, number>()
  const look = () => {
    for (const { pid, seconds } of childTimes()) used.set(pid, seconds)
  }
  const timer = setInterval(look, 20)
  const before = process.cpuUsage()
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  clearInterval(timer)
  const { user, system } = process.cpuUsage(before)
  const children = [...used.values()].reduce((sum, one) => sum + one, 0)
  return { seconds, cpuSeconds: children + (user + system) / 1e6 }
}

const ticksPerSecond = 100

/** Of the descendants of this process, without those that have ended. */
function childTimes(): { pid: number; seconds: number }[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess)
  const descendants = new Set([process.pid])
  for (let size = 0; size !== descendants.size; ) {
    size = descendants.size
    for (const { pid, parent } of processes) if (descendants.has(parent)) descendants.add(pid)
  }
  return processes.filter(({ pid }) => pid !== process.pid && descendants.has(pid))
}

function readProcess(name: string): { pid: number; parent: number; seconds: number }[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ').map(Number)
    return [{ pid: Number(name), parent: fields[1]!, seconds: (fields[11]! + fields[12]!) / ticksPerSecond }]
  } catch {
    // The process has just ended.
    return []
  }
}

export function checksReport({ length, rounds }: ChecksFigures): SuiteReport {
  const ratioTo = (side: 'plain' | 'proxy') =>
    medianInterval(rounds.map((round) => round.checks.cpuSeconds / round[side].cpuSeconds))
  const judged: Judged = {
    ...{ name: 'processor time of checks, of that of the proxy', interval: ratioTo('proxy') },
    goal: { atMost: mostOfProxy },
  }
  const perMinute = (side: keyof Round, figure: keyof Cost) =>
    ((median(rounds.map((round) => round[side][figure])) * 60) / length).toFixed(1)
  const names = { checks: 'checks', plain: 'plain ffmpeg with its filters', proxy: 'proxy' } as const
  const rows = (['checks', 'plain', 'proxy'] as const).map((side) => {
    const ratio = side === 'checks' ? undefined : ratioTo(side)
    return [
      ...[names[side], perMinute(side, 'seconds'), perMinute(side, 'cpuSeconds')],
      ...(ratio ? [ratio.estimate.toFixed(2), bounds(ratio, 2)] : ['', '']),
      ...(side === 'proxy' ? [`≤ ${mostOfProxy}`, judge(judged).verdict] : ['', '']),
    ]
  })
  const head = ['work', 's/min', 'CPU s/min', 'checks / work (CPU)', '95 %', 'goal', '']
  const text = [
    `${length} s of 1080p at 25 frames per second with stereo audio, ${rounds.length} times in turns; for a minute of video.`,
    '',
    ...table(head, rows),
  ].join('\n')
  return { text, goals: [judge(judged)], figures: { length, rounds } }
}
