// The audio panel of the review room: levels by channel, solo and mute, tracks in step with the video, scrubbing with sound.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const folder = mkdtempSync(join(tmpdir(), 'dailies-audio-'))
after(() => rmSync(folder, { recursive: true, force: true }))

async function upload(name: string, args: string): Promise<string> {
  const path = join(folder, name)
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...args.split(' '), path])
  const { id } = await client.files.upload(projectId, readFileSync(path), { name })
  await client.files.waitFor(id, { until: 'processed' })
  return id
}

const video = '-f lavfi -i testsrc2=size=160x90:rate=25:duration=20'
const encoded = '-map 0:v -c:v libx264 -preset ultrafast -pix_fmt yuv420p'

/** Each channel has its own level, by which it is recognised, in dBFS. */
const levels = { L: -6, R: -12, C: -18, LFE: -24, Ls: -30, Rs: -36 }

let uploaded: Promise<string> | undefined
/** For tests that change nothing about the file. */
const surround = () => (uploaded ??= uploadSurround())

async function uploadSurround(): Promise<string> {
  const tones = Object.values(levels).map((decibels, at) => {
    const hertz = at === 3 ? 60 : 400 + 200 * at
    return `${(10 ** (decibels / 20)).toFixed(6)}*sin(2*PI*${hertz}*t)`
  })
  const audio = `-f lavfi -i aevalsrc=${tones.join('|')}:s=48000:d=20:c=5.1`
  return upload('Surround.mov', `${video} ${audio} ${encoded} -map 1:a -c:a pcm_s16le`)
}

type Recorded = {
  audios: HTMLAudioElement[]
  contexts: AudioContext[]
  pieces: { at: number; muted: boolean }[]
}
declare global {
  interface Window {
    recorded: Recorded
  }
}

/** Records the elements and contexts that the page makes, and the pieces that it plays. */
async function open(id: string, allow: RegExp[] = []): Promise<Page> {
  const page = await app.open('about:blank', { user: owner, allow })
  await page.addInitScript(() => {
    window.recorded = { audios: [], contexts: [], pieces: [] }
    const { Audio: PlainAudio, AudioContext: PlainContext } = window
    window.Audio = class {
      constructor() {
        const element = new PlainAudio()
        window.recorded.audios.push(element)
        // biome-ignore lint/correctness/noConstructorReturn: as the constructor of the browser does.
        return element
      }
    } as typeof Audio
    window.AudioContext = class extends PlainContext {
      constructor(settings?: AudioContextOptions) {
        super(settings)
        window.recorded.contexts.push(this)
      }
    }
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      if (this.dataset.scrubs !== undefined)
        window.recorded.pieces.push({ at: this.currentTime, muted: this.muted || this.volume === 0 })
      return play.call(this)
    }
  })
  await page.goto(`/files/${id}`)
  await page.locator('[aria-busy=false] [data-frame], [data-height="240"][data-drawn]').first().waitFor()
  return page
}

/** Waits until every meter shows its level, within what AAC changes and the meter rounds. */
async function showsLevels(page: Page, expected: Record<string, number>): Promise<void> {
  await page.waitForFunction((wanted) => {
    const shown = (name: string) =>
      Number(document.querySelector(`[role=meter][aria-label="${name}"]`)?.getAttribute('aria-valuenow'))
    return Object.entries(wanted).every(([name, level]) => Math.abs(shown(name) - level) < 1.5)
  }, expected)
}

const channel = (name: string) => `Level of ${name}`
const silent = -60
const nothing = Object.fromEntries(Object.keys(levels).map((name) => [channel(name), silent]))
/** Divides the mix, so that it does not clip. */
const full = 20 * Math.log10(1 + 2 * Math.SQRT1_2)

test('5.1: meters, solo, mute and the mix by the standard; they stop with the video', options, async () => {
  const page = await open(await surround())
  await page.keyboard.press('Shift+M')
  const panel = page.getByRole('region', { name: 'Audio' })
  await panel.and(page.locator('[data-engine=on]')).waitFor()
  await panel.getByText('LUFS').waitFor()
  await page.keyboard.press('r')
  await page.keyboard.press('Space')
  await showsLevels(
    page,
    Object.fromEntries(Object.entries(levels).map(([name, level]) => [channel(name), level])),
  )
  // The panel plays: the video is silent, and its own setting stays.
  assert.equal(await page.locator('video').evaluate((video: HTMLVideoElement) => video.muted), true)
  assert.equal(await page.getByRole('button', { name: 'Mute', exact: true }).count(), 1)

  await panel.getByRole('button', { name: 'Solo C' }).click()
  const mixed = levels.C - 3 - full
  await showsLevels(page, {
    ...{ ...nothing, [channel('C')]: levels.C },
    ...{ 'Output level, left': mixed, 'Output level, right': mixed },
  })
  await panel.getByRole('button', { name: 'Solo C' }).click()
  await panel.getByRole('button', { name: 'Solo Ls' }).click()
  await showsLevels(page, {
    ...{ ...nothing, [channel('Ls')]: levels.Ls },
    ...{ 'Output level, left': levels.Ls - 3 - full, 'Output level, right': silent },
  })
  await panel.getByRole('button', { name: 'Solo Ls' }).click()
  await panel.getByRole('button', { name: 'Solo LFE' }).click()
  await showsLevels(page, {
    ...{ [channel('LFE')]: levels.LFE, 'Output level, left': silent, 'Output level, right': silent },
  })
  await panel.getByRole('button', { name: 'Solo LFE' }).click()
  await panel.getByRole('button', { name: 'Mute L', exact: true }).click()
  await showsLevels(page, { [channel('L')]: silent, [channel('R')]: levels.R })

  await page.keyboard.press('Space')
  await showsLevels(page, { ...nothing, 'Output level, left': silent, 'Output level, right': silent })
})

test('another language stays in step after a seek and at another speed', options, async () => {
  const tone = (hertz: number) => `-f lavfi -i sine=frequency=${hertz}:duration=20`
  const names = '-metadata:s:a:0 language=eng -metadata:s:a:1 language=deu'
  const maps = `${encoded} -map 1:a -map 2:a -ac 2 -c:a aac ${names}`
  const page = await open(await upload('Languages.mp4', `${video} ${tone(400)} ${tone(800)} ${maps}`))
  await page.getByRole('button', { name: 'Audio' }).click()
  const panel = page.getByRole('region', { name: 'Audio' })
  await panel.getByRole('radio', { name: 'German' }).click()
  await panel.and(page.locator('[data-engine=on]')).waitFor()
  await page.keyboard.press('r')
  await page.keyboard.press('Space')
  const inStep = () =>
    page.waitForFunction(() => {
      const video = document.querySelector('video')!
      const { audios, contexts } = window.recorded
      const audio = audios.find((one) => !one.paused && one.src.includes('track') && one.crossOrigin)
      if (!audio || video.paused || video.seeking || audio.seeking) return false
      const { baseLatency, outputLatency } = contexts[0]!
      const lead = Math.min(0.15, baseLatency + (outputLatency || 0)) * video.playbackRate
      const speed = audio.playbackRate / video.playbackRate
      return Math.abs(audio.currentTime - video.currentTime - lead) < 0.04 && Math.abs(speed - 1) < 0.07
    })
  await inStep()
  await page.keyboard.press('Home')
  await inStep()
  await page.getByRole('button', { name: /^Speed/ }).click()
  await page.getByRole('menuitemradio', { name: '1.5×' }).click()
  await inStep()
  const kept = await page.evaluate(() => window.recorded.audios.map((one) => one.preservesPitch))
  assert.ok(kept.every(Boolean))
  // A closed panel plays on what was chosen in it.
  await page.keyboard.press('Shift+M')
  await panel.waitFor({ state: 'detached' })
  await inStep()
})

test(
  'without the permission of the storage: the audio plays, and the panel says what is missing',
  options,
  async () => {
    const page = await open(await surround(), [/ERR_FAILED/])
    // A browser refuses the answer of a storage without CORS to an element that asks for it.
    await page.context().route(/track-0/, async (route) => {
      const asks = await page.evaluate(() => window.recorded.audios.at(-1)?.crossOrigin === 'anonymous')
      return asks ? route.abort() : route.continue()
    })
    await page.keyboard.press('Shift+M')
    await page.getByText('Levels and channels are not available').waitFor()
    await page.keyboard.press('Space')
    await page.waitForFunction(() => window.recorded.audios.some((one) => !one.paused && one.currentTime > 0))
  },
)

test('scrubbing with sound: on for audio, by a key for video, whose frames stay exact', options, async () => {
  const take = await open(await upload('Take.wav', '-f lavfi -i sine=frequency=400:duration=5'))
  await take.keyboard.press('ArrowRight')
  await take.waitForFunction(() => window.recorded.pieces.some(({ at, muted }) => at === 0.1 && !muted))
  await take.close()

  const page = await open(await surround())
  await page.keyboard.press('ArrowRight')
  await page.locator('[aria-busy=false] [data-frame]').getByText('1', { exact: true }).waitFor()
  assert.deepEqual(await page.evaluate(() => window.recorded.pieces), [])
  await page.keyboard.press('n')
  await page.getByText('Scrubbing with sound.').waitFor()
  await page.keyboard.press('Shift+ArrowRight')
  await page.locator('[aria-busy=false] [data-frame]').getByText('11', { exact: true }).waitFor()
  await page.waitForFunction(() => window.recorded.pieces.some(({ at }) => Math.abs(at - 11 / 25) < 0.001))
  // The piece ends by itself.
  await page.waitForFunction(() => window.recorded.audios.every((one) => one.paused))
  const box = (await page.getByRole('slider', { name: 'Position' }).boundingBox())!
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await page.waitForFunction(() => window.recorded.pieces.some(({ at }) => Math.abs(at - 10) < 0.5))
  assert.equal(await page.locator('video').evaluate((video: HTMLVideoElement) => video.paused), true)
})
