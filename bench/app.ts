// The web app in Chromium: the latency of frequent actions, from the key or click to the painted frame.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Dailies } from '@dailies/sdk'
import type { Browser, Page } from 'playwright-core'
import { buildWhenStale } from '../server/src/surfaces/web/build.ts'
import { findChromium } from '../server/test/helpers/browser.ts'
import { firstStartOf, startServer } from '../server/test/worlds/server-process.ts'
import { bounds, judge, type SuiteReport, table } from './report.ts'
import { ascending, median, medianInterval, quantile } from './statistics.ts'

export type AppFigures = { name: string; goal: number; times: number[] }[]

/** Goals for the median in milliseconds. */
const goals = {
  'open a file from the grid': 600,
  'next file': 300,
  'open the composer': 50,
  'send a comment': 300,
  'switch the revision': 400,
}

type Name = keyof typeof goals

/** The first rounds of each action warm the caches and are not counted. */
const warmUps = 2

/** Undefined without chromium. */
export async function measureApp(folder: string, rounds: number): Promise<AppFigures | undefined> {
  const executablePath = findChromium()
  if (executablePath === undefined) return undefined
  await buildWhenStale()
  const dataDir = join(folder, 'app')
  mkdirSync(dataDir)
  const server = await startServer(dataDir)
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const { key, text } = firstStartOf(dataDir)
    const client = new Dailies({ baseUrl: server.url, token: key })
    const studio = await makeStudio(client, folder)
    const page = await signIn(browser, /\S+\/sign-in\/link\S+/.exec(text)![0])
    return await measure(page, studio, rounds + warmUps)
  } finally {
    await browser.close()
    await server.stop()
  }
}

type Studio = { projectId: string; names: string[]; revised: string }

/** Six videos of ten seconds; one has two revisions. */
async function makeStudio(client: Dailies, folder: string): Promise<Studio> {
  const { id: projectId } = await client.projects.create({
    name: 'Speed',
    accessRange: 'ONLY_PROJECT_MEMBER',
  })
  const names = ['1', '2', '3', '4', '5', '6'].map((number) => `Shot ${number}.mp4`)
  const upload = async (name: string, options = {}) =>
    (await client.files.upload(projectId, makeVideo(folder, name), { name, ...options })).id
  const ids: string[] = []
  for (const name of names) ids.push(await upload(name))
  const revised = await upload(names[0]!, { replaces: { id: ids[0]! } })
  for (const id of [...ids, revised]) await client.files.waitFor(id, { until: 'processed' })
  return { projectId, names, revised }
}

function makeVideo(folder: string, name: string): Buffer {
  const path = join(folder, name)
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=24:duration=10'],
    ...['-f', 'lavfi', '-i', 'sine=duration=10', '-c:v', 'libx264', '-preset', 'ultrafast'],
    ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', path],
  ])
  return readFileSync(path)
}

/** `script` runs in the page before its own scripts. */
export async function signIn(browser: Browser, link: string, script = watchPage): Promise<Page> {
  const context = await browser.newContext({
    baseURL: new URL(link).origin,
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await page.addInitScript({ content: script })
  await page.goto(link)
  await page.getByRole('main').getByRole('button').first().click()
  await page.waitForURL((at) => !at.pathname.startsWith('/sign-in'))
  return page
}

async function measure(
  page: Page,
  { projectId, names, revised }: Studio,
  rounds: number,
): Promise<AppFigures> {
  const times: Record<string, number[]> = {}
  const time = async (name: Name, seen: string, act: () => Promise<unknown>) => {
    const taken = await timeUntil(page, seen, act)
    times[name] = [...(times[name] ?? []), taken]
  }
  for (let round = 0; round < rounds; round++) {
    await page.goto(`/projects/${projectId}`)
    const card = page.getByRole('link', { name: names.at(-1)!, exact: true })
    await card.hover()
    await time('open a file from the grid', 'video', () => card.click())
    for (let step = 0; step < 3; step++) await time('next file', 'video', () => page.keyboard.press(']'))
    await page.goto(`/files/${revised}`)
    await page.locator('[aria-busy=false] [data-frame]').waitFor()
    await time('open the composer', 'composer', () => page.keyboard.press('c'))
    await page.keyboard.type(`Note ${round}`)
    await time('send a comment', `Note ${round}`, () => page.keyboard.press('Control+Enter'))
    await page.getByRole('button', { name: /^v2 of 2/ }).click()
    const first = page.locator('[role^=menuitem]').filter({ hasText: /^v1/ })
    await first.waitFor()
    await time('switch the revision', 'video', () => first.click())
  }
  return Object.entries(goals).map(([name, goal]) => ({
    name,
    goal,
    // With several samples per round, all samples of the first rounds are warm-up.
    times: times[name]!.slice((times[name]!.length / rounds) * warmUps),
  }))
}

/** The time from the event that `act` causes to the frame in which the page shows what is `seen`. */
async function timeUntil(page: Page, seen: string, act: () => Promise<unknown>): Promise<number> {
  // Wrapped in an object, otherwise the handle would wait for the promise.
  const watch = await page.evaluateHandle(`({ taken: watchFor(${JSON.stringify(seen)}) })`)
  await act()
  return watch.evaluate(({ taken }: { taken: Promise<number> }) => taken)
}

/** Runs in the page before its own scripts. */
const watchPage = `
  let begun = 0
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, (event) => { begun = event.timeStamp }, { capture: true })
  const isSeen = (seen, before) => {
    if (seen === 'composer') return document.activeElement?.tagName === 'TEXTAREA'
    if (seen !== 'video') {
      const text = document.querySelector('main').innerText
      return text.includes(seen) && !text.includes('Sending…')
    }
    const video = document.querySelector('video')
    return video !== null && video !== before && video.readyState >= 2
  }
  globalThis.watchFor = (seen) =>
    new Promise((resolve) => {
      const before = document.querySelector('video')
      begun = 0
      const look = () => {
        if (begun === 0 || !isSeen(seen, before)) return requestAnimationFrame(look)
        // A frame is painted when the next one begins.
        requestAnimationFrame(() => resolve(performance.now() - begun))
      }
      look()
    })
`

export function appReport(figures: AppFigures): SuiteReport {
  const judged = figures.map(({ name, goal, times }) => ({
    name,
    interval: medianInterval(times),
    goal: { atMost: goal },
  }))
  const rows = figures.map(({ name, goal, times }, i) => [
    ...[name, median(times).toFixed(0), bounds(judged[i]!.interval, 0)],
    ...[quantile(ascending(times), 0.95).toFixed(0), `${goal}`, judge(judged[i]!).verdict, `${times.length}`],
  ])
  const text = table(['what', 'median ms', '95 %', 'p95 ms', 'goal', '', 'times'], rows).join('\n')
  return { text, goals: judged.map(judge), figures }
}
