// Captions that are tracks of a file, through the real pipeline.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import { missing } from '../../../test/helpers/media-tools.ts'
import { makeClosedCaptions } from '../../../test/media-corpus/closed-captions.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const options = { skip: missing('ffmpeg') }
const world = await startWorld({ work: true, findProcessor: 'configured' })
const { id: projectId, owner } = await world.project()
const client = new Dailies({ baseUrl: world.url, token: owner.key })
const folder = mkdtempSync(join(tmpdir(), 'dailies-captions-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const words = { eng: 'Hello', ara: 'مرحبا', heb: 'שלום' }
for (const [language, text] of Object.entries(words))
  writeFileSync(join(folder, `${language}.srt`), `1\n00:00:00,100 --> 00:00:00,400\n${text}\n`)
writeFileSync(
  join(folder, 'cc.scc'),
  'Scenarist_SCC V1.0\n\n00:00:00:00\t94ae 94ae 9420 9420 9470 9470 c8e5 ecec ef80 942f 942f\n\n00:00:00:15\t942c 942c\n',
)

/** Of the last captions of each file. */
const times = new Map<string, [number, number][]>()

const pattern = '-f lavfi -i testsrc2=size=64x64:rate=30000/1001:duration=1'

async function uploaded(name: string, args: string, source = pattern) {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...`${source} ${args}`.split(' '), name], { cwd: folder })
  const { id } = await client.files.upload(projectId, readFileSync(join(folder, name)), { name })
  const file = await client.files.waitFor(id, { until: 'processed' })
  assert.equal(file.media!.state, 'READY')
  const { captions } = await client.captions.list(id)
  const read = []
  for (const { id: captionId, language, label, source, author } of captions) {
    const { cues } = await client.captions.get(id, captionId)
    read.push([language, label, source, author, cues.map(({ text }) => text).join('|')])
    times.set(
      name,
      cues.map(({ startMs, endMs }) => [startMs, endMs]),
    )
  }
  return read
}

const three = '-i eng.srt -i ara.srt -i heb.srt -map 0 -map 1 -map 2 -map 3'
const languages = [0, 1, 2].map((n) => `-metadata:s:s:${n} language=${Object.keys(words)[n]}`).join(' ')

test('MP4 and Matroska with three languages, right-to-left included', options, async () => {
  const expected = (label: string | null) => [
    ['en', null, 'EMBEDDED', null, 'Hello'],
    ['ar', label, 'EMBEDDED', null, 'مرحبا'],
    ['he', null, 'EMBEDDED', null, 'שלום'],
  ]
  assert.deepEqual(
    await uploaded('a.mp4', `${three} -c:v libx264 -c:s mov_text ${languages}`),
    expected(null),
  )
  assert.deepEqual(
    await uploaded('b.mkv', `${three} -c:v libx264 -c:s srt ${languages} -metadata:s:s:1 title=SDH`),
    expected('SDH'),
  )
})

test('WebVTT in WebM, and closed captions (CEA-608) as a track of QuickTime', options, async () => {
  assert.deepEqual(await uploaded('c.webm', '-i eng.srt -map 0 -map 1 -c:v libvpx -c:s webvtt'), [
    ['und', null, 'EMBEDDED', null, 'Hello'],
  ])
  assert.deepEqual(await uploaded('d.mov', '-i cc.scc -map 0 -map 1 -c:v libx264 -c:s copy'), [
    ['und', null, 'EMBEDDED', null, 'Hello'],
  ])
})

test(
  'closed captions (CEA-608) inside of the video stream, on the frames that show them',
  options,
  async () => {
    makeClosedCaptions(folder, [
      { from: 30, to: 45, text: 'HELLO THERE' },
      { from: 60, to: 75, text: 'BYE' },
    ])
    const source = '-r 30000/1001 -f h264 -i captioned.h264'
    const expected = [['und', 'Closed captions', 'EMBEDDED', null, 'HELLO THERE|BYE']]
    // 30 frames of 30000/1001 take 1001 ms. In MPEG-TS, the first frame is not at zero.
    for (const [name, more] of [
      ['f.mp4', ''],
      ['g.ts', ' -output_ts_offset 3'],
      ['h.mkv', ''],
    ] as const) {
      assert.deepEqual(await uploaded(name, `-c copy${more}`, source), expected, name)
      for (const [n, [start, end]] of times.get(name)!.entries()) {
        assert.ok(Math.abs(start - [1001, 2002][n]!) <= 1, `${name}: ${start}`)
        assert.ok(Math.abs(end - [1501, 2502][n]!) <= 1, `${name}: ${end}`)
      }
    }
  },
)

test('TTML in MP4, and captions of an audio file', options, async () => {
  const ttml = '-i eng.srt -map 0 -map 1 -c:s ttml -metadata:s:s:0 language=eng'
  assert.deepEqual(await uploaded('i.mp4', `${ttml} -c:v libx264`), [['en', null, 'EMBEDDED', null, 'Hello']])
  assert.deepEqual(times.get('i.mp4'), [[100, 400]])
  const audio = '-i eng.srt -map 0 -map 1 -c:a aac -c:s mov_text -metadata:s:s:0 language=eng'
  const tone = '-f lavfi -i sine=duration=1'
  assert.deepEqual(await uploaded('j.mp4', audio, tone), [['en', null, 'EMBEDDED', null, 'Hello']])
})

test(
  'a track that begins after the video, and an audio track before it, keep their times',
  options,
  async () => {
    const late = '-itsoffset 2 -f lavfi -i testsrc2=size=64x64:rate=25:duration=1'
    const args = '-itsoffset 2 -i eng.srt -map 0 -map 1 -c:v libx264 -c:s srt'
    await uploaded('k.mkv', `${args} -copyts`, late)
    assert.deepEqual(times.get('k.mkv'), [[100, 400]])
  },
)

test('a video without subtitles has no captions', options, async () => {
  assert.deepEqual(await uploaded('e.mp4', '-c:v libx264'), [])
})
