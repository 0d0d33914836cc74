// `npm run screenshots`: takes the screenshots in docs/screenshots, of a fresh server with its demo project;
// `npm run screenshots -- share share-phone` takes only these. Needs
// Debian's chromium and ffmpeg, and a font with emoji (`apt install chromium ffmpeg fonts-noto-color-emoji`).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Dailies, type FileDetails, type Share } from '@dailies/sdk'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'

type Screenshot = {
  name: string
  path: string
  theme: 'light' | 'dark'
  size?: keyof typeof sizes
  /** Taken as the guest of a share, who is not signed in. */
  guest?: true
  /** Steps before the screenshot, and the state to wait for. */
  ready: (page: Page) => Promise<unknown>
}

/** Screenshots of phones have two pixels per CSS pixel, as on the device. */
const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 375, height: 812 }, hasTouch: true, deviceScaleFactor: 2 },
  landscape: { viewport: { width: 812, height: 375 }, hasTouch: true, deviceScaleFactor: 2 },
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = join(root, 'docs/screenshots')
const dataDir = mkdtempSync(join(tmpdir(), 'dailies-screenshots-'))
const server = spawn(process.execPath, [join(root, 'server/src/main.ts'), 'all'], {
  env: { ...process.env, PORT: '0', DATA_DIR: dataDir, DEMO: 'on', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const { url, key, signInUrl } = await readBanner()
  const client = new Dailies({ baseUrl: url, token: key })
  const demo = await waitForDemo(client)
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
  })
  try {
    const cookies = await signIn(browser, signInUrl)
    mkdirSync(folder, { recursive: true })
    const share = await shareDemo(client, demo)
    const marked = await shareMarked(client, demo)
    const watched = await shareWatched(client, url, demo)
    const wanted = process.argv.slice(2)
    const all = [...screenshots(demo), ...shareScreenshots(demo, { share, marked, watched })]
    for (const screenshot of all.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
      await take(browser, url, cookies, screenshot)
  } finally {
    await browser.close()
  }
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
}

async function readBanner(): Promise<{ url: string; key: string; signInUrl: string }> {
  let text = ''
  for await (const chunk of server.stdout) {
    text += chunk
    const url = /running at (\S+)/.exec(text)?.[1]
    if (url === undefined || !text.includes('demo project')) continue
    const first = readFileSync(join(dataDir, 'first-start.txt'), 'utf8')
    return { url, key: /rvk_\w+/.exec(first)![0], signInUrl: /\S+\/sign-in\/link\S+/.exec(first)![0] }
  }
  throw new Error(`the server did not start: ${text}`)
}

type Demo = {
  projectId: string
  reviewId: string
  film: FileDetails
  paper: FileDetails
  model: FileDetails
  drawnComment: string
}

async function waitForDemo(client: Dailies): Promise<Demo> {
  for (;;) {
    const found = await findDemo(client)
    if (found) return found
    await pause(1000)
  }
}

/** Undefined until all files have previews. */
async function findDemo(client: Dailies): Promise<Demo | undefined> {
  const [project] = (await client.projects.list().page()).data
  if (!project) return undefined
  const listed = await client.files.listAll(project.id)
  const files = await Promise.all(listed.map(({ id }) => client.files.get(id)))
  const versions = await client.versions.list(project.id).page()
  if (versions.data.length === 0 || files.some(({ media }) => media?.state !== 'READY')) return undefined
  const ofKind = (kind: string) => files.find(({ media, stack }) => media?.kind === kind && stack.latest)
  const [film, paper, model] = [ofKind('VIDEO'), ofKind('DOCUMENT'), ofKind('MODEL')]
  if (!film || !paper || !model) return undefined
  for await (const comment of client.comments.listOnFile(film.id)) {
    if (comment.annotation)
      return {
        projectId: project.id,
        reviewId: versions.data[0]!.id,
        ...{ film, paper, model, drawnComment: comment.id },
      }
  }
  return undefined
}

function screenshots({ projectId, reviewId, film, paper, model, drawnComment }: Demo): Screenshot[] {
  const seen = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
  const filmShown = (page: Page) => page.locator('video').first().waitFor()
  return [
    { name: 'room', path: `/files/${film.id}?comment=${drawnComment}`, theme: 'dark', ready: filmShown },
    { name: 'compare', path: `/files/${film.id}/compare?mode=wipe`, theme: 'dark', ready: filmShown },
    { name: 'project', path: `/projects/${projectId}`, theme: 'light', ready: seen('Poster.png') },
    { name: 'projects', path: '/', theme: 'dark', ready: seen(/^Demo/) },
    {
      name: 'document',
      path: `/files/${paper.id}`,
      theme: 'light',
      ready: (page) => page.locator('canvas').first().waitFor(),
    },
    {
      name: 'model',
      path: `/files/${model.id}`,
      theme: 'dark',
      ready: (page) => page.locator('canvas').first().waitFor(),
    },
    { name: 'people', path: `/projects/${projectId}/people`, theme: 'light', ready: seen('Mira Lindqvist') },
    {
      name: 'generate',
      path: `/projects/${projectId}`,
      theme: 'dark',
      async ready(page) {
        await page.getByRole('button', { name: 'Generate' }).click()
        await page.getByRole('dialog').getByRole('textbox').first().waitFor()
      },
    },
    {
      name: 'review',
      path: `/projects/${projectId}/versions/${reviewId}`,
      theme: 'light',
      ready: seen(/^Approve/),
    },
    { name: 'settings', path: '/settings/api-keys', theme: 'light', ready: seen('First key') },
    {
      name: 'room-phone',
      path: `/files/${film.id}?comment=${drawnComment}`,
      theme: 'light',
      size: 'phone',
      ready: filmShown,
    },
    {
      name: 'room-landscape',
      path: `/files/${film.id}?at=3500`,
      theme: 'light',
      size: 'landscape',
      ready: filmShown,
    },
    {
      name: 'project-phone',
      path: `/projects/${projectId}`,
      theme: 'light',
      size: 'phone',
      ready: seen('Poster.png'),
    },
  ]
}

/** The review of the demo, and its document, for a client. */
function shareDemo(client: Dailies, { projectId, reviewId, paper }: Demo): Promise<Share> {
  return client.shares.create(projectId, {
    name: 'Night Harbour, final cut',
    welcome: 'Hello Noa,\nhere is the cut that we would like to lock. Is the title long enough for you?',
    items: [
      { kind: 'VERSION', id: reviewId },
      { kind: 'FILE', id: paper.id },
    ],
    ...{ verdicts: true, comments: 'ALL', downloads: 'PROXY' },
  })
}

function shareMarked(client: Dailies, { projectId, film }: Demo): Promise<Share> {
  return client.shares.create(projectId, {
    name: 'Night Harbour, for the press',
    items: [{ kind: 'FILE', id: film.id }],
    watermark: { text: '{name} · {date}', position: 'TILED', size: 'MEDIUM', opacity: 0.3 },
  })
}

/** A share that two guests have opened: one watched the video to its end, the other one half of it. */
async function shareWatched(client: Dailies, baseUrl: string, demo: Demo): Promise<Share> {
  const share = await shareDemo(client, demo)
  const key = new URL(share.url!).pathname.split('/').at(-1)!
  const guests = { 'Ines Marsh': [demo.film], 'Noa Client': [demo.film, demo.paper] }
  for (const [name, files] of Object.entries(guests)) {
    const { token } = await new Dailies({ baseUrl }).shares.open({ key, name })
    const guest = new Dailies({ baseUrl, token })
    for (const { id } of files) {
      await guest.openShare.reportView({ fileId: id })
      await guest.openShare.reportView({ fileId: id, watched: name === 'Noa Client' ? 1 : 0.5 })
    }
  }
  return share
}

type Shares = Record<'share' | 'marked' | 'watched', Share>

function shareScreenshots({ projectId, film }: Demo, { share, marked, watched }: Shares): Screenshot[] {
  const path = new URL(share.url!).pathname
  const enter = async (page: Page) => {
    await page.getByLabel('Your name').fill('Noa Client')
    await page.getByRole('button', { name: 'Open' }).click()
  }
  return [
    {
      ...{ name: 'share', path: `${path}/${film.id}`, theme: 'dark', guest: true },
      async ready(page) {
        await enter(page)
        await page.locator('video').waitFor()
        await page.getByRole('button', { name: /^Comments/ }).click()
      },
    },
    {
      ...{ name: 'share-phone', path, theme: 'light', size: 'phone', guest: true },
      async ready(page) {
        await enter(page)
        await page.getByRole('link', { name: film.name }).waitFor()
      },
    },
    {
      ...{
        name: 'share-video-phone',
        path: `${path}/${film.id}`,
        theme: 'light',
        size: 'phone',
        guest: true,
      },
      async ready(page) {
        await enter(page)
        await page.locator('video').waitFor()
      },
    },
    {
      ...{ name: 'share-watermark', path: new URL(marked.url!).pathname, theme: 'dark', guest: true },
      async ready(page) {
        await enter(page)
        // The copy with the watermark is made now.
        await page.locator('video').waitFor({ timeout: 120_000 })
      },
    },
    {
      ...{ name: 'share-dialog', path: `/projects/${projectId}`, theme: 'light' },
      async ready(page) {
        for (const name of ['Poster.png', film.name]) {
          const listed = page.getByRole('listitem').filter({ hasText: name }).first()
          await listed.getByRole('checkbox').check({ force: true })
        }
        await page.getByRole('button', { name: 'Share…' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Name', { exact: true }).fill('Night Harbour, final cut')
        await dialog.getByLabel(/^Welcome text/).fill('Hello Noa, is the title long enough for you?')
      },
    },
    {
      ...{ name: 'share-activity', path: `/projects/${projectId}/shares/${watched.id}`, theme: 'light' },
      ready: (page) => page.getByText('Noa Client').first().waitFor(),
    },
  ]
}

type Cookies = Awaited<ReturnType<typeof signIn>>

async function signIn(browser: Browser, signInUrl: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(signInUrl)
  await page.getByRole('main').getByRole('button').first().click()
  await page.waitForURL((at) => !at.pathname.startsWith('/sign-in'))
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

async function take(browser: Browser, url: string, cookies: Cookies, screenshot: Screenshot): Promise<void> {
  const { name, path, theme, size = 'desktop', guest = false, ready } = screenshot
  const context = await browser.newContext({ ...sizes[size], colorScheme: theme, reducedMotion: 'reduce' })
  if (!guest) await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(url + path)
  await ready(page)
  // Images are loaded and drawings are rendered.
  await pause(3000)
  const shot = await page.screenshot()
  await sharp(shot)
    .webp({ quality: 88, effort: 6 })
    .toFile(join(folder, `${name}.webp`))
  console.log(`docs/screenshots/${name}.webp`)
  await context.close()
}
