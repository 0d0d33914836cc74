// Captions that are tracks of a file, through the real pipeline.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import { missing } from '../../../test/helpers/media-tools.ts'
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

async function uploaded(name: string, args: string) {
  const source = '-f lavfi -i testsrc2=size=64x64:rate=30000/1001:duration=1'
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...`${source} ${args}`.split(' '), name], { cwd: folder })
  const { id } = await client.files.upload(projectId, readFileSync(join(folder, name)), { name })
  const file = await client.files.waitFor(id, { until: 'processed' })
  assert.equal(file.media!.state, 'READY')
  const { captions } = await client.captions.list(id)
  const read = []
  for (const { id: captionId, language, label, source, author } of captions) {
    const { cues } = await client.captions.get(id, captionId)
    read.push([language, label, source, author, cues.map(({ text }) => text).join('|')])
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

test('a video without subtitles has no captions', options, async () => {
  assert.deepEqual(await uploaded('e.mp4', '-c:v libx264'), [])
})
