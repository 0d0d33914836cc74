// Hostile and broken files: each fails with a reason, and nothing is reached, left behind or still running.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { missing } from '../../../test/helpers/media-tools.ts'
import { rateClips } from '../../../test/media-corpus/clips.ts'
import { patch } from '../../../test/media-corpus/iso-boxes.ts'
import { makeClip } from '../../../test/media-corpus/make-clip.ts'
import { processesIn } from '../../../test/media-corpus/processes.ts'
import { numbersOfAll } from '../../../test/media-corpus/read-clip.ts'
import { startWorkshop } from '../../../test/media-corpus/workshop.ts'
import { slowFfmpeg } from '../../../test/stand-ins/slow-ffmpeg.ts'
import { MediaFailure, type MediaFailureCode } from '../processor.ts'

const options = { skip: missing('ffprobe') }
const workshop = startWorkshop()
let files = 0

/** A server that must never receive a request. */
let asked = 0
const server = createServer((socket) => {
  asked++
  socket.destroy()
})
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => server.close())

/** Processes the file, and returns the reason of its failure. */
async function fails(bytes: Buffer | string, mimeType: string): Promise<MediaFailure> {
  const source = join(workshop.folder, `hostile-${files++}`)
  writeFileSync(source, bytes)
  const failure = await workshop.run(source, mimeType).then(
    () => assert.fail('it was processed'),
    (error) => error,
  )
  assert.ok(failure instanceof MediaFailure, String(failure))
  assert.match(failure.message, /^[A-Z].*\.$/s)
  assert.ok(!failure.message.includes(workshop.folder), 'the message does not contain the path of the file')
  assert.deepEqual(processesIn(workshop.folder), [])
  return failure
}

async function failsWith(code: MediaFailureCode, bytes: Buffer | string, mimeType: string): Promise<void> {
  const failure = await fails(bytes, mimeType)
  assert.equal(failure.code, code, failure.message)
}

function make(name: string, args: string): Buffer {
  const path = join(workshop.folder, name)
  execFileSync('ffmpeg', ['-y', '-v', 'error', ...args.split(' '), path])
  return readFileSync(path)
}

const video = () => make('film.mp4', '-f lavfi -i testsrc2=s=64x64:r=25:d=1 -c:v libx264 -bf 0')
const uncoded = () =>
  make('uncoded.mov', '-f lavfi -i testsrc2=s=64x64:r=25:d=0.2 -c:v rawvideo -pix_fmt uyvy422')
const matroska = () => make('film.mkv', '-f lavfi -i testsrc2=s=64x64:r=25:d=1 -c:v libx264')

test(
  'a truncated file fails without its index; with the index, the available part is shown',
  options,
  async () => {
    const whole = video()
    await failsWith('unreadable', whole.subarray(0, whole.indexOf('moov') - 100), 'video/mp4')
    const source = await makeClip(
      { ...rateClips[2]!, name: 'cut', args: `${rateClips[2]!.args} -movflags +faststart` },
      workshop.folder,
    )
    const bytes = readFileSync(source)
    writeFileSync(
      source,
      bytes.subarray(0, bytes.indexOf('mdat') + Math.floor((bytes.length - bytes.indexOf('mdat')) / 2)),
    )
    const { info, derivatives } = await workshop.run(source, 'video/mp4', ['poster', 'encode'])
    assert.ok(info.frames! > 10 && info.frames! < 50)
    const [proxied, shown] = numbersOfAll(derivatives['proxy.mp4']!, source)
    assert.deepEqual(proxied, shown)
  },
)

test('noise with the header of a video is unreadable', options, async () => {
  const noise = randomBytes(100_000)
  const heads: [string, Buffer][] = [
    ['video/mp4', video().subarray(0, 32)],
    ['video/x-matroska', matroska().subarray(0, 200)],
    ['video/x-msvideo', Buffer.from('RIFF\xff\xff\x00\x00AVI LIST', 'latin1')],
    ['video/mpeg', Buffer.from([0, 0, 1, 0xba])],
    ['audio/flac', Buffer.from('fLaC')],
    ['audio/wav', Buffer.from('RIFF\xff\xff\x00\x00WAVEfmt ', 'latin1')],
  ]
  for (const [mimeType, head] of heads) {
    const failure = await fails(Buffer.concat([head, noise]), mimeType)
    assert.match(failure.code, /^(unreadable|unsupported|too_large)$/, `${mimeType}: ${failure.message}`)
  }
})

test('an empty file and empty tracks fail', options, async () => {
  await failsWith('unreadable', '', 'video/mp4')
  const empty = patch(patch(patch(video(), 'stsz', 8, 0), 'stts', 4, 0), 'stsc', 4, 0)
  await failsWith('unreadable', empty, 'video/mp4')
})

test('frames that are too large are not decoded', options, async () => {
  const wide = patch(patch(uncoded(), '2vuy', 24, 16_000, 2), '2vuy', 26, 16_000, 2)
  await failsWith('too_large', wide, 'video/quicktime')
  const line = make('line.mkv', '-f lavfi -i color=s=16386x2:r=1:d=1 -c:v ffv1')
  await failsWith('too_large', line, 'video/x-matroska')
  const stretched = make('stretched.mp4', '-f lavfi -i color=s=1024x16:r=1:d=1 -vf setsar=20/1 -c:v libx264')
  await failsWith('too_large', stretched, 'video/mp4')
})

test('years of video in a small file are refused', options, async () => {
  const unedited = '-f lavfi -i testsrc2=s=64x64:r=25:d=1 -c:v libx264 -bf 0 -use_editlist 0'
  const slow = patch(make('unedited.mp4', unedited), 'stts', 12, 0x7fff_ffff)
  await failsWith('too_large', slow, 'video/mp4')
})

test('billions of frames in a small file are refused', options, async () => {
  const many = 0x7000_0000
  const bomb = patch(patch(patch(uncoded(), 'stsz', 8, many), 'stts', 8, many), 'stsc', 12, many)
  const failure = await fails(bomb, 'video/quicktime')
  assert.match(failure.code, /^(too_large|unreadable)$/)
})

test('too many tracks are refused', options, async () => {
  const maps = Array.from({ length: 110 }, () => '-map 0').join(' ')
  await failsWith(
    'too_large',
    make('tracks.mkv', `-f lavfi -i color=s=16x16:r=1:d=1 ${maps} -c:v ffv1`),
    'video/x-matroska',
  )
})

test('references to other files reach neither the network nor the disk', options, async () => {
  const { port } = server.address() as { port: number }
  const url = `http://127.0.0.1:${port}/secret.mp4`
  const other = join(workshop.folder, 'other.mp4')
  writeFileSync(other, video())
  const pointers = [url, other, '/etc/passwd'].flatMap((target) => [
    `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${target}\n#EXT-X-ENDLIST\n`,
    `ffconcat version 1.0\nfile '${target}'\n`,
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet><Representation id="1" bandwidth="1"><BaseURL>${target}</BaseURL><SegmentList><SegmentURL media="${target}"/></SegmentList></Representation></AdaptationSet></Period></MPD>`,
  ])
  pointers.push(
    `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=-\nc=IN IP4 127.0.0.1\nt=0 0\nm=video ${port} TCP/RTP/AVP 96\n`,
  )
  for (const text of pointers)
    for (const mimeType of ['video/mp4', 'video/mp2t', 'audio/mpeg'])
      await failsWith('unreadable', text, mimeType)
  assert.equal(asked, 0)
})

test('a video whose frames are in another file is refused', options, async () => {
  const bytes = video()
  // The reference says "in this file"; without that flag it is a URL.
  const at = bytes.indexOf('url ')
  bytes.writeUInt32BE(0, at + 4)
  const path = join(workshop.folder, 'referring.mp4')
  writeFileSync(path, bytes)
  await workshop.run(path, 'video/mp4').catch((error) => assert.ok(error instanceof MediaFailure))
  assert.equal(asked, 0)
})

test('types that are not video, and codecs that are not allowed, are refused', options, async () => {
  await failsWith('unsupported', video(), 'application/vnd.apple.mpegurl')
  const odd = make('odd.avi', '-f lavfi -i testsrc2=s=64x64:r=25:d=1 -c:v zmbv')
  await failsWith('unsupported', odd, 'video/x-msvideo')
  await failsWith('unreadable', matroska(), 'video/mp4')
})

test('aborted work leaves no process, and only its own folder', options, async () => {
  const slow = startWorkshop({ ffmpeg: slowFfmpeg })
  const source = join(slow.folder, 'long.mp4')
  writeFileSync(
    source,
    make('long-made.mp4', '-f lavfi -i testsrc2=s=64x64:r=25:d=60 -c:v libx264 -preset ultrafast'),
  )
  const before = readdirSync(slow.folder).length
  const stop = new AbortController()
  const work = slow.work(source, 'video/mp4', stop.signal)
  const info = await slow.processor.probe(work)
  const proxy = slow.processor.steps(info).find(({ name }) => name === 'proxy')!
  const reason = new Error('the file was deleted')
  const given = { ...work, report: () => stop.abort(reason) }
  await assert.rejects(proxy.make(given, info), (error) => error === reason)
  assert.deepEqual(processesIn(slow.folder), [])
  assert.equal(readdirSync(slow.folder).length, before + 1)
})
