import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { missing, pdfInfo, pdfText } from '../../../../test/helpers/media-tools.ts'
import { until } from '../../../../test/helpers/until.ts'
import { makeClip } from '../../../../test/media-corpus/make-clip.ts'
import { coloredBox, glb } from '../../../../test/media-corpus/stills.ts'
import { startWorkshop } from '../../../../test/media-corpus/workshop.ts'
import { sharedProject, shareKinds } from '../../../../test/worlds/share-kinds.ts'
import { startWorld } from '../../../../test/worlds/world.ts'

import { startViewing } from '../../files/fixtures/viewed-files.ts'
import { faults } from '../fixtures/comment-world.ts'

const skip = missing('ffmpeg') || missing('pdftotext')
const options = { skip }
const world = await startWorld()
const { projectId, owner, sql, newMedia, comment } = await startViewing(world)
const { folder } = startWorkshop()

const url = async (path: string, query = '', key = owner.key) => {
  const answer = await world.call(`GET /api/${path}/comments.export?format=pdf${query}`, { key })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data.url as string
}

async function report(path: string, query = '', key = owner.key): Promise<Buffer> {
  const answer = await fetch(await url(path, query, key))
  assert.equal(answer.status, 200, answer.status === 200 ? '' : await answer.clone().text())
  assert.equal(answer.headers.get('content-type'), 'application/pdf')
  return Buffer.from(await answer.arrayBuffer())
}

/** The pixels of a page. */
async function page(pdf: Buffer, number = 1) {
  const path = join(folder, 'report.pdf')
  writeFileSync(path, pdf)
  const to = join(folder, 'page')
  const only = ['-f', String(number), '-l', String(number), '-singlefile']
  execFileSync('pdftoppm', ['-png', '-r', '100', ...only, path, to])
  return sharp(readFileSync(`${to}.png`))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** How many pixels of a page are near this colour. */
async function count(pdf: Buffer, colour: readonly number[], number = 1): Promise<number> {
  const { data } = await page(pdf, number)
  let found = 0
  for (let at = 0; at < data.length; at += 3)
    if (colour.every((value, channel) => Math.abs(data[at + channel]! - value) < 60)) found++
  return found
}

const magenta = [255, 0, 255]
const box = {
  kind: 'box',
  points: [
    [0.2, 0.2],
    [0.8, 0.8],
  ],
  colour: '#ff00ff',
  width: 0.04,
}
const drawing = { shapes: [box] }

const clip = {
  ...{ name: 'clip', extension: 'mp4', mimeType: 'video/mp4', rate: '25/1', frames: 50 },
  args: '-c:v libx264 -preset ultrafast -crf 18 -bf 0 -g 13 -keyint_min 13 -sc_threshold 0 -movflags +faststart',
}
const proxy = skip ? '' : await makeClip(clip, folder)
const frameRate = { num: 25, den: 1 }
const newVideo = () =>
  newMedia(
    { kind: 'VIDEO', width: 192, height: 112, durationMs: 2000, frames: 50, frameRate },
    { 'proxy.mp4': proxy },
  )
const plain = (colour: string) =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: colour } })
    .webp()
    .toBuffer()

async function reply(id: string, content: string, key = owner.key): Promise<void> {
  const [found] = await sql<{ file: string }>`select file_id as file from comments where id = ${id}`
  const body = { content, parent: { id } }
  const { status } = await world.call(`POST /api/files/${found!.file}/comments`, { key, body })
  assert.equal(status, 201)
}

test(
  'a video: stills with drawings, timecodes, authors, replies, reactions and statuses',
  options,
  async () => {
    const file = await newVideo()
    await sql`update files set name = 'teaser_v2.mov' where id = ${file}`
    const drawn = await comment(file, { content: 'The logo is too bright.', frame: 25, annotation: drawing })
    await reply(drawn, 'Agreed, half a stop down.')
    await world.call(`POST /api/comments/${drawn}/reactions`, { key: owner.key, body: { type: '👍' } })
    const done = await comment(file, { content: 'A cut comes too late.', anchor: 0, duration: 400 })
    await world.call(`POST /api/comments/${done}/resolve`, { key: owner.key })
    await comment(file, { content: 'A strong opening.' })

    const pdf = await report(`files/${file}`)
    const text = pdfText(pdf)
    for (const words of [
      ...['teaser_v2.mov', 'The logo is too bright.', 'Agreed, half a stop down.', '00:00:01:00', 'Someone'],
      ...['00:00:00:00 – 00:00:00:09', 'Resolved', 'Open', 'A strong opening.', 'Whole file', '👍'],
      ...['2 open', '1 resolved', '1 / 1'.replaceAll(' ', ''), 'SIGNATURE'],
    ])
      assert.ok(text.replaceAll(' / ', '/').includes(words), `${words} in ${text}`)
    assert.match(pdfInfo(pdf), /Page size: +595\.\d+ x 841\.\d+ pts \(A4\)/)
    assert.match(pdfInfo(pdf), /Title: +teaser_v2\.mov: comments/)
    assert.ok((await count(pdf, magenta)) > 200, 'the drawing is on the still')
    const without = await newVideo()
    await comment(without, { content: 'No drawing', frame: 25 })
    assert.equal(await count(await report(`files/${without}`), magenta), 0)
  },
)

test(
  'timecodes start at the given one; filters choose the threads, and the report names them',
  options,
  async () => {
    const file = await newVideo()
    const done = await comment(file, { content: 'Finished', frame: 0 })
    await world.call(`POST /api/comments/${done}/resolve`, { key: owner.key })
    await comment(file, { content: 'Unfinished', frame: 5 })
    const text = pdfText(await report(`files/${file}`, '&resolved=false&startTimecode=10:00:00:00'))
    assert.match(text, /10:00:00:05/)
    assert.match(text, /only open comments/)
    assert.ok(text.includes('Unfinished') && !text.includes('Finished'))
    const refused = await world.call(
      `GET /api/files/${file}/comments.export?format=pdf&startTimecode=25:00:00:00`,
      { key: owner.key },
    )
    assert.deepEqual(faults(refused), ['/startTimecode invalid_format'])
  },
)

test('a version: all its files in their order, its status and its verdicts', options, async () => {
  const video = await newVideo()
  const image = await newMedia(
    { kind: 'IMAGE', width: 320, height: 200 },
    { 'preview.webp': await plain('#00c0ff') },
  )
  await sql`update files set name = 'first.mov' where id = ${video}`
  await sql`update files set name = 'second.png' where id = ${image}`
  await comment(video, { content: 'On the video', frame: 1 })
  await comment(image, { content: 'On the image', annotation: drawing })
  const created = await world.call(`POST /api/projects/${projectId}/versions`, {
    key: owner.key,
    body: { name: 'Reel one', files: [{ id: video }, { id: image }] },
  })
  const version = created.body.data.id
  const ben = await world.member(projectId, 'PROJECT_REVIEWER')
  const body = { verdict: 'NEED_EDIT', note: 'Nearly there.' }
  assert.equal((await world.call(`PUT /api/versions/${version}/verdict`, { key: ben.key, body })).status, 204)
  const pdf = await report(`versions/${version}`)
  const text = pdfText(pdf)
  assert.match(
    text,
    /Reel one.*Changes requested.*Nearly there\..*first\.mov.*On the video.*second\.png.*On the image/,
  )
  const pages = Number(/Pages: +(\d+)/.exec(pdfInfo(pdf))![1])
  let pixels = 0
  for (let number = 1; number <= pages; number++) pixels += await count(pdf, magenta, number)
  assert.ok(pixels > 200, 'the drawing is on the image')
  // The report of a file says the state of its reviews, too.
  assert.match(pdfText(await report(`files/${video}`)), /Reel one.*Changes requested.*Nearly there\./)
})

test('a restricted reviewer: only files and reviews that are marked for them', options, async () => {
  const [open, hidden] = [await newVideo(), await newVideo()]
  await sql`update files set name = 'hidden.mov', allow_restricted = false where id = ${hidden}`
  await comment(open, { content: 'For all', frame: 1 })
  await comment(hidden, { content: 'Not for all', frame: 1 })
  const body = { name: 'Secret review', files: [{ id: open }, { id: hidden }] }
  const created = await world.call(`POST /api/projects/${projectId}/versions`, { key: owner.key, body })
  const version = created.body.data.id
  const { key } = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  await sql`update versions set allow_restricted = false where id = ${version}`
  assert.ok(!pdfText(await report(`files/${open}`, '', key)).includes('Secret review'))
  await sql`update versions set allow_restricted = true where id = ${version}`
  const text = pdfText(await report(`versions/${version}`, '', key))
  assert.ok(text.includes('For all') && !text.includes('Not for all') && !text.includes('hidden.mov'))
})

test(
  'documents, audio and 3D models: the page, the waveform, the view that was drawn on',
  options,
  async () => {
    const pages = { 'pages/1.webp': await plain('#c0c0c0'), 'pages/2.webp': await plain('#00ff00') }
    const document = await newMedia({ kind: 'DOCUMENT', pages: 2 }, pages)
    await comment(document, { content: 'This line', anchor: 2, annotation: drawing })
    const paper = await report(`files/${document}`)
    assert.match(pdfText(paper), /Page 2/)
    assert.ok((await count(paper, [0, 255, 0])) > 5000 && (await count(paper, magenta)) > 200)

    const data = Array.from({ length: 400 }, (_, n) => (n % 2 ? 100 : -100))
    const facts = {
      version: 2,
      channels: 1,
      sample_rate: 48_000,
      samples_per_pixel: 256,
      bits: 8,
      length: 200,
    }
    const waveform = Buffer.from(JSON.stringify({ ...facts, data }))
    const audio = await newMedia({ kind: 'AUDIO', durationMs: 4000 }, { 'waveform.json': waveform })
    await comment(audio, { content: 'A click', anchor: 1500 })
    const sound = await report(`files/${audio}`)
    assert.match(pdfText(sound), /00:00:01\.500/)
    const { data: pixels } = await page(sound)
    assert.ok(
      pixels.some((_, at) => at % 3 === 0 && pixels[at + 2]! > pixels[at]! + 60),
      'the waveform is blue',
    )

    const original = { bytes: await glb(await coloredBox()), mimeType: 'model/gltf-binary' }
    const model = await newMedia({ kind: 'MODEL' }, { 'preview.webp': await plain('#808080') }, original)
    const camera = { position: [4, 0, 0], target: [0, 0, 0], fieldOfView: 40 }
    await comment(model, { content: 'This side', annotation: { ...drawing, camera } })
    assert.ok((await count(await report(`files/${model}`), magenta)) > 200)
  },
)

test('Typst markup, long words and control characters in any text are text', options, async () => {
  const hostile = [
    ...['#panic("no")', '#read("/etc/passwd")', '#image("/etc/passwd")', '$ x^2 $', '= Heading', '@ref <b>'],
    ...['"] #let a = 1 [', '#{ while true {} }', '*strong* _emph_', '`raw`', '// comment', '\\ backslash'],
  ]
  const file = await newVideo()
  await sql`update files set name = '#panic[file] $x$.mov' where id = ${file}`
  await comment(file, { content: hostile.join('\n'), frame: 2 })
  await comment(file, { content: `${'W'.repeat(400)} \u202e back`, frame: 3 })
  await sql`update projects set name = '#panic[project]' where id = ${projectId}`
  const text = pdfText(await report(`files/${file}`))
  for (const words of [...hostile, '#panic[file] $x$.mov', '#panic[project]'])
    assert.ok(text.includes(words.replaceAll(/\s+/g, ' ')), `${words} in ${text}`)
})

test('Arabic, Hebrew, Chinese, Japanese, Korean, Thai and emoji are printed', options, async () => {
  const file = await newVideo()
  const texts = ['海边的灯塔太亮', '灯台と猫', '바닷가의 등대', 'so good 🎬🔥', 'Crème brûlée']
  for (const [n, content] of texts.entries()) await comment(file, { content, frame: n })
  await comment(file, { content: 'الشعار ساطع جدا', frame: 20 })
  await comment(file, { content: 'הלוגו בהיר מדי', frame: 21 })
  const pdf = await report(`files/${file}`)
  const text = pdfText(pdf)
  for (const words of texts) assert.ok(text.includes(words), `${words} in ${text}`)
  assert.match(text, /\p{Script=Arabic}{3}/u)
  assert.match(text, /\p{Script=Hebrew}{3}/u)
})

test('a still that cannot be drawn is left out with a note, and the others are drawn', options, async () => {
  const pages = { 'pages/1.webp': Buffer.from('not an image'), 'pages/2.webp': await plain('#00ff00') }
  const document = await newMedia({ kind: 'DOCUMENT', pages: 2 }, pages)
  await comment(document, { content: 'Broken page', anchor: 1 })
  await comment(document, { content: 'Good page', anchor: 2 })
  const pdf = await report(`files/${document}`)
  assert.match(pdfText(pdf), /Broken page.*The still of this place could not be drawn\..*Good page/)
  assert.ok((await count(pdf, [0, 255, 0])) > 5000)
  const pending = await newVideo()
  await sql`update media set state = 'PROCESSING' where file_id = ${pending}`
  await sql`delete from media_derivatives where file_id = ${pending}`
  await comment(pending, { content: 'Early', frame: 1 })
  assert.match(
    pdfText(await report(`files/${pending}`)),
    /Without stills: The previews of this file are still/,
  )
  const empty = await newVideo()
  assert.match(pdfText(await report(`files/${empty}`)), /No comments\./)
})

test('more than 500 threads: the first ones, and a note on the first page', options, async () => {
  const file = await newVideo()
  await sql`
    insert into comments (id, project_id, file_id, author_id, content)
    select gen_random_uuid(), ${projectId}, ${file}, ${owner.userId}, 'Note ' || n from generate_series(1, 503) n`
  const text = pdfText(await report(`files/${file}`))
  assert.match(text, /3 more comments are not in this report, which is limited to 500 comments/)
  assert.match(text, /503 open/)
})

test('409: more than 20,000 comments; 403: a credential without files:read', options, async () => {
  const file = await newVideo()
  const { key } = await world.key(owner.userId, ['comments:download', 'comments:read'])
  const answer = await world.call(`GET /api/files/${file}/comments.export?format=pdf`, { key })
  assert.deepEqual([answer.status, answer.body.code], [403, 'insufficient_scope'])
  assert.equal((await world.call(`GET /api/files/${file}/comments.export?format=txt`, { key })).status, 200)
  await sql`
    insert into comments (id, project_id, file_id, content)
    select gen_random_uuid(), ${projectId}, ${file}, 'x' from generate_series(1, 20001)`
  const large = await world.call(`GET /api/files/${file}/comments.export?format=pdf`, { key: owner.key })
  assert.deepEqual([large.status, large.body.code], [409, 'report_too_large'])
  await sql`delete from comments where file_id = ${file}`
})

test('404: a guest of a share, so that no still comes without its watermark', async () => {
  const sharer = await world.person({ role: 'OWNER' })
  for (const kind of shareKinds.filter(({ name }) => name.endsWith('everything'))) {
    const { guest, inside, version } = await sharedProject(world, sharer, kind)
    const paths = [`files/${inside}`, ...(version === undefined ? [] : [`versions/${version}`])]
    for (const path of paths) {
      const route = `GET /api/${path}/comments.export?format=pdf`
      assert.equal((await world.call(route, { key: guest.token })).status, 404, kind.name)
    }
  }
})

test('429: a second report at a time; a client that hangs up ends the first', options, async () => {
  const file = await newVideo()
  for (let frame = 0; frame < 50; frame++) await comment(file, { content: 'x', frame, annotation: drawing })
  const first = await url(`files/${file}`)
  const gone = new AbortController()
  const sent = fetch(first, { signal: gone.signal })
  const ended = assert.rejects(sent)
  const again = await url(`files/${file}`)
  const refused = await fetch(again)
  assert.equal(refused.status, 429)
  assert.match(
    ((await refused.json()) as { message: string }).message,
    /Your last report is still being made/,
  )
  gone.abort()
  await ended
  // The first report ends when its client is gone; only then is the next one made.
  const made = await until(async () => {
    const answer = await fetch(again)
    return answer.status !== 429 && answer
  })
  assert.equal(made.status, 200)
})
