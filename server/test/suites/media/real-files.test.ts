// Real files of each kind through the whole service: uploaded, processed by the production processors, downloaded and
// inspected with independent tools.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { missing } from '../../helpers/media-tools.ts'
import { hostileStills } from '../../media-corpus/hostile-stills.ts'
import { coloredBox, glb, pdf } from '../../media-corpus/stills.ts'
import { startMediaWorld } from '../../worlds/media-world.ts'

const world = await startMediaWorld({ real: true })
const { upload, reaches } = world
const folder = mkdtempSync(join(tmpdir(), 'dailies-real-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const skip = missing('ffmpeg')

function ffmpeg(name: string, ...args: string[]): Buffer {
  const path = join(folder, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, path])
  return readFileSync(path)
}

async function fetched(url: string): Promise<Buffer> {
  const answer = await fetch(url)
  assert.equal(answer.status, 200, url)
  return Buffer.from(await answer.arrayBuffer())
}

/** The first stream of the file at a URL, according to ffprobe. */
async function probed(url: string, kind = 'v'): Promise<Record<string, string>> {
  const path = join(folder, 'probed')
  writeFileSync(path, await fetched(url))
  const args = [
    '-v',
    'error',
    '-count_frames',
    '-select_streams',
    `${kind}:0`,
    '-show_streams',
    '-of',
    'json',
    path,
  ]
  return JSON.parse(execFileSync('ffprobe', args).toString()).streams[0]
}

test('5.1 audio: the track with all channels has a URL, and its loudness is measured', { skip }, async () => {
  const tone = '0.1*sin(2*PI*1000*t)'
  const channels = Array(6).fill(tone).join('|')
  const wave = ffmpeg('surround.wav', '-f', 'lavfi', '-i', `aevalsrc=${channels}:s=48000:d=3:c=5.1`)
  const media = await reaches(await upload(wave, 'Surround.wav'), 'READY', 'FAILED')
  assert.equal(media.state, 'READY', JSON.stringify(media.failure))
  const [{ url, ...track }] = media.audioTracks
  assert.deepEqual(track, {
    ...{ index: 0, name: null, language: null, channels: 6, layout: '5.1', inProxy: true },
    channelNames: ['L', 'R', 'C', 'LFE', 'Ls', 'Rs'],
  })
  assert.equal((await probed(url, 'a')).channels, 6)
  assert.equal((await probed(media.proxy, 'a')).channels, 2)
  assert.ok(Math.abs(media.loudness.truePeak + 20) < 0.5, JSON.stringify(media.loudness))
})

test('a video: poster, thumbnail, sprite, proxy with the same frames, waveform', { skip }, async () => {
  const video = ffmpeg(
    'video.mov',
    ...['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=24000/1001:duration=3'],
    ...['-f', 'lavfi', '-i', 'sine=duration=3', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  )
  const media = await reaches(await upload(video, 'Video.mov'), 'READY', 'FAILED')
  assert.equal(media.state, 'READY', JSON.stringify(media.failure))
  const { kind, width, height, frameRate, frames, hasAudio } = media
  assert.deepEqual([kind, width, height, frameRate, hasAudio], ['VIDEO', 320, 180, '24000/1001', true])
  const proxy = await probed(media.proxy)
  assert.deepEqual([proxy.codec_name, Number(proxy.nb_read_frames)], ['h264', frames])
  assert.equal((await probed(media.poster)).width, 320)
  assert.ok(Number((await probed(media.thumbnail)).width) > 0)
  const cue = (await fetched(media.sprite))
    .toString()
    .split('\n')
    .find((line) => line.includes('#xywh'))!
  assert.ok(Number((await probed(new URL(cue, media.sprite).href)).width) > 0)
  assert.ok(Array.isArray(JSON.parse((await fetched(media.waveform)).toString()).data))
})

test('an audio file: waveform and proxy', { skip }, async () => {
  const sound = ffmpeg('sound.wav', '-f', 'lavfi', '-i', 'sine=duration=2')
  const media = await reaches(await upload(sound, 'Sound.wav'), 'READY', 'FAILED')
  assert.equal(media.state, 'READY', JSON.stringify(media.failure))
  assert.deepEqual([media.kind, media.durationMs, media.width], ['AUDIO', 2000, null])
  assert.equal((await probed(media.proxy, 'a')).codec_name, 'aac')
  assert.ok(media.waveform)
})

test('an image: thumbnail and preview', { skip }, async () => {
  const image = ffmpeg('image.png', '-f', 'lavfi', '-i', 'testsrc=size=800x600', '-frames:v', '1')
  const media = await reaches(await upload(image, 'Image.png'), 'READY', 'FAILED')
  assert.equal(media.state, 'READY', JSON.stringify(media.failure))
  assert.deepEqual([media.kind, media.width, media.height], ['IMAGE', 800, 600])
  assert.equal((await probed(media.preview)).width, 800)
  assert.ok(Number((await probed(media.thumbnail)).width) <= 800)
})

test('a document: thumbnail and pages', { skip }, async () => {
  const media = await reaches(
    await upload(pdf(['/MediaBox [0 0 200 200]', '/MediaBox [0 0 100 200]']), 'Script.pdf'),
    'READY',
    'FAILED',
  )
  assert.equal(media.state, 'READY', JSON.stringify(media.failure))
  assert.deepEqual([media.kind, media.pages], ['DOCUMENT', 2])
  const manifest = JSON.parse((await fetched(media.pageManifest)).toString())
  assert.equal(manifest.pages.length, 2)
  for (const { image } of manifest.pages)
    assert.ok((await probed(new URL(image, media.pageManifest).href)).width)
})

test('a 3D model: an image of it', { skip }, async () => {
  const media = await reaches(await upload(await glb(await coloredBox()), 'Prop.glb'), 'READY', 'FAILED')
  assert.equal(media.state, 'READY', JSON.stringify(media.failure))
  assert.equal(media.kind, 'MODEL')
  assert.ok(Number((await probed(media.thumbnail)).width) > 0)
})

test('a broken video: FAILED with a reason, and no files are left', { skip }, async () => {
  const bytes = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0', 'latin1'), Buffer.alloc(5000, 7)])
  const media = await reaches(await upload(bytes, 'Broken.mp4'), 'READY', 'FAILED')
  assert.deepEqual([media.state, media.failure.code], ['FAILED', 'unreadable'])
  assert.deepEqual(world.scratch(), [])
})

test('during hostile files the server responds, and the next file is processed after them', async () => {
  const ids = []
  for (const { name, bytes } of (await hostileStills('http://127.0.0.1:9')).filter(
    ({ mimeType, name }) => mimeType === 'image/png' || name.startsWith('PDF'),
  )) {
    ids.push(await upload(bytes, `${name}.${bytes.subarray(1, 4)}`))
  }
  let failed = 0
  const failures = Promise.all(
    ids.map(async (id) => {
      const { failure } = await reaches(id, 'FAILED')
      assert.match(failure.message, /\.$/)
      failed++
    }),
  )
  while (failed < ids.length) {
    const answer = await fetch(`${world.url}/healthz`)
    assert.equal(answer.status, 200)
    await answer.arrayBuffer()
  }
  await failures
  const good = await reaches(await upload(await glb(await coloredBox()), 'Box.glb'), 'READY', 'FAILED')
  assert.equal(good.state, 'READY')
})
