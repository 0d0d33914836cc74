import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { missing } from '../../../test/helpers/media-tools.ts'
import { type Clip, makeClip } from '../../../test/media-corpus/make-clip.ts'
import { quadrantPixels, quadrants } from '../../../test/media-corpus/stills.ts'
import { startWorkshop } from '../../../test/media-corpus/workshop.ts'
import { newFile, newUpload } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { viewLimits } from '../../core/views.ts'
import { numberOf, pixelsOf, startViewing } from './fixtures/viewed-files.ts'

const options = { skip: missing('ffmpeg') }
const world = await startWorld()
const { projectId, owner, sql, newMedia, view, look, comment } = await startViewing(world)
const { folder } = startWorkshop()

/** Encoded like a proxy, so that it needs no processing. */
const clip: Clip = {
  ...{ name: 'clip', extension: 'mp4', mimeType: 'video/mp4', rate: '25/1', frames: 50 },
  args: '-c:v libx264 -preset ultrafast -crf 18 -bf 0 -g 13 -keyint_min 13 -sc_threshold 0 -movflags +faststart',
}
const videoInfo = { kind: 'VIDEO', width: 192, height: 112, durationMs: 2000, frames: 50 } as const

async function newVideo(more: Partial<Clip> = {}, allowRestricted = true): Promise<string> {
  const made = { ...clip, ...more }
  const [num, den] = made.rate.split('/').map(Number) as [number, number]
  const { frames } = made
  const info = {
    ...videoInfo,
    frames,
    frameRate: { num, den },
    durationMs: Math.round((frames * 1000 * den) / num),
  }
  return newMedia(info, { 'proxy.mp4': await makeClip(made, folder) }, undefined, allowRestricted)
}

const pictureOf = (width: number, height: number) => {
  const { data } = quadrantPixels(width, height)
  return sharp(data, { raw: { width, height, channels: 3 } })
    .webp({ lossless: true })
    .toBuffer()
}
const newImage = async (width = 320, height = 200) =>
  newMedia({ kind: 'IMAGE', width, height }, { 'preview.webp': await pictureOf(width, height) })

const near = (found: number[], expected: readonly number[], tolerance = 30) =>
  found.every((value, channel) => Math.abs(value - expected[channel]!) <= tolerance)

const red = [255, 69, 58]
const box = {
  kind: 'box',
  points: [
    [0.25, 0.6],
    [0.75, 0.9],
  ],
  colour: '#ff453a',
  width: 0.04,
}

test('an image is shown whole, as JPEG, not larger than it is', options, async () => {
  const [image] = await look(await newImage())
  assert.deepEqual([image!.width, image!.height], [320, 200])
  assert.equal(image!.shows, 'the whole image, 320 × 200 pixels')
  assert.equal(Buffer.from(image!.data, 'base64').readUInt16BE(0), 0xffd8)
  const { at } = await pixelsOf(image!)
  const corners = [at(0.1, 0.1), at(0.9, 0.1), at(0.1, 0.9), at(0.9, 0.9)]
  assert.ok(
    corners.every((corner, n) => near(corner, quadrants[n]!)),
    JSON.stringify(corners),
  )
})

test('eight noisy images stay within 1,568 pixels and 700 KB', options, async () => {
  const noise = await sharp({
    create: {
      width: 1000,
      height: 800,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  })
    .webp({ quality: 60 })
    .toBuffer()
  const pages = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`pages/${n + 1}.webp`, noise]))
  const id = await newMedia({ kind: 'DOCUMENT', pages: 8 }, pages)
  const images = await look(id, { at: Array.from({ length: 8 }, (_, n) => `page ${n + 1}`) })
  assert.equal(images.length, viewLimits.images)
  assert.ok(images.reduce((sum, { data }) => sum + data.length, 0) <= viewLimits.characters)
  const [alone] = await look(id, { at: ['1'] })
  for (const { width, height } of [alone!, ...images])
    assert.ok(Math.max(width, height) <= viewLimits.longestEdge)
  assert.ok(alone!.data.length <= viewLimits.characters)
})

test('a contact sheet shows twenty frames, and names them', options, async () => {
  const [sheet] = await look(await newVideo({ name: 'sheet', frames: 260 }))
  const named = /frames ([\d, ]+) of 260$/.exec(sheet!.shows)![1]!.split(', ').map(Number)
  assert.equal(named.length, 20)
  assert.deepEqual([named[0], named[1], named[19]], [0, 13, 247])
  const cell = { width: (sheet!.width - 3 * 4) / 4, height: (sheet!.height - 4 * 4) / 5 }
  for (const [n, frame] of named.entries()) {
    const [left, top] = [
      Math.round((n % 4) * (cell.width + 4)),
      Math.round(Math.floor(n / 4) * (cell.height + 4)),
    ]
    assert.equal(await numberOf(sheet!, { left, top, width: 192, height: 112 }), frame)
  }
})

test('a short video: its contact sheet shows each frame once', options, async () => {
  const [sheet] = await look(await newVideo({ name: 'short', frames: 3 }), { at: ['contact_sheet'] })
  assert.match(sheet!.shows, /frames 0, 1, 2 of 3$/)
})

test('two revisions stand side by side at the same frame, or at the same time', options, async () => {
  const first = await newVideo()
  const shorter = await newVideo({ name: 'shorter', frames: 30 })
  const faster = await newVideo({ name: 'faster', rate: '50/1', frames: 100 })
  const halves = async (other: string, at: string) => {
    const [image] = await look(first, { at: [at], compareWith: { id: other } })
    const width = 240
    const left = await numberOf(image!, { left: 0, top: 0, width: 192, height: 112 })
    const right = await numberOf(image!, { left: width + 4, top: 0, width: 192, height: 112 })
    return [left, right, image!.shows]
  }
  assert.deepEqual(await halves(shorter, '7'), [
    7,
    7,
    'A: v1, frame 7, 00:00:00:07; B: v1, frame 7, 00:00:00:07',
  ])
  assert.deepEqual((await halves(shorter, '40')).slice(0, 2), [40, 29], 'the last frame of the shorter one')
  assert.deepEqual((await halves(faster, '7')).slice(0, 2), [7, 14])
  const sheets = await look(first, { compareWith: { id: shorter } })
  assert.deepEqual(
    sheets.map(({ shows }) => shows.slice(0, 20)),
    ['A: v1, contact sheet', 'B: v1, contact sheet'],
  )
})

test('comments on a frame are named, and their drawings are drawn on request', options, async () => {
  const id = await newVideo({ name: 'drawn' })
  const here = await comment(id, { content: 'Too dark', frame: 20, annotation: { shapes: [box] } })
  const range = await comment(id, { content: 'Slow', anchor: 700, duration: 400 })
  await comment(id, { content: 'Elsewhere', frame: 21 })
  const [plain] = await look(id, { at: ['20'] })
  assert.deepEqual(plain!.commentIds, [here, range])
  const [drawn] = await look(id, { at: ['20'], drawings: true })
  const [before, after] = [await pixelsOf(plain!), await pixelsOf(drawn!)]
  const edge = [0.5, 0.6] as const
  assert.ok(
    !near(before.at(...edge), red) && near(after.at(...edge), red, 60),
    JSON.stringify(after.at(...edge)),
  )
  assert.deepEqual(before.at(0.9, 0.95), after.at(0.9, 0.95))
  // The range includes the frame, but its drawing would belong to its first frame.
  const [next] = await look(id, { at: ['21'], drawings: true })
  assert.ok(next!.commentIds.includes(range) && !next!.commentIds.includes(here))
  assert.ok(!near((await pixelsOf(next!)).at(...edge), red, 60))
  const places = await look(id, { drawings: true })
  assert.deepEqual(
    places.map(({ frame }) => frame),
    [20],
    'without a place, those that were drawn on',
  )
})

test('every kind of shape is drawn, in its colour and place', options, async () => {
  const id = await newImage(1000, 500)
  const shapes = [
    {
      kind: 'pen',
      points: [
        [0.05, 0.1],
        [0.1, 0.1],
        [0.15, 0.1],
      ],
      colour: '#00ffff',
      width: 0.04,
    },
    {
      kind: 'arrow',
      points: [
        [0.3, 0.1],
        [0.45, 0.1],
      ],
      colour: '#ff00ff',
      width: 0.04,
    },
    {
      kind: 'ellipse',
      points: [
        [0.6, 0.1],
        [0.8, 0.4],
      ],
      colour: '#ffff00',
      width: 0.04,
    },
    { kind: 'text', points: [[0.05, 0.6]], colour: '#000000', width: 0.3, text: '███ <b>&' },
  ]
  await comment(id, { content: null, annotation: { shapes } })
  const [image] = await look(id, { drawings: true })
  const { at } = await pixelsOf(image!)
  assert.ok(near(at(0.12, 0.1), [0, 255, 255], 60), `pen: ${at(0.12, 0.1)}`)
  assert.ok(near(at(0.38, 0.1), [255, 0, 255], 60), `arrow: ${at(0.38, 0.1)}`)
  assert.ok(near(at(0.8, 0.25), [255, 255, 0], 60), `ellipse: ${at(0.8, 0.25)}`)
  assert.ok(near(at(0.08, 0.75), [0, 0, 0], 60), `text: ${at(0.08, 0.75)}`)
})

test('drawings take the scope of comments; without it no comment is named', options, async () => {
  const id = await newVideo({ name: 'scoped' })
  await comment(id, { content: 'Here', frame: 3, annotation: { shapes: [box] } })
  const reader = await world.key(owner.userId, ['files:read'])
  const plain = await view(id, { at: ['3'] }, reader)
  assert.deepEqual([plain.status, plain.body.data.images[0].commentIds], [200, []])
  const refused = await view(id, { at: ['3'], drawings: true }, reader)
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'])
  assert.match(refused.headers.get('www-authenticate')!, /scope="comments:read"/)
})

test('200 frames are refused with the limit named', options, async () => {
  const id = await newVideo({ name: 'many' })
  const { status, body } = await view(id, { at: Array.from({ length: 200 }, (_, n) => String(n)) })
  assert.deepEqual([status, body.code, body.errors[0].path], [400, 'invalid_request', '/at'])
  assert.match(body.message, /At most 8 places/i)
  const sheets = await view(id, { at: Array(5).fill('contact_sheet'), compareWith: { id } })
  assert.deepEqual(
    [sheets.status, sheets.body.errors[0].message],
    [400, 'This makes 10 images; the limit is 8.'],
  )
})

test('places that the file does not have are refused, with those that it has', options, async () => {
  const video = await newVideo({ name: 'places' })
  const document = await newMedia({ kind: 'DOCUMENT', pages: 2 }, { 'pages/1.webp': await pictureOf(40, 60) })
  const audio = await newMedia({ kind: 'AUDIO', durationMs: 1000 }, { 'waveform.json': Buffer.from('{}') })
  const cases: [string, string, RegExp][] = [
    [video, '50', /frames 0 to 49/],
    [video, '2000ms', /frames 0 to 49/],
    [video, 'page 1', /no pages/],
    [video, 'soon', /Must be a frame such as/],
    [video, '00:00:00:25', /no timecodes of this form/],
    [document, 'page 3', /pages 1 to 2/],
    [document, '0', /pages 1 to 2/],
    [document, '5s', /write `page 3`/],
    [audio, '12', /write a time/],
    [audio, '1001ms', /at 1000ms/],
    [await newImage(), '1', /leave `at` out/],
  ]
  for (const [id, at, message] of cases) {
    const { status, body } = await view(id, { at: [at] })
    assert.deepEqual([status, body.errors?.[0]?.path], [400, '/at/0'], at)
    assert.match(body.errors[0].message, message)
  }
})

test('a restricted file is not found, neither by itself nor for a comparison', options, async () => {
  const open = await newVideo({ name: 'open' })
  const closed = await newVideo({ name: 'closed' }, false)
  const restricted = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const stranger = await world.person()
  assert.equal((await view(open, { at: ['1'] }, restricted)).status, 200)
  assert.equal((await view(closed, { at: ['1'] }, restricted)).status, 404)
  assert.equal((await view(open, { at: ['1'] }, stranger)).status, 404)
  for (const id of [closed, 'FXnothing']) {
    const { status, body } = await view(open, { at: ['1'], compareWith: { id } }, restricted)
    assert.deepEqual(
      [status, body.errors[0].path, body.errors[0].code],
      [400, '/compareWith/id', 'not_found'],
    )
  }
  const other = await view(open, { compareWith: { id: await newImage() } })
  assert.match(other.body.errors[0].message, /same kind/)
})

test('a file that cannot be shown says why, and whether waiting helps', options, async () => {
  const processing = await newMedia({ ...videoInfo, frameRate: { num: 25, den: 1 } }, {})
  await sql`update media set state = 'PROCESSING', progress = 0.42 where file_id = ${processing}`
  const uneven = await newMedia({ ...videoInfo, frameRate: { num: 25, den: 1 }, variableRate: true }, {})
  await sql`update media set state = 'PENDING' where file_id = ${uneven}`
  const failed = await newMedia({}, {})
  await sql`
    update media set state = 'FAILED', kind = null, failure_code = 'unreadable', failure_message = 'The image is broken.',
      failure_retryable = false where file_id = ${failed}`
  const broken = await newMedia(
    { kind: 'IMAGE', width: 1, height: 1 },
    { 'preview.webp': Buffer.from('RIFF broken') },
  )
  const proxyless = await newMedia(
    { ...videoInfo, frameRate: { num: 25, den: 1 } },
    { 'proxy.mp4': Buffer.alloc(999) },
  )
  const cases: [string, string, RegExp][] = [
    [processing, 'file_not_ready', /42 % done/],
    [uneven, 'file_not_ready', /still being made/],
    [await newUpload(world, projectId, owner), 'file_not_ready', /not finished/],
    [failed, 'not_viewable', /The image is broken/],
    [await newFile(world, projectId, owner), 'not_viewable', /no previews/],
    [broken, 'not_viewable', /cannot be read/],
    [proxyless, 'not_viewable', /cannot be read/],
  ]
  for (const [id, code, message] of cases) {
    for (const fields of [{}, { at: ['3'] }]) {
      const { status, body } = await view(id, fields)
      if (status === 400) continue
      assert.deepEqual([status, body.code], [409, code], JSON.stringify(body))
      assert.match(body.message, message)
    }
  }
})
