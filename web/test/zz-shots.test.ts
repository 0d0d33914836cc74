// scratch: pictures to look at

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Dailies } from '@dailies/sdk'
import sharp from 'sharp'
import { pdf } from '../../server/test/media-corpus/stills.ts'
import { needsBrowser, sizes, startApp } from './start-app.ts'

const out = '/tmp/shots'
mkdirSync(out, { recursive: true })
const app = await startApp({ work: true, findProcessor: 'configured' })
const { world } = app
const ann = await world.person({ name: 'Ann Lee', role: 'OWNER' })
const { id: projectId } = await world.project({ owner: ann, name: 'Night Harbour' })
const session = await world.session(ann.userId)
const client = new Dailies({ baseUrl: world.url, token: ann.key })
await world.database.sql`update workspaces set name = 'Northlight Films', accent_color = '#1d6fe0'`
const dir = mkdtempSync(join(tmpdir(), 'shots-'))
async function clip(name: string, source: string) {
  const path = join(dir, `${name}.mp4`)
  await promisify(execFile)('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    source,
    '-f',
    'lavfi',
    '-i',
    'sine=220:duration=4',
    '-shortest',
    '-pix_fmt',
    'yuv420p',
    '-y',
    path,
  ])
  return readFileSync(path)
}
const gradient = (a: string, b: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${a}"/><stop offset="1" stop-color="${b}"/></linearGradient></defs><rect width="1600" height="1000" fill="url(#g)"/><circle cx="1150" cy="380" r="170" fill="#fff" opacity=".8"/><path d="M0 760 L400 560 L760 780 L1150 540 L1600 800 V1000 H0Z" fill="#0008"/></svg>`,
    ),
  )
    .png()
    .toBuffer()
const up = async (name: string, bytes: Buffer) => {
  const { id } = await client.files.upload(projectId, bytes, { name })
  return client.files.waitFor(id, { until: 'processed' })
}
const a = await up(
  'Night Harbour trailer.mp4',
  await clip('a', 'gradients=s=1280x720:c0=0x0b1e3f:c1=0xd98f4e:duration=4:speed=0.02'),
)
const b = await up('Harbour at dawn.png', await gradient('#f3a65a', '#2b4a7a'))
const c = await up('Poster.png', await gradient('#5b2a86', '#0b132b'))
const d = await up(
  'Script final.pdf',
  pdf(['/MediaBox [0 0 400 560]', '/MediaBox [0 0 400 560]', '/MediaBox [0 0 400 560]']),
)
await client.comments.createOnFile(a.id, {
  content: 'Could the title stay a little longer here?',
  frame: 24,
  anchor: 960,
})
await client.comments.createOnFile(a.id, { content: 'Colour is lovely.', frame: 60, anchor: 2400 })
const { id: versionId } = await client.versions.create(projectId, {
  name: 'Trailer, cut 3',
  files: [{ id: a.id }, { id: b.id }],
})
const folder = await client.folders.create(projectId, { name: 'From client' })
const s = await client.shares.create(projectId, {
  name: 'Night Harbour: trailer',
  welcome:
    'Hello Gus,\nhere is the third cut with the new ending. Please look at the title and the last shot, and tell us by Friday.',
  items: [
    { kind: 'VERSION', id: versionId },
    { kind: 'FILE', id: c.id },
    { kind: 'FILE', id: d.id },
  ] as never,
  verdicts: true,
  comments: 'ALL',
  downloads: 'ORIGINAL',
  upload: { folder: { id: folder.id }, maxBytes: 5e9, kinds: ['IMAGE', 'DOCUMENT'] },
  email: 'OPTIONAL',
  expiresAt: '2030-05-04 12:00:00.000000',
})
const locked = await client.shares.create(projectId, {
  name: 'Locked',
  items: [{ kind: 'FILE', id: a.id }] as never,
  password: 'secret',
  email: 'REQUIRED',
})
const path = (url: string | null) => new URL(url!).pathname
const only = process.env.SHOTS?.split(',')
test('shots', needsBrowser, async () => {
  void session
  for (const [size, theme] of [
    ['phone', 'light'],
    ['landscape', 'dark'],
    ['tablet', 'light'],
    ['desktop', 'dark'],
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const) {
    if (only && !only.includes(size)) continue
    const shot = async (page: import('playwright-core').Page, name: string) => {
      await page.screenshot({ path: `${out}/${name}-${size}-${theme}.png` })
    }
    const page = await app.open(path(locked.url), { size, theme })
    await page.getByLabel('Your name').waitFor()
    await shot(page, '1-locked')
    await page.goto(path(s.url))
    await page.getByLabel('Your name').waitFor()
    await shot(page, '2-door')
    await page.getByLabel('Your name').fill('Gus Client')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('Harbour at dawn.png').waitFor()
    await page.waitForTimeout(600)
    await shot(page, '3-list')
    await page.screenshot({ path: `${out}/3-listfull-${size}-${theme}.png`, fullPage: true })
    await page.getByText('Night Harbour trailer.mp4').click()
    await page.locator('video').waitFor()
    await page.waitForTimeout(1200)
    await shot(page, '4-video')
    await page.getByRole('button', { name: /Comments/ }).click()
    await page.waitForTimeout(900)
    await shot(page, '5-comments')
    await page.goBack()
    await page.keyboard.press(']')
    await page.waitForTimeout(900)
    await shot(page, '6-image')
    await page.keyboard.press(']')
    await page.keyboard.press(']')
    await page.waitForTimeout(1200)
    await shot(page, '7-document')
    await page.goto('/s/nothing')
    await page.getByText('This link has ended').waitFor()
    await shot(page, '8-ended')
    await page.close()
  }
})
void sizes
