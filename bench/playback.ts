// The review room in Chromium: from a click on the timeline to the painted frame, and from the last byte of an upload to its first
// painted frame.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { buildWhenStale } from '../server/src/surfaces/web/build.ts'
import { findChromium } from '../server/test/helpers/browser.ts'
import { firstStartOf, startServer } from '../server/test/worlds/server-process.ts'
import { signIn } from './app.ts'
import { bounds, judge, type SuiteReport, table } from './report.ts'
import { ascending, type Interval, median, medianInterval, quantile } from './statistics.ts'

export type PlaybackCounts = {
  /** The duration of the video in which is sought, in seconds. */
  seconds: number
  seeks: number
  /** Uploads whose first frame is awaited, and their duration in seconds. */
  uploads: number
  uploadSeconds: number
}

export type PlaybackFigures = PlaybackCounts & { seekMs: number[]; firstFrameMs: number[] }

/** Milliseconds. */
const goals = { seekMedian: 80, seekP95: 250, firstFrame: 2_000 }

/** The first seeks warm the caches and are not counted. */
const warmUps = 5

/** Undefined without chromium. */
export async function measurePlayback(
  folder: string,
  counts: PlaybackCounts,
): Promise<PlaybackFigures | undefined> {
  const executablePath = findChromium()
  if (executablePath === undefined) return undefined
  await buildWhenStale()
  const dataDir = join(folder, 'playback')
  mkdirSync(dataDir)
  // Seeks are measured on the proxy: encoding renditions and running checks would slow them down.
  const server = await startServer(dataDir, { MEDIA_RENDITIONS: 'off', CHECKS: 'off' })
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const { key, text } = firstStartOf(dataDir)
    const client = new Dailies({ baseUrl: server.url, token: key })
    const { id: projectId } = await client.projects.create({
      name: 'Playback',
      accessRange: 'ONLY_PROJECT_MEMBER',
    })
    const page = await signIn(browser, /\S+\/sign-in\/link\S+/.exec(text)![0], watchFrames)
    const studio = { client, projectId, page, folder }
    const seekMs = await measureSeeks(studio, counts)
    return { ...counts, seekMs, firstFrameMs: await measureFirstFrames(studio, counts) }
  } finally {
    await browser.close()
    await server.stop()
  }
}

type Studio = { client: Dailies; projectId: string; page: Page; folder: string }

/** Moving shapes with grain, encoded as cameras and editing programs do: with B-frames and long groups. */
function makeVideo(folder: string, name: string, seconds: number): string {
  const path = join(folder, name)
  const video = `testsrc2=size=1920x1080:rate=24000/1001:duration=${seconds},noise=alls=8:allf=t`
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', video, '-f', 'lavfi', '-i', `sine=duration=${seconds}`],
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'superfast',
      '-b:v',
      '8M',
      '-maxrate',
      '12M',
      '-bufsize',
      '24M',
      '-bf',
      '2',
    ],
    ...['-pix_fmt', 'yuv420p', '-movflags', '+faststart', '-c:a', 'aac', path],
  ])
  return path
}

/**
 * The same video again and again until it has about this length: encoding ten minutes would take as long as all the rest. Its
 * audio is made in one piece: repeated, it would be a little longer than the frames and move all those after it.
 */
function repeated(folder: string, video: string, times: number, seconds: number): string {
  const [frames, path] = [join(folder, 'Frames.mp4'), join(folder, 'Long.mp4')]
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', video, '-an', '-c', 'copy', frames])
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-stream_loop', String(times - 1), '-i', frames],
    ...['-f', 'lavfi', '-i', `sine=duration=${seconds}`, '-map', '0:v', '-map', '1:a'],
    ...['-c:v', 'copy', '-c:a', 'aac', '-movflags', '+faststart', path],
  ])
  return path
}

async function measureSeeks({ client, projectId, page, folder }: Studio, { seconds, seeks }: PlaybackCounts) {
  const part = Math.min(30, seconds)
  const path = repeated(folder, makeVideo(folder, 'Short.mp4', part), Math.round(seconds / part), seconds)
  const { id } = await client.files.upload(projectId, path, { name: 'Long.mp4' })
  await requireProxy(client, id)
  await page.goto(`/files/${id}`)
  await page.locator('[aria-busy=false] [data-frame]').waitFor()
  const slider = page.getByRole('slider', { name: 'Position' })
  const box = (await slider.boundingBox())!
  const times: number[] = []
  let place = 0
  for (let n = 0; n < seeks + warmUps; n++) {
    const watch = await page.evaluateHandle('({ taken: nextSeek() })')
    place = elsewhere(place)
    // A hand rests on the place before it clicks: the preview of the place is painted by then.
    await page.mouse.move(box.x + box.width * place, box.y + box.height / 2)
    await page.waitForTimeout(150)
    await page.mouse.down()
    await page.mouse.up()
    times.push(await watch.evaluate(({ taken }: { taken: Promise<number> }) => taken))
  }
  return times.slice(warmUps)
}

async function requireProxy(client: Dailies, id: string): Promise<void> {
  const { media } = await client.files.waitFor(id, { until: 'processed' })
  if (media?.state !== 'READY') throw new Error(`no previews: ${media?.failure?.message}`)
}

/** The same places in every run. */
let state = 22
function random(): number {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31
  return state / 2 ** 31
}

/** Another frame than the one that is shown: otherwise nothing would be painted. */
function elsewhere(place: number): number {
  for (;;) {
    const next = 0.01 + 0.98 * random()
    if (Math.abs(next - place) > 0.05) return next
  }
}

/** The app is open, as it is for the person who uploads, and goes to the file when the last byte is sent. */
async function measureFirstFrames(
  { client, projectId, page, folder }: Studio,
  { uploads, uploadSeconds }: PlaybackCounts,
) {
  const path = makeVideo(folder, 'Fresh.mp4', uploadSeconds)
  const times: number[] = []
  for (let n = 0; n < uploads; n++) {
    await page.goto(`/projects/${projectId}`)
    await page.getByRole('link', { name: 'Long.mp4' }).first().waitFor()
    let sent = 0
    const { id } = await client.files.upload(projectId, path, {
      name: `Fresh ${n}.mp4`,
      onProgress({ loaded, total }) {
        if (loaded === total) sent ||= Date.now()
      },
    })
    await page.evaluate(`history.pushState(null, '', '/files/${id}')`)
    times.push((await page.evaluate<number>('firstFrame()')) - sent)
    await client.files.waitFor(id, { until: 'processed' })
    await requireProxy(client, id)
  }
  return times
}

/**
 * Runs in the page before its own scripts. A frame of the video is painted in the frame of the page in which its callback is
 * called, whose time is `now`. Nothing else runs meanwhile: a page that asks for every frame paints all the time, which takes a
 * core from the decoder.
 */
const watchFrames = `
  let begun = 0
  addEventListener('pointerdown', (event) => { begun = event.timeStamp }, { capture: true })
  const shown = (video, isWanted) =>
    new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('no frame was painted within a minute')), 60_000)
      const onFrame = (now, { mediaTime }) => {
        if (isWanted(mediaTime)) resolve(now)
        else video.requestVideoFrameCallback(onFrame)
      }
      video.requestVideoFrameCallback(onFrame)
    })
  const nextFrame = () => new Promise(requestAnimationFrame)
  globalThis.nextSeek = async () => {
    begun = 0
    const video = document.querySelector('video')
    const ended = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
    // The frame is presented before the video says that the seek has ended.
    const painted = await shown(video, (time) => begun > 0 && Math.abs(time - video.currentTime) < 0.1)
    await ended
    return painted - begun
  }
  globalThis.firstFrame = () =>
    new Promise((resolve) => {
      const look = () => {
        const video = document.querySelector('video')
        if (video) resolve(shown(video, () => true).then((time) => performance.timeOrigin + time))
        else nextFrame().then(look)
      }
      look()
    })
`

export function playbackReport(figures: PlaybackFigures): SuiteReport {
  const { seconds, seeks, uploads, uploadSeconds, seekMs, firstFrameMs } = figures
  const exactly = (estimate: number): Interval => ({ estimate, low: estimate, high: estimate })
  const judged = [
    { name: 'seek, median', interval: medianInterval(seekMs), goal: { atMost: goals.seekMedian } },
    {
      name: 'seek, p95',
      interval: exactly(quantile(ascending(seekMs), 0.95)),
      goal: { atMost: goals.seekP95 },
    },
    {
      name: 'first frame of a fresh upload',
      interval: exactly(median(firstFrameMs)),
      goal: { atMost: goals.firstFrame },
    },
  ]
  const rows = judged.map((one) => [
    ...[one.name, one.interval.estimate.toFixed(0), bounds(one.interval, 0)],
    ...[`${one.goal.atMost}`, judge(one).verdict],
  ])
  const text = [
    `1080p at 23.976 fps: ${seeks} random seeks in ${seconds} s, from the click to the painted frame; ${uploads} uploads of ` +
      `${uploadSeconds} s, from the last byte to the first painted frame.`,
    '',
    ...table(['what', 'ms', '95 %', 'goal', ''], rows),
  ].join('\n')
  return { text, goals: judged.map(judge), figures }
}
