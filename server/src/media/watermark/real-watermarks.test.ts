// Real files over HTTP: what a guest downloads has the watermark in it, and the frames and times of what members see.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { missing } from '../../../test/helpers/media-tools.ts'
import { makeProcessFolder } from '../../../test/helpers/process-folder.ts'
import { until } from '../../../test/helpers/until.ts'
import { beep, makeClip } from '../../../test/media-corpus/make-clip.ts'
import { inspect, numbersOfAll } from '../../../test/media-corpus/read-clip.ts'
import { difference, lumaFrames, maskOf } from '../../../test/media-corpus/similarity.ts'
import { pdf } from '../../../test/media-corpus/stills.ts'
import { startMediaWorld } from '../../../test/worlds/media-world.ts'
import { removeWatermarks } from '../../jobs/watermarks.ts'

const skip = missing('ffmpeg')
const world = await startMediaWorld({ real: true })
const { projectId, owner, upload, reaches } = world
const folder = makeProcessFolder('dailies-watermarked-')
const api = (key: string | undefined, route: string, body?: object) => world.call(route, { key, body })

const watermark = { text: '{name} · مريم', position: 'BOTTOM_LEFT', size: 'LARGE', opacity: 0.6 }

async function makeVideo(): Promise<Buffer> {
  const path = await makeClip(
    {
      ...{ name: 'video', extension: 'mp4', mimeType: 'video/mp4', rate: '30000/1001', frames: 60 },
      ...{
        size: { width: 384, height: 224 },
        args: '-c:v libx264 -preset ultrafast -crf 18 -c:a aac -shortest',
      },
      audio: beep,
    },
    folder,
  )
  return readFileSync(path)
}

async function makeAudio(): Promise<Buffer> {
  const path = join(folder, 'audio.wav')
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=1', path])
  return readFileSync(path)
}

const still = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#777' } })
    .png()
    .toBuffer()

/** Opens a share of these files, and returns the media as its guest and as a member sees them. */
async function share(ids: string[]) {
  const items = ids.map((id) => ({ kind: 'FILE', id }))
  const made = await api(owner.key, `POST /api/projects/${projectId}/shares`, {
    name: 'Client',
    items,
    watermark,
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const key = String(made.body.data.url).split('/s/')[1]!
  const { token } = (await api(undefined, 'POST /api/share-links/open', { key, name: 'Anna' })).body.data
  return {
    id: made.body.data.id as string,
    ready: (id: string) =>
      until(async () => {
        const { media } = (await api(token, `GET /api/files/${id}`)).body.data
        assert.notEqual(media.state, 'FAILED', JSON.stringify(media.failure))
        return media.state === 'READY' && media
      }),
  }
}

let downloads = 0
async function download(url: string): Promise<string> {
  const answer = await fetch(url)
  assert.equal(answer.status, 200)
  const path = join(folder, `download-${downloads++}`)
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
  return path
}

/** How much two images differ at most, of 255. */
async function largest(one: string, other: string): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((path) => sharp(path).greyscale().raw().toBuffer()))
  assert.equal(a!.length, b!.length)
  return a!.reduce((most, value, n) => Math.max(most, Math.abs(value - b![n]!)), 0)
}

test('a video: the same frames at the same times, with the mark in each; its images are marked; then gone to the byte', {
  skip,
}, async () => {
  const id = await upload(await makeVideo(), 'Video.mp4')
  const plain = await reaches(id, 'READY', 'FAILED')
  const [keys, ids] = [await world.storedKeys(), await world.objectIds()]
  const shared = await share([id])
  const copy = await shared.ready(id)
  const [proxy, marked] = [await download(plain.proxy), await download(copy.proxy)]
  const [before, after] = [inspect(proxy), inspect(marked)]
  assert.deepEqual([after.times, after.keyFrames], [before.times, before.keyFrames])
  assert.equal(after.times.length, 60)
  assert.equal(after.tracks.length, 2)
  const [expected, numbers] = numbersOfAll(proxy, marked)
  assert.deepEqual(numbers, expected)
  const size = { width: 384, height: 224 }
  const [frames, drawn] = lumaFrames(size, proxy, marked) as [Buffer[], Buffer[]]
  const corner = maskOf(size, (x, y) => x < 120 && y > 190)
  const top = maskOf(size, (_, y) => y < 112)
  for (const [n, frame] of frames.entries()) {
    const inside = difference(frame, drawn[n]!, corner)
    const outside = difference(frame, drawn[n]!, top)
    assert.ok(inside > 5 && inside > 5 * outside, `frame ${n}: ${inside}, elsewhere ${outside}`)
  }
  for (const image of ['poster', 'thumbnail'] as const)
    assert.ok((await largest(await download(plain[image]), await download(copy[image]))) > 60, image)
  const sheet = (sprite: string) => download(sprite.replace('sprite.vtt', 'sprite-1.webp'))
  assert.ok((await largest(await sheet(plain.sprite), await sheet(copy.sprite))) > 40)
  const text = async (url: string) => (await fetch(url)).text()
  assert.equal(await text(copy.sprite), await text(plain.sprite))
  assert.equal(await text(copy.waveform), await text(plain.waveform))

  await api(owner.key, `DELETE /api/shares/${shared.id}`)
  await world.runJob(removeWatermarks)
  assert.deepEqual([await world.storedKeys(), await world.objectIds()], [keys, ids])
  assert.equal((await fetch(copy.proxy)).status, 404)
})

test('a document, an image and audio: every page and image has the mark, the audio is as it was', {
  skip,
}, async () => {
  const document = await upload(pdf(['/MediaBox [0 0 400 300]', '/MediaBox [0 0 300 400]']), 'Script.pdf')
  const image = await upload(await still(), 'Still.png')
  const audio = await upload(await makeAudio(), 'Audio.wav')
  const plain = new Map<string, Record<string, string>>()
  for (const id of [document, image, audio]) plain.set(id, await reaches(id, 'READY', 'FAILED'))
  const shared = await share([document, image, audio])
  const [pages, picture, sound] = [
    await shared.ready(document),
    await shared.ready(image),
    await shared.ready(audio),
  ]
  for (const page of ['pages/1.webp', 'pages/2.webp']) {
    const at = (manifest: string) => download(manifest.replace('pages.json', page))
    assert.ok(
      (await largest(await at(plain.get(document)!.pageManifest!), await at(pages.pageManifest))) > 60,
      page,
    )
  }
  assert.ok((await largest(await download(plain.get(image)!.preview!), await download(picture.preview))) > 60)
  const bytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
  assert.deepEqual(await bytes(sound.proxy), await bytes(plain.get(audio)!.proxy!))
})
