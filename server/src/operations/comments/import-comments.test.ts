import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../../../scripts/lib/repository.ts'
import { faults, startCommentWorld } from './fixtures/comment-world.ts'

const { world, sql, projectId, owner, file, comment, read } = await startCommentWorld()

const send = (fileId: string, body: object, key = owner.key) =>
  world.call(`POST /api/files/${fileId}/comments.import`, { key, body })

async function imported(fileId: string, body: object, key = owner.key) {
  const answer = await send(fileId, body, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}

type Marker = {
  state: string
  frame: number | null
  anchor: number
  content: string
  author: string | null
  resolved: boolean
  comment: { id: string } | null
}

async function video(num = 25, den = 1, frames = 100_000): Promise<string> {
  const id = await file('video/mp4')
  await sql`update files set name = 'Cut.mov' where id = ${id}`
  await sql`insert into media (file_id, state, kind, frame_rate_num, frame_rate_den, frames, duration_ms, width, height)
    values (${id}, 'READY', 'VIDEO', ${num}, ${den}, ${frames}, ${Math.ceil((frames * 1000 * den) / num)}, 1920, 1080)`
  return id
}

const comments = async (fileId: string) => {
  const answer = await world.call(`GET /api/files/${fileId}/comments.export?format=json&content=true`, {
    key: owner.key,
  })
  return JSON.parse(answer.body.data.content).comments
}

const resolveEdl = `TITLE: Timeline 1

001  001      V     C        01:00:02:00 01:00:02:01 01:00:02:00 01:00:02:01
Sky is too bright |C:ResolveColorBlue |M:Marker 1 |D:1

002  001      V     C        01:00:04:10 01:00:04:11 01:00:04:10 01:00:04:11
Remove the boom |C:ResolveColorGreen |M:VFX |D:25

003  001      V     C        09:00:00:00 09:00:00:01 09:00:00:00 09:00:00:01
 |C:ResolveColorBlue |M:Far away |D:1
`

test('200: a preview says what becomes of each marker and writes nothing', async () => {
  const fileId = await video()
  const data = await imported(fileId, { content: resolveEdl, preview: true })
  assert.deepEqual(
    [data.format, data.frameRate, data.startTimecode, data.dropFrame, data.created, data.unreadable],
    ['edl', '25/1', '01:00:00:00', false, 0, 0],
  )
  assert.deepEqual(data.losses, ['LINE_BREAKS', 'REPLIES', 'ATTACHMENTS', 'DRAWINGS', 'ONE_PER_FRAME'])
  assert.deepEqual(data.markers, [
    {
      ...{ state: 'NEW', frame: 50, anchor: 2000, duration: null, timecode: '01:00:02:00' },
      ...{ content: 'Sky is too bright', author: null, resolved: false, drawing: false, shortened: false },
      comment: null,
    },
    {
      ...{ state: 'NEW', frame: 110, anchor: 4400, duration: 1000, timecode: '01:00:04:10' },
      ...{ content: 'VFX\nRemove the boom', author: null, resolved: true, drawing: false, shortened: false },
      comment: null,
    },
    {
      ...{ state: 'OUTSIDE', frame: 720_000, anchor: 28_800_000, duration: null, timecode: '09:00:00:00' },
      ...{ content: 'Far away', author: null, resolved: false, drawing: false, shortened: false },
      comment: null,
    },
  ])
  assert.deepEqual(await comments(fileId), [])
})

test('200: an import makes comments by the caller, marked as imported, with events; a second one makes none', async () => {
  const fileId = await video()
  const first = await imported(fileId, { content: resolveEdl })
  assert.deepEqual(
    first.markers.map(({ state, comment: made }: Marker) => [state, made !== null]),
    [
      ['NEW', true],
      ['NEW', true],
      ['OUTSIDE', false],
    ],
  )
  assert.equal(first.created, 2)
  const record = await read(first.markers[1].comment.id)
  assert.deepEqual(
    [record.frame, record.anchor, record.duration, record.content, record.author.id, record.imported],
    [110, 4400, 1000, 'VFX\nRemove the boom', owner.userId, { format: 'edl', author: null }],
  )
  assert.ok(record.resolvedAt !== null)
  const list = await world.call(`GET /api/files/${fileId}/comments?sort.type=anchor`, { key: owner.key })
  assert.deepEqual(
    list.body.data.map((one: { imported: object | null }) => one.imported),
    [
      { format: 'edl', author: null },
      { format: 'edl', author: null },
    ],
  )
  const [events] = await sql<{ count: number }>`
    select count(*)::integer as count from outbox where type = 'comment.created' and file_id = ${fileId}`
  const [numbered] = await sql<{ count: number }>`
    select count(*)::integer as count from events where type = 'comment.created' and file_id = ${fileId}`
  assert.equal(events!.count + numbered!.count, 2)
  const again = await imported(fileId, { content: resolveEdl })
  assert.deepEqual([again.created, again.markers[0].state], [0, 'EXISTS'])
  assert.equal((await comments(fileId)).length, 2)
})

test('200: two imports of a file at the same time make each comment once', async () => {
  const fileId = await video()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => imported(fileId, { content: resolveEdl })),
  )
  assert.equal(
    answers.reduce((sum, { created }) => sum + created, 0),
    2,
  )
  assert.equal((await comments(fileId)).length, 2)
})

for (const format of ['edl', 'xmeml', 'avid', 'avid-xml', 'fcpxml', 'otio', 'srt']) {
  test(`200: ${format}: an export that comes back brings nothing new; on another file it makes the same comments`, async () => {
    const [from, to] = [await video(30_000, 1001), await video(30_000, 1001)]
    const on = `files/${from}`
    const done = await comment({ content: 'Too dark', frame: 1800, duration: 1001 }, owner.key, on)
    await world.call(`POST /api/comments/${done}/resolve`, { key: owner.key })
    await comment({ content: 'Brighter, please', frame: 17_982 }, owner.key, on)
    await comment({ frame: 3 }, owner.key, on)
    const query = `format=${format}&content=true`
    const exported = (id: string) =>
      world.call(`GET /api/files/${id}/comments.export?${query}`, { key: owner.key })
    const { content } = (await exported(from)).body.data
    const back = await imported(from, { content })
    assert.deepEqual(
      back.markers.map(({ state }: Marker) => state),
      ['EXISTS', 'EXISTS', 'EXISTS'],
    )
    const copied = await imported(to, { content })
    assert.equal(copied.created, 3)
    const facts = (
      list: { frame: number; content: string | null; duration: number; resolvedAt: string | null }[],
    ) =>
      list.map((one) => [one.frame, one.content, one.duration, format !== 'srt' && one.resolvedAt !== null])
    assert.deepEqual(facts(await comments(to)), facts(await comments(from)))
    const second = (await exported(to)).body.data.content
    if (format !== 'srt' && format !== 'otio' && format !== 'avid-xml') {
      assert.equal(second, content)
    }
  })
}

test('200: the file names the author; an export names them again, before the person who imported', async () => {
  const fileId = await video()
  const { markers } = await imported(fileId, { content: 'Zoë\t01:00:02:00\tV1\tred\tToo dark\t1\n' })
  assert.deepEqual((await read(markers[0].comment.id)).imported, { format: 'avid', author: 'Zoë' })
  const { body } = await world.call(`GET /api/files/${fileId}/comments.export?format=avid&content=true`, {
    key: owner.key,
  })
  assert.equal(body.data.content, 'Zoë\t01:00:02:00\tV1\tred\tToo dark\t1\n')
})

test('200: names of markers are authors or text, as asked; known people are authors', async () => {
  const content = resolveEdl.replace('|M:VFX', '|M:Someone')
  const author = async (more: object) =>
    (await imported(await video(), { content, preview: true, ...more })).markers[1] as Marker
  const auto = await author({})
  assert.deepEqual([auto.author, auto.content], ['Someone', 'Remove the boom'])
  const asText = await author({ names: 'TEXT' })
  assert.deepEqual([asText.author, asText.content], [null, 'Someone\nRemove the boom'])
  const vfx = (await imported(await video(), { content: resolveEdl, preview: true, names: 'AUTHOR' }))
    .markers[1]
  assert.deepEqual([vfx.author, vfx.content], ['VFX', 'Remove the boom'])
})

test('200: start, rate, drop frames and the resolved colour as asked', async () => {
  const fileId = await video()
  const at = async (more: object) =>
    (await imported(fileId, { content: resolveEdl, preview: true, ...more })).markers.map(
      ({ frame, resolved }: Marker) => [frame, resolved],
    )
  assert.deepEqual(await at({ startTimecode: '01:00:02:00' }), [
    [0, false],
    [60, true],
    [719_950, false],
  ])
  assert.deepEqual((await at({ frameRate: '50' }))[1], [105, true])
  assert.deepEqual(await at({ resolvedColour: 'BLUE' }), [
    [50, true],
    [110, false],
    [720_000, true],
  ])
  assert.deepEqual((await at({ resolvedColour: null }))[1], [110, false])
  assert.deepEqual(faults(await send(fileId, { content: resolveEdl, dropFrame: true })), [
    '/dropFrame unexpected',
  ])
  assert.deepEqual(faults(await send(fileId, { content: resolveEdl, startTimecode: '1' })), [
    '/startTimecode invalid_format',
  ])
})

test('200: the corpus files import with their frames; the start is found by the length of the file', async () => {
  for (const [path, num, den] of [
    ['edl/29.97-df.edl', 30_000, 1001],
    ['avid/59.94-ndf.txt', 60_000, 1001],
    ['premiere-csv/23.976-ndf.csv', 24_000, 1001],
    ['fcpxml/119.88-ndf.fcpxml', 120_000, 1001],
  ] as const) {
    const fileId = await video(num, den, 3700 * Math.round(num / den))
    const content = readFileSync(join(root, 'spec/markers', path), 'utf8')
    const { created, markers } = await imported(fileId, { content })
    const base = Math.round(num / den)
    assert.equal(created, 10, path)
    assert.deepEqual(
      markers.slice(3, 7).map(({ frame }: Marker) => frame),
      [base, 60 * base - 1, 60 * base, 60 * base + 1],
    )
  }
})

test('200: on audio, markers have times and no frames', async () => {
  const id = await file('audio/wav')
  await sql`insert into media (file_id, state, kind, duration_ms) values (${id}, 'READY', 'AUDIO', 60000)`
  const { markers } = await imported(id, { content: resolveEdl, frameRate: '25' })
  assert.deepEqual(
    markers.map(({ state, frame, anchor }: Marker) => [state, frame, anchor]),
    [
      ['NEW', null, 2000],
      ['NEW', null, 4400],
      ['OUTSIDE', null, 28_800_000],
    ],
  )
  const record = await read(markers[0].comment.id)
  assert.deepEqual([record.anchor, record.frame], [2000, null])
})

test('200: on audio, a marker file that names its rate is read at that rate', async () => {
  const id = await file('audio/wav')
  await sql`insert into media (file_id, state, kind, duration_ms) values (${id}, 'READY', 'AUDIO', 60000)`
  const content =
    '<xmeml version="4"><sequence><rate><timebase>25</timebase><ntsc>FALSE</ntsc></rate><marker><name>x</name><comment/><in>110</in><out>-1</out></marker></sequence></xmeml>'
  const { markers, frameRate } = await imported(id, { content })
  assert.deepEqual([frameRate, markers[0].anchor], ['25/1', 4400])
  assert.equal((await imported(id, { content })).created, 0)
})

test('200: a file with more comments than one import may have', async () => {
  const fileId = await video()
  await sql`insert into comments (id, project_id, file_id, author_id, content, anchor, frame)
    select gen_random_uuid(), ${projectId}, ${fileId}, ${owner.userId}, 'Note ' || n, n * 40, n
    from generate_series(1, 1200) n`
  await sql`analyze all_comments`
  for (const path of [
    ...['edl/25-ndf.edl', 'xmeml/25-ndf.xml', 'premiere-csv/25-ndf.csv', 'avid/25-ndf.txt'],
    ...['avid-xml/25-ndf.xml', 'fcpxml/25-ndf.fcpxml', 'otio/25-ndf.otio', 'srt/25-ndf.srt'],
  ]) {
    const content = readFileSync(join(root, 'spec/markers', path), 'utf8')
    const { markers } = await imported(fileId, { content, preview: true })
    assert.deepEqual(new Set(markers.map(({ state }: Marker) => state)), new Set(['NEW']), path)
  }
})

test('200: a drawing comes back with OTIO; what looks like a mention is text', async () => {
  const [from, to] = [await video(), await video()]
  const shape = {
    kind: 'box',
    points: [
      [0.1, 0.1],
      [0.5, 0.5],
    ],
    colour: '#ff0000',
    width: 0.01,
  }
  await comment({ content: 'Here', frame: 7, annotation: { shapes: [shape] } }, owner.key, `files/${from}`)
  const { body } = await world.call(`GET /api/files/${from}/comments.export?format=otio&content=true`, {
    key: owner.key,
  })
  const { markers } = await imported(to, { content: body.data.content })
  const record = await read(markers[0].comment.id)
  assert.deepEqual([record.content, record.annotation], ['Here', { shapes: [shape] }])
  const mention = await imported(to, {
    content: `Ann\t01:00:02:00\tV1\tred\t@[x](user:${owner.userId}) @[everyone](review:everyone)\t1\n`,
  })
  const made = await read(mention.markers[0].comment.id)
  assert.deepEqual([made.mentions, made.mentionsEveryone], [[], false])
  assert.ok(!made.content.includes('@['))
})

test('400: a text that is no marker file, a file without a timeline, too many markers', async () => {
  const fileId = await video()
  assert.deepEqual(faults(await send(fileId, { content: 'Hello' })), ['/format invalid_value'])
  for (const format of ['edl', 'xmeml', 'premiere-csv', 'avid', 'avid-xml', 'fcpxml', 'otio', 'srt']) {
    assert.deepEqual(faults(await send(fileId, { content: 'Hello,\nyou', format })), [
      '/content invalid_format',
    ])
  }
  const many = 'Ann\t01:00:02:00\tV1\tred\tx\t1\n'.repeat(1001)
  assert.deepEqual(faults(await send(fileId, { content: many })), ['/content too_big'])
  assert.deepEqual(faults(await send(fileId, { content: 'x'.repeat(900_001) })), ['/content too_big'])
  assert.deepEqual(faults(await send(await file('image/png'), { content: resolveEdl })), [
    '/fileId unexpected',
  ])
})

test('4xx: hostile files are refused', async () => {
  const fileId = await video()
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(1000)}"><!ENTITY c "${'&a;'.repeat(1000)}">]><xmeml>&c;</xmeml>`
  const refused: Record<string, string> = {
    'an XML bomb': bomb,
    'an external entity': '<!DOCTYPE xmeml [<!ENTITY a SYSTEM "file:///etc/passwd">]><xmeml>&a;</xmeml>',
    'an external document type with declarations':
      '<!DOCTYPE xmeml SYSTEM "http://localhost/x.dtd" [<!ENTITY a "b">]><xmeml/>',
    'deep JSON': '{"OTIO_SCHEMA":"Timeline.1","tracks":'.repeat(20_000),
    'a NUL': `${resolveEdl}\0`,
    'half a surrogate pair': `${resolveEdl}\ud800`,
    'many markers': 'A\t01:00:02:00\tV1\tred\tx\n'.repeat(30_000),
  }
  for (const [name, content] of Object.entries(refused)) {
    const answer = await send(fileId, { content })
    assert.equal(answer.status, 400, name)
    assert.match(faults(answer)[0]!, /^\/content /, name)
  }
  assert.equal((await send(fileId, { content: 'x'.repeat(10_000_000) })).status, 413)
  const url = `${world.url}/api/files/${fileId}/comments.import`
  const headers = { Authorization: `Bearer ${owner.key}`, 'Content-Type': 'application/json' }
  const body = Buffer.concat([
    Buffer.from('{"preview":true,"content":"A\\t01:00:02:00\\tV1\\tred\\t'),
    Buffer.from([0xc3, 0x28]),
    Buffer.from('"}'),
  ])
  const invalid = await fetch(url, { method: 'POST', headers, body })
  assert.equal(invalid.status, 400)
  assert.equal(((await invalid.json()) as { code: string }).code, 'invalid_json')
  assert.deepEqual(await comments(fileId), [])
})

test('404: a restricted reviewer, for a file that is not marked for them', async () => {
  const { key } = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  assert.equal((await send(await file('video/mp4', false), { content: resolveEdl }, key)).status, 404)
  assert.equal((await send(await file('video/mp4'), { content: resolveEdl }, key)).status, 200)
})
